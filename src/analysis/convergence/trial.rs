//! One energy of one sample: the energies of every method at each iteration, relative to the lowest energy found.

use std::ops::ControlFlow;

use crate::model::hierarchy::{Hierarchy, HierarchyOptions, LayerCodes, Method, StepSize};

/// Maximum number of iterations of a search for the minimum.
const REFERENCE_ITERATIONS: usize = 20_000;
/// Relative decrease of the energy at and below which an iteration counts as stalled.
const STALLED_DECREASE: f64 = 1e-15;
/// The search has converged after this many stalled iterations in a row; a single one may be the first after a restart.
const STALLED_ITERATIONS: usize = 10;
/// An excess of at most this share of the lowest energy counts as converged.
const CONVERGED: f64 = 1e-4;
/// Differences below this share of the energy at the start count as rounding.
pub(super) const ROUNDING: f64 = 1e-12;

/// The runs of several methods from all codes 0, and the minimum they are compared with.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The lowest energy found, by a long restarted search from the codes given and at any iteration of the runs.
    /// The minimum where the energy is convex.
    pub best: f64,
    /// The energy at the start.
    pub start: f64,
    /// The energy of the codes given, minus `best`.
    pub known_excess: Option<f64>,
    /// z*: the codes of the lowest energy found by a search.
    pub minimum: LayerCodes,
    /// Whether every search for the minimum converged; false where one used up its iterations.
    pub minimum_converged: bool,
    /// abs(z_0 - z*)^2.
    pub distance_sq: f64,
    /// Units of the topmost layer that are on in z*.
    pub top_on: usize,
    /// The largest L of any layer at the last iteration; with one layer L is constant.
    pub lipschitz: f64,
    /// One for each method.
    pub runs: Vec<MethodRun>,
}

/// The progress of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Iterations that a method has made.
    Method(Method, usize),
    /// Iterations that the search for the minimum has made.
    Minimum(usize),
}

/// The energies of one method at each iteration.
#[derive(Clone, Debug)]
pub struct MethodRun {
    /// The method.
    pub method: Method,
    /// E(z_k) - best after k iterations, k from 0; >= 0.
    pub excess: Vec<f64>,
    /// Iterations that raised the energy by more than rounding.
    pub rises: usize,
    /// Multiply-adds per iteration, mean; see [`multiply_adds`].
    pub multiply_adds: f64,
}

/// A run before the lowest energy is known.
struct Energies {
    energies: Vec<f64>,
    multiply_adds: f64,
    codes: LayerCodes,
    lipschitz: f64,
}

impl Trial {
    /// Runs every method for `iterations` iterations with steps 1/L, where L is each layer's upper bound. `known` are codes
    /// near the minimum, such as those of the fast solvers. `watch` is called at every iteration and may end the trial.
    pub fn watched<B>(
        hierarchy: &Hierarchy<'_>,
        methods: &[Method],
        known: Option<&LayerCodes>,
        iterations: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<B>,
    ) -> ControlFlow<B, Self> {
        let mut runs = Vec::with_capacity(methods.len());
        for &method in methods {
            runs.push(run(hierarchy, method, iterations, watch)?);
        }
        let ends = runs.iter().map(|run| &run.codes);
        let (best, minimum, minimum_converged) = lowest(hierarchy, known, ends, watch)?;
        let energies = runs.iter().flat_map(|run| &run.energies);
        let best = energies.fold(best, |best, &energy| best.min(energy));
        let start = hierarchy.energy(&hierarchy.zeros());
        let measured = methods.iter().zip(&runs).map(|(&method, run)| MethodRun {
            method,
            excess: run.energies.iter().map(|energy| energy - best).collect(),
            rises: rises(&run.energies, ROUNDING * start),
            multiply_adds: run.multiply_adds,
        });
        ControlFlow::Continue(Self {
            best,
            start,
            known_excess: known.map(|codes| hierarchy.energy(codes) - best),
            distance_sq: minimum.iter().flatten().map(|z| z * z).sum(),
            top_on: minimum.last().map_or(0, |top| count_on(top)),
            lipschitz: runs.iter().fold(0.0, |largest, r| largest.max(r.lipschitz)),
            runs: measured.collect(),
            minimum,
            minimum_converged,
        })
    }

    /// Differences of energies below this count as rounding.
    pub(super) fn rounding(&self) -> f64 {
        ROUNDING * self.start
    }

    /// The energy of the codes given above the lowest, as a share of the lowest.
    pub(super) fn known_share(&self) -> Option<f64> {
        let excess = self.known_excess?;
        Some(excess / self.best.max(f64::MIN_POSITIVE))
    }

    /// Iterations of a method until its excess is at most 1e-4 of the lowest energy found; `None` if it never is.
    pub(super) fn converged(&self, run: &MethodRun) -> Option<usize> {
        let enough = CONVERGED * self.best;
        run.excess.iter().position(|&excess| excess <= enough)
    }

    /// The proven bound on a method's excess after k >= 1 iterations; it holds where the energy is convex.
    pub fn bound(&self, method: Method, k: usize) -> Option<f64> {
        method.bound(self.lipschitz, self.distance_sq, k)
    }

    /// The number of k >= 1 at which the excess is above the bound by more than rounding, and the largest ratio of excess to
    /// bound; `None` for a method without a bound.
    pub fn against_bound(&self, run: &MethodRun) -> Option<(usize, f64)> {
        let allowance = self.rounding();
        let (mut violations, mut share) = (0, 0.0f64);
        for (k, &excess) in run.excess.iter().enumerate().skip(1) {
            let bound = self.bound(run.method, k)?;
            violations += usize::from(excess > bound + allowance);
            if excess > allowance {
                share = share.max(excess / bound);
            }
        }
        Some((violations, share))
    }
}

/// A run from all codes 0.
fn run<B>(
    hierarchy: &Hierarchy<'_>,
    method: Method,
    iterations: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<B>,
) -> ControlFlow<B, Energies> {
    let options = options(method, iterations);
    let mut energies = Vec::with_capacity(iterations + 1);
    let mut work = 0.0;
    let mut watched = ControlFlow::Continue(());
    let found = hierarchy.minimise(&hierarchy.zeros(), &options, |codes, energy, k| {
        energies.push(energy);
        if k < iterations {
            work += multiply_adds(hierarchy, codes) as f64;
        }
        watched = watch(Progress::Method(method, k));
        watched.is_break()
    });
    watched?;
    ControlFlow::Continue(Energies {
        energies,
        multiply_adds: work / iterations.max(1) as f64,
        codes: found.codes,
        lipschitz: found.lipschitz.iter().fold(0.0, |max, &l| max.max(l)),
    })
}

fn options(method: Method, max_iterations: usize) -> HierarchyOptions {
    HierarchyOptions {
        step: StepSize::LayerBound,
        method,
        max_iterations,
    }
}

/// The lowest energy found by searches from `known` and from the lowest of `ends`, its codes, and whether all searches
/// converged.
fn lowest<'a, B>(
    hierarchy: &Hierarchy<'_>,
    known: Option<&'a LayerCodes>,
    ends: impl Iterator<Item = &'a LayerCodes>,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<B>,
) -> ControlFlow<B, (f64, LayerCodes, bool)> {
    let energies = ends.map(|codes| (hierarchy.energy(codes), codes));
    let end = energies.min_by(|(a, _), (b, _)| a.total_cmp(b));
    let end = end.map(|(_, codes)| codes);
    let mut best = (f64::INFINITY, hierarchy.zeros());
    let mut converged = true;
    for start in known.into_iter().chain(end) {
        let options = options(Method::Restarted, REFERENCE_ITERATIONS);
        let (mut last, mut stalled) = (f64::INFINITY, 0);
        let mut watched = ControlFlow::Continue(());
        let search = hierarchy.minimise(start, &options, |_, energy, k| {
            let has_stalled = last - energy <= STALLED_DECREASE * energy.abs();
            stalled = if has_stalled { stalled + 1 } else { 0 };
            last = energy;
            watched = watch(Progress::Minimum(k));
            watched.is_break() || stalled >= STALLED_ITERATIONS
        });
        watched?;
        converged &= search.converged;
        if search.energy < best.0 {
            best = (search.energy, search.codes);
        }
    }
    ControlFlow::Continue((best.0, best.1, converged))
}

fn rises(energies: &[f64], allowance: f64) -> usize {
    let steps = energies.windows(2);
    steps.filter(|pair| pair[1] > pair[0] + allowance).count()
}

/// Multiply-adds of one step in every layer at these codes, from the shapes and the numbers of active units.
///
/// A layer of K units that reconstructs n_t frames takes (active + n_t) K, one of M units that modulates S active units
/// S (active + M) + M. The energies, which only a restart needs, and W'x, which is computed once, are not counted.
pub fn multiply_adds(hierarchy: &Hierarchy<'_>, codes: &LayerCodes) -> usize {
    let layers = hierarchy.layers().iter().enumerate();
    layers
        .map(|(index, layer)| {
            let below = count_on(&hierarchy.weights(codes, index));
            layer.multiply_adds(count_on(&codes[index]), below)
        })
        .sum()
}

fn count_on(values: &[f64]) -> usize {
    values.iter().filter(|value| **value != 0.0).count()
}

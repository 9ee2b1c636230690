//! One energy of one sample: every method's way down, measured against the lowest energy known.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::Method;
use crate::model::Momentum;
use crate::model::hierarchy::{Hierarchy, HierarchyOptions, LayerCodes, LayerStep};

/// Iterations at most in search of the minimum.
const REFERENCE_ITERATIONS: usize = 20_000;
/// An iteration that lowers the energy by no more than this share of it is a quiet one.
const SETTLED: f64 = 1e-15;
/// The search ends after so many quiet iterations in a row: one alone may be the first after a restart.
const QUIET: usize = 10;
/// Above a bound by less than this share of the energy at the start is rounding.
pub(super) const ROUNDING: f64 = 1e-12;

/// The ways down of several methods from all codes 0, and what they are measured against.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The lowest energy known: of a long restarted run from each of the codes given, and of all
    /// points on the ways down. The minimum, where the energy is convex.
    pub best: f64,
    /// The energy at the start.
    pub start: f64,
    /// What each of the codes given lies above `best`, as it was given.
    pub known_excess: Vec<f64>,
    /// z*: the codes of the lowest energy known.
    pub minimum: LayerCodes,
    /// abs(z_0 - z*)^2, z* the codes of the lowest energy known.
    pub distance_sq: f64,
    /// Units of the topmost layer that are on in z*.
    pub top_on: usize,
    /// The largest inverse step L of any layer at the last iteration; constant over the iterations where
    /// there is one layer.
    pub lipschitz: f64,
    /// One for each method.
    pub descents: Vec<Descent>,
}

/// How far a trial has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A method made so many iterations.
    Descent(Method, usize),
    /// The search for the minimum did.
    Minimum(usize),
}

/// One method's way down.
#[derive(Clone, Debug)]
pub struct Descent {
    /// Which.
    pub method: Method,
    /// E(z_k) - best after k iterations, k from 0; >= 0.
    pub excess: Vec<f64>,
    /// Iterations that raised the energy by more than rounding.
    pub rises: usize,
    /// Multiply-adds per iteration, mean; see [`multiply_adds`].
    pub multiply_adds: f64,
}

/// A run, before the lowest energy is known.
struct Run {
    energies: Vec<f64>,
    multiply_adds: f64,
    codes: LayerCodes,
    lipschitz: f64,
}

impl Trial {
    /// Runs every method for so many iterations with steps 1/L, L each layer's own bound. `known` are codes
    /// near the minimum if there are any, such as those of the fast solvers.
    #[must_use]
    pub fn new(
        hierarchy: &Hierarchy<'_>,
        methods: &[Method],
        known: &[LayerCodes],
        iterations: usize,
    ) -> Self {
        let mut go_on = |_| ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(trial) =
            Self::watched(hierarchy, methods, known, iterations, &mut go_on);
        trial
    }

    /// The same; `watch` is told of every iteration and may break off.
    pub fn watched<B>(
        hierarchy: &Hierarchy<'_>,
        methods: &[Method],
        known: &[LayerCodes],
        iterations: usize,
        watch: &mut dyn FnMut(Stage) -> ControlFlow<B>,
    ) -> ControlFlow<B, Self> {
        let mut runs = Vec::with_capacity(methods.len());
        for &method in methods {
            runs.push(run(hierarchy, method, iterations, watch)?);
        }
        let ends = runs.iter().map(|run| &run.codes);
        let (best, minimum) = lowest(hierarchy, known, ends, watch)?;
        let energies = runs.iter().flat_map(|run| &run.energies);
        let best = energies.fold(best, |best, &energy| best.min(energy));
        let start = hierarchy.energy(&hierarchy.zeros());
        let descents = methods.iter().zip(&runs).map(|(&method, run)| Descent {
            method,
            excess: run.energies.iter().map(|energy| energy - best).collect(),
            rises: rises(&run.energies, ROUNDING * start),
            multiply_adds: run.multiply_adds,
        });
        ControlFlow::Continue(Self {
            best,
            start,
            known_excess: known.iter().map(|c| hierarchy.energy(c) - best).collect(),
            distance_sq: minimum.iter().flatten().map(|z| z * z).sum(),
            top_on: minimum.last().map_or(0, |top| count_on(top)),
            lipschitz: runs.iter().fold(0.0, |largest, r| largest.max(r.lipschitz)),
            descents: descents.collect(),
            minimum,
        })
    }

    /// What counts as rounding of its energies.
    pub(super) fn rounding(&self) -> f64 {
        ROUNDING * self.start
    }

    /// What is proven about a method after k >= 1 iterations, were this energy convex.
    #[must_use]
    pub fn bound(&self, method: Method, k: usize) -> Option<f64> {
        method.bound(self.lipschitz, self.distance_sq, k)
    }

    /// At how many k >= 1 the excess passes the bound by more than rounding, and the largest share of the
    /// bound it takes up; `None` where nothing is proven.
    #[must_use]
    pub fn against_bound(&self, descent: &Descent) -> Option<(usize, f64)> {
        let allowance = self.rounding();
        let (mut violations, mut share) = (0, 0.0f64);
        for (k, &excess) in descent.excess.iter().enumerate().skip(1) {
            let bound = self.bound(descent.method, k)?;
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
    watch: &mut dyn FnMut(Stage) -> ControlFlow<B>,
) -> ControlFlow<B, Run> {
    let options = options(method.momentum(), iterations);
    let mut energies = Vec::with_capacity(iterations + 1);
    let mut work = 0.0;
    let mut watched = ControlFlow::Continue(());
    let found = hierarchy.minimise(&hierarchy.zeros(), &options, |codes, energy, k| {
        energies.push(energy);
        if k < iterations {
            work += multiply_adds(hierarchy, codes) as f64;
        }
        watched = watch(Stage::Descent(method, k));
        watched.is_break()
    });
    watched?;
    ControlFlow::Continue(Run {
        energies,
        multiply_adds: work / iterations.max(1) as f64,
        codes: found.codes,
        lipschitz: found.lipschitz.iter().fold(0.0, |max, &l| max.max(l)),
    })
}

fn options(momentum: Momentum, max_iterations: usize) -> HierarchyOptions {
    HierarchyOptions {
        step: LayerStep::Bound,
        momentum,
        max_iterations,
    }
}

/// The lowest energy found by going on from `known` and from the lowest of `ends`, and its codes.
fn lowest<'a, B>(
    hierarchy: &Hierarchy<'_>,
    known: &[LayerCodes],
    ends: impl Iterator<Item = &'a LayerCodes>,
    watch: &mut dyn FnMut(Stage) -> ControlFlow<B>,
) -> ControlFlow<B, (f64, LayerCodes)> {
    let energies = ends.map(|codes| (hierarchy.energy(codes), codes));
    let end = energies.min_by(|(a, _), (b, _)| a.total_cmp(b));
    let end = end.map(|(_, codes)| codes);
    let mut best = (f64::INFINITY, hierarchy.zeros());
    for start in known.iter().chain(end) {
        let options = options(Momentum::Restart, REFERENCE_ITERATIONS);
        let (mut last, mut quiet) = (f64::INFINITY, 0);
        let mut watched = ControlFlow::Continue(());
        let found = hierarchy.minimise(start, &options, |_, energy, k| {
            let settled = last - energy <= SETTLED * energy.abs();
            quiet = if settled { quiet + 1 } else { 0 };
            last = energy;
            watched = watch(Stage::Minimum(k));
            watched.is_break() || quiet >= QUIET
        });
        watched?;
        if found.energy < best.0 {
            best = (found.energy, found.codes);
        }
    }
    ControlFlow::Continue(best)
}

fn rises(energies: &[f64], allowance: f64) -> usize {
    let steps = energies.windows(2);
    steps.filter(|pair| pair[1] > pair[0] + allowance).count()
}

/// Multiply-adds of one step in every layer at these codes, by the shapes and what is on.
///
/// The lowest layer of K units reads a row of W'W for every entry of z that is on and moves all n_t K:
/// (on + n_t) K. A layer of M units over S units that are on in the layer below sums A u over its own
/// that are on, gathers A'(weights o exp(-A u)), and moves M: S (on + M) + M. Energies, which only the
/// restart needs, and W'x, needed once, are not counted.
#[must_use]
pub fn multiply_adds(hierarchy: &Hierarchy<'_>, codes: &LayerCodes) -> usize {
    let layers = hierarchy.layers().iter().enumerate();
    layers
        .map(|(index, layer)| {
            let own = count_on(&codes[index]);
            if layer.outputs() == 1 {
                own * layer.units() + layer.variables()
            } else {
                let below = count_on(&hierarchy.weights(codes, index));
                below * (own + layer.units()) + layer.units()
            }
        })
        .sum()
}

fn count_on(values: &[f64]) -> usize {
    values.iter().filter(|value| **value != 0.0).count()
}

//! Lemma 2.3 (Beck & Teboulle 2009), which the bounds rest on, by numbers:
//! E(v) - E(p(z)) >= L/2 abs(p(z) - z)^2 + L <z - v, p(z) - z> for any z and v, p the step of length 1/L
//! in every layer, where E is convex and L no less than any layer's Lipschitz constant.

use serde::Serialize;

use super::trial::ROUNDING;
use super::{Spread, Trial};
use crate::model::hierarchy::{Hierarchy, HierarchyOptions, LayerCodes, LayerStep};
use crate::model::{Momentum, StepSize};

/// The iterations of FISTA whose codes are stepped from.
const FROM: [usize; 6] = [0, 1, 3, 10, 30, 100];
/// Rounds of finding an L that holds in all layers, each growing it.
const ROUNDS: usize = 20;

/// Lemma 2.3 over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LemmaSummary {
    /// Pairs of z and v tried.
    pub pairs: usize,
    /// Pairs whose slack is below 0 by more than rounding, 1e-12 of the energy at the start.
    pub violations: usize,
    /// The smallest slack, as a share of the energy at the start.
    pub smallest: f64,
    /// The slack over all pairs, as a share of the energy at the start.
    pub slack: Spread,
}

impl LemmaSummary {
    /// Over the slacks of all samples; `None` for none.
    pub(super) fn of(slacks: Vec<f64>) -> Option<Self> {
        Some(Self {
            pairs: slacks.len(),
            violations: slacks.iter().filter(|slack| **slack < -ROUNDING).count(),
            smallest: slacks.iter().copied().reduce(f64::min)?,
            slack: Spread::of(slacks)?,
        })
    }
}

/// What the left side of the lemma exceeds the right side by, for a step from `from` and any `other`: not
/// below 0 where the energy is convex.
#[must_use]
pub fn lemma_slack(hierarchy: &Hierarchy<'_>, from: &LayerCodes, other: &LayerCodes) -> f64 {
    let (lipschitz, next) = step(hierarchy, from);
    slack(hierarchy, from, other, lipschitz, &next)
}

fn slack(
    hierarchy: &Hierarchy<'_>,
    from: &LayerCodes,
    other: &LayerCodes,
    lipschitz: f64,
    next: &LayerCodes,
) -> f64 {
    let (mut square, mut inner) = (0.0, 0.0);
    for ((next, from), other) in flat(next).zip(flat(from)).zip(flat(other)) {
        square += (next - from) * (next - from);
        inner += (from - other) * (next - from);
    }
    hierarchy.energy(other) - hierarchy.energy(next) - lipschitz * (0.5 * square + inner)
}

/// The slacks of a trial's energy as shares of the energy at the start. z are codes on FISTA's way, and
/// each moved on by its last move; v are the minimum, the start, and z itself.
pub(super) fn slacks(hierarchy: &Hierarchy<'_>, trial: &Trial) -> Vec<f64> {
    let zeros = hierarchy.zeros();
    let mut slacks = Vec::new();
    for from in stations(hierarchy) {
        let (lipschitz, next) = step(hierarchy, &from);
        for other in [&trial.minimum, &zeros, &from] {
            let slack = slack(hierarchy, &from, other, lipschitz, &next);
            slacks.push(slack / trial.start.max(f64::MIN_POSITIVE));
        }
    }
    slacks
}

fn stations(hierarchy: &Hierarchy<'_>) -> Vec<LayerCodes> {
    let options = HierarchyOptions {
        step: LayerStep::Bound,
        momentum: Momentum::Full,
        max_iterations: FROM[FROM.len() - 1],
    };
    let mut found = Vec::new();
    let mut last = hierarchy.zeros();
    hierarchy.minimise(&hierarchy.zeros(), &options, |codes, _, k| {
        if FROM.contains(&k) {
            found.push(codes.clone());
            found.push(moved_on(hierarchy, codes, &last));
        }
        last.clone_from(codes);
        false
    });
    found
}

/// 2 z - z_last, where the layers allow it.
fn moved_on(hierarchy: &Hierarchy<'_>, codes: &LayerCodes, last: &LayerCodes) -> LayerCodes {
    let mut moved = codes.clone();
    for ((layer, code), last) in hierarchy.layers().iter().zip(&mut moved).zip(last) {
        for (code, last) in code.iter_mut().zip(last) {
            *code += *code - last;
        }
        layer.project(code);
    }
    moved
}

/// One L for all layers, as the lemma asks for, and the step with it: the largest of their bounds at these
/// codes, and at those after the steps of the layers below, which depend on L in turn.
fn step(hierarchy: &Hierarchy<'_>, from: &LayerCodes) -> (f64, LayerCodes) {
    let mut largest = 0.0f64;
    let mut next = from.clone();
    for _ in 0..ROUNDS {
        let before = largest;
        next.clone_from(from);
        for (index, layer) in hierarchy.layers().iter().enumerate() {
            let bound = layer.lipschitz(&hierarchy.weights(&next, index));
            largest = largest.max(bound).max(f64::MIN_POSITIVE);
            let step = LayerStep::Given(StepSize::Constant(largest));
            hierarchy.step_layer(&mut next, index, step, &mut largest.clone());
        }
        if largest == before {
            break;
        }
    }
    (largest, next)
}

fn flat(codes: &LayerCodes) -> impl Iterator<Item = f64> + '_ {
    codes.iter().flatten().copied()
}

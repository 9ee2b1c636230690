//! A numerical check of Lemma 2.3 (Beck & Teboulle 2009), from which the bounds follow:
//! E(v) - E(p(z)) >= L/2 abs(p(z) - z)^2 + L <z - v, p(z) - z> for any z and v, where E is convex, p is the step of length
//! 1/L in every layer, and L is at least the Lipschitz constant of every layer.

use serde::Serialize;

use super::Spread;
use super::trial::ROUNDING;
use crate::model::hierarchy::{Hierarchy, HierarchyOptions, LayerCodes, Method, StepSize};

/// The iterations of FISTA at whose codes the lemma is checked.
const FROM: [usize; 6] = [0, 1, 3, 10, 30, 100];
/// Maximum number of rounds to find an L that is a bound in all layers.
const ROUNDS: usize = 20;

/// Lemma 2.3 over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LemmaSummary {
    /// Pairs of z and v tried.
    pub pairs: usize,
    /// Pairs with a slack below 0 by more than rounding, 1e-12 of the energy at the start.
    pub violations: usize,
    /// The smallest slack, as a share of the energy at the start.
    pub smallest: f64,
    /// The slack over all pairs, as a share of the energy at the start.
    pub slack: Spread,
    /// Pairs for which no L was found that is a bound in all layers, so that their slack proves nothing.
    pub unbounded: usize,
}

/// The slack of the lemma for one pair of z and v: its left side minus its right side, >= 0 where the energy is convex.
#[derive(Clone, Copy, Debug)]
pub struct Slack {
    /// As a share of the energy at the start, all codes 0.
    pub share: f64,
    /// Whether an L was found that is a bound in all layers.
    pub bounded: bool,
}

impl LemmaSummary {
    /// Over the slacks of all samples; `None` for none.
    pub(super) fn of<'a>(slacks: impl Iterator<Item = &'a Slack>) -> Option<Self> {
        let slacks: Vec<&Slack> = slacks.collect();
        let shares: Vec<f64> = slacks.iter().map(|slack| slack.share).collect();
        Some(Self {
            pairs: slacks.len(),
            violations: shares.iter().filter(|share| **share < -ROUNDING).count(),
            smallest: shares.iter().copied().reduce(f64::min)?,
            slack: Spread::of(shares)?,
            unbounded: slacks.iter().filter(|slack| !slack.bounded).count(),
        })
    }
}

/// The slack of the lemma for z = `from` and v = `other`.
pub fn lemma_slack(hierarchy: &Hierarchy<'_>, from: &LayerCodes, other: &LayerCodes) -> Slack {
    let (lipschitz, bounded, next) = step(hierarchy, from);
    let (mut square, mut inner) = (0.0, 0.0);
    for ((next, from), other) in flat(&next).zip(flat(from)).zip(flat(other)) {
        square += (next - from) * (next - from);
        inner += (from - other) * (next - from);
    }
    let fall = hierarchy.energy(other) - hierarchy.energy(&next);
    let start = hierarchy.energy(&hierarchy.zeros());
    Slack {
        share: (fall - lipschitz * (0.5 * square + inner)) / start.max(f64::MIN_POSITIVE),
        bounded,
    }
}

/// The slacks of an energy with this minimum. z are the codes at some iterations of FISTA, and the same extrapolated by the last
/// move; v are the minimum, the start, and z itself.
pub(super) fn slacks(hierarchy: &Hierarchy<'_>, minimum: &LayerCodes) -> Vec<Slack> {
    let zeros = hierarchy.zeros();
    let mut slacks = Vec::new();
    for from in fista_codes(hierarchy) {
        for other in [minimum, &zeros, &from] {
            slacks.push(lemma_slack(hierarchy, &from, other));
        }
    }
    slacks
}

fn fista_codes(hierarchy: &Hierarchy<'_>) -> Vec<LayerCodes> {
    let options = HierarchyOptions {
        step: StepSize::LayerBound,
        method: Method::Fista,
        max_iterations: FROM[FROM.len() - 1],
    };
    let mut found = Vec::new();
    let mut last = hierarchy.zeros();
    hierarchy.minimise(&hierarchy.zeros(), &options, |codes, _, k| {
        if FROM.contains(&k) {
            found.push(codes.clone());
            found.push(hierarchy.extrapolate(codes, &last, 1.0));
        }
        last.clone_from(codes);
        false
    });
    found
}

/// One L for all layers, as the lemma requires, whether it is a bound in all of them, and the step with it. L is the largest of the
/// layers' bounds, each at the codes after the steps of the layers below, which in turn depend on L.
fn step(hierarchy: &Hierarchy<'_>, from: &LayerCodes) -> (f64, bool, LayerCodes) {
    let mut largest = 0.0f64;
    let mut next = from.clone();
    for _ in 0..ROUNDS {
        let before = largest;
        next.clone_from(from);
        for (index, layer) in hierarchy.layers().iter().enumerate() {
            let bound = layer.lipschitz(&hierarchy.weights(&next, index));
            largest = largest.max(bound).max(f64::MIN_POSITIVE);
            let step = StepSize::Constant(largest);
            hierarchy.step_layer(&mut next, index, step);
        }
        if largest == before {
            return (largest, true, next);
        }
    }
    (largest, false, next)
}

fn flat(codes: &LayerCodes) -> impl Iterator<Item = f64> + '_ {
    codes.iter().flatten().copied()
}

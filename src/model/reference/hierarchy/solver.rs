//! Hierarchical (F)ISTA: proximal gradient steps in one layer after the other, from the lowest up,
//! with a momentum shared by all.
//!
//! A step in layer a sees g_(a-1) at the layer below as it was just updated, and e_(a+1) at the layer
//! above as it was; the inequality that backtracking asks for has L/2 in its last term. Only in E1
//! and E2 is the product of the two convex, so that 1/k^2 is a promise; without momentum, and with a
//! restart, the energy never rises in any model.

use super::{Hierarchy, LayerCodes};
use crate::model::reference::fista::{Momentum, StepSize};

/// Below this L counts as this: a layer that nothing pushes has no curvature to speak of.
const SMALLEST_LIPSCHITZ: f64 = 1e-9;
/// A relative allowance for rounding where both sides of the inequality agree to the last digits.
const ROUNDING: f64 = 1e-14;

/// How the inverse step L of each layer is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayerStep {
    /// One constant for all layers, as the proof of 1/k^2 asks for, or backtracking in each layer.
    Given(StepSize),
    /// Each layer's own bound on its Lipschitz constant, anew at every step.
    Bound,
}

/// How to minimise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HierarchyOptions {
    /// The inverse steps.
    pub step: LayerStep,
    /// The momentum; none by default.
    pub momentum: Momentum,
    /// At most so many iterations, each a step in every layer.
    pub max_iterations: usize,
}

impl Default for HierarchyOptions {
    fn default() -> Self {
        Self {
            step: LayerStep::Given(StepSize::Backtracking {
                initial: 0.1,
                growth: 1.5,
            }),
            momentum: Momentum::None,
            max_iterations: 2_000,
        }
    }
}

/// Where a minimisation ended.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyMinimum {
    /// The codes.
    pub codes: LayerCodes,
    /// Their energy.
    pub energy: f64,
    /// Iterations made.
    pub iterations: usize,
    /// The last L of each layer.
    pub lipschitz: Vec<f64>,
}

impl Hierarchy<'_> {
    /// Minimises from `start` until `done(codes, energy, iteration)` or the iterations are used up.
    /// `done` also sees the start, as iteration 0.
    pub fn minimise(
        &self,
        start: &LayerCodes,
        options: &HierarchyOptions,
        mut done: impl FnMut(&LayerCodes, f64, usize) -> bool,
    ) -> HierarchyMinimum {
        let mut lipschitz = options.step.first(self.layers.len());
        let mut best = start.clone();
        let mut energy = self.energy(&best);
        let mut extrapolated = best.clone();
        let mut inertia = 1.0f64;
        let mut iterations = 0;
        while !done(&best, energy, iterations) && iterations < options.max_iterations {
            iterations += 1;
            let mut next = extrapolated;
            self.sweep(&mut next, options.step, &mut lipschitz);
            let mut next_energy = self.energy(&next);
            if options.momentum.restarts() && next_energy > energy {
                inertia = 1.0;
                next.clone_from(&best);
                self.sweep(&mut next, options.step, &mut lipschitz);
                next_energy = self.energy(&next);
            }
            let (ratio, next_inertia) = options.momentum.advance(inertia);
            extrapolated = self.extrapolate(&next, &best, ratio);
            inertia = next_inertia;
            best = next;
            energy = next_energy;
        }
        HierarchyMinimum {
            codes: best,
            energy,
            iterations,
            lipschitz,
        }
    }

    /// A step in every layer, from the lowest up.
    fn sweep(&self, codes: &mut LayerCodes, step: LayerStep, lipschitz: &mut [f64]) {
        for (layer, lipschitz) in lipschitz.iter_mut().enumerate() {
            self.step_layer(codes, layer, step, lipschitz);
        }
    }

    /// One step p_L in one layer, the others fixed; `lipschitz` is its L, which may grow or be set.
    pub fn step_layer(
        &self,
        codes: &mut LayerCodes,
        layer: usize,
        step: LayerStep,
        lipschitz: &mut f64,
    ) {
        let term = &self.layers[layer];
        let (weights, prices) = (self.weights(codes, layer), self.prices(codes, layer));
        let from = &codes[layer];
        let gradient = term.gradient(from, &weights);
        if step == LayerStep::Bound {
            *lipschitz = term.lipschitz(&weights).max(SMALLEST_LIPSCHITZ);
        }
        let moved = |lipschitz: f64| {
            let pairs = from.iter().zip(&gradient);
            let mut next: Vec<f64> = pairs.map(|(z, g)| z - g / lipschitz).collect();
            term.prox(&mut next, &prices, 1.0 / lipschitz);
            next
        };
        let mut next = moved(*lipschitz);
        if let LayerStep::Given(StepSize::Backtracking { growth, .. }) = step {
            let smooth = term.smooth(from, &weights);
            while term.smooth(&next, &weights)
                > bound(smooth, from, &next, &gradient, *lipschitz) + ROUNDING * smooth.abs()
            {
                *lipschitz *= growth;
                next = moved(*lipschitz);
            }
        }
        codes[layer] = next;
    }

    /// z~_k + r_k (z~_k - z~_(k-1)) in every layer, where the layer allows it.
    fn extrapolate(&self, next: &LayerCodes, last: &LayerCodes, ratio: f64) -> LayerCodes {
        let mut extrapolated = next.clone();
        if ratio > 0.0 {
            for ((layer, code), last) in self.layers.iter().zip(&mut extrapolated).zip(last) {
                for (code, last) in code.iter_mut().zip(last) {
                    *code += ratio * (*code - last);
                }
                layer.project(code);
            }
        }
        extrapolated
    }
}

impl LayerStep {
    /// The first L of so many layers.
    fn first(self, layers: usize) -> Vec<f64> {
        let first = match self {
            Self::Given(StepSize::Constant(lipschitz)) => lipschitz,
            Self::Given(StepSize::Backtracking { initial, .. }) => initial,
            Self::Bound => SMALLEST_LIPSCHITZ,
        };
        vec![first; layers]
    }
}

/// f(z) + <z' - z, grad f(z)> + L/2 abs(z' - z)^2.
fn bound(smooth: f64, from: &[f64], next: &[f64], gradient: &[f64], lipschitz: f64) -> f64 {
    let (mut linear, mut square) = (0.0, 0.0);
    for ((next, from), gradient) in next.iter().zip(from).zip(gradient) {
        linear += (next - from) * gradient;
        square += (next - from) * (next - from);
    }
    smooth + linear + lipschitz / 2.0 * square
}

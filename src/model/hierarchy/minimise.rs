//! Hierarchical (F)ISTA: proximal gradient steps in one layer after the other, lowest layer first,
//! with one momentum for all layers.
//!
//! A step in layer a uses g_(a-1) of the layer below after its step, and e_(a+1) of the layer above before its step.
//! The paper finds each L by backtracking. Here L is a certified upper bound on the Lipschitz constant of the layer's gradient, so that
//! the 1/k^2 bound can be checked.
//! The 1/k^2 bound holds for E1 and E2 only, which are convex; without momentum, and with restarts, the energy never
//! rises in any model.

use super::method::Method;
use super::{Hierarchy, LayerCodes};

/// Smallest L, used where a layer has no curvature because no unit drives it.
const SMALLEST_LIPSCHITZ: f64 = 1e-9;

/// The step size of a layer: 1 / L.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSize {
    /// The same constant L for all layers, as the 1/k^2 proof requires.
    Constant(f64),
    /// Each layer's upper bound on its Lipschitz constant, updated at every step.
    LayerBound,
}

/// Options of a minimisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HierarchyOptions {
    /// The step size of each layer.
    pub step: StepSize,
    /// The momentum.
    pub method: Method,
    /// Maximum number of iterations, each a step in every layer.
    pub max_iterations: usize,
}

/// The result of a minimisation.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyMinimum {
    /// The codes.
    pub codes: LayerCodes,
    /// Their energy.
    pub energy: f64,
    /// Iterations made.
    pub iterations: usize,
    /// Whether `done` ended the minimisation; false when it used up its iterations.
    pub converged: bool,
    /// The L of each layer in the last iteration; empty without iterations.
    pub lipschitz: Vec<f64>,
}

impl Hierarchy<'_> {
    /// Minimises from `start` until `done(codes, energy, iteration)` returns true or the iterations are used up.
    /// `done` also sees the start, as iteration 0, and the codes after the last iteration.
    pub fn minimise(
        &self,
        start: &LayerCodes,
        options: &HierarchyOptions,
        mut done: impl FnMut(&LayerCodes, f64, usize) -> bool,
    ) -> HierarchyMinimum {
        let mut lipschitz = Vec::new();
        let mut best = start.clone();
        let mut energy = self.energy(&best);
        let mut extrapolated = best.clone();
        let mut inertia = 1.0f64;
        let mut iterations = 0;
        let converged = loop {
            if done(&best, energy, iterations) {
                break true;
            }
            if iterations == options.max_iterations {
                break false;
            }
            iterations += 1;
            let mut next = extrapolated;
            lipschitz = self.sweep(&mut next, options.step);
            let mut next_energy = self.energy(&next);
            if options.method.restarts() && next_energy > energy {
                inertia = 1.0;
                next.clone_from(&best);
                lipschitz = self.sweep(&mut next, options.step);
                next_energy = self.energy(&next);
            }
            let (ratio, next_inertia) = options.method.advance(inertia);
            extrapolated = self.extrapolate(&next, &best, ratio);
            inertia = next_inertia;
            best = next;
            energy = next_energy;
        };
        HierarchyMinimum {
            codes: best,
            energy,
            iterations,
            converged,
            lipschitz,
        }
    }

    /// A step in every layer, lowest first; returns the L of each.
    fn sweep(&self, codes: &mut LayerCodes, step: StepSize) -> Vec<f64> {
        let layers = 0..self.layers.len();
        layers
            .map(|layer| self.step_layer(codes, layer, step))
            .collect()
    }

    /// One proximal gradient step p_L in one layer, with all other layers constant; returns L.
    pub fn step_layer(&self, codes: &mut LayerCodes, layer: usize, step: StepSize) -> f64 {
        let term = &self.layers[layer];
        let (weights, prices) = (self.weights(codes, layer), self.prices(codes, layer));
        let lipschitz = match step {
            StepSize::Constant(lipschitz) => lipschitz,
            StepSize::LayerBound => term.lipschitz(&weights).max(SMALLEST_LIPSCHITZ),
        };
        let gradient = term.gradient(&codes[layer], &weights);
        for (z, slope) in codes[layer].iter_mut().zip(gradient) {
            *z -= slope / lipschitz;
        }
        term.prox(&mut codes[layer], &prices, 1.0 / lipschitz);
        lipschitz
    }

    /// z_k + r_k (z_k - z_(k-1)) in every layer, projected onto the codes the layer allows.
    pub(crate) fn extrapolate(
        &self,
        next: &LayerCodes,
        last: &LayerCodes,
        ratio: f64,
    ) -> LayerCodes {
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

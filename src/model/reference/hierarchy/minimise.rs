//! Hierarchical (F)ISTA: proximal gradient steps in one layer after the other, lowest layer first,
//! with one momentum for all layers.
//!
//! A step in layer a uses g_(a-1) of the layer below after its step, and e_(a+1) of the layer above before its step.
//! The backtracking inequality has L/2 in its last term. The 1/k^2 bound holds for E1 and E2 only, which are convex;
//! without momentum, and with restarts, the energy never rises in any model.

use super::{Hierarchy, LayerCodes};
use crate::model::Momentum;

/// Smallest L, used where a layer has no curvature because no unit drives it.
const SMALLEST_LIPSCHITZ: f64 = 1e-9;
/// Relative allowance for rounding in the backtracking inequality: near the minimum both sides agree to the last digits.
const ROUNDING: f64 = 1e-14;

/// The step size of a layer: 1 / L.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSize {
    /// The same constant L for all layers, as the 1/k^2 proof requires.
    Constant(f64),
    /// The L of each layer grows until the quadratic upper bound holds; it never shrinks.
    Backtracking {
        /// The first L tried, > 0.
        initial: f64,
        /// eta > 1, the factor by which L grows.
        growth: f64,
    },
    /// Each layer's upper bound on its Lipschitz constant, updated at every step.
    LayerBound,
}

/// Options of a minimisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HierarchyOptions {
    /// The step size of each layer.
    pub step: StepSize,
    /// The momentum; none by default.
    pub momentum: Momentum,
    /// Maximum number of iterations, each a step in every layer.
    pub max_iterations: usize,
}

impl Default for HierarchyOptions {
    fn default() -> Self {
        Self {
            step: StepSize::Backtracking {
                initial: 0.1,
                growth: 1.5,
            },
            momentum: Momentum::None,
            max_iterations: 2_000,
        }
    }
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
    /// The last L of each layer.
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
        let mut lipschitz = options.step.first(self.layers.len());
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
        };
        HierarchyMinimum {
            codes: best,
            energy,
            iterations,
            converged,
            lipschitz,
        }
    }

    /// A step in every layer, lowest first.
    fn sweep(&self, codes: &mut LayerCodes, step: StepSize, lipschitz: &mut [f64]) {
        for (layer, lipschitz) in lipschitz.iter_mut().enumerate() {
            self.step_layer(codes, layer, step, lipschitz);
        }
    }

    /// One proximal gradient step p_L in one layer, with all other layers constant; updates `lipschitz`, the layer's L.
    pub fn step_layer(
        &self,
        codes: &mut LayerCodes,
        layer: usize,
        step: StepSize,
        lipschitz: &mut f64,
    ) {
        let term = &self.layers[layer];
        let (weights, prices) = (self.weights(codes, layer), self.prices(codes, layer));
        let from = &codes[layer];
        let gradient = term.gradient(from, &weights);
        if step == StepSize::LayerBound {
            *lipschitz = term.lipschitz(&weights).max(SMALLEST_LIPSCHITZ);
        }
        let moved = |lipschitz: f64| {
            let pairs = from.iter().zip(&gradient);
            let mut next: Vec<f64> = pairs.map(|(z, g)| z - g / lipschitz).collect();
            term.prox(&mut next, &prices, 1.0 / lipschitz);
            next
        };
        let mut next = moved(*lipschitz);
        if let StepSize::Backtracking { growth, .. } = step {
            let smooth = term.smooth(from, &weights);
            while term.smooth(&next, &weights)
                > quadratic_bound(smooth, from, &next, &gradient, *lipschitz)
                    + ROUNDING * smooth.abs()
            {
                *lipschitz *= growth;
                next = moved(*lipschitz);
            }
        }
        codes[layer] = next;
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

impl StepSize {
    /// The first L of each layer.
    fn first(self, layers: usize) -> Vec<f64> {
        let first = match self {
            Self::Constant(lipschitz) => lipschitz,
            Self::Backtracking { initial, .. } => initial,
            Self::LayerBound => SMALLEST_LIPSCHITZ,
        };
        vec![first; layers]
    }
}

/// f(z) + <z' - z, grad f(z)> + L/2 abs(z' - z)^2.
fn quadratic_bound(
    smooth: f64,
    from: &[f64],
    next: &[f64],
    gradient: &[f64],
    lipschitz: f64,
) -> f64 {
    let (mut linear, mut square) = (0.0, 0.0);
    for ((next, from), gradient) in next.iter().zip(from).zip(gradient) {
        linear += (next - from) * gradient;
        square += (next - from) * (next - from);
    }
    smooth + linear + lipschitz / 2.0 * square
}

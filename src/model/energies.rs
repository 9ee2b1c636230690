//! Energies by named term.

use serde::{Deserialize, Serialize};

/// Energies by named term, mean per movie.
///
/// In the joint model, which has all layers in one energy, u takes away at most half of what z pays: there
/// alpha and, under a third layer, beta count half in the terms before `top_sparsity`, and E is the sum of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Energies {
    /// 1/2 sum over the frames of abs(x_t - W z_t)^2, the first term of eq. (1).
    pub reconstruction: f64,
    /// alpha sum over the frames of abs(z_t)_1, the second term of eq. (1).
    pub simple_sparsity: f64,
    /// alpha sum_i z*_i exp(-(A u)_i), the first term of eq. (3).
    pub modulated: f64,
    /// beta abs(u)_1, the second term of eq. (3).
    pub invariant_sparsity: f64,
    /// beta sum_j u_j exp(-(B v)_j), where there is a third layer.
    #[serde(skip_serializing_if = "is_zero")]
    pub top_modulated: f64,
    /// gamma abs(v)_1, where there is a third layer.
    #[serde(skip_serializing_if = "is_zero")]
    pub top_sparsity: f64,
}

impl Energies {
    /// E1, summed over the frames of a movie.
    #[must_use]
    pub fn simple(&self) -> f64 {
        self.reconstruction + self.simple_sparsity
    }

    /// E2.
    #[must_use]
    pub fn invariant(&self) -> f64 {
        self.modulated + self.invariant_sparsity
    }

    /// What the third layer descends, or 0.
    #[must_use]
    pub fn top(&self) -> f64 {
        self.top_modulated + self.top_sparsity
    }

    /// The sum of all terms: E of the joint model.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.simple() + self.invariant() + self.top()
    }

    /// Whether every term is a finite number.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.total().is_finite()
    }
}

/// Whether there is nothing to write down.
fn is_zero(term: &f64) -> bool {
    *term == 0.0
}

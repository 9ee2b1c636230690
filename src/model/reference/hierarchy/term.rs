//! What a layer is made of: the smooth functions e_a of the general energy, each with its g_a.

use std::fmt::Debug;

/// One layer a of the general energy: its smooth e_a, one entry a unit of the layer below, and its
/// g_a = abs(z_a), one entry a unit of its own.
///
/// `weights` are the g_(a-1) of the layer below and `prices` the e_(a+1) of the layer above, both
/// fixed while this layer steps, never negative.
pub trait LayerTerm: Debug + Sync {
    /// What the term is called where energies are listed.
    fn name(&self) -> &'static str;
    /// Numbers in z_a: units times the frames they are summed over.
    fn variables(&self) -> usize;
    /// Entries of g_a.
    fn units(&self) -> usize;
    /// Entries of e_a, which is what the layer below must have as units.
    fn outputs(&self) -> usize;
    /// e_a(z_a), `[outputs]`.
    fn values(&self, code: &[f64]) -> Vec<f64>;
    /// <g_(a-1), e_a(z_a)>: what of the energy the step in z_a sees as smooth.
    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64;
    /// Its gradient in z_a, `[variables]`.
    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64>;
    /// A Lipschitz constant of that gradient wherever the layer's codes may be.
    fn lipschitz(&self, weights: &[f64]) -> f64;
    /// g_a(z_a), `[units]`.
    fn pooled(&self, code: &[f64]) -> Vec<f64>;
    /// argmin over v of <g_a(v), prices> + abs(v - z_a)^2 / (2 step), in place.
    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64);
    /// Moves an extrapolated code back to where it is allowed; nothing to do by default.
    fn project(&self, _code: &mut [f64]) {}
}

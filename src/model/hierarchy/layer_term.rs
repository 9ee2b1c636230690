//! A layer of the general energy: its smooth function e_a and its g_a.

use std::fmt::Debug;

/// Layer a of the general energy: its smooth e_a, with one entry per unit of the layer below, and its
/// g_a = abs(z_a), with one entry per unit of its own.
///
/// `weights` are g_(a-1) of the layer below and `prices` are e_(a+1) of the layer above. Both are >= 0 and constant while
/// this layer takes a step.
pub trait LayerTerm: Debug + Sync {
    /// Number of variables in z_a: units times the frames they are summed over, one by default.
    fn variables(&self) -> usize {
        self.units()
    }
    /// Number of units: entries of g_a.
    fn units(&self) -> usize;
    /// Entries of e_a: the number of units of the layer below.
    fn outputs(&self) -> usize;
    /// e_a(z_a), `[outputs]`.
    fn values(&self, code: &[f64]) -> Vec<f64>;
    /// <g_(a-1), e_a(z_a)>: the smooth part of the energy in z_a.
    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64;
    /// Its gradient in z_a, `[variables]`.
    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64>;
    /// An upper bound on the Lipschitz constant of that gradient over all codes the layer allows.
    fn lipschitz(&self, weights: &[f64]) -> f64;
    /// g_a(z_a), `[units]`.
    fn pooled(&self, code: &[f64]) -> Vec<f64>;
    /// argmin over v of <g_a(v), prices> + abs(v - z_a)^2 / (2 step), in place.
    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64);
    /// Multiply-adds of one step with `active` units of this layer and `active_below` of the one below. By default those of A u,
    /// of A'(weights o exp(-A u)), and of an update of each variable.
    fn multiply_adds(&self, active: usize, active_below: usize) -> usize {
        active_below * (active + self.units()) + self.units()
    }
    /// Projects an extrapolated code onto the codes the layer allows; all of them by default.
    fn project(&self, _code: &mut [f64]) {}
}

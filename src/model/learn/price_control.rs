//! Prices that follow the share of units on.

use super::learner::StepReport;
use super::schedule::Schedule;
use crate::model::params::{ModelParams, SPARSITIES};

/// How far the logarithm of a price moves, for each minibatch at the full rates, per unit by which the logarithm of the share
/// on is off. The share falls about as the inverse square of the price, so that an error falls to 1/e in some 20 minibatches.
const GAIN: f64 = 0.025;
/// Largest error of the logarithm of the share on that counts: of no unit on at all the logarithm would have no end.
const MAX_ERROR: f64 = 2.0;

impl ModelParams {
    /// Alpha and beta where one of them is adapted.
    pub fn adapted_prices(&self) -> Option<[f32; 2]> {
        let is_adapted = self.simple_share > 0.0 || self.invariant_share > 0.0;
        is_adapted.then_some([self.alpha, self.beta])
    }

    /// Sets alpha and beta, each where it is adapted.
    pub fn set_adapted_prices(&mut self, [alpha, beta]: [f32; 2]) {
        if self.simple_share > 0.0 {
            self.alpha = alpha;
        }
        if self.invariant_share > 0.0 {
            self.beta = beta;
        }
    }

    /// Moves alpha and beta towards the prices at which the shares of units asked for are on, where any are asked for, after a
    /// minibatch of `movies` with these codes. Nothing else decides the next prices, so that a run goes on to the same bits.
    pub fn adapt_prices(&mut self, report: &StepReport, movies: usize) {
        let weight = Schedule::minibatch_weight(movies, self.simple);
        let adapt = |price: &mut f32, wanted: f32, on: f64| {
            if wanted > 0.0 {
                let error = (on / f64::from(wanted)).max(f64::MIN_POSITIVE).ln();
                let change = weight * GAIN * error.clamp(-MAX_ERROR, MAX_ERROR);
                let next = (f64::from(*price) * change.exp()) as f32;
                *price = next.clamp(*SPARSITIES.start(), *SPARSITIES.end());
            }
        };
        adapt(&mut self.alpha, self.simple_share, report.simple_density);
        // While the schedule holds u off no beta would turn it on.
        if report.beta_share <= 1.0 {
            let invariant = report.layer_densities.first().copied().unwrap_or(0.0);
            adapt(&mut self.beta, self.invariant_share, invariant);
        }
    }
}

//! Learning pooling weights: one way for A, for the layers above it and for those at extra betas.
//!
//! In the split model W and z know nothing of u, so that any number of invariant layers can learn from the same simple
//! codes, each at its own beta, without any of them changing the others.

use ndarray::{Array1, Array2, ArrayViewMut2};

use super::running_stats::{MOMENT_FLOOR, blend, column_means};
use super::schedule::PoolingRate;
use crate::compute::vectors::{add_scaled_each, contiguous, is_nonnegative};
use crate::compute::workspace::shaped;
use crate::model::batch::InvariantCodes;
use crate::model::layer::{PoolingLayer, PoolingState};
use crate::model::solve::invariant::InvariantCoder;
use crate::model::sparse::SparseRows;
use crate::model::weights::{column_norms_after, divide_columns};

/// One step of a pooling layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolingStep {
    /// Alpha of E2: the part of the price of the units below that this layer can lower.
    pub(super) alpha: f32,
    pub(super) rate: PoolingRate,
    /// Weight of the past in the running means of gradients.
    pub(super) kept_moment: f32,
    /// Weight of the past in the running means of use.
    pub(super) kept_use: f32,
    /// Do not change the weights.
    pub(super) is_frozen: bool,
}

impl PoolingLayer {
    /// Counts which units were on and moves the weights. False, and the weights stay, when the step is not finite. `descent` is
    /// overwritten; where it has the shape of the weights its memory is used again.
    ///
    /// # Panics
    /// When a weight would become negative, which codes and z* that are >= 0 rule out.
    pub(super) fn learn(
        &mut self,
        codes: &InvariantCodes,
        step: &PoolingStep,
        descent: &mut Array2<f32>,
    ) -> bool {
        let (_, on) = column_means(&codes.codes);
        blend(&mut self.state.unit_use, &on, step.kept_use);
        step.is_frozen || self.move_weights(codes, step, descent)
    }

    fn move_weights(
        &mut self,
        codes: &InvariantCodes,
        step: &PoolingStep,
        descent: &mut Array2<f32>,
    ) -> bool {
        let mut descent = shaped(descent, self.weights.dim());
        let lengths = descend(
            step.alpha,
            &codes.remaining,
            &codes.codes,
            descent.view_mut(),
        );
        let lengths: Array1<f32> = lengths.iter().map(|&length| length as f32).collect();
        blend(&mut self.state.moment, &lengths, step.kept_moment);
        let scales = self.state.step_scales(step.rate, codes.codes.rows());
        // No entry of a column's step is larger than the step is long.
        let mut longest = scales.iter().zip(&lengths);
        if longest.any(|(scale, length)| !(scale * length).is_finite()) {
            return false;
        }
        let norms = column_norms_after(self.weights.view_mut(), |simple, row| {
            add_scaled_each(row, &scales, contiguous(descent.row(simple)));
            assert!(is_nonnegative(row), "pooling weights >= 0");
        });
        divide_columns(&mut self.weights, norms);
        true
    }

    /// The codes of pooled codes `[n, K]` under this layer at `sparsity_share` of its sparsity.
    pub(super) fn encode(
        &self,
        pooled: &SparseRows,
        alpha: f32,
        sparsity_share: f32,
        relative_gap: f64,
    ) -> InvariantCodes {
        let sparsity = sparsity_share * self.sparsity;
        InvariantCoder::new(self.weights.view(), alpha, sparsity, relative_gap).encode(pooled)
    }
}

impl PoolingState {
    /// The factor of each column's gradient, a sum over `movies`.
    fn step_scales(&self, rate: PoolingRate, movies: usize) -> Vec<f32> {
        match rate {
            PoolingRate::Plain(rate) => vec![rate / movies.max(1) as f32; self.moment.len()],
            PoolingRate::Normalised(rate) => {
                let floor = MOMENT_FLOOR * self.moment.mean().unwrap_or(0.0);
                // Without gradients so far there is none now.
                let scale = |moment: &f32| match moment.max(floor) {
                    0.0 => 0.0,
                    moment => rate / moment.max(f32::MIN_POSITIVE),
                };
                self.moment.iter().map(scale).collect()
            }
        }
    }
}

/// -dE2/dA = alpha sum over the movies of (z* o exp(-A u)) u', `[K, M]`: the direction that A learns along. `remaining`
/// holds z* o exp(-A u). Never negative: descent only ever adds to A. Learning finds it in memory that it has; alone it is for checks
/// and benchmarks.
pub fn pooling_descent(alpha: f32, remaining: &SparseRows, codes: &SparseRows) -> Array2<f32> {
    let mut descent = Array2::zeros((remaining.width(), codes.width()));
    descend(alpha, remaining, codes, descent.view_mut());
    descent
}

/// [`pooling_descent`], written to `descent` `[K, M]`; returns the L2 norms of its columns.
fn descend(
    alpha: f32,
    remaining: &SparseRows,
    codes: &SparseRows,
    descent: ArrayViewMut2<'_, f32>,
) -> Vec<f64> {
    let by_unit = remaining.transposed();
    column_norms_after(descent, |simple, descent| {
        descent.fill(0.0);
        for (movie, remaining) in by_unit.pairs(simple) {
            for (invariant, code) in codes.pairs(movie) {
                descent[invariant] += alpha * code * remaining;
            }
        }
    })
}

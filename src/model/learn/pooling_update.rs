//! Learning A: one way for the model's own A and for those that learn beside it.
//!
//! In the split model W and z know nothing of u, so that any number of invariant layers can learn from the same simple
//! codes, each at its own beta, without any of them changing the others.

use ndarray::{Array1, Array2};

use super::running_stats::{MOMENT_FLOOR, blend, column_means, dead, descending};
use super::schedule::PoolingRate;
use crate::compute::parallel::each;
use crate::compute::vectors::{ROWS_AT_ONCE, add_scaled_each};
use crate::model::sparse::SparseRows;
use crate::model::weights::{column_norms, normalise, normalise_columns};
use crate::model::{batch::InvariantCodes, solve::invariant::InvariantCoder};

/// What learning knows of one A beside its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingState {
    /// Running length of the gradient of each column, `[M]`.
    pub moment: Array1<f32>,
    /// Running share of movies in which each invariant unit is on, `[M]`.
    pub unit_use: Array1<f32>,
}

/// An invariant layer that learns beside the model's own, at another sparsity of u.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtraLayer {
    /// Its sparsity of u.
    pub beta: f32,
    /// Its A, `[K, M]`, >= 0, columns of norm 1, row-major.
    pub pooling: Array2<f32>,
    /// What learning knows of it.
    pub state: PoolingState,
}

/// How far to go in one step, and how much the running means keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolingStep {
    pub(crate) alpha: f32,
    pub(crate) rate: PoolingRate,
    pub(crate) kept_moment: f32,
}

impl PoolingState {
    /// Before anything was seen, for so many invariant units.
    #[must_use]
    pub fn new(invariant: usize) -> Self {
        Self {
            moment: Array1::zeros(invariant),
            unit_use: Array1::zeros(invariant),
        }
    }

    /// Counts which units were on.
    pub(crate) fn count(&mut self, codes: &SparseRows, kept_use: f32) {
        let (_, on) = column_means(codes);
        blend(&mut self.unit_use, &on, kept_use);
    }

    /// Moves A; false, and A stays, when the step is not finite.
    pub(crate) fn step(
        &mut self,
        pooling: &mut Array2<f32>,
        remaining: &SparseRows,
        codes: &SparseRows,
        step: PoolingStep,
    ) -> bool {
        let gradients = invariant_gradients(step.alpha, remaining, codes);
        let lengths = column_norms(gradients.view());
        let lengths: Array1<f32> = lengths.iter().map(|&length| length as f32).collect();
        blend(&mut self.moment, &lengths, step.kept_moment);
        let scales = self.step_scales(step.rate, codes.rows());
        // No entry of a step is larger than its column is long.
        let mut longest = scales.iter().zip(&lengths);
        if longest.any(|(scale, length)| !(scale * length).is_finite()) {
            return false;
        }
        let rows = pooling.rows_mut().into_iter().zip(gradients.rows());
        each(rows, ROWS_AT_ONCE, |(row, gradient)| {
            let (row, gradient) = (row.into_slice(), gradient.to_slice());
            let (row, gradient) = (row.unwrap_or_default(), gradient.unwrap_or_default());
            add_scaled_each(row, &scales, gradient);
        });
        normalise_columns(pooling);
        true
    }

    /// What the gradient of each column is multiplied by after so many movies.
    fn step_scales(&self, rate: PoolingRate, movies: usize) -> Vec<f32> {
        match rate {
            PoolingRate::Plain(rate) => vec![rate / movies.max(1) as f32; self.moment.len()],
            PoolingRate::Normalised(rate) => {
                let floor = MOMENT_FLOOR * self.moment.mean().unwrap_or(0.0);
                let scale = |moment: &f32| rate / moment.max(floor).max(f32::MIN_POSITIVE);
                self.moment.iter().map(scale).collect()
            }
        }
    }

    /// Draws the dead units anew: each pools what one of the dearest movies left unexplained. Returns
    /// how many.
    pub(crate) fn revive(&mut self, pooling: &mut Array2<f32>, codes: &InvariantCodes) -> usize {
        let worst = descending(&codes.modulated);
        let typical = self.moment.mean().unwrap_or(0.0);
        let use_now = codes.codes.density() as f32;
        let mut revived = 0;
        for (&unit, &movie) in dead(&self.unit_use).iter().zip(&worst) {
            if codes.remaining.row(movie).0.is_empty() {
                continue;
            }
            let mut column = pooling.column_mut(unit);
            column.fill(0.0);
            for (simple, remaining) in codes.remaining.pairs(movie) {
                column[simple] = remaining;
            }
            normalise(&mut column);
            self.moment[unit] = typical;
            self.unit_use[unit] = use_now;
            revived += 1;
        }
        revived
    }
}

impl ExtraLayer {
    /// The invariant codes of pooled codes under this layer, of whose beta so much is in force.
    pub(crate) fn encode(
        &self,
        pooled: &SparseRows,
        alpha: f32,
        beta_share: f32,
        relative_gap: f64,
    ) -> InvariantCodes {
        let beta = beta_share * self.beta;
        InvariantCoder::new(self.pooling.view(), alpha, beta, relative_gap).encode(pooled)
    }
}

/// -dE2/dA = alpha sum over the movies of (z* o exp(-A u)) u', `[K, M]`, what A moves along. `remaining` holds
/// z* o exp(-A u). Never negative: descent only ever adds to A.
#[must_use]
pub fn invariant_gradients(alpha: f32, remaining: &SparseRows, codes: &SparseRows) -> Array2<f32> {
    let mut gradients = Array2::zeros((remaining.width(), codes.width()));
    let by_unit = remaining.transposed();
    let rows = gradients.rows_mut().into_iter().enumerate();
    each(rows, ROWS_AT_ONCE, |(simple, mut gradient)| {
        for (movie, remaining) in by_unit.pairs(simple) {
            for (invariant, code) in codes.pairs(movie) {
                gradient[invariant] += alpha * code * remaining;
            }
        }
    });
    gradients
}

//! Codes of stimuli that stand still for a whole movie.

use ndarray::{Array2, ArrayView2};

use crate::model::{InvariantCoder, SimpleCoder, SparseRows, Weights};

/// Relative duality gap of the codes.
const GAP: f64 = 1e-4;

/// The simple layer of a model that is shown still stimuli.
#[derive(Clone, Debug)]
pub struct SimpleLayer<'a> {
    dictionary: ArrayView2<'a, f32>,
    gram: Array2<f32>,
    alpha: f32,
    movie_frames: usize,
}

/// An invariant layer on top; several may share a simple layer.
#[derive(Clone, Copy, Debug)]
pub struct InvariantLayer<'a> {
    /// A, `[K, M]`, row-major.
    pub pooling: ArrayView2<'a, f32>,
    /// Sparsity of u.
    pub beta: f32,
}

impl<'a> SimpleLayer<'a> {
    /// The simple layer of `weights` at this alpha, in movies of so many frames, n_t.
    #[must_use]
    pub fn new(weights: &'a Weights, alpha: f32, movie_frames: usize) -> Self {
        Self {
            dictionary: weights.dictionary.view(),
            gram: weights.gram(),
            alpha,
            movie_frames,
        }
    }

    /// z of each stimulus, a row of `[n, P]`.
    pub(super) fn codes(&self, stimuli: ArrayView2<'_, f32>) -> SparseRows {
        SimpleCoder::new(self.dictionary, self.gram.view(), self.alpha, GAP)
            .encode(stimuli, 1)
            .codes
    }

    /// u of each stimulus from its z. All n_t frames of a still movie have the same z, so that z*
    /// is n_t abs(z).
    pub(super) fn invariant_codes(
        &self,
        codes: &SparseRows,
        layer: &InvariantLayer<'_>,
    ) -> SparseRows {
        let frames = self.movie_frames as f32;
        let mut pooled = SparseRows::new(codes.width());
        for row in 0..codes.rows() {
            let (units, values) = codes.row(row);
            let values = values.iter().map(|z| frames * z.abs());
            pooled.push_row(units.iter().copied().zip(values));
        }
        InvariantCoder::new(layer.pooling, self.alpha, layer.beta, GAP)
            .encode(&pooled)
            .codes
    }
}

//! The weights of the model: W, A and, with a third layer, B.

use ndarray::{Array2, ArrayView2, ArrayViewMut1, Axis, ShapeBuilder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ModelParams;

/// Stream of the seed that draws the initial weights, apart from the one that cuts movies.
const WEIGHT_STREAM: u64 = 0x57_41;
/// The same of the third layer's, so that the two below come out alike with and without one.
const TOP_STREAM: u64 = 0x42;

/// W, A and, with a third layer, B; all columns of norm 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// W, `[P, K]`, column-major: a filter is contiguous.
    pub dictionary: Array2<f32>,
    /// A, `[K, M]`, >= 0, row-major: the weights of a simple unit are contiguous.
    pub pooling: Array2<f32>,
    /// B, `[M, N]`, >= 0, row-major, where there is a third layer.
    pub top: Option<Array2<f32>>,
}

impl Weights {
    /// Random weights: W uniform in (-1, 1), A uniform in (0, 1), columns then normalised.
    #[must_use]
    pub fn random(pixels: usize, params: &ModelParams, seed: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed ^ WEIGHT_STREAM);
        let mut dictionary = Array2::zeros((pixels, params.simple).f());
        for mut filter in dictionary.columns_mut() {
            filter.mapv_inplace(|_: f32| generator.random_range(-1.0..1.0));
            normalise(&mut filter);
        }
        let mut pooling = Array2::zeros((params.simple, params.invariant));
        pooling.mapv_inplace(|_: f32| generator.random_range(f32::EPSILON..1.0));
        for mut column in pooling.columns_mut() {
            normalise(&mut column);
        }
        let mut weights = Self {
            dictionary,
            pooling,
            top: None,
        };
        weights.add_top(params.top, seed);
        weights
    }

    /// Adds a third layer of so many units, none for 0, its weights uniform in (0, 1), columns normalised.
    fn add_top(&mut self, units: usize, seed: u64) {
        if units == 0 {
            return;
        }
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed ^ TOP_STREAM);
        let mut top = Array2::zeros((self.pooling.ncols(), units));
        top.mapv_inplace(|_: f32| generator.random_range(f32::EPSILON..1.0));
        for mut column in top.columns_mut() {
            normalise(&mut column);
        }
        self.top = Some(top);
    }

    /// Draws every weight of A towards the mean of its column, of which `spread` of the distance is left.
    /// Units that begin almost alike compete: what a unit learns first the others find taken.
    pub fn even_out(&mut self, spread: f32) {
        for mut column in self.pooling.columns_mut() {
            let mean = column.mean().unwrap_or(0.0);
            column.mapv_inplace(|weight| mean + spread * (weight - mean));
            normalise(&mut column);
        }
    }

    /// W'W, `[K, K]`; see [`gram`].
    #[must_use]
    pub fn gram(&self) -> Array2<f32> {
        gram(self.dictionary.view())
    }

    /// Whether every weight is a finite number.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let finite = |weights: &Array2<f32>| weights.iter().all(|weight| weight.is_finite());
        finite(&self.dictionary) && finite(&self.pooling) && self.top.as_ref().is_none_or(finite)
    }
}

/// W'W of a dictionary `[P, K]`, `[K, K]`, in row blocks over the cores; the same bits on any number of
/// threads.
#[must_use]
pub fn gram(dictionary: ArrayView2<'_, f32>) -> Array2<f32> {
    use rayon::prelude::*;
    const BLOCK_ROWS: usize = 64;
    let units = dictionary.ncols();
    let mut gram = Array2::zeros((units, units));
    gram.axis_chunks_iter_mut(Axis(0), BLOCK_ROWS)
        .into_par_iter()
        .enumerate()
        .for_each(|(block, mut rows)| {
            let first = block * BLOCK_ROWS;
            let filters = dictionary.slice(ndarray::s![.., first..first + rows.nrows()]);
            ndarray::linalg::general_mat_mul(1.0, &filters.t(), &dictionary, 0.0, &mut rows);
        });
    gram
}

/// Scales a column to L2 norm 1 (sums in f64) and returns the norm it had; a zero column stays.
pub(crate) fn normalise(column: &mut ArrayViewMut1<'_, f32>) -> f64 {
    let norm = column
        .iter()
        .map(|&weight| f64::from(weight).powi(2))
        .sum::<f64>()
        .sqrt();
    if norm > 0.0 {
        column.mapv_inplace(|weight| (f64::from(weight) / norm) as f32);
    }
    norm
}

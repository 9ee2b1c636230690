//! The weights of the model: W, A and those of further layers.

use ndarray::{Array2, ArrayViewMut1, ArrayViewMut2, Axis, ShapeBuilder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::layer::PoolingLayer;
use super::params::ModelParams;
use crate::compute::gram::GramCache;
use crate::compute::parallel::each;
use crate::compute::vectors::{
    ROWS_AT_ONCE, add_squares, contiguous_mut, norm_sq, scale_by, scale_each,
};

/// Rows whose squares are summed before they are added to those of the others.
const SUMMED_ROWS: usize = 32;
/// Stream of the seed that draws W and A, apart from the one that cuts movies.
const WEIGHT_STREAM: u64 = 0x57_41;
/// Streams of the pooling layers above A: this plus the index of the layer, so that a layer does not change the ones
/// below it.
const LAYER_STREAM: u64 = 0x41;

/// W and the pooling weights of every layer above; all columns of norm 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// W, `[P, K]`, column-major: a filter is contiguous.
    pub dictionary: Array2<f32>,
    /// The layers above, lowest first, at least one: A `[K, M]`, then B `[M, N]` and so on where there are more.
    pub layers: Vec<PoolingLayer>,
}

impl Weights {
    /// Random weights: W uniform in (-1, 1), A and those above it uniform in (0, 1), columns then normalised.
    pub fn random(pixels: usize, params: &ModelParams, seed: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed ^ WEIGHT_STREAM);
        let mut dictionary = Array2::zeros((pixels, params.simple).f());
        for mut filter in dictionary.columns_mut() {
            filter.mapv_inplace(|_: f32| generator.random_range(-1.0..1.0));
            normalise(&mut filter);
        }
        let mut layers = Vec::new();
        let mut below = params.simple;
        for (index, layer) in params.pooling_layers().into_iter().enumerate() {
            if index > 0 {
                let stream = LAYER_STREAM + index as u64;
                generator = Xoshiro256PlusPlus::seed_from_u64(seed ^ stream);
            }
            let mut weights = Array2::zeros((below, layer.units));
            weights.mapv_inplace(|_: f32| generator.random_range(f32::EPSILON..1.0));
            normalise_columns(&mut weights);
            layers.push(PoolingLayer::new(weights, layer.sparsity));
            below = layer.units;
        }
        Self { dictionary, layers }
    }

    /// A, `[K, M]`.
    pub fn pooling(&self) -> &Array2<f32> {
        &self.layers[0].weights
    }

    /// A, `[K, M]`, to be changed.
    pub fn pooling_mut(&mut self) -> &mut Array2<f32> {
        &mut self.layers[0].weights
    }

    /// Multiplies the deviation of each weight of A from the mean of its column by `spread`.
    /// Units that begin almost alike compete: a group that one unit learns first is of no more use to the others.
    pub fn shrink_pooling_spread(&mut self, spread: f32) {
        let pooling = self.pooling_mut();
        for mut column in pooling.columns_mut() {
            let mean = column.mean().unwrap_or(0.0);
            column.mapv_inplace(|weight| mean + spread * (weight - mean));
        }
        normalise_columns(pooling);
    }

    /// W'W.
    pub fn gram_cache(&self) -> GramCache {
        GramCache::new(self.dictionary.view())
    }
}

/// Scales a column to L2 norm 1 (sums in f64) and returns the norm it had; a zero column stays.
pub(crate) fn normalise(column: &mut ArrayViewMut1<'_, f32>) -> f64 {
    let norm_sq = match column.as_slice() {
        Some(column) => norm_sq(column),
        None => column.iter().map(|&weight| f64::from(weight).powi(2)).sum(),
    };
    let norm = norm_sq.sqrt();
    if norm > 0.0 {
        let inverse = 1.0 / norm;
        match column.as_slice_mut() {
            Some(column) => scale_by(column, inverse),
            None => column.mapv_inplace(|weight| (f64::from(weight) * inverse) as f32),
        }
    }
    norm
}

/// Scales every column of row-major weights to L2 norm 1, row by row, as they lie in memory; zero columns stay.
pub(crate) fn normalise_columns(weights: &mut Array2<f32>) {
    let norms = column_norms_after(weights.view_mut(), |_, _| ());
    divide_columns(weights, norms);
}

/// Divides every column of row-major weights by its norm, row by row, as they lie in memory; zero columns stay.
pub(crate) fn divide_columns(weights: &mut Array2<f32>, norms: Vec<f64>) {
    let mut scales = norms;
    for scale in &mut scales {
        *scale = if *scale > 0.0 { 1.0 / *scale } else { 1.0 };
    }
    let blocks = weights.axis_chunks_iter_mut(Axis(0), ROWS_AT_ONCE);
    each(blocks, 1, |mut rows| {
        for row in rows.rows_mut() {
            scale_each(contiguous_mut(row), &scales);
        }
    });
}

/// Does `work` on every row of row-major weights, which is told the row's index. Returns the L2 norms that the columns then have,
/// summed in f64; the same bits on any number of threads.
pub(crate) fn column_norms_after(
    mut weights: ArrayViewMut2<'_, f32>,
    work: impl Fn(usize, &mut [f32]) + Sync + Send,
) -> Vec<f64> {
    let mut norms = vec![0.0; weights.ncols()];
    let blocks = weights.axis_chunks_iter_mut(Axis(0), SUMMED_ROWS);
    let sums = each(blocks.enumerate(), 1, |(block, mut rows)| {
        let mut sums = vec![0.0; rows.ncols()];
        for (row, index) in rows.rows_mut().into_iter().zip(block * SUMMED_ROWS..) {
            let row = contiguous_mut(row);
            work(index, row);
            add_squares(&mut sums, row);
        }
        sums
    });
    for sums in sums {
        for (norm, sum) in norms.iter_mut().zip(sums) {
            *norm += sum;
        }
    }
    norms.iter_mut().for_each(|norm| *norm = norm.sqrt());
    norms
}

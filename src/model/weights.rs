//! The weights of the model: W, A and, with a third layer, B.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis, ShapeBuilder, Zip};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::ModelParams;
use super::kernel::{add_squares, norm_sq, scale_by, scale_each};

/// Stream of the seed that draws the initial weights, apart from the one that cuts movies.
const WEIGHT_STREAM: u64 = 0x57_41;
/// The same of the third layer's, so that the two below come out alike with and without one.
const TOP_STREAM: u64 = 0x42;
/// Most filters on a side of a block of W'W that is one product.
const GRAM_BLOCK: usize = 128;

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
        normalise_columns(&mut pooling);
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
        normalise_columns(&mut top);
        self.top = Some(top);
    }

    /// Draws every weight of A towards the mean of its column, of which `spread` of the distance is left.
    /// Units that begin almost alike compete: what a unit learns first the others find taken.
    pub fn even_out(&mut self, spread: f32) {
        for mut column in self.pooling.columns_mut() {
            let mean = column.mean().unwrap_or(0.0);
            column.mapv_inplace(|weight| mean + spread * (weight - mean));
        }
        normalise_columns(&mut self.pooling);
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

/// W'W of a dictionary `[P, K]`, `[K, K]`, in blocks over the cores; the same bits on any number of threads.
#[must_use]
pub fn gram(dictionary: ArrayView2<'_, f32>) -> Array2<f32> {
    let units = dictionary.ncols();
    let mut gram = Array2::zeros((units, units));
    fill_gram(dictionary, gram.view_mut());
    gram
}

/// Fills W'W. Its upper right quarter, products of the first half of the filters with the second, is multiplied
/// out, the lower left one is the same turned over, and the two on the diagonal are W'W of the halves.
fn fill_gram(dictionary: ArrayView2<'_, f32>, mut gram: ArrayViewMut2<'_, f32>) {
    let units = dictionary.ncols();
    if units <= GRAM_BLOCK {
        general_mat_mul(1.0, &dictionary.t(), &dictionary, 0.0, &mut gram);
        return;
    }
    let half = half_of(units);
    let (first, second) = dictionary.split_at(Axis(1), half);
    let [top_left, top_right, bottom_left, bottom_right] = quarters(gram, half, half);
    rayon::join(
        || fill_products(first, second, top_right, bottom_left),
        || {
            rayon::join(
                || fill_gram(first, top_left),
                || fill_gram(second, bottom_right),
            )
        },
    );
}

/// Fills the products of some filters with others, and the same turned over.
fn fill_products(
    filters: ArrayView2<'_, f32>,
    others: ArrayView2<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut turned: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows.max(columns) <= GRAM_BLOCK {
        general_mat_mul(1.0, &filters.t(), &others, 0.0, &mut products);
        turned.assign(&products.t());
        return;
    }
    let (rows, columns) = (half_of(rows), half_of(columns));
    let (top, bottom) = filters.split_at(Axis(1), rows);
    let (left, right) = others.split_at(Axis(1), columns);
    let [top_left, top_right, bottom_left, bottom_right] = quarters(products, rows, columns);
    // What is at the top right of the products is at the bottom left when they are turned over.
    let [
        turned_top_left,
        turned_bottom_left,
        turned_top_right,
        turned_bottom_right,
    ] = quarters(turned, columns, rows);
    rayon::join(
        || {
            rayon::join(
                || fill_products(top, left, top_left, turned_top_left),
                || fill_products(top, right, top_right, turned_top_right),
            )
        },
        || {
            rayon::join(
                || fill_products(bottom, left, bottom_left, turned_bottom_left),
                || fill_products(bottom, right, bottom_right, turned_bottom_right),
            )
        },
    );
}

/// About half of so many filters, a multiple of what a product works on at once.
fn half_of(filters: usize) -> usize {
    const TILE: usize = 16;
    (filters / 2).next_multiple_of(TILE)
}

/// The four parts of a matrix cut after so many rows and columns: the upper two from the left, then the lower.
fn quarters(
    matrix: ArrayViewMut2<'_, f32>,
    rows: usize,
    columns: usize,
) -> [ArrayViewMut2<'_, f32>; 4] {
    let (top, bottom) = matrix.split_at(Axis(0), rows);
    let (top_left, top_right) = top.split_at(Axis(1), columns);
    let (bottom_left, bottom_right) = bottom.split_at(Axis(1), columns);
    [top_left, top_right, bottom_left, bottom_right]
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
    let mut scales = column_norms(weights.view());
    for scale in &mut scales {
        *scale = if *scale > 0.0 { 1.0 / *scale } else { 1.0 };
    }
    Zip::from(weights.rows_mut()).par_for_each(|row| {
        scale_each(row.into_slice().unwrap_or_default(), &scales);
    });
}

/// The L2 norm of every column of row-major weights, summed in f64; the same bits on any number of threads.
pub(super) fn column_norms(weights: ArrayView2<'_, f32>) -> Vec<f64> {
    const BLOCK_ROWS: usize = 32;
    let blocks = weights.axis_chunks_iter(Axis(0), BLOCK_ROWS);
    let sums = blocks.into_par_iter().map(|rows| {
        let mut sums = vec![0.0; rows.ncols()];
        for row in rows.rows() {
            add_squares(&mut sums, row.to_slice().unwrap_or_default());
        }
        sums
    });
    let mut norms = vec![0.0; weights.ncols()];
    for sums in sums.collect::<Vec<_>>() {
        for (norm, sum) in norms.iter_mut().zip(sums) {
            *norm += sum;
        }
    }
    norms.iter_mut().for_each(|norm| *norm = norm.sqrt());
    norms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gram_matrix_holds_the_products_of_all_filters() {
        // More units than a block of rows, and not a multiple of it.
        let (pixels, units) = (9, 150);
        let entry = |(p, i): (usize, usize)| ((p * units + i) as f32 * 0.37).sin();
        let dictionary = Array2::from_shape_fn((pixels, units).f(), entry);
        let gram = gram(dictionary.view());
        for ((i, j), &found) in gram.indexed_iter() {
            let wanted = dictionary.column(i).dot(&dictionary.column(j));
            assert!(
                (found - wanted).abs() < 1e-5,
                "{found} against {wanted} at {i}, {j}"
            );
            assert_eq!(found, gram[[j, i]], "symmetric to the bit");
        }
    }

    #[test]
    fn columns_have_norm_1_and_zero_columns_stay() {
        let mut weights = Array2::from_shape_fn((7, 5), |(i, j)| (i * j) as f32 + 0.25 * j as f32);
        let direction = weights[[6, 3]] / weights[[1, 3]];
        normalise_columns(&mut weights);
        assert!(weights.column(0).iter().all(|&weight| weight == 0.0));
        for column in weights.columns().into_iter().skip(1) {
            assert!((column.dot(&column) - 1.0).abs() < 1e-6);
        }
        assert!((weights[[6, 3]] / weights[[1, 3]] - direction).abs() < 1e-5);
    }
}

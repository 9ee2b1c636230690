//! Products with a dictionary W, in blocks shared out over the threads: W'W and W'x.
//!
//! Each block is a matrix product of [`ndarray`]. An entry is summed in the same order in any block, so that its bits are the same
//! on any number of threads of one instruction set.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};

use crate::compute::parallel::{each, join};

/// Largest number of filters on a side of a block of W'W.
const BLOCK: usize = 100;
/// Frames of a block of W'x.
const FRAMES: usize = 96;

/// W'W of a dictionary W.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GramCache {
    gram: Array2<f32>,
}

impl GramCache {
    /// W'W of a dictionary `[P, K]`.
    pub fn new(dictionary: ArrayView2<'_, f32>) -> Self {
        let mut cache = Self::default();
        cache.update(dictionary);
        cache
    }

    /// Replaces W'W by that of another dictionary `[P, K]`, in the same memory if K is the same.
    pub fn update(&mut self, dictionary: ArrayView2<'_, f32>) {
        let units = dictionary.ncols();
        if self.gram.ncols() != units {
            self.gram = Array2::zeros((units, units));
        }
        fill_gram(dictionary.reversed_axes(), self.gram.view_mut());
    }

    /// W'W, `[K, K]`.
    pub fn gram(&self) -> ArrayView2<'_, f32> {
        self.gram.view()
    }
}

/// Fills `correlations` with W'x `[n, K]` of a dictionary `[P, K]` and frames `[n, P]`.
pub fn correlate(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
    mut correlations: ArrayViewMut2<'_, f32>,
) {
    let rows = correlations.axis_chunks_iter_mut(Axis(0), FRAMES);
    let rows = rows.zip(frames.axis_chunks_iter(Axis(0), FRAMES));
    each(rows, 1, |(mut rows, frames)| {
        general_mat_mul(1.0, &frames, &dictionary, 0.0, &mut rows);
    });
}

/// Fills W'W `[n, n]` of filters `[n, P]`.
fn fill_gram(filters: ArrayView2<'_, f32>, mut gram: ArrayViewMut2<'_, f32>) {
    let units = filters.nrows();
    if units <= BLOCK {
        general_mat_mul(1.0, &filters, &filters.t(), 0.0, &mut gram);
        return;
    }
    let half = units / 2;
    let (first, second) = filters.split_at(Axis(0), half);
    let (top, bottom) = gram.split_at(Axis(0), half);
    let (top_left, top_right) = top.split_at(Axis(1), half);
    let (bottom_left, bottom_right) = bottom.split_at(Axis(1), half);
    join(
        || {
            join(
                || fill_gram(first, top_left),
                || fill_gram(second, bottom_right),
            )
        },
        || fill_products(first, second, top_right, bottom_left),
    );
}

/// Fills the products `[m, n]` of filters `[m, P]` with others `[n, P]`, and their transpose `[n, m]`.
fn fill_products(
    filters: ArrayView2<'_, f32>,
    others: ArrayView2<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut transposed: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows < columns {
        fill_products(others, filters, transposed, products);
    } else if rows <= BLOCK {
        general_mat_mul(1.0, &filters, &others.t(), 0.0, &mut products);
        transposed.assign(&products.t());
    } else {
        let half = rows / 2;
        let (first, second) = filters.split_at(Axis(0), half);
        let (top, bottom) = products.split_at(Axis(0), half);
        let (left, right) = transposed.split_at(Axis(1), half);
        join(
            || fill_products(first, others, top, left),
            || fill_products(second, others, bottom, right),
        );
    }
}

//! Products with a dictionary W, in blocks shared out over the threads: W'W and W'x.
//!
//! Each block is a matrix product of [`ndarray`]. An entry is summed in the same order in any block, so that its bits are the same
//! on any number of threads of one instruction set.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};

use crate::compute::parallel::{each, join};

/// Fewest and most filters on a side of a block of W'W. Large blocks are multiplied faster, small ones keep more threads busy.
const BLOCK: [usize; 2] = [100, 500];
/// A side of W'W is cut into so many blocks, where their size allows.
const BLOCKS_A_SIDE: usize = 8;
/// Fewest and most frames of a block of W'x, for the same reasons.
const FRAMES: [usize; 2] = [96, 768];

/// Frames of a block of W'x, of so many in all.
pub(crate) fn frames_at_once(frames: usize) -> usize {
    frames
        .div_ceil(rayon::current_num_threads())
        .clamp(FRAMES[0], FRAMES[1])
}

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
        let block = (units / BLOCKS_A_SIDE).clamp(BLOCK[0], BLOCK[1]);
        fill_gram(block, dictionary.reversed_axes(), self.gram.view_mut());
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
    let at_once = frames_at_once(frames.nrows());
    let rows = correlations.axis_chunks_iter_mut(Axis(0), at_once);
    let rows = rows.zip(frames.axis_chunks_iter(Axis(0), at_once));
    each(rows, 1, |(rows, frames)| {
        // (W'x)' rather than W'x: W is packed once for all frames.
        let (filters, frames) = (dictionary.reversed_axes(), frames.reversed_axes());
        general_mat_mul(1.0, &filters, &frames, 0.0, &mut rows.reversed_axes());
    });
}

/// Fills W'W `[n, n]` of filters `[n, P]`, in blocks of at most `block` a side.
fn fill_gram(block: usize, filters: ArrayView2<'_, f32>, mut gram: ArrayViewMut2<'_, f32>) {
    let units = filters.nrows();
    if units <= block {
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
                || fill_gram(block, first, top_left),
                || fill_gram(block, second, bottom_right),
            )
        },
        || fill_products(block, first, second, top_right, bottom_left),
    );
}

/// Fills the products `[m, n]` of filters `[m, P]` with others `[n, P]`, and their transpose `[n, m]`.
fn fill_products(
    block: usize,
    filters: ArrayView2<'_, f32>,
    others: ArrayView2<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut transposed: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows < columns {
        fill_products(block, others, filters, transposed, products);
    } else if rows <= block {
        general_mat_mul(1.0, &filters, &others.t(), 0.0, &mut products);
        transposed.assign(&products.t());
    } else {
        let half = rows / 2;
        let (first, second) = filters.split_at(Axis(0), half);
        let (top, bottom) = products.split_at(Axis(0), half);
        let (left, right) = transposed.split_at(Axis(1), half);
        join(
            || fill_products(block, first, others, top, left),
            || fill_products(block, second, others, bottom, right),
        );
    }
}

//! Products with a dictionary W, in blocks shared out over the threads: W'W and W'x.
//!
//! Each block is a matrix product of [`faer`]. An entry is summed in the same order in any block, so that its bits are the same
//! on any number of threads of one instruction set.

use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{Array2, ArrayRef2, ArrayView2, ArrayViewMut2, Axis, concatenate};

use crate::compute::parallel::{each, join};

/// Columns of a product that the library's kernel fills at once: of a multiple of them nothing is done in vain.
const KERNEL_COLUMNS: usize = 96;
/// Tasks of W'W for each thread.
const PARTS_PER_THREAD: usize = 3;
/// Side of the tiles of W'W that are mirrored at once: a column of a tile is a cache line.
const TILE: usize = 16;
/// Fewest rows of a task of W'W.
const KERNEL_ROWS: usize = 24;
/// Frames of a block of W'x below which it is shared out by filters, as few are multiplied more slowly, and most of a block, whose
/// W'x stays in the cache.
const FRAMES: [usize; 2] = [48, 192];

/// How W'x of frames is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    /// Frames of a block, at least one.
    pub(crate) frames: usize,
    /// Parts of a block, of some filters each: more than one where there would be too few blocks for the threads.
    parts: usize,
}

impl Blocks {
    /// Divides `frames`, whose products with `filters` are found, so that each thread has as many blocks, or parts
    /// of them, as any other.
    pub(crate) fn of(frames: usize, filters: usize) -> Self {
        let threads = rayon::current_num_threads();
        let of_thread = frames.div_ceil(threads * FRAMES[1]).max(1);
        let frames = frames.div_ceil(threads * of_thread).max(1);
        let most = (filters / (KERNEL_COLUMNS / 2)).clamp(1, threads);
        let parts = FRAMES[0].div_ceil(frames).min(most);
        Self {
            frames: frames * parts,
            parts,
        }
    }
}

/// W'W of a dictionary W.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GramCache {
    gram: Array2<f32>,
    diagonal: Vec<f32>,
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
        let filters = dictionary.reversed_axes();
        let filters = filters.as_standard_layout();
        let filters = as_faer(&filters);
        let parts = match rayon::current_num_threads() {
            1 => 1,
            threads => PARTS_PER_THREAD * threads,
        };
        let at_once = (units * units / 2).div_ceil(parts);
        fill_gram(at_once, filters, as_faer_mut(&mut self.gram.view_mut()));
        self.diagonal.clear();
        self.diagonal.extend(self.gram.diag());
    }

    /// The diagonal of W'W, `[K]`: each filter's squared length.
    pub(crate) fn diagonal(&self) -> &[f32] {
        &self.diagonal
    }

    /// W'W, `[K, K]`.
    pub fn gram(&self) -> ArrayView2<'_, f32> {
        self.gram.view()
    }
}

/// Fills `correlations` with W'x `[n, K]` of a dictionary `[P, K]` and frames `[n, P]`. Coding does so block by block; alone it is
/// for checks and benchmarks.
///
/// # Panics
///
/// If the rows of `correlations` do not lie one behind the other.
pub fn correlate(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
    mut correlations: ArrayViewMut2<'_, f32>,
) {
    let blocks = Blocks::of(frames.nrows(), dictionary.ncols());
    let rows = correlations.axis_chunks_iter_mut(Axis(0), blocks.frames);
    let rows = rows.zip(frames.axis_chunks_iter(Axis(0), blocks.frames));
    each(rows, 1, |(rows, frames)| {
        correlate_block(dictionary, frames, rows, blocks);
    });
}

/// [`correlate`] of one block, in so many parts.
pub(crate) fn correlate_block(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
    mut correlations: ArrayViewMut2<'_, f32>,
    blocks: Blocks,
) {
    let filters = dictionary.reversed_axes();
    let (filters, frames) = (filters.as_standard_layout(), frames.as_standard_layout());
    let filters = as_faer(&filters);
    if frames.nrows() > 1 {
        let products = as_faer_mut(&mut correlations);
        multiply_in_parts(as_faer(&frames), filters, products, blocks.parts);
    } else {
        // A frame alone would be summed in another order.
        let twice = concatenate![Axis(0), frames, frames];
        let mut both = Array2::zeros((2, correlations.ncols()));
        multiply(as_faer(&twice), filters, as_faer_mut(&mut both));
        correlations.assign(&both.slice_axis(Axis(0), (..1).into()));
    }
}

/// Fills `products` `[m, n]` with those of frames or filters `[m, P]` with filters `[n, P]`.
fn multiply(rows: MatRef<'_, f32>, filters: MatRef<'_, f32>, products: MatMut<'_, f32>) {
    let filters = filters.transpose();
    faer::linalg::matmul::matmul(products, Accum::Replace, rows, filters, 1.0, Par::Seq);
}

/// [`multiply`] in `parts` tasks, of some filters each.
fn multiply_in_parts(
    rows: MatRef<'_, f32>,
    filters: MatRef<'_, f32>,
    products: MatMut<'_, f32>,
    parts: usize,
) {
    let columns = filters.nrows();
    if parts <= 1 || columns <= KERNEL_COLUMNS {
        return multiply(rows, filters, products);
    }
    let (before, after) = (parts.div_ceil(2), parts / 2);
    let at = share_of(columns, before, parts);
    let (first, second) = filters.split_at_row(at);
    let (left, right) = products.split_at_col_mut(at);
    join(
        || multiply_in_parts(rows, first, left, before),
        || multiply_in_parts(rows, second, right, after),
    );
}

/// About `parts` of `of_parts` of the columns; of many, as many as fill the kernel.
fn share_of(columns: usize, parts: usize, of_parts: usize) -> usize {
    let (share, step) = (columns * parts / of_parts, KERNEL_COLUMNS / 2);
    match columns {
        ..=KERNEL_COLUMNS => share,
        _ => (share + step / 2) / step * step,
    }
}

/// Fills W'W `[n, n]` of filters `[n, P]`, in tasks of `at_once` entries above the diagonal.
fn fill_gram(at_once: usize, filters: MatRef<'_, f32>, mut gram: MatMut<'_, f32>) {
    let units = gram.nrows();
    if units * units / 2 <= at_once || units <= KERNEL_COLUMNS / 2 {
        triangular::matmul(
            gram.as_mut(),
            BlockStructure::TriangularUpper,
            Accum::Replace,
            filters,
            BlockStructure::Rectangular,
            filters.transpose(),
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
        mirror(gram);
        return;
    }
    // Neither half is a filter alone, which would be summed in another order.
    let half = share_of(units, 1, 2);
    let (first, second) = filters.split_at_row(half);
    let (top_left, top_right, bottom_left, bottom_right) = gram.split_at_mut(half, half);
    join(
        || {
            join(
                || fill_gram(at_once, first, top_left),
                || fill_gram(at_once, second, bottom_right),
            )
        },
        || fill_products(at_once, (first, second), top_right, bottom_left),
    );
}

/// Fills the products `[m, n]` of filters `[m, P]` with others `[n, P]`, and their transpose `[n, m]`, in tasks of `at_once` entries.
fn fill_products(
    at_once: usize,
    (filters, others): (MatRef<'_, f32>, MatRef<'_, f32>),
    mut products: MatMut<'_, f32>,
    transposed: MatMut<'_, f32>,
) {
    let (rows, columns) = products.shape();
    let is_least = rows < 2 * KERNEL_ROWS && columns <= KERNEL_COLUMNS;
    if rows * columns <= at_once || is_least {
        multiply(filters, others, products.as_mut());
        transpose(products.as_ref(), transposed);
        return;
    }
    if rows > columns || columns <= KERNEL_COLUMNS {
        let half = rows / 2;
        let (first, second) = filters.split_at_row(half);
        let (top, bottom) = products.split_at_row_mut(half);
        let (left, right) = transposed.split_at_col_mut(half);
        join(
            || fill_products(at_once, (first, others), top, left),
            || fill_products(at_once, (second, others), bottom, right),
        );
    } else {
        let half = share_of(columns, 1, 2);
        let (first, second) = others.split_at_row(half);
        let (left, right) = products.split_at_col_mut(half);
        let (top, bottom) = transposed.split_at_row_mut(half);
        join(
            || fill_products(at_once, (filters, first), left, top),
            || fill_products(at_once, (filters, second), right, bottom),
        );
    }
}

/// Copies what is above the diagonal to below it.
fn mirror(mut square: MatMut<'_, f32>) {
    let side = square.nrows();
    if side <= TILE {
        for row in 1..side {
            for column in 0..row {
                square[(row, column)] = square[(column, row)];
            }
        }
        return;
    }
    let half = side / 2;
    let (top_left, top_right, bottom_left, bottom_right) = square.split_at_mut(half, half);
    transpose(top_right.as_ref(), bottom_left);
    mirror(top_left);
    mirror(bottom_right);
}

/// Fills `to` `[n, m]` with the transpose of `from` `[m, n]`, both row-major, tile by tile.
fn transpose(from: MatRef<'_, f32>, mut to: MatMut<'_, f32>) {
    let (rows, columns) = from.shape();
    for row in (0..rows).step_by(TILE) {
        for column in (0..columns).step_by(TILE) {
            let (height, width) = (TILE.min(rows - row), TILE.min(columns - column));
            let mut tile = [[0.0; TILE]; TILE];
            for index in 0..height {
                let from = row_of(from, row + index);
                for (tile, &value) in tile.iter_mut().zip(&from[column..column + width]) {
                    tile[index] = value;
                }
            }
            for (index, tile) in tile[..width].iter().enumerate() {
                let to = to.as_mut().row_mut(column + index).try_as_row_major_mut();
                let to = to.expect("row-major").as_slice_mut();
                to[row..row + height].copy_from_slice(&tile[..height]);
            }
        }
    }
}

fn row_of(matrix: MatRef<'_, f32>, row: usize) -> &[f32] {
    let row = matrix.row(row).try_as_row_major();
    row.expect("row-major").as_slice()
}

/// A matrix whose rows lie one behind the other, as [`faer`] sees it.
fn as_faer(matrix: &ArrayRef2<f32>) -> MatRef<'_, f32> {
    let (rows, columns) = matrix.dim();
    let values = matrix.as_slice().expect("rows one behind the other");
    MatRef::from_row_major_slice(values, rows, columns)
}

/// [`as_faer`], to be written to.
fn as_faer_mut(matrix: &mut ArrayRef2<f32>) -> MatMut<'_, f32> {
    let (rows, columns) = matrix.dim();
    let values = matrix.as_slice_mut().expect("rows one behind the other");
    MatMut::from_row_major_slice_mut(values, rows, columns)
}

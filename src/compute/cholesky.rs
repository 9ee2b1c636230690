//! Cholesky factors of small symmetric systems, in f32.

use pulp::Simd;

use crate::compute::simd::{WIDTH, add_terms, dots, finish_four, subtract_rows_from_four};

/// Least pivot, as a share of a diagonal of 1.
const SINGULAR: f32 = 1e-5;
/// Rows that are finished together.
pub const BLOCK: usize = 4;

/// A symmetric system and its factor. Its memory serves the next system again.
///
/// The factor is upper triangular, R with R'R the matrix, stored by rows, so that eliminating a row reads and writes
/// contiguous memory. Four rows are finished together: all rows above are subtracted from them while their sums stay in
/// registers. Rows are padded, and processed from the start of the register that holds the diagonal: what is computed left
/// of the diagonal counts for nothing. Rows beyond the system, up to four, are those of unknowns that are 0.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    size: usize,
    stride: usize,
    rows: Vec<f32>,
    /// 1 / the diagonal of R, of the rows that are factored.
    inverses: Vec<f32>,
    /// Workspace: the unknowns that are solved, the others 0.
    solution: Vec<f32>,
    /// Workspace: the rows of the system before.
    rows_before: Vec<f32>,
}

impl Cholesky {
    /// Starts a system of `size` unknowns, all 0.
    #[inline(always)]
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.stride = size.next_multiple_of(WIDTH);
        self.inverses.clear();
        self.clear_rows();
    }

    /// Sets all rows to 0, but for the diagonal of those beyond the system.
    #[inline(always)]
    fn clear_rows(&mut self) {
        let rows = self.size.next_multiple_of(BLOCK);
        self.rows.clear();
        self.rows.resize(rows * self.stride, 0.0);
        for row in self.size..rows {
            self.rows[row * self.stride + row] = 1.0;
        }
    }

    /// Starts a system of `size` unknowns whose first ones are those of the system before, as many as `rows`, a multiple of [`BLOCK`].
    /// Their rows stay factored. After them come the unknowns that were at the places `others`, and then new ones.
    #[inline(always)]
    pub fn keep(&mut self, size: usize, rows: usize, others: &[usize]) {
        let stride_before = self.stride;
        std::mem::swap(&mut self.rows, &mut self.rows_before);
        self.size = size;
        self.stride = size.next_multiple_of(WIDTH);
        self.inverses.truncate(rows);
        self.clear_rows();
        let kept = self.rows_before.chunks_exact(stride_before).take(rows);
        for (to, from) in self.rows.chunks_exact_mut(self.stride).zip(kept) {
            to[..rows].copy_from_slice(&from[..rows]);
            for (to, &other) in to[rows..].iter_mut().zip(others) {
                *to = from[other];
            }
        }
    }

    /// Completes the rows that are factored in the column of a new unknown. `x` holds the entries of the matrix there, and is used up.
    #[inline(always)]
    pub fn extend<S: Simd>(&mut self, simd: S, column: usize, x: &mut Vec<f32>) {
        let rows = self.inverses.len();
        x.resize(rows.next_multiple_of(WIDTH), 0.0);
        for first in (0..rows).step_by(BLOCK) {
            self.eliminate_solved(simd, first, x);
        }
        for (row, &x) in self.rows.chunks_exact_mut(self.stride).zip(&x[..rows]) {
            row[column] = x;
        }
    }

    /// Row `row` of the matrix; entries left of the diagonal are ignored, but should be finite.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.rows[row * self.stride..][..self.size]
    }

    /// Factors the rows of the matrix that are not factored. False when it is singular to working precision.
    #[inline(always)]
    pub fn factor<S: Simd>(&mut self, simd: S) -> bool {
        for first in (self.inverses.len()..self.size).step_by(BLOCK) {
            let from = register(first);
            let (above, block) = self.rows.split_at_mut(first * self.stride);
            let mut rows = split_four(&mut block[..BLOCK * self.stride], self.stride, from);
            subtract_rows_from_four(simd, &mut rows, above, self.stride, [first, from]);
            let Some((factor, inverses)) = factor_four(&rows, first - from) else {
                return false;
            };
            finish_four(simd, rows, &factor, inverses);
            self.inverses.extend(inverses);
        }
        true
    }

    /// Replaces a right-hand side by the solution.
    #[inline(always)]
    pub fn solve<S: Simd>(&mut self, simd: S, x: &mut Vec<f32>) {
        x.resize(self.stride, 0.0);
        let blocks = (0..self.size).step_by(BLOCK);
        for first in blocks.clone() {
            self.eliminate_solved(simd, first, x);
        }
        self.solution.clear();
        self.solution.resize(self.stride, 0.0);
        for first in blocks.rev() {
            self.substitute(simd, first, x);
        }
        x.clear();
        x.extend_from_slice(&self.solution[..self.size]);
    }

    /// Solves R'y = x for y of a block, those before being solved, and eliminates it from the equations of the rows after.
    #[inline(always)]
    fn eliminate_solved<S: Simd>(&self, simd: S, first: usize, x: &mut [f32]) {
        let rows = self.rows_of(first);
        let mut solved = [0.0; BLOCK];
        for row in 0..BLOCK {
            let mut left = x[first + row];
            for before in 0..row {
                left -= solved[before] * rows[before][first + row];
            }
            solved[row] = left * self.inverses[first + row];
        }
        let end = first + BLOCK;
        x[first..end].copy_from_slice(&solved);
        // Solved values may share the register of the next row and must stay.
        let from = register(end);
        let mut kept = [0.0; WIDTH];
        kept[..end - from].copy_from_slice(&x[from..end]);
        add_terms(simd, &mut x[from..], BLOCK, |row| {
            (-solved[row], &rows[row][from..])
        });
        x[from..end].copy_from_slice(&kept[..end - from]);
    }

    /// Solves R x = y for x of a block, those after being solved, and those before 0 in the solution: what is left of the diagonal
    /// counts for nothing.
    #[inline(always)]
    fn substitute<S: Simd>(&mut self, simd: S, first: usize, y: &[f32]) {
        let from = register(first);
        let rows = self.rows_of(first);
        let known = dots(simd, rows.map(|row| &row[from..]), &self.solution[from..]);
        let mut solved = [0.0; BLOCK];
        for row in (0..BLOCK).rev() {
            let mut left = y[first + row] - known[row];
            for after in row + 1..BLOCK {
                left -= rows[row][first + after] * solved[after];
            }
            solved[row] = left * self.inverses[first + row];
        }
        self.solution[first..first + BLOCK].copy_from_slice(&solved);
    }

    /// The rows of a block, whole.
    #[inline(always)]
    fn rows_of(&self, first: usize) -> [&[f32]; BLOCK] {
        std::array::from_fn(|row| &self.rows[(first + row) * self.stride..][..self.stride])
    }
}

/// The factor of the diagonal block of four rows, which begins at column `at`, and 1 / its diagonal; `None` when it is singular to
/// working precision. All other columns wait for these few numbers.
#[inline(always)]
fn factor_four(
    rows: &[&mut [f32]; BLOCK],
    at: usize,
) -> Option<([[f32; BLOCK]; BLOCK], [f32; BLOCK])> {
    let (mut factor, mut inverses) = ([[0.0; BLOCK]; BLOCK], [0.0; BLOCK]);
    for row in 0..BLOCK {
        for column in row..BLOCK {
            let above = factor[..row].iter();
            let products = above.map(|above: &[f32; BLOCK]| above[row] * above[column]);
            factor[row][column] =
                products.fold(rows[row][at + column], |left, product| left - product);
        }
        let pivot = factor[row][row];
        if pivot.is_nan() || pivot <= SINGULAR {
            return None;
        }
        inverses[row] = 1.0 / pivot.sqrt();
        factor[row]
            .iter_mut()
            .for_each(|entry| *entry *= inverses[row]);
    }
    Some((factor, inverses))
}

/// Four successive rows, each from column `from` on.
#[inline(always)]
fn split_four(rows: &mut [f32], stride: usize, from: usize) -> [&mut [f32]; BLOCK] {
    let (ab, cd) = rows.split_at_mut(2 * stride);
    let (a, b) = ab.split_at_mut(stride);
    let (c, d) = cd.split_at_mut(stride);
    [
        &mut a[from..],
        &mut b[from..],
        &mut c[from..],
        &mut d[from..],
    ]
}

/// Index of the first entry of the register that holds this one.
#[inline(always)]
fn register(index: usize) -> usize {
    index / WIDTH * WIDTH
}

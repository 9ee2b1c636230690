//! Cholesky factors of small symmetric systems, in f32.

use pulp::Simd;

use crate::compute::simd::{WIDTH, add_scaled, add_terms, dot_f32, subtract_rows_from_four};

/// Least pivot, as a share of a diagonal of 1.
const SINGULAR: f32 = 1e-5;
/// Rows that are finished together.
const BLOCK: usize = 4;

/// A symmetric system and its factor. Its memory serves the next system again.
///
/// The factor is upper triangular, R with R'R the matrix, stored by rows, so that eliminating a row reads and writes
/// contiguous memory. Four rows are finished together: all rows above are subtracted from them while their sums stay in
/// registers. Rows are padded, and processed from the start of the register that holds the diagonal: what is computed left
/// of the diagonal is never read.
#[derive(Debug, Default)]
pub struct Cholesky {
    size: usize,
    stride: usize,
    rows: Vec<f32>,
}

impl Cholesky {
    /// Starts a system of `size` unknowns, all 0.
    #[inline(always)]
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.stride = size.next_multiple_of(WIDTH);
        self.rows.clear();
        self.rows.resize(size * self.stride, 0.0);
    }

    /// Row `row` of the matrix; entries left of the diagonal are ignored.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.rows[row * self.stride..][..self.size]
    }

    /// Factors the matrix. False when it is singular to working precision.
    #[inline(always)]
    pub fn factor<S: Simd>(&mut self, simd: S) -> bool {
        for first in (0..self.size).step_by(BLOCK) {
            let end = (first + BLOCK).min(self.size);
            self.eliminate(simd, first, end);
            if !self.factor_rows(simd, first, end) {
                return false;
            }
        }
        true
    }

    /// Finishes each row of a block: subtracts the rows above it in the block, then scales it.
    #[inline(always)]
    fn factor_rows<S: Simd>(&mut self, simd: S, first: usize, end: usize) -> bool {
        let from = register(first);
        for row in first..end {
            let (top, bottom) = self.rows.split_at_mut(row * self.stride);
            let entries = &mut bottom[from..self.stride];
            for above in first..row {
                let above = &top[above * self.stride..][from..self.stride];
                add_scaled(simd, entries, -above[row - from], above);
            }
            let pivot = entries[row - from];
            if pivot.is_nan() || pivot <= SINGULAR {
                return false;
            }
            let scale = 1.0 / pivot.sqrt();
            entries.iter_mut().for_each(|entry| *entry *= scale);
        }
        true
    }

    /// Eliminates all rows above a block from it.
    #[inline(always)]
    fn eliminate<S: Simd>(&mut self, simd: S, first: usize, end: usize) {
        let (stride, from) = (self.stride, register(first));
        let (above, block) = self.rows.split_at_mut(first * stride);
        if end - first == BLOCK {
            let rows = split_four(&mut block[..BLOCK * stride], stride, from);
            subtract_rows_from_four(simd, rows, above, stride, [first, from]);
            return;
        }
        let rows = block.chunks_exact_mut(stride).zip(first..end);
        for (entries, row) in rows {
            add_terms(simd, &mut entries[from..], first, |index| {
                let above = &above[index * stride..][..stride];
                (-above[row], &above[from..])
            });
        }
    }

    /// Replaces a right-hand side, padded with zeros to whole registers, by the solution.
    #[inline(always)]
    pub fn solve<S: Simd>(&self, simd: S, x: &mut Vec<f32>) {
        x.resize(self.stride, 0.0);
        let row = |index: usize| &self.rows[index * self.stride..][..self.stride];
        for index in 0..self.size {
            let (row, from) = (row(index), register(index));
            let solved = x[index] / row[index];
            // Solved values share the register of the diagonal and must stay.
            let mut kept = [0.0; WIDTH];
            let known = index - from;
            kept[..known].copy_from_slice(&x[from..index]);
            add_scaled(simd, &mut x[from..], -solved, &row[from..]);
            x[from..index].copy_from_slice(&kept[..known]);
            x[index] = solved;
        }
        for index in (0..self.size).rev() {
            let (row, after) = (row(index), index + 1);
            let whole = after.next_multiple_of(WIDTH).min(self.stride);
            let mut known = 0.0f32;
            for (entry, x) in row[after..whole].iter().zip(&x[after..whole]) {
                known += entry * x;
            }
            known += dot_f32(simd, &row[whole..], &x[whole..]);
            x[index] = (x[index] - known) / row[index];
        }
        x.truncate(self.size);
    }
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

//! W'W on the working set, copied to rows near each other.

use ndarray::ArrayView2;

use crate::compute::simd::WIDTH;
use crate::compute::vectors::contiguous;

/// The rows and columns of W'W that belong to the units of the working set, in their order.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// From one row to the next: an odd number of cache lines, so that entries of a column do not share a few places of the cache.
    stride: usize,
    entries: Vec<f32>,
}

impl Block {
    /// The row of the unit at a place in the working set, padded to whole registers and further. The padding beyond the units is
    /// left over and means nothing.
    #[inline(always)]
    pub(super) fn row(&self, place: usize) -> &[f32] {
        &self.entries[place * self.stride..][..self.stride]
    }

    /// Completes the block of `units`, of which it holds the first `known`.
    ///
    /// The rows of W'W of known units that are on were just read to find the new ones; those of new units are far away. So what is
    /// between both is read from the rows of known units.
    #[inline(always)]
    pub(super) fn fill(&mut self, gram: ArrayView2<'_, f32>, units: &[u32], known: usize) {
        let size = units.len();
        self.make_room(size, known, gram.ncols());
        let rows = self.entries.chunks_exact_mut(self.stride).zip(units);
        for (place, (row, &unit)) in rows.enumerate() {
            let from = contiguous(gram.row(unit as usize));
            let first = place.max(known);
            for (to, &with) in row[first..].iter_mut().zip(&units[first..]) {
                *to = from[with as usize];
            }
        }
        // W'W is symmetric, so the lower half is copied from the upper, a cache line's number of columns at a time.
        for first in (known..size).step_by(WIDTH) {
            let places = first..(first + WIDTH).min(size);
            let (above, rows) = self.entries.split_at_mut(first * self.stride);
            for (column, from) in above.chunks_exact(self.stride).enumerate() {
                let to = rows.chunks_exact_mut(self.stride);
                let entries = to.zip(&from[places.clone()]);
                entries.for_each(|(to, from)| to[column] = *from);
            }
            for (row, place) in places.clone().enumerate() {
                for (other, column) in places.clone().enumerate().skip(row + 1) {
                    rows[other * self.stride + place] = rows[row * self.stride + column];
                }
            }
        }
    }

    /// Keeps the units at these places, ascending, and moves them together.
    #[inline(always)]
    pub(super) fn keep(&mut self, places: &[usize]) {
        for (to, &from) in places.iter().enumerate() {
            let (to, from) = (to * self.stride, from * self.stride);
            for (column, &place) in places.iter().enumerate() {
                self.entries[to + column] = self.entries[from + place];
            }
        }
    }

    /// Makes room for `size` of the `units`, and for as many more if there are; the rows of the first `known` stay.
    #[inline(always)]
    fn make_room(&mut self, size: usize, known: usize, units: usize) {
        if size.next_multiple_of(WIDTH) >= self.stride {
            let wanted = (2 * size.max(WIDTH)).min(units);
            let stride = wanted.next_multiple_of(2 * WIDTH) + WIDTH;
            let mut entries = vec![0.0; size * stride];
            let rows = entries.chunks_exact_mut(stride).zip(0..known);
            rows.for_each(|(row, place)| row[..self.stride].copy_from_slice(self.row(place)));
            *self = Self { stride, entries };
        }
        let length = size * self.stride;
        if self.entries.len() < length {
            self.entries.resize(length, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    #[test]
    fn a_block_that_grows_has_the_entries_of_its_units_in_rows_and_columns() {
        let gram = Array2::from_shape_fn((90, 90), |(row, column)| (row * column) as f32);
        let units: Vec<u32> = (0..90).map(|place| place * 37 % 90).collect();
        let mut block = Block::default();
        let mut known = 0;
        for size in [0, 3, 19, 20, 47, 90] {
            block.fill(gram.view(), &units[..size], known);
            for (place, &unit) in units[..size].iter().enumerate() {
                let row = &block.row(place)[..size];
                let expected = units[..size].iter().map(|&with| (unit * with) as f32);
                assert!(row.iter().copied().eq(expected), "row {place} of {size}");
            }
            known = size;
        }
        let kept: Vec<usize> = (0..90).filter(|place| place % 7 != 2).collect();
        block.keep(&kept);
        for (row, &place) in kept.iter().enumerate() {
            let expected = kept.iter().map(|&with| (units[place] * units[with]) as f32);
            assert!(block.row(row)[..kept.len()].iter().copied().eq(expected));
        }
        // Another working set in the same memory.
        block.fill(gram.view(), &[5, 7], 0);
        assert_eq!(block.row(0)[..2], [25.0, 35.0]);
        assert_eq!(block.row(1)[..2], [35.0, 49.0]);
    }
}

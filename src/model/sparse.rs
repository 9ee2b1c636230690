//! Sparse codes of a batch: one sample per row, only the entries that are on.

use std::ops::Range;

use ndarray::Array2;

use crate::compute::parallel::{each, join};

/// Entries that a thread transposes, at least.
const PART_ENTRIES: usize = 1_000;

/// Rows of (unit, value) pairs, units ascending within a row.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseRows {
    width: usize,
    starts: Vec<usize>,
    units: Vec<u32>,
    values: Vec<f32>,
}

impl SparseRows {
    /// No rows yet; each row will code `width` units.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            starts: vec![0],
            units: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Appends a row of `(unit, value)` pairs with ascending units below the width, which debug builds check.
    pub fn push_row(&mut self, entries: impl IntoIterator<Item = (u32, f32)>) {
        for (unit, value) in entries {
            debug_assert!(
                (unit as usize) < self.width,
                "unit {unit} of {}",
                self.width
            );
            self.units.push(unit);
            self.values.push(value);
        }
        self.starts.push(self.units.len());
    }

    /// Appends the rows of `other`.
    ///
    /// # Panics
    /// When the widths differ.
    pub fn append(&mut self, other: &Self) {
        self.append_all(std::iter::once(other));
    }

    /// Appends the rows of all parts, one part after the other.
    ///
    /// # Panics
    /// When the widths differ.
    pub(crate) fn append_all<'a>(&mut self, parts: impl Iterator<Item = &'a Self> + Clone + Sync) {
        let mut entries = self.units.len();
        self.starts.reserve(parts.clone().map(Self::rows).sum());
        for part in parts.clone() {
            assert_eq!(self.width, part.width, "widths of appended codes");
            let starts = part.starts[1..].iter();
            self.starts.extend(starts.map(|start| start + entries));
            entries += part.entries();
        }
        join(
            || {
                self.units.reserve(entries - self.units.len());
                for part in parts.clone() {
                    self.units.extend_from_slice(&part.units);
                }
            },
            || {
                self.values.reserve(entries - self.values.len());
                for part in parts.clone() {
                    self.values.extend_from_slice(&part.values);
                }
            },
        );
    }

    /// Units coded by a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Entries that are on, over all rows.
    pub fn entries(&self) -> usize {
        self.units.len()
    }

    /// Share of entries that are on; 0 for no rows.
    pub fn density(&self) -> f64 {
        self.entries() as f64 / (self.rows() * self.width).max(1) as f64
    }

    /// The units and values of a row.
    pub fn row(&self, row: usize) -> (&[u32], &[f32]) {
        let span = self.starts[row]..self.starts[row + 1];
        (&self.units[span.clone()], &self.values[span])
    }

    /// The `(unit, value)` pairs of a row.
    pub fn pairs(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let (units, values) = self.row(row);
        units
            .iter()
            .zip(values)
            .map(|(&unit, &value)| (unit as usize, value))
    }

    /// The same entries by unit: row `i` of the result holds `(sample, value)` of unit `i`.
    pub fn transposed(&self) -> Self {
        let parts = (self.entries() / PART_ENTRIES).clamp(1, rayon::current_num_threads());
        if parts == 1 {
            return self.transposed_rows(0..self.rows());
        }
        // Runs of rows are transposed, then joined unit by unit.
        let by_unit = each(runs(self.rows(), parts), 1, |rows| {
            self.transposed_rows(rows)
        });
        let mut starts = vec![0; self.width + 1];
        for part in &by_unit {
            for (start, of_part) in starts.iter_mut().zip(&part.starts) {
                *start += of_part;
            }
        }
        let mut all = Self {
            width: self.rows(),
            starts,
            units: vec![0; self.entries()],
            values: vec![0.0; self.entries()],
        };
        let (mut units, mut values) = (&mut all.units[..], &mut all.values[..]);
        let mut outputs = Vec::new();
        for run in runs(self.width, parts) {
            let entries = all.starts[run.end] - all.starts[run.start];
            let (of_run, rest) = units.split_at_mut(entries);
            units = rest;
            let (values_of_run, rest) = values.split_at_mut(entries);
            values = rest;
            outputs.push((run, of_run, values_of_run));
        }
        each(outputs, 1, |(run, units, values)| {
            let mut filled = 0;
            for (rows, row_values) in
                run.flat_map(|unit| by_unit.iter().map(move |part| part.row(unit)))
            {
                let next = filled + rows.len();
                units[filled..next].copy_from_slice(rows);
                values[filled..next].copy_from_slice(row_values);
                filled = next;
            }
        });
        all
    }

    /// The entries of some rows by unit.
    fn transposed_rows(&self, rows: Range<usize>) -> Self {
        let entries = self.starts[rows.start]..self.starts[rows.end];
        let mut starts = vec![0; self.width + 1];
        for &unit in &self.units[entries.clone()] {
            starts[unit as usize + 1] += 1;
        }
        for unit in 0..self.width {
            starts[unit + 1] += starts[unit];
        }
        let mut next = starts.clone();
        let mut units = vec![0; entries.len()];
        let mut values = vec![0.0; entries.len()];
        for row in rows {
            for (unit, value) in self.pairs(row) {
                units[next[unit]] = row as u32;
                values[next[unit]] = value;
                next[unit] += 1;
            }
        }
        Self {
            width: self.rows(),
            starts,
            units,
            values,
        }
    }

    /// The codes of one row with their zeros, `[width]`.
    pub fn dense_row(&self, row: usize) -> Vec<f32> {
        let mut dense = vec![0.0; self.width];
        for (unit, value) in self.pairs(row) {
            dense[unit] = value;
        }
        dense
    }

    /// The codes with their zeros, `[rows, width]`.
    pub fn to_dense(&self) -> Array2<f32> {
        let mut dense = Array2::zeros((self.rows(), self.width));
        for row in 0..self.rows() {
            for (unit, value) in self.pairs(row) {
                dense[[row, unit]] = value;
            }
        }
        dense
    }
}

/// All indices below `count`, in at most `parts` runs.
fn runs(count: usize, parts: usize) -> impl Iterator<Item = Range<usize>> {
    let of_run = count.div_ceil(parts).max(1);
    (0..count)
        .step_by(of_run)
        .map(move |first| first..(first + of_run).min(count))
}

/// Sums of absolute values by unit, over some rows.
pub(crate) struct AbsAccumulator {
    sums: Vec<f32>,
    on: Vec<u32>,
}

impl AbsAccumulator {
    /// Of `width` units, all 0.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            sums: vec![0.0; width],
            on: Vec::new(),
        }
    }

    /// Adds a value that is not 0.
    pub(crate) fn add(&mut self, unit: usize, value: f32) {
        if self.sums[unit] == 0.0 {
            self.on.push(unit as u32);
        }
        self.sums[unit] += value.abs();
    }

    /// The units that are on, ascending, and their sums, all of which are then 0 again.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.on.sort_unstable();
        let sums = &mut self.sums;
        let take = |unit| (unit, std::mem::take(&mut sums[unit as usize]));
        self.on.drain(..).map(take)
    }
}

//! Coordinate descent on the working set.

use pulp::Simd;

use super::{Curvature, Solver};
use crate::compute::simd::{WIDTH, add_terms};

/// Units that are descended along together.
const GROUP: usize = 4;

impl<S: Simd> Solver<'_, S> {
    /// Coordinate descent over the working set until a sweep lowers E1 by less than `tolerance`, for at most
    /// `sweeps`.
    #[inline(always)]
    pub(super) fn descend(&mut self, tolerance: f32, sweeps: usize) {
        let size = self.working.len();
        let padded = size.next_multiple_of(WIDTH);
        for _ in 0..sweeps {
            let mut gain = 0.0;
            let mut first = 0;
            while first + GROUP <= size {
                gain += self.descend_group::<GROUP>(first, padded);
                first += GROUP;
            }
            while first < size {
                gain += self.descend_group::<1>(first, padded);
                first += 1;
            }
            if gain <= tolerance {
                return;
            }
        }
    }

    /// Minimises along `UNITS` successive units of the working set from `first` on, one after the other; returns by how much E1 fell.
    ///
    /// Each unit's working correlation is corrected for the changes of the units before it in registers, and all changes
    /// are then written to memory at once: no unit waits for the memory traffic of the one before it.
    #[inline(always)]
    fn descend_group<const UNITS: usize>(&mut self, first: usize, padded: usize) -> f32 {
        let rows: [&[f32]; UNITS] =
            std::array::from_fn(|unit| &self.block.row(first + unit)[..padded]);
        let mut changes = [0.0; UNITS];
        let mut gain = 0.0;
        for unit in 0..UNITS {
            let place = first + unit;
            let mut working_correlation = self.working_correlation[place];
            for before in 0..unit {
                working_correlation -= changes[before] * rows[before][place];
            }
            let old = self.code[place];
            let Curvature {
                size,
                inverse,
                threshold,
            } = self.curvatures[place];
            // With working_correlation + size * old shrunk by the price, all over the size.
            let above = (working_correlation * inverse + (old - threshold)).max(0.0);
            let below = (working_correlation * inverse + (old + threshold)).min(0.0);
            let new = above + below;
            let change = new - old;
            changes[unit] = change;
            self.code[place] = new;
            gain += 0.5 * size * change * change;
        }
        if changes.iter().any(|&change| change != 0.0) {
            // First those that the next units wait for.
            let next = ((first + UNITS) / WIDTH * WIDTH).min(padded);
            let (before, after) = self.working_correlation[..padded].split_at_mut(next);
            add_terms(self.simd, after, UNITS, |unit| {
                (-changes[unit], &rows[unit][next..])
            });
            add_terms(self.simd, before, UNITS, |unit| {
                (-changes[unit], &rows[unit][..next])
            });
        }
        gain
    }
}

//! Growing the working set.

use pulp::Simd;

use super::Solver;
use crate::compute::simd::{count_above, places_where};

/// Units added to the working set at once, at least, where as many are missing.
const MIN_GROWTH: usize = 16;
/// At least one in this many of the missing units is added: of more at once, many turn out not to be on, and every sweep passes them.
const MISSING_PER_GROWTH: usize = 10;
/// A unit that is off leaves the working set where abs(g) is below this share of its price.
const NEAR: f32 = 0.98;
/// Bisections of the threshold above which units are added.
const BISECTIONS: usize = 12;

impl<S: Simd> Solver<'_, S> {
    /// Adds the worst violators of optimality, half as many to as many as the code has units on; returns how many. Units that are
    /// off and far from turning on leave, where they are at least half of the set.
    #[inline(always)]
    pub(super) fn grow(&mut self) -> usize {
        let (missing, furthest) = count_above(self.simd, &self.correlation, &self.screens, 0.0);
        if missing == 0 {
            return 0;
        }
        let threshold = self.threshold(missing, furthest);
        let is_added = |correlation: f32, screen: f32| correlation.abs() - screen > threshold;
        let (chosen, correlation) = (&mut self.chosen, &self.correlation);
        let added = places_where(chosen, correlation, &self.screens, is_added);
        // Moving the others together takes time.
        let half = self.working.len() / 2;
        self.keep(half, |price, code, correlation| {
            code != 0.0 || correlation.abs() >= NEAR * price
        });
        let known = self.working.len();
        for place in 0..added {
            let unit = self.chosen[place];
            self.join(unit);
            self.working_correlation[known + place] = self.correlation[unit as usize];
        }
        self.block.fill(self.gram, &self.working, known);
        added
    }

    /// How far above its price abs(g) of a unit must be for it to be added, with `missing` units, the one furthest above by `furthest`. One
    /// at least is above it.
    #[inline(always)]
    fn threshold(&self, missing: usize, furthest: f32) -> f32 {
        let most = MIN_GROWTH
            .max(self.on.len())
            .max(missing / MISSING_PER_GROWTH);
        if missing <= most {
            return 0.0;
        }
        // To count is quicker than to sort.
        let (mut low, mut high) = (0.0, furthest);
        for _ in 0..BISECTIONS {
            let threshold = 0.5 * (low + high);
            let (above, _) = count_above(self.simd, &self.correlation, &self.screens, threshold);
            if above > most {
                low = threshold;
            } else if above < most / 2 {
                high = threshold;
            } else {
                return threshold;
            }
        }
        // Many are as far above as each other.
        low
    }
}

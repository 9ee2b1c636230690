//! Whether curves can have come of a run: checked where a file is read, so that learning can go on from what it holds.

use super::history::History;
use super::measured::Measured;
use super::point::Point;
use crate::range::OutOfRange;

/// The whole numbers up to this one are numbers of type f64 as well: no run has learned from more minibatches or movies.
pub(crate) const MOST_EXACT: u64 = 1 << 53;

/// Most of them from which learning can go on: what is left no run ever learns.
const MAX_BEFORE: u64 = MOST_EXACT / 2;
/// Longest time that a run can have spent learning, in seconds; its clock stops there.
pub(crate) const MAX_SECS: f64 = 1e12;
/// Largest energy or other measure.
const MAX_MEASURE: f64 = 1e100;

/// Checks how far a run has come, or had come at a moment.
///
/// # Errors
/// The first value outside its range.
pub(crate) fn check_progress(
    step: u64,
    movies_seen: u64,
    elapsed_secs: f64,
) -> Result<(), OutOfRange> {
    OutOfRange::within("number of minibatches", step, 0..=MOST_EXACT, "")?;
    OutOfRange::within("number of movies seen", movies_seen, 0..=MOST_EXACT, "")?;
    OutOfRange::within("time spent learning", elapsed_secs, 0.0..=MAX_SECS, " s")
}

/// Checks that learning can go on from there, and what comes of it be saved.
///
/// # Errors
/// The count that is too large.
pub(crate) fn check_room(step: u64, movies_seen: u64) -> Result<(), OutOfRange> {
    OutOfRange::within("number of minibatches", step, 0..=MAX_BEFORE, "")?;
    OutOfRange::within("number of movies seen", movies_seen, 0..=MAX_BEFORE, "")
}

impl History {
    /// Checks every value against its range, and that the points are in order, up to where the run stands.
    ///
    /// # Errors
    /// The first value that is not as it should be.
    pub(crate) fn check(&self, step: u64, movies_seen: u64) -> Result<(), OutOfRange> {
        let [stretch, filled] = self.stretch();
        OutOfRange::within("stretch of the curves", stretch, 1..=MOST_EXACT, "")?;
        OutOfRange::within("filling of the last point", filled, 1..=MOST_EXACT, "")?;
        let mut before = (0, 0);
        for point in self.points() {
            point.check()?;
            let is_next = point.step > before.0 && point.step <= step;
            let expected = format!("above {}, at most {step}", before.0);
            OutOfRange::check(is_next, "step of a point", expected, point.step)?;
            let range = before.1..=movies_seen;
            OutOfRange::within("movies seen at a point", point.movies_seen, range, "")?;
            before = (point.step, point.movies_seen);
        }
        for mark in self.marks() {
            check_progress(mark.step, mark.movies_seen, mark.elapsed_secs)?;
            if let Some(until) = mark.until {
                OutOfRange::within("end of a mark", until, mark.step..=step, "")?;
            }
        }
        self.notes().iter().try_for_each(Measured::check)
    }
}

impl Point {
    fn check(&self) -> Result<(), OutOfRange> {
        check_progress(self.step, self.movies_seen, self.elapsed_secs)?;
        OutOfRange::within("units revived by a point", self.revived, 0..=MOST_EXACT, "")?;
        let energies = &self.energies;
        let layers = energies.layers.iter();
        let layers = layers.flat_map(|layer| [layer.modulated, layer.sparsity]);
        let simple = [energies.reconstruction, energies.simple_sparsity];
        for energy in simple.into_iter().chain(layers) {
            OutOfRange::within("energy of a point", energy, -MAX_MEASURE..=MAX_MEASURE, "")?;
        }
        let densities = [self.simple_density, self.invariant_density].into_iter();
        for density in densities.chain(self.top_density) {
            OutOfRange::within("density of a point", density, 0.0..=1.0, "")?;
        }
        for price in self.prices.into_iter().flatten() {
            OutOfRange::within("price of a point", price, 0.0..=MAX_MEASURE as f32, "")?;
        }
        check_measures([self.concentration, self.concentration_shuffled])
    }
}

impl Measured {
    fn check(&self) -> Result<(), OutOfRange> {
        check_progress(self.step, self.movies_seen, self.elapsed_secs)?;
        check_measures([
            self.concentration,
            self.concentration_shuffled,
            self.gabor_good,
            self.gabor_correlation,
            self.width_ratio,
            self.bandwidth_ratio,
            self.f2_over_f0_simple,
            self.f2_over_f0_invariant,
        ])
    }
}

fn check_measures<const N: usize>(measures: [Option<f64>; N]) -> Result<(), OutOfRange> {
    let mut known = measures.into_iter().flatten();
    known.try_for_each(|value| OutOfRange::within("measure", value, -MAX_MEASURE..=MAX_MEASURE, ""))
}

//! Whether complex cells have emerged: measured while the model learns, at a small share of its time.

use std::time::{Duration, Instant};

use crate::analysis::{Concentration, dominant_gratings, orientation_concentration};
use crate::model::Weights;

/// Median orientation concentration from which complex cells count as emerged.
pub const EMERGED: f64 = 0.7;
/// How far above the control it must be then: a column of A that holds but one or two filters is
/// concentrated too, and no less so with its rows shuffled.
const ABOVE_SHUFFLED: f64 = 0.4;
/// Least time between two measures of the concentration.
const EVERY: Duration = Duration::from_millis(200);
/// Later on, the time between two measures is this share of the time learned: emergence is quick at
/// first and slow in the end.
const STRETCH: f64 = 0.02;
/// Measuring takes at most one part in so many of the time.
const SHARE: u32 = 25;
/// The same until complex cells have emerged, so that the mark comes when they do.
const EARLY_SHARE: u32 = 10;

/// The orientation concentration as measured last, and when to measure it next.
pub(crate) struct Emergence {
    median: Option<f64>,
    next: Instant,
}

impl Emergence {
    /// To be measured at once; a run that goes on has a median.
    pub(crate) fn new(median: Option<f64>) -> Self {
        Self {
            median,
            next: Instant::now(),
        }
    }

    /// The median over all invariant units, 0 to 1.
    pub(crate) fn median(&self) -> Option<f64> {
        self.median
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Measures it over all units, with the peak of each filter's spectrum as its orientation: Gabor fits take longer and
    /// change it little. Filters have `side` x `side` pixels.
    pub(crate) fn measure(&mut self, weights: &Weights, side: usize) -> Option<Concentration> {
        let gratings = dominant_gratings(weights.dictionary.view(), side);
        let thetas: Vec<_> = gratings.iter().map(|g| g.map(|g| g.theta_rad)).collect();
        let found = orientation_concentration(weights.pooling().view(), &thetas, |_| true);
        self.median = found.as_ref().map(|found| found.median);
        found
    }

    /// Sets when to measure next, after a measure that began at `started`, of a run that has learned so long.
    pub(crate) fn rest(&mut self, started: Instant, elapsed_secs: f64, emerged: bool) {
        let share = if emerged { SHARE } else { EARLY_SHARE };
        let later = Duration::from_secs_f64(STRETCH * elapsed_secs);
        let pause = (started.elapsed() * share).max(later).max(EVERY);
        self.next = Instant::now() + pause;
    }
}

/// Whether this is as concentrated as complex cells are.
pub(crate) fn is_emerged(found: &Concentration) -> bool {
    found.median >= EMERGED.max(found.shuffled_median + ABOVE_SHUFFLED)
}

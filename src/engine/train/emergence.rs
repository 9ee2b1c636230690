//! Whether complex cells have emerged: measured beside learning, on a thread of its own, at a small share of its time.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::analysis::{Concentration, dominant_gratings, orientation_concentration};
use crate::engine::observe::WorkerHandle;
use crate::model::{Learner, Weights};
use crate::telemetry::Mark;

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

/// A model at one moment of a run.
pub(super) struct Moment {
    /// The run.
    pub(super) generation: u64,
    /// The moment, without words.
    pub(super) at: Mark,
    pub(super) learner: Arc<Learner>,
    /// Side of the filters, in pixels.
    pub(super) side: usize,
}

/// The orientation concentration of a model at one moment of a run.
pub(super) struct Found {
    pub(super) generation: u64,
    pub(super) at: Mark,
    /// `None` where no invariant unit pools an oriented filter.
    pub(super) concentration: Option<Concentration>,
    /// How long it took to measure.
    taken: Duration,
}

/// The thread that measures, and when it is asked next.
pub(super) struct EmergenceWatch {
    worker: WorkerHandle<Moment, Found>,
    is_asked: bool,
    next: Instant,
}

impl EmergenceWatch {
    /// Starts the thread. A model is to be measured at once.
    pub(super) fn spawn() -> Self {
        let worker = WorkerHandle::start(
            "cellscope-emergence",
            || (),
            |moment: Moment, port| {
                let started = Instant::now();
                let concentration = concentration(&moment.learner.weights, moment.side);
                port.publish(Found {
                    generation: moment.generation,
                    at: moment.at,
                    concentration,
                    taken: started.elapsed(),
                });
                ControlFlow::Continue(())
            },
        );
        Self {
            worker,
            is_asked: false,
            next: Instant::now(),
        }
    }

    /// Whether it is time to measure again.
    pub(super) fn is_due(&self) -> bool {
        !self.is_asked && Instant::now() >= self.next
    }

    /// Measures a model; never waits.
    pub(super) fn ask(&mut self, moment: Moment) {
        self.worker.ask(moment);
        self.is_asked = true;
    }

    /// What was measured, once it is there. The next measure comes after a pause that depends on how long this one took
    /// and on how long the model learned until then; a shorter one until complex cells have emerged.
    pub(super) fn found(&mut self, has_emerged: bool) -> Option<Arc<Found>> {
        let found = self.worker.answer()?;
        let share = if has_emerged { SHARE } else { EARLY_SHARE };
        let later = Duration::from_secs_f64(STRETCH * found.at.elapsed_secs);
        self.is_asked = false;
        self.next = Instant::now() + (found.taken * share).max(later).max(EVERY);
        Some(found)
    }
}

/// The orientation concentration over all invariant units, with the peak of each filter's spectrum as its orientation: Gabor
/// fits take longer and change it little. Filters have `side` x `side` pixels.
pub(super) fn concentration(weights: &Weights, side: usize) -> Option<Concentration> {
    let gratings = dominant_gratings(weights.dictionary.view(), side);
    let thetas: Vec<_> = gratings.iter().map(|g| g.map(|g| g.theta_rad)).collect();
    orientation_concentration(weights.pooling().view(), &thetas, |_| true)
}

/// Whether this is as concentrated as complex cells are.
pub(super) fn is_emerged(found: &Concentration) -> bool {
    found.median >= EMERGED.max(found.shuffled_median + ABOVE_SHUFFLED)
}

//! A stretch of a run: the moments recorded in it, and at its end the model as it is now.

use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use super::file_error::FileError;
use super::snapshot::Snapshot;
use crate::words::grouped;

/// The moments of a stretch of a run, at least two.
#[derive(Clone, Debug)]
pub struct Span {
    now: Arc<Snapshot>,
    /// The number of its first moment in the recording.
    first: usize,
    steps: Vec<u64>,
    movies_seen: Vec<u64>,
    ends_now: bool,
}

/// From where to where a run is recorded, and the way out where that is one moment.
fn recorded(first: u64, last: u64) -> String {
    if first == last {
        format!("the only one is that of step {last}: train on, and more are recorded")
    } else {
        format!("it goes from step {first} to {last}")
    }
}

/// There is nothing to show.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "steps {from} to {to}: fewer than two moments of the run are recorded there; {}", recorded(*.first, *.last)
)]
pub struct EmptySpan {
    from: u64,
    to: u64,
    first: u64,
    last: u64,
}

impl Span {
    /// The moments of a run from one minibatch to another.
    ///
    /// # Errors
    /// When there are fewer than two.
    pub fn new(now: Arc<Snapshot>, steps: RangeInclusive<u64>) -> Result<Self, EmptySpan> {
        let (status, moments) = (&now.status, now.recording.moments());
        // A model that was saved in between has a history that goes on.
        let before = &moments[..moments.partition_point(|moment| moment.step < status.step)];
        let first = before.partition_point(|moment| moment.step < *steps.start());
        let inside = before[first..].iter();
        let inside = inside.take_while(|moment| moment.step <= *steps.end());
        let ends_now = steps.contains(&status.step);
        let present = ends_now.then_some((status.step, status.movies_seen));
        let shown = inside.map(|moment| (moment.step, moment.movies_seen));
        let (shown, movies_seen): (Vec<_>, Vec<_>) = shown.chain(present).unzip();
        if shown.len() < 2 {
            return Err(EmptySpan {
                from: *steps.start(),
                to: *steps.end(),
                first: before.first().map_or(status.step, |moment| moment.step),
                last: status.step,
            });
        }
        Ok(Self {
            first,
            steps: shown,
            movies_seen,
            ends_now,
            now,
        })
    }

    /// The minibatches of its moments, in order.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// Whether a moment is now.
    #[must_use]
    pub fn is_now(&self, moment: usize) -> bool {
        self.ends_now && moment + 1 == self.steps.len()
    }

    /// The model at a moment.
    ///
    /// # Errors
    /// When the history cannot be read.
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn snapshot(&self, moment: usize) -> Result<Arc<Snapshot>, FileError> {
        assert!(moment < self.steps.len(), "moment {moment} of the span");
        if self.is_now(moment) {
            return Ok(Arc::clone(&self.now));
        }
        self.now.past(self.first + moment).map(Arc::new)
    }

    /// A moment in words: "step 120, 6 000 movies".
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn caption(&self, moment: usize) -> String {
        let [step, movies] = [self.steps[moment], self.movies_seen[moment]].map(grouped);
        format!("step {step}, {movies} movies")
    }
}

//! A recorded moment, as it is asked for and as it comes to be shown.

mod moments;
pub(crate) mod play_speed;
pub(crate) mod time_axis;
pub(crate) mod timeline;

use std::sync::Arc;

use crate::app::state::model_view::{Colors, RenderedModel};
use crate::engine::{Run, Snapshot};

/// What can be shown in place of the run as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherShown {
    /// A moment of its past, or one that is about to be.
    Past,
    /// A pinned run.
    Pinned,
}

/// A recorded moment of a run, to be shown.
#[derive(Clone, Debug)]
pub struct PastRequest {
    /// The newest snapshot of the run.
    pub newest: Arc<Snapshot>,
    /// Number of the moment in the recording of that snapshot.
    pub index: usize,
    /// The colours of its filters.
    pub colors: Colors,
}

/// What became of a request.
#[derive(Clone, Debug)]
pub struct PastAnswer {
    /// Generation of the run that was asked about.
    pub generation: u64,
    /// The model at the moment, or why it cannot be read.
    pub result: Result<RenderedModel, String>,
}

/// The lowest generation of pinned runs, of which those beside learn. Other runs are counted from 0 on; moments of their past
/// have the highest generations, above all pinned runs.
pub(crate) const FIRST_PINNED: u64 = 1 << 63;
/// The lowest generation of moments of the past.
const FIRST_PAST: u64 = 3 << 62;

/// Whether snapshots of a generation are of a moment of the past.
pub(crate) fn is_past(generation: u64) -> bool {
    generation >= FIRST_PAST
}

/// The generation of the run that a model is of: moments of its past have it turned over.
pub(crate) fn run_of(generation: u64) -> u64 {
    generation.min(!generation)
}

/// Whether a snapshot is of a pinned run.
pub(crate) fn is_pinned(snapshot: &Snapshot) -> bool {
    (FIRST_PINNED..FIRST_PAST).contains(&snapshot.generation)
}

impl PastRequest {
    /// Minibatches learned from at the moment.
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn step(&self) -> u64 {
        self.newest.recording.moments()[self.index].step
    }

    /// Reads the moment from its file and renders it.
    ///
    /// The model of a moment stands still, and its generation is one that no run has: what is measured of it is never
    /// taken for a measure of the run.
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn answer(&self) -> PastAnswer {
        let generation = self.newest.generation;
        let past = self.newest.past(self.index).map(|mut past| {
            past.generation = !generation;
            past.status.run = Run::Paused;
            past.tell_lines();
            RenderedModel::new(Arc::new(past), self.colors)
        });
        PastAnswer {
            generation,
            result: past.map_err(|error| error.to_string()),
        }
    }
}

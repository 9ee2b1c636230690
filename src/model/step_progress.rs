//! How far a step of learning has come, and a way to stop it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many movies of a minibatch are coded, told to other threads, which can stop the step: it then learns nothing. A step of the
/// largest models takes minutes.
#[derive(Debug, Default)]
pub struct StepProgress {
    coded: AtomicUsize,
    is_stopped: AtomicBool,
}

impl StepProgress {
    /// Movies of the minibatch that are coded.
    pub fn coded(&self) -> usize {
        self.coded.load(Ordering::Relaxed)
    }

    /// Asks to stop the present step, or the next one where none is on its way.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Forgets that a step was to be stopped.
    pub fn let_go_on(&self) {
        self.is_stopped.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&self) {
        self.coded.store(0, Ordering::Relaxed);
    }

    pub(super) fn count_movie(&self) {
        self.coded.fetch_add(1, Ordering::Relaxed);
    }
}

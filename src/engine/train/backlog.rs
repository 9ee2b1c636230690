//! The orientation concentration at recorded moments that passed too fast to be measured: one after the other, on a thread
//! that leaves the cores to everybody else.

use std::sync::Arc;

use crate::analysis::{Concentration, spectral_concentration};
use crate::engine::observe::WorkerHandle;
use crate::engine::record::Recording;
use crate::engine::threads::give_way_to_all;

/// The thread is busy at most this share of the time.
const BUSY_SHARE: f64 = 0.03;

/// A recorded moment to be measured.
struct Question {
    generation: u64,
    recording: Recording,
    index: usize,
}

/// What was measured of a moment.
pub(super) struct PastFound {
    /// The run.
    pub(super) generation: u64,
    /// Minibatches learned from by then.
    pub(super) step: u64,
    /// `None` where no invariant unit pools an oriented filter, or the moment cannot be read.
    pub(super) concentration: Option<Concentration>,
}

/// The thread, and how far it has come.
pub(super) struct Backlog {
    worker: WorkerHandle<Question, PastFound>,
    is_asked: bool,
    generation: u64,
    /// Moments before this minibatch are done.
    next: u64,
}

impl Backlog {
    /// Starts the thread.
    pub(super) fn spawn() -> Self {
        let worker = WorkerHandle::start(
            "cellscope-backlog",
            || (),
            |question: Question, port| {
                give_way_to_all();
                let Question {
                    generation,
                    recording,
                    index,
                } = question;
                let past = recording.read(index).ok();
                port.publish(PastFound {
                    generation,
                    step: recording.moments()[index].step,
                    concentration: past.and_then(|past| {
                        let side = past.config.movies.patch_side;
                        spectral_concentration(&past.learner.weights, side)
                    }),
                });
                port.throttle(BUSY_SHARE, |_| false)
            },
        );
        Self {
            worker,
            is_asked: false,
            generation: 0,
            next: 0,
        }
    }

    /// Has the next moment measured of which `is_measured` does not hold; never waits.
    pub(super) fn ask(
        &mut self,
        generation: u64,
        recording: impl FnOnce() -> Recording,
        is_measured: impl Fn(u64) -> bool,
    ) {
        if self.is_asked {
            return;
        }
        if generation != self.generation {
            (self.generation, self.next) = (generation, 0);
        }
        let recording = recording();
        let moments = recording.moments();
        let first = moments.partition_point(|moment| moment.step < self.next);
        let missing = |&index: &usize| !is_measured(moments[index].step);
        if let Some(index) = (first..moments.len()).find(missing) {
            self.next = moments[index].step + 1;
            self.is_asked = true;
            self.worker.ask(Question {
                generation,
                recording,
                index,
            });
        }
    }

    /// Why the measure of a moment failed; it is left out.
    pub(super) fn fault(&mut self) -> Option<String> {
        let fault = self.worker.fault()?;
        self.is_asked = false;
        Some(fault)
    }

    /// What was measured since the last call.
    pub(super) fn found(&mut self) -> Option<Arc<PastFound>> {
        let found = self.worker.answer()?;
        self.is_asked = false;
        Some(found)
    }
}

//! Long work that leaves time to learning, publishes its progress, and can be broken off.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::worker::WorkerPort;
use crate::engine::snapshot::Run;

/// While the model learns, the work computes at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.5;
/// How often the work pauses and looks for another question.
const PAUSE_EVERY: Duration = Duration::from_millis(10);
/// How often it publishes its progress.
const PUBLISH_EVERY: Duration = Duration::from_millis(100);

/// When the work last paused and last published.
pub(crate) struct Throttle {
    share: f64,
    paused_at: Instant,
    published_at: Instant,
}

impl Throttle {
    /// For work on a snapshot of an engine in this state.
    pub(crate) fn new(run: Run) -> Self {
        let now = Instant::now();
        Self {
            share: if run.is_learning() { BUSY_SHARE } else { 1.0 },
            paused_at: now,
            published_at: now,
        }
    }

    /// Whether it is time to publish progress.
    fn is_due(&self) -> bool {
        self.published_at.elapsed() >= PUBLISH_EVERY
    }

    /// To be called after publishing.
    pub(crate) fn published(&mut self) {
        self.published_at = Instant::now();
    }

    /// To be called often: pauses when it is time, publishes the progress, and breaks off when there is another question or
    /// the handle is gone.
    pub(crate) fn check<Q: Send, A: Send + Sync>(
        &mut self,
        port: &mut WorkerPort<Q, A>,
        so_far: impl FnOnce() -> A,
    ) -> ControlFlow<()> {
        if self.paused_at.elapsed() < PAUSE_EVERY {
            return ControlFlow::Continue(());
        }
        if self.is_due() {
            port.publish(so_far());
            self.published();
        }
        port.throttle(self.share, |_| true)?;
        self.paused_at = Instant::now();
        match port.waiting() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

//! Long work that rests, tells how far it is, and breaks off.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::slot::WorkerPort;
use crate::engine::snapshot::Run;

/// While the model learns, the work is busy at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.5;
/// How often the work rests, and looks whether it is to go on.
const BREATH: Duration = Duration::from_millis(10);
/// How often it tells how far it is.
const TELL: Duration = Duration::from_millis(100);

/// When the work rested and told something last.
pub(crate) struct Throttle {
    share: f64,
    rested: Instant,
    told: Instant,
}

impl Throttle {
    /// Beside an engine that learns or does not.
    pub(crate) fn new(run: Run) -> Self {
        let now = Instant::now();
        Self {
            share: match run {
                Run::Running | Run::Counting(_) => BUSY_SHARE,
                Run::Waiting | Run::Paused => 1.0,
            },
            rested: now,
            told: now,
        }
    }

    /// Whether it is time to tell something.
    pub(crate) fn is_due(&self) -> bool {
        self.told.elapsed() >= TELL
    }

    /// To be called when something was told.
    pub(crate) fn told(&mut self) {
        self.told = Instant::now();
    }

    /// Rests now and then, tells how far the work is, and breaks off when something else is asked or nobody
    /// asks any more.
    pub(crate) fn watch<Q: Send, A: Send + Sync>(
        &mut self,
        port: &mut WorkerPort<Q, A>,
        so_far: impl FnOnce() -> A,
    ) -> ControlFlow<()> {
        if self.rested.elapsed() < BREATH {
            return ControlFlow::Continue(());
        }
        if self.is_due() {
            port.publish(so_far());
            self.told();
        }
        port.throttle(self.share, |_| true)?;
        self.rested = Instant::now();
        match port.waiting() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

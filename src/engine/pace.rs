//! Long work that rests, tells how far it is, and breaks off.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::latest::Desk;
use super::messages::Run;

/// While the model learns, the work is busy at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.5;
/// How often the work rests, and looks whether it is to go on.
const BREATH: Duration = Duration::from_millis(10);
/// How often it tells how far it is.
const TELL: Duration = Duration::from_millis(100);

/// When the work rested and told something last.
pub(super) struct Pace {
    share: f64,
    rested: Instant,
    told: Instant,
}

impl Pace {
    /// Beside an engine that learns or does not.
    pub(super) fn new(run: Run) -> Self {
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
    pub(super) fn is_due(&self) -> bool {
        self.told.elapsed() >= TELL
    }

    /// To be called when something was told.
    pub(super) fn told(&mut self) {
        self.told = Instant::now();
    }

    /// Rests now and then, tells how far the work is, and breaks off when something else is asked or nobody
    /// asks any more.
    pub(super) fn watch<Q: Send, A: Send + Sync>(
        &mut self,
        desk: &mut Desk<Q, A>,
        so_far: impl FnOnce() -> A,
    ) -> ControlFlow<()> {
        if self.rested.elapsed() < BREATH {
            return ControlFlow::Continue(());
        }
        if self.is_due() {
            desk.publish(so_far());
            self.told();
        }
        desk.breathe(self.share, |_| true)?;
        self.rested = Instant::now();
        match desk.waiting() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

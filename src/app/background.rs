//! Work on threads of its own, so that the window never waits for it.

use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::{Context, Id};

use crate::engine::give_way;
use crate::fault::guarded;

/// Outcomes that can wait for the next frame.
const QUEUE: usize = 16;

/// Starts work and collects what becomes of it.
pub(crate) struct Background<T> {
    outcomes: Receiver<T>,
    sender: Sender<T>,
}

impl<T> Default for Background<T> {
    fn default() -> Self {
        let (sender, outcomes) = bounded(QUEUE);
        Self { outcomes, sender }
    }
}

impl<T: Send + 'static> Background<T> {
    /// Does `work` on a thread of this name.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        &self,
        name: &str,
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> std::io::Result<()> {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let name = name.to_owned();
        let thread = std::thread::Builder::new().name(name.clone());
        let spawned = thread.spawn(move || {
            give_way();
            match guarded(work) {
                // A closed channel means that the window is gone.
                Ok(outcome) => drop(sender.send(outcome)),
                Err(fault) => note_fault(&ctx, format!("{name} failed because of {fault}")),
            }
            ctx.request_repaint();
        });
        spawned.map(drop)
    }

    /// What becomes of work within this time, for a window that closes.
    pub(crate) fn outcome_within(&self, time: Duration) -> Option<T> {
        self.outcomes.recv_timeout(time).ok()
    }

    /// What became of work that is done, if there is any.
    pub(crate) fn outcome(&self) -> Option<T> {
        self.outcomes.try_recv().ok()
    }
}

/// Work of which there is one piece at a time, as writing a file is: the next begins once the outcome of the last was taken.
pub(crate) struct OneAtATime<T> {
    work: Background<T>,
    is_on: bool,
}

impl<T> Default for OneAtATime<T> {
    fn default() -> Self {
        Self {
            work: Background::default(),
            is_on: false,
        }
    }
}

impl<T: Send + 'static> OneAtATime<T> {
    /// Whether a piece is on its way.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// As [`Background::start`].
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        &mut self,
        name: &str,
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> std::io::Result<()> {
        self.work.start(name, ctx, work)?;
        self.is_on = true;
        Ok(())
    }

    /// What became of the piece, once it is done.
    pub(crate) fn outcome(&mut self) -> Option<T> {
        let outcome = self.work.outcome()?;
        self.is_on = false;
        Some(outcome)
    }

    /// What becomes of the piece that is on its way within this time, for a window that closes.
    pub(crate) fn last_outcome(&mut self, time: Duration) -> Option<T> {
        let is_on = std::mem::take(&mut self.is_on);
        is_on.then(|| self.work.outcome_within(time)).flatten()
    }
}

/// Where the window keeps what its threads panicked of until it tells it.
fn faults() -> Id {
    Id::unique("faults of background work")
}

fn note_fault(ctx: &Context, fault: String) {
    ctx.data_mut(|data| {
        data.get_temp_mut_or_default::<Vec<String>>(faults())
            .push(fault)
    });
}

/// What work panicked of, if it did and this was not told yet; its outcome never comes.
pub(crate) fn background_fault(ctx: &Context) -> Option<String> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Vec<String>>(faults()).pop())
}

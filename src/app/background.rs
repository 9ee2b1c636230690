//! Work on threads of its own, so that the window never waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::{Context, Id};

use crate::engine::give_way;
use crate::fault::guarded;

/// How long a window that closes waits for what is being written.
pub(crate) const LAST_WRITE: Duration = Duration::from_secs(2);
/// Outcomes that can wait for the next frame.
const QUEUE: usize = 16;

/// Starts work and collects what becomes of it.
pub(crate) struct Background<T> {
    outcomes: Receiver<T>,
    sender: Sender<T>,
    /// Pieces of work that are not done.
    running: Arc<AtomicUsize>,
}

impl<T> Default for Background<T> {
    fn default() -> Self {
        let (sender, outcomes) = bounded(QUEUE);
        Self {
            outcomes,
            sender,
            running: Arc::default(),
        }
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
        let running = Arc::clone(&self.running);
        self.running.fetch_add(1, Ordering::AcqRel);
        let spawned = thread.spawn(move || {
            give_way();
            match guarded(work) {
                // A closed channel means that the window is gone.
                Ok(outcome) => drop(sender.send(outcome)),
                Err(fault) => note_fault(&ctx, format!("{name} failed because of {fault}")),
            }
            running.fetch_sub(1, Ordering::AcqRel);
            ctx.request_repaint();
        });
        if spawned.is_err() {
            self.running.fetch_sub(1, Ordering::AcqRel);
        }
        spawned.map(drop)
    }

    /// Whether an outcome is there or can still come: none comes of work that panicked.
    pub(crate) fn is_awaited(&self) -> bool {
        self.running.load(Ordering::Acquire) > 0 || !self.outcomes.is_empty()
    }

    /// What becomes of work that is on its way within this time, for a window that closes.
    pub(crate) fn last_outcome(&self, time: Duration) -> Option<T> {
        let outcome = self
            .is_awaited()
            .then(|| self.outcomes.recv_timeout(time).ok());
        outcome.flatten()
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
        self.is_on && self.work.is_awaited()
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
        is_on.then(|| self.work.last_outcome(time)).flatten()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_work_that_panicked_the_next_piece_can_begin() {
        let ctx = Context::default();
        let mut work: OneAtATime<u8> = OneAtATime::default();
        work.start("broken", &ctx, || panic!("a fault"))
            .expect("a thread");
        while work.is_on() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(work.outcome().is_none());
        assert!(background_fault(&ctx).is_some_and(|told| told.contains("a fault")));
        work.start("sound", &ctx, || 7).expect("a thread");
        let outcome = std::iter::repeat_with(|| work.outcome()).flatten().next();
        assert_eq!(outcome, Some(7));
        assert!(!work.is_on());
    }
}

//! Work on threads of its own, so that the window never waits for it.

use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::Context;

use crate::engine::give_way;

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
        let thread = std::thread::Builder::new().name(name.to_owned());
        let spawned = thread.spawn(move || {
            give_way();
            // A closed channel means that the window is gone.
            let _ = sender.send(work());
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

//! A model on its way to a file, on a thread of its own, so that learning goes on meanwhile.

use std::path::PathBuf;
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, bounded};

use crate::engine::threads::give_way;

/// What a save came to: the file, or why there is none.
pub(crate) type SaveOutcome = Result<PathBuf, String>;

/// A save in progress. Dropping it waits for its end.
pub(crate) struct Saving {
    outcome: Receiver<SaveOutcome>,
    thread: Option<JoinHandle<()>>,
}

impl Saving {
    /// Runs `write` on a new thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        write: impl FnOnce() -> SaveOutcome + Send + 'static,
    ) -> std::io::Result<Self> {
        let (sender, outcome) = bounded(1);
        let thread = std::thread::Builder::new()
            .name("cellscope-save".to_owned())
            .spawn(move || {
                give_way();
                // Fails only when nobody waits for it any more.
                let _ = sender.send(write());
            })?;
        Ok(Self {
            outcome,
            thread: Some(thread),
        })
    }

    /// Whether [`Self::wait`] returns at once.
    pub(crate) fn has_ended(&self) -> bool {
        !self.outcome.is_empty() || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the outcome.
    pub(crate) fn wait(self) -> SaveOutcome {
        let outcome = self.outcome.recv();
        outcome.unwrap_or_else(|_| Err("saving ended with a fault of the program".to_owned()))
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

//! A model on its way to a file, on a thread of its own, so that learning goes on meanwhile.

use std::path::PathBuf;
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, bounded};

use crate::config::Config;
use crate::engine::threads::give_way;
use crate::fault::guarded;
use crate::files::{Stamp, stamp};

/// A moment of a model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Age {
    pub(crate) generation: u64,
    /// The minibatches it has learned from.
    pub(crate) step: u64,
    /// Its settings, which may change while it does not learn.
    pub(crate) config: Config,
    /// How often units of it were reinitialised on request.
    pub(crate) revivals: u64,
}

/// What a save came to: the file, or why there is none.
pub(crate) type SaveOutcome = Result<Written, String>;

/// A model that is in a file.
pub(crate) struct Written {
    pub(crate) path: PathBuf,
    /// The file as it was written.
    pub(crate) stamp: Option<Stamp>,
    /// Why its history is not beside it.
    pub(crate) problem: Option<String>,
    /// Where the history of another run is that was beside it.
    pub(crate) moved: Option<String>,
}

/// Where a model is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// This file, which the user named.
    Named(PathBuf),
    /// The folder of kept models.
    Kept,
}

/// A moment of the model that is in a file.
pub(crate) struct Saved {
    pub(crate) age: Age,
    pub(crate) path: PathBuf,
    /// The file as it was then.
    pub(crate) stamp: Option<Stamp>,
}

impl Saved {
    /// The moment that is in this file now.
    pub(crate) fn new(path: PathBuf, age: Age) -> Self {
        let stamp = stamp(&path);
        Self { age, path, stamp }
    }

    /// Whether the file is still there, and no other program has put another one in its place.
    pub(crate) fn is_there(&self) -> bool {
        self.path.exists() && stamp(&self.path) == self.stamp
    }
}

/// A save in progress. Dropping it waits for its end.
pub(crate) struct Saving {
    pub(crate) destination: Destination,
    /// The moment of the model that is written.
    pub(crate) age: Age,
    outcome: Receiver<SaveOutcome>,
    thread: Option<JoinHandle<()>>,
}

impl Saving {
    /// Runs `write` on a new thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        destination: Destination,
        age: Age,
        write: impl FnOnce() -> SaveOutcome + Send + 'static,
    ) -> Result<Self, String> {
        let (sender, outcome) = bounded(1);
        let thread = std::thread::Builder::new()
            .name("cellscope-save".to_owned())
            .spawn(move || {
                give_way();
                // Fails only when nobody waits for it any more.
                let written = guarded(write).and_then(|written| written);
                let _ = sender.send(written);
            });
        let thread = thread.map_err(|error| format!("no thread to save on: {error}"))?;
        Ok(Self {
            destination,
            age,
            outcome,
            thread: Some(thread),
        })
    }

    /// Whether [`Self::wait`] returns at once.
    pub(crate) fn has_ended(&self) -> bool {
        !self.outcome.is_empty() || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the outcome.
    pub(crate) fn wait(&self) -> SaveOutcome {
        let outcome = self.outcome.recv();
        outcome.unwrap_or_else(|_| Err("saving failed with an internal error".to_owned()))
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

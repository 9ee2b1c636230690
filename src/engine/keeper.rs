//! Keeps a model where the program ends at once.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::messages::{Command, Event};
use crate::model::StepProgress;

/// What is said where that takes too long.
const TOO_LATE: &str = "the model could not be kept in time";

/// A way to an engine that does not hold it up: it may end before.
#[derive(Clone, Debug)]
pub struct Keeper {
    pub(super) commands: Weak<Sender<Command>>,
    pub(super) progress: Arc<StepProgress>,
    pub(super) events: Receiver<Event>,
}

impl Keeper {
    /// Whether the engine has ended, or is on its way out.
    pub fn has_ended(&self) -> bool {
        self.commands.strong_count() == 0
    }

    /// Has the model kept, and waits for that at most so long. Returns the file that it is in, or was kept in by an engine
    /// that has ended since; `None` where there is nothing to be kept. Events that come before are lost.
    ///
    /// # Errors
    /// Why it was not kept.
    pub fn keep(&self, patience: Duration) -> Result<Option<PathBuf>, String> {
        let deadline = Instant::now() + patience;
        let Some(commands) = self.commands.upgrade() else {
            return self.kept_at_its_end(deadline);
        };
        let asked = commands.send_deadline(Command::Keep, deadline);
        self.progress.stop();
        // Held any longer, it would keep the engine from ending.
        drop(commands);
        if asked.is_err() {
            return self.kept_at_its_end(deadline);
        }
        loop {
            match self.events.recv_deadline(deadline) {
                Ok(Event::Kept(outcome)) => return outcome,
                Ok(_) => {}
                Err(_) => return Err(TOO_LATE.to_owned()),
            }
        }
    }

    /// Waits until an engine that is on its way out has ended: it keeps its model by itself, and says where.
    fn kept_at_its_end(&self, deadline: Instant) -> Result<Option<PathBuf>, String> {
        let mut kept = Ok(None);
        loop {
            match self.events.recv_deadline(deadline) {
                Ok(Event::Kept(outcome)) => kept = outcome,
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return kept,
                Err(RecvTimeoutError::Timeout) => return Err(TOO_LATE.to_owned()),
            }
        }
    }
}

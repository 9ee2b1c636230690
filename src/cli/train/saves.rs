//! Saves of a model on the way, while it learns.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::engine::{Command, Event};
use crate::files::{Stamp, stamp};

/// The saves on the way, to one file.
pub(super) struct Saves {
    path: PathBuf,
    every: Duration,
    last: Instant,
    /// The file that was there at the start, which the model is to replace.
    replaces: Option<Stamp>,
    /// Minibatches learned from when the save was asked for whose outcome is yet to come.
    awaited: Option<u64>,
    /// Minibatches learned from by the last save.
    saved_step: Option<u64>,
    /// What was said of a failure.
    said: Option<String>,
}

impl Saves {
    /// To be made that often. A file that is there now is replaced.
    pub(super) fn new(every: Duration, path: &Path) -> Self {
        Self {
            path: path.to_path_buf(),
            every,
            last: Instant::now(),
            replaces: stamp(path),
            awaited: None,
            saved_step: None,
            said: None,
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Minibatches learned from by the last save.
    pub(super) fn saved_step(&self) -> Option<u64> {
        self.saved_step
    }

    /// What asks for a save. A file that was there at the start is replaced where it is still as it was.
    pub(super) fn command(&self) -> Command {
        let path = self.path.clone();
        if self.replaces.is_some() && self.replaces == stamp(&path) {
            return Command::Replace(path);
        }
        Command::Save(path)
    }

    /// The same after `step` minibatches, when it is time for it and the outcome of the one before is there.
    pub(super) fn when_due(&mut self, step: u64) -> Option<Command> {
        if self.awaited.is_some() || self.last.elapsed() < self.every {
            return None;
        }
        self.last = Instant::now();
        self.awaited = Some(step);
        Some(self.command())
    }

    /// Whether an outcome is yet to come; it is not awaited any more.
    pub(super) fn take_awaited(&mut self) -> bool {
        self.awaited.take().is_some()
    }

    /// Takes note of the outcome of a save. Returns what is to be said of a failure, once.
    pub(super) fn note(&mut self, event: &Event) -> Option<String> {
        let outcome = outcome(event)?;
        let awaited = self.awaited.take();
        let said = outcome.err().map(|error| error.to_string());
        if said.is_none() {
            self.saved_step = awaited;
        }
        let is_new = said != self.said;
        self.said.clone_from(&said);
        said.filter(|_| is_new)
    }
}

/// What a save came to, where an event says it.
pub(super) fn outcome(event: &Event) -> Option<anyhow::Result<()>> {
    match event {
        Event::Saved(_) => Some(Ok(())),
        Event::NotSaved { reason, .. } => Some(Err(anyhow!("{reason}"))),
        Event::WouldReplace(path) => Some(Err(anyhow!(
            "not saved: {}: another program wrote it meanwhile",
            path.display()
        ))),
        _ => None,
    }
}

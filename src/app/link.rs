//! The window's line to an engine; tests put a recording in its place.

use std::sync::Arc;

use crate::config::Config;
use crate::engine::{Command, Engine, Event, Snapshot};

/// Commands out, events and snapshots in; none of it ever waits.
pub trait Link {
    /// Passes a command on.
    ///
    /// # Errors
    /// Gives the command back when there is no room for it now.
    fn send(&self, command: Command) -> Result<(), Command>;

    /// The events since the last call, oldest first.
    fn events(&self) -> Vec<Event>;

    /// The newest snapshot, if it was not taken yet.
    fn snapshot(&self) -> Option<Arc<Snapshot>>;
}

impl Link for Engine {
    fn send(&self, command: Command) -> Result<(), Command> {
        Self::send(self, command)
    }

    fn events(&self) -> Vec<Event> {
        Self::events(self).collect()
    }

    fn snapshot(&self) -> Option<Arc<Snapshot>> {
        Self::snapshot(self)
    }
}

/// Starts an engine that learns with a configuration and wakes the window when it has news.
pub type Connect = Box<dyn FnMut(Config, &egui::Context) -> Box<dyn Link>>;

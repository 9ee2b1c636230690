//! The line to a run that learns beside the run.

use std::collections::VecDeque;

use super::Link;
use crate::engine::Command;

/// The engine of a run that learns beside the run.
pub(crate) struct EngineBeside {
    /// The generation that the run is pinned under.
    pub(crate) generation: u64,
    /// What it is called: the setting that differs.
    pub(crate) name: String,
    pub(crate) link: Box<dyn Link>,
    /// Commands to be sent.
    pub(crate) commands: VecDeque<Command>,
}

impl EngineBeside {
    /// Sends its queued commands; what finds no room waits.
    pub(crate) fn flush(&mut self) {
        while let Some(command) = self.commands.pop_front() {
            if let Err(command) = self.link.send(command) {
                return self.commands.push_front(command);
            }
        }
    }
}

//! Commands on their way to the engine.

use std::collections::VecDeque;

use crate::engine::Command;

/// Commands in order, kept until the engine has room for them.
#[derive(Debug, Default)]
pub(crate) struct CommandQueue {
    queue: VecDeque<Command>,
}

impl CommandQueue {
    /// Queues a command. Of consecutive values of one slider only the last counts.
    pub(crate) fn push(&mut self, command: Command) {
        if self
            .queue
            .back()
            .is_some_and(|last| replaces(&command, last))
        {
            self.queue.pop_back();
        }
        self.queue.push_back(command);
    }

    /// Sends what the engine has room for; true when all is sent. `send` gives a command back when there is no room.
    pub(crate) fn flush(&mut self, send: impl Fn(Command) -> Result<(), Command>) -> bool {
        while let Some(command) = self.queue.pop_front() {
            if let Err(command) = send(command) {
                self.queue.push_front(command);
                return false;
            }
        }
        true
    }

    /// Forgets what was not sent.
    pub(crate) fn clear(&mut self) {
        self.queue.clear();
    }
}

fn replaces(new: &Command, old: &Command) -> bool {
    match (new, old) {
        (Command::Set(new, _), Command::Set(old, _)) => new == old,
        (Command::ExtraBetas(_), Command::ExtraBetas(_)) => true,
        _ => false,
    }
}

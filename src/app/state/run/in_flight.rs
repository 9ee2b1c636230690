//! Commands that the engine may not have applied yet.

use std::collections::VecDeque;

use crate::engine::Command;

/// Commands that were sent, until a snapshot tells that the engine has applied them. A model that it began before knows nothing of
/// them.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    /// Commands sent to the engine so far.
    sent: u64,
    /// Each with its number.
    commands: VecDeque<(u64, Command)>,
}

impl InFlight {
    /// Takes note of a command that was sent.
    pub(crate) fn note(&mut self, command: &Command) {
        self.sent += 1;
        self.commands.push_back((self.sent, command.clone()));
    }

    /// The engine has applied so many commands.
    pub(crate) fn forget_applied(&mut self, applied: u64) {
        let is_applied = |(number, _): &mut (u64, Command)| *number <= applied;
        while self.commands.pop_front_if(is_applied).is_some() {}
    }

    /// The commands, the first to be applied first.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter().map(|(_, command)| command)
    }
}

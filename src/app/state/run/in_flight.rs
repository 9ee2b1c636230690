//! Settings that the engine may not have taken over yet.

use std::collections::VecDeque;

use crate::config::Config;
use crate::engine::Command;
use crate::parameter::Parameter;

/// Settings that were sent, until a snapshot tells that the engine has applied them. A model that it began before knows nothing of
/// them.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    /// Commands sent to the engine so far.
    sent: u64,
    /// Each with the number of its command.
    settings: VecDeque<(u64, Command)>,
}

impl InFlight {
    /// Takes note of a command that was sent.
    pub(crate) fn note(&mut self, command: &Command) {
        self.sent += 1;
        if command.is_setting() {
            self.settings.push_back((self.sent, command.clone()));
        }
    }

    /// The engine has applied so many commands.
    pub(crate) fn forget_applied(&mut self, applied: u64) {
        let is_applied = |(number, _): &mut (u64, Command)| *number <= applied;
        while self.settings.pop_front_if(is_applied).is_some() {}
    }

    /// Whether a value of this parameter is on its way.
    pub(crate) fn has(&self, parameter: Parameter) -> bool {
        let is_it = |(_, command): &(u64, Command)| matches!(command, Command::Set(set, _) if *set == parameter);
        self.settings.iter().any(is_it)
    }

    /// Sets what is still on its way in a configuration: that of a model that is new.
    pub(crate) fn set_in(&self, config: &mut Config) {
        for (_, command) in &self.settings {
            command.set_in(config);
        }
    }
}

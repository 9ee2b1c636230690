//! Values of parameters that the engine may not have taken over yet.

use std::collections::VecDeque;

use crate::config::Config;
use crate::engine::Command;
use crate::parameter::Parameter;

/// Values that were sent, until a snapshot tells that the engine has applied them. A model that it began before knows nothing of
/// them.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    /// Commands sent to the engine so far.
    sent: u64,
    /// Each with the number of its command.
    values: VecDeque<(u64, Parameter, f32)>,
}

impl InFlight {
    /// Takes note of a command that was sent.
    pub(crate) fn note(&mut self, command: &Command) {
        self.sent += 1;
        if let Command::Set(parameter, value) = *command {
            self.values.push_back((self.sent, parameter, value));
        }
    }

    /// The engine has applied so many commands.
    pub(crate) fn forget_applied(&mut self, applied: u64) {
        while self
            .values
            .front()
            .is_some_and(|(number, ..)| *number <= applied)
        {
            self.values.pop_front();
        }
    }

    /// Whether a value of this parameter is on its way.
    pub(crate) fn has(&self, parameter: Parameter) -> bool {
        self.values.iter().any(|(_, set, _)| *set == parameter)
    }

    /// Sets what is still on its way in a configuration: that of a model that is new.
    pub(crate) fn set_in(&self, config: &mut Config) {
        for &(_, parameter, value) in &self.values {
            parameter.set(config, value);
        }
    }
}

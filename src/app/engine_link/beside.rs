//! The line to a run that learns beside the run.

use std::collections::VecDeque;
use std::thread::JoinHandle;

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

/// Engines that are ending. Dropping this waits until their models are kept.
#[derive(Default)]
pub(crate) struct Ending(Vec<JoinHandle<()>>);

impl Ending {
    /// Ends the engine of a run.
    pub(crate) fn end(&mut self, run: EngineBeside) {
        self.0.retain(|thread| !thread.is_finished());
        self.0.extend(run.link.end());
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        for thread in self.0.drain(..) {
            // A panic there has been told.
            drop(thread.join());
        }
    }
}

/// Queues a command for each of these.
pub(crate) fn tell_all(beside: &mut [EngineBeside], command: &Command) {
    for run in beside {
        run.commands.push_back(command.clone());
    }
}

/// Has runs beside do what the run was asked to, where it is for all: they pause, go on and keep its pace.
pub(crate) fn follow_run(beside: &mut [EngineBeside], command: &Command) {
    if matches!(
        command,
        Command::Pause | Command::Resume | Command::Step(_) | Command::Pace(_)
    ) {
        tell_all(beside, command);
    }
}

//! The line to a run that learns beside the run.

use std::collections::VecDeque;
use std::thread::JoinHandle;

use super::Link;
use crate::engine::{Command, Run};

/// The engine of a run that learns beside the run.
pub(crate) struct EngineBeside {
    /// The generation that the run is pinned under.
    pub(crate) generation: u64,
    /// What it is called: the setting that differs.
    pub(crate) name: String,
    pub(crate) link: Box<dyn Link>,
    /// Commands to be sent.
    pub(crate) commands: VecDeque<Command>,
    /// What the run did when this one was compared with it last.
    pub(crate) run_did: Run,
    /// The last command of those that say whether it learns.
    pub(crate) goal: Command,
}

impl EngineBeside {
    /// Queues a command.
    fn tell(&mut self, command: &Command) {
        if is_goal(command) {
            self.goal = command.clone();
        }
        self.commands.push_back(command.clone());
    }

    /// Pauses or goes on where the run did without having been asked to: where cells emerged, or a lesson ended.
    pub(crate) fn keep_up(&mut self, run_does: Run) {
        let goal = match (self.run_did, run_does) {
            // After so many minibatches each pauses by itself.
            (Run::Running | Run::Waiting, Run::Paused) => Some(Command::Pause),
            (Run::Paused | Run::Waiting | Run::Counting(_), Run::Running) => Some(Command::Resume),
            _ => None,
        };
        self.run_did = run_does;
        if let Some(goal) = goal.filter(|goal| *goal != self.goal) {
            self.tell(&goal);
        }
    }
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

/// Whether a command says until when to learn.
fn is_goal(command: &Command) -> bool {
    matches!(
        command,
        Command::Pause | Command::Resume | Command::Step(_) | Command::StepTo(_)
    )
}

/// Queues a command for each of these.
pub(crate) fn tell_all(beside: &mut [EngineBeside], command: &Command) {
    for run in beside {
        run.tell(command);
    }
}

/// Has runs beside do what the run was asked to, where it is for all: they pause, go on and keep its pace.
pub(crate) fn follow_run(beside: &mut [EngineBeside], command: &Command) {
    if is_goal(command) || matches!(command, Command::Pace(_)) {
        tell_all(beside, command);
    }
}

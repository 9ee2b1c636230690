//! How far the tasks of a sweep are, read from its folder.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use super::folder::{SweepFolder, TaskState};

/// How far the tasks of a sweep were when they were read.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    folder: Arc<SweepFolder>,
    states: Vec<Arc<TaskState>>,
}

impl SweepProgress {
    /// Reads all tasks of a sweep.
    #[must_use]
    pub fn read(folder: Arc<SweepFolder>) -> Self {
        let states = (0..folder.sweep().len()).map(|index| Arc::new(folder.state(index)));
        Self {
            states: states.collect(),
            folder,
        }
    }

    /// Reads again the tasks that were not done.
    #[must_use]
    pub fn read_again(&self) -> Self {
        let states = self.states.iter().enumerate();
        let states = states.map(|(index, state)| match **state {
            TaskState::Done(_) => Arc::clone(state),
            _ => Arc::new(self.folder.state(index)),
        });
        Self {
            states: states.collect(),
            folder: Arc::clone(&self.folder),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &SweepFolder {
        &self.folder
    }

    /// How far a task is.
    ///
    /// # Panics
    /// When there is no task of this index.
    pub fn state(&self, index: usize) -> &TaskState {
        &self.states[index]
    }

    /// Whether a task is done.
    ///
    /// # Panics
    /// When there is no task of this index.
    pub fn is_done(&self, index: usize) -> bool {
        matches!(self.state(index), TaskState::Done(_))
    }

    /// How far all tasks are.
    pub fn states(&self) -> impl Iterator<Item = &TaskState> {
        self.states.iter().map(|state| &**state)
    }

    /// How many tasks are in each state.
    pub fn counts(&self) -> StateCounts {
        let mut counts = StateCounts::default();
        for state in self.states() {
            match state {
                TaskState::Done(_) => counts.done += 1,
                TaskState::Running => counts.running += 1,
                TaskState::Waiting => counts.waiting += 1,
                TaskState::Failed(_) => counts.failed += 1,
            }
        }
        counts
    }

    /// The tasks that failed, by their index, and why.
    pub fn failed(&self) -> impl Iterator<Item = (usize, &str)> {
        let states = self.states().enumerate();
        states.filter_map(|(index, state)| match state {
            TaskState::Failed(reason) => Some((index, &**reason)),
            _ => None,
        })
    }

    /// The tasks that are yet to be done: those that wait, those that a process is at work on, which may leave them, and, with `retry`,
    /// those that failed.
    pub fn to_do(&self, retry: bool) -> Vec<usize> {
        let states = self.states().enumerate();
        let to_do = states.filter(|(_, state)| match state {
            TaskState::Waiting | TaskState::Running => true,
            TaskState::Failed(_) => retry,
            TaskState::Done(_) => false,
        });
        to_do.map(|(index, _)| index).collect()
    }

    /// The tasks of [`Self::to_do`] that nobody is at work on.
    pub fn to_begin(&self, retry: bool) -> Vec<usize> {
        let mut to_begin = self.to_do(retry);
        to_begin.retain(|&index| !matches!(self.state(index), TaskState::Running));
        to_begin
    }
}

/// How many tasks of a sweep are in each state. Written as "12 done, 2 running", without states that no task is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateCounts {
    /// Their results are there.
    pub done: usize,
    /// A process is at work on them.
    pub running: usize,
    /// Nobody is at work on them.
    pub waiting: usize,
    /// They ended with an error.
    pub failed: usize,
}

impl Display for StateCounts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.done, "done"),
            (self.running, "running"),
            (self.waiting, "waiting"),
            (self.failed, "failed"),
        ];
        let known = counts.iter().filter(|(count, _)| *count > 0);
        let words: Vec<_> = known
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        f.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::sweep::Sweep;

    #[test]
    fn a_task_that_a_process_is_at_work_on_is_to_do_but_not_to_begin() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = "steps = 1\nseed = [1, 2, 3]\n";
        let sweep = Sweep::parse("plan.toml", plan, Path::new(".")).expect("a plan");
        let folder = SweepFolder::create(folder.path(), sweep, plan).expect("a folder");
        folder.fail(0, "no memory").expect("written");
        let _held = folder.lock(1).expect("a file").expect("free");
        let progress = SweepProgress::read(Arc::new(folder));
        assert_eq!(
            progress.counts().to_string(),
            "1 running, 1 waiting, 1 failed"
        );
        for (retry, to_do, to_begin) in [
            (false, vec![1, 2], vec![2]),
            (true, vec![0, 1, 2], vec![0, 2]),
        ] {
            assert_eq!(progress.to_do(retry), to_do);
            assert_eq!(progress.to_begin(retry), to_begin);
        }
    }
}

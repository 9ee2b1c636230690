//! How far the tasks of a sweep are, read from its folder.

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

    /// How many tasks are done.
    pub fn done(&self) -> usize {
        let is_done = |state: &&TaskState| matches!(state, TaskState::Done(_));
        self.states().filter(is_done).count()
    }
}

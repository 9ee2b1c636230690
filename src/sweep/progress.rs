//! How far the tasks of a sweep are, read from its folder.

use std::sync::Arc;

use super::folder::{SweepFolder, TaskState};
use crate::engine::FileError;

/// How far the tasks of a sweep were when they were read.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    folder: Arc<SweepFolder>,
    states: Vec<Arc<TaskState>>,
}

impl SweepProgress {
    /// Reads all tasks of a sweep.
    ///
    /// # Errors
    /// When a file of a task cannot be read, or is none of a sweep.
    pub fn read(folder: Arc<SweepFolder>) -> Result<Self, FileError> {
        let states = (0..folder.sweep().len()).map(|index| folder.state(index).map(Arc::new));
        Ok(Self {
            states: states.collect::<Result<_, _>>()?,
            folder,
        })
    }

    /// Reads again the tasks that were not done.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn read_again(&self) -> Result<Self, FileError> {
        let states = self.states.iter().enumerate();
        let states = states.map(|(index, state)| match **state {
            TaskState::Done(_) => Ok(Arc::clone(state)),
            _ => self.folder.state(index).map(Arc::new),
        });
        Ok(Self {
            states: states.collect::<Result<_, _>>()?,
            folder: Arc::clone(&self.folder),
        })
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

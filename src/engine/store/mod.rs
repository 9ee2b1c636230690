//! Models in files: `checkpoint`, one model in one file, and `autosave`, those kept so that none is lost.

mod autosave;
mod checkpoint;

pub(super) use autosave::AutosaveStore;
pub use checkpoint::{Checkpoint, CheckpointError, RunState};

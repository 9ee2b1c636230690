//! Models in files.
//!
//! - `checkpoint`: one model in one file; `tensors`: its arrays;
//! - `autosave`: the folder of models kept so that none is lost;
//! - `saving`: writing on a thread of its own;
//! - `version`: which files this program reads.

mod autosave;
mod checkpoint;
mod saving;
mod tensors;
mod version;

pub(super) use autosave::AutosaveStore;
pub use checkpoint::{Checkpoint, CheckpointError, RunState};
pub(super) use saving::{Age, Destination, SaveOutcome, Saved, Saving};

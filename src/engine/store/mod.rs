//! Models in files.
//!
//! - `checkpoint`: one model in one file; `tensors`: its arrays; `learner_tensors`: what these are called;
//! - `trained`: the model that is part of the program;
//! - `autosave`: the folder of models kept so that none is lost;
//! - `learning_time`: how long a model has learned, which decides which of them stay;
//! - `kept`: those as a list, to be kept for ever or deleted;
//! - `saving`: writing on a thread of its own;
//! - `run_id`: which run a file comes from;
//! - `version`: which files this program reads.

mod autosave;
mod checkpoint;
mod kept;
mod learner_tensors;
mod learning_time;
mod run_id;
mod saving;
mod tensors;
mod trained;
mod version;

pub(super) use learner_tensors::{LearnerTensors, named_layers};

use std::path::{Path, PathBuf};

pub(super) use autosave::AutosaveStore;
pub use checkpoint::{Checkpoint, RunState};
pub use kept::{KeptModel, KeptSummary};
pub use run_id::RunId;
pub(super) use saving::{Age, Destination, SaveOutcome, Saved, Saving, Written};

/// The ending of the names of model files.
pub const MODEL_ENDING: &str = "safetensors";

/// The file of a model whose ending was left out, if it is there; else what was named.
pub fn model_there(path: PathBuf) -> PathBuf {
    let mut whole = path.clone().into_os_string();
    whole.push(".");
    whole.push(MODEL_ENDING);
    let whole = PathBuf::from(whole);
    if !path.exists() && whole.exists() {
        whole
    } else {
        path
    }
}

/// The file of a model's history, beside that of the model.
pub fn history_path(model: &Path) -> PathBuf {
    model.with_extension("history")
}

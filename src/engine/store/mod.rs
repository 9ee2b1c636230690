//! Models in files.
//!
//! - `checkpoint`: one model in one file; `tensors`: its arrays as they are read; `learner_tensors`: what these are called,
//!   and how they are written;
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

pub(super) use learner_tensors::{
    DICTIONARY, LearnerTensors, Tensor, bytes_of, serialised, tensors_of,
};

use std::path::{Path, PathBuf};

pub(super) use autosave::AutosaveStore;
pub(crate) use checkpoint::HISTORY_NAME;
pub(super) use checkpoint::HISTORY_START;
pub use checkpoint::{Checkpoint, RunState};
pub use kept::{KeptModel, KeptSummary};
pub use run_id::RunId;
pub(super) use saving::{Age, Destination, SaveOutcome, Saved, Saving, Written};

use crate::files::{real_path, with_ending};

/// The ending of the names of model files.
pub const MODEL_ENDING: &str = "safetensors";

/// The ending of the names of their histories.
const HISTORY_ENDING: &str = "history";

/// The file of a model whose ending was left out, if it is there; else what was named.
pub fn model_there(path: PathBuf) -> PathBuf {
    let whole = with_ending(path.clone(), MODEL_ENDING);
    if !path.exists() && whole.exists() {
        whole
    } else {
        path
    }
}

/// The file of a model's history, beside that of the model: "cells.history" of "cells.safetensors". Another ending is part of
/// the name, so that "alpha0.3" and "alpha0.5" have a history each. A model is written where a link leads, and there its history is, too.
pub fn history_path(model: &Path) -> PathBuf {
    let model = match model.is_symlink() {
        true => real_path(model),
        false => model.to_path_buf(),
    };
    let ending = model.extension();
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case(MODEL_ENDING)) {
        return model.with_extension(HISTORY_ENDING);
    }
    with_ending(model, HISTORY_ENDING)
}

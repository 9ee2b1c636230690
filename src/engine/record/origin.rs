//! Where a run is recorded, and what its history begins with.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::log::Recording;
use crate::engine::file_error::FileError;
use crate::engine::store::{RunId, history_path};

/// Where a run is recorded, and how much of it.
#[derive(Clone, Debug)]
pub(crate) struct RecordPlace {
    /// The folder of its file; a file without a name where there is none.
    pub(crate) folder: Option<PathBuf>,
    /// Where that is; in the system's folder for temporary files where there is none.
    pub(crate) unnamed_in: Option<PathBuf>,
    /// Bytes at most; 0 for no history.
    pub(crate) most_bytes: u64,
    /// Set once the file of a run that ended unexpectedly was found in the folder.
    pub(crate) has_found_orphan: Arc<AtomicBool>,
}

/// A run that goes on from a moment of another.
pub(crate) struct Resumed {
    /// The history of that one.
    pub(crate) from: Origin,
    /// Minibatches learned from by then.
    pub(crate) step: u64,
}

/// Where the history of a run begins.
pub(crate) enum Origin {
    /// Beside the file of its model, if there is one.
    Model {
        /// That file.
        path: PathBuf,
        /// The run that the model comes from.
        run: Option<RunId>,
    },
    /// With that of another run.
    Recording(Recording),
}

impl Origin {
    /// The file of the history before, if it is in one.
    pub(super) fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Model { path, .. } => Some(history_path(path)),
            Self::Recording(_) => None,
        }
    }

    /// The history before, read as long as it `goes_on`; `None` where there is none.
    ///
    /// # Errors
    /// When its file cannot be read, is no history, or that of another run, and when it does not go on.
    pub(super) fn recording(
        self,
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<Recording>, FileError> {
        let (path, run) = match self {
            Self::Model { path, run } => (history_path(&path), run),
            Self::Recording(recording) => return Ok(Some(recording)),
        };
        if !path.exists() {
            return Ok(None);
        }
        Recording::open_while(&path, run, goes_on).map(Some)
    }
}

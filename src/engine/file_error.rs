//! Why a file of a run could not be read or written.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::words::printable;

/// Why a model file or a history could not be read or written: the file, and what is wrong, with the value.
#[derive(Debug, Error)]
#[error("{}: {reason}", printable(&path.display().to_string()))]
pub struct FileError {
    path: PathBuf,
    reason: String,
}

impl FileError {
    /// What is wrong with a file, or what the system says of it.
    pub(crate) fn new(path: &Path, reason: impl ToString) -> Self {
        Self {
            path: path.to_path_buf(),
            reason: printable(&reason.to_string()),
        }
    }

    /// What is wrong, without the file.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }
}

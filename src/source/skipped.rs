//! Files that cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};

/// A file or folder that cannot be used. Shown as one line: `path: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file or folder.
    pub path: PathBuf,
    /// Why it cannot be used.
    pub reason: String,
}

impl Skipped {
    pub(super) fn new(path: &Path, reason: impl Into<String>) -> Self {
        Self {
            path: path.to_path_buf(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}: {}", self.path.display(), self.reason);
        // A file name or a decoder's message may hold a line break; a report line must not.
        f.write_str(&line.replace(char::is_control, " "))
    }
}

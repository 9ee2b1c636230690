//! Whether a file is still the one that was read or written.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// What tells a file from one that another program put in its place or wrote into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// Its number on its disk; 0 where there is none.
    number: u64,
}

/// The stamp of a file; `None` where there is none, or what is there is no file.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    let found = path.metadata().ok().filter(Metadata::is_file)?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&found);
    #[cfg(not(unix))]
    let number = 0;
    Some(Stamp {
        bytes: found.len(),
        modified: found.modified().ok(),
        number,
    })
}

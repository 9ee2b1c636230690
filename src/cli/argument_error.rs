//! Arguments that can be read, but not used.

use std::path::Path;

use thiserror::Error;

/// An argument that cannot be used, with its flag: the program ends as it does where one cannot be read.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ArgumentError(pub String);

impl ArgumentError {
    /// A file to write whose name does not end as its format does.
    pub(crate) fn ending(flag: &str, path: &Path, endings: &str) -> Self {
        Self(format!(
            "{flag} {}: should end in {endings}",
            path.display()
        ))
    }
}

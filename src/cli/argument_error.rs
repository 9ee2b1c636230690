//! Arguments that can be read, but not used.

use thiserror::Error;

/// An argument that cannot be used, with its flag: the program ends as it does where one cannot be read.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ArgumentError(pub String);

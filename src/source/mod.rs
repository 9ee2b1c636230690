//! Where movies come from: pictures from files or from the embedded scenes, contrast-normalised,
//! and short movies cut from them through a moving window.

mod movies;
mod normalise;

pub use movies::MovieParams;
pub use normalise::NormaliseParams;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Which pictures to learn from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceSpec {
    /// The embedded scenes, made by the program from the seed.
    #[default]
    Scenes,
    /// Picture files, and folders searched recursively.
    Images(Vec<PathBuf>),
}

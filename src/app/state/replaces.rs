//! A file in the way.

use std::path::{Path, PathBuf};

use crate::app::export::{ClipForm, ExportForm};

/// What would replace a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Replaces {
    /// The model, saved to this file.
    Model(PathBuf),
    /// A view, exported.
    View(ExportForm),
    /// A clip of a view.
    Clip(ClipForm),
}

impl Replaces {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Model(path) => path,
            Self::View(ExportForm { target, .. }) | Self::Clip(ClipForm { target, .. }) => {
                Path::new(&target.path)
            }
        }
    }
}

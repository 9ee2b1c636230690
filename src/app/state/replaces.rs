//! Files in the way.

use std::path::PathBuf;

use crate::app::export::{ClipForm, ExportForm};

/// What would replace files.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Replaces {
    /// The model, saved to this file.
    Model(PathBuf),
    /// A view, exported.
    View(ExportForm),
    /// A clip of a view.
    Clip(ClipForm),
}

impl Replaces {
    /// The files.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match self {
            Self::Model(path) => std::slice::from_ref(path),
            Self::View(ExportForm { target, .. }) | Self::Clip(ClipForm { target, .. }) => {
                &target.replaces
            }
        }
    }

    /// They are not to be written over: who writes a form once more is asked again.
    pub(crate) fn keep_files(&mut self) {
        match self {
            Self::Model(_) => {}
            Self::View(ExportForm { target, .. }) | Self::Clip(ClipForm { target, .. }) => {
                target.replaces.clear();
            }
        }
    }
}

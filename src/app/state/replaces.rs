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
            Self::View(form) => &form.target.replaces,
            Self::Clip(form) => &form.target.replaces,
        }
    }
}

//! Why a figure is not written.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

/// Largest width and height of a picture, in pixels.
pub(super) const LARGEST: f32 = 32_768.0;

/// Why a figure could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error("{path}: {}", not_written(source))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The figure for it could not be drawn.
    #[error("{path}: {source}")]
    Draw {
        /// The file.
        path: PathBuf,
        /// What stood in the way.
        source: DrawError,
    },
}

/// Why a file is not written, and the way out where it is its folder.
pub(in crate::figure) fn not_written(error: &io::Error) -> String {
    match (error.kind(), error.raw_os_error()) {
        (ErrorKind::NotFound, _) => format!("{error}; choose a folder that exists"),
        // Of the system: what is said of a file itself has its own way out.
        (ErrorKind::PermissionDenied, Some(_)) => {
            format!("{error}; choose a folder that can be written to")
        }
        _ => error.to_string(),
    }
}

/// Why a figure could not be made.
#[derive(Debug, Error)]
pub enum DrawError {
    /// It has no pixels, or too many.
    #[error(
        "{width} x {height} pixels, but each side should be from 1 to {LARGEST}; \
         choose another scale, or SVG"
    )]
    Size {
        /// Pixels across.
        width: f32,
        /// Pixels down.
        height: f32,
    },
    /// It is not made in this format.
    #[error("this figure has no {0}; choose another format")]
    Lacks(&'static str),
    /// It could not be turned into pixels.
    #[error("the figure cannot be drawn: {0}")]
    Render(String),
}

//! Why a figure is not written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::not_written;

/// Largest width and height of a picture, in pixels.
pub(super) const LARGEST: f32 = 32_768.0;

/// Most pixels of a picture: 1 GB of them.
pub(super) const MOST_PIXELS: f32 = 268_435_456.0;

/// Why a figure could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error("{path}: {}", not_written(path, source))]
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

/// Why a figure could not be made.
#[derive(Debug, Error)]
pub enum DrawError {
    /// It has no pixels, or too many.
    #[error(
        "{width} x {height} pixels, but each side should be from 1 to {LARGEST}, and all pixels at most {MOST_PIXELS}; \
         choose a smaller scale, or SVG"
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

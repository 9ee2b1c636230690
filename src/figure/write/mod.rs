//! Scenes as files.

mod png;
mod svg;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::figure::scene::Scene;
use crate::files::write_atomically;
use png::LARGEST;
pub use png::{to_png, to_rgba};
pub use svg::to_svg;

/// Why a figure could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error("{path}: {source}; choose a folder that exists and can be written to")]
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

/// Why a figure could not be drawn.
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
    /// It could not be turned into pixels.
    #[error("the figure cannot be drawn: {0}")]
    Render(String),
}

/// Writes `scene` as SVG: the same scene gives the same bytes.
///
/// # Errors
/// When the file cannot be written.
pub fn write_svg(scene: &Scene, path: &Path) -> Result<(), WriteError> {
    write(path, to_svg(scene).map(String::into_bytes))
}

/// Writes `scene` as PNG, `scale` pixels per point (1 to 4).
///
/// # Errors
/// When the figure has no pixels or too many, or when the file cannot be written.
pub fn write_png(scene: &Scene, path: &Path, scale: f32) -> Result<(), WriteError> {
    write(path, to_png(scene, scale))
}

fn write(path: &Path, drawn: Result<Vec<u8>, DrawError>) -> Result<(), WriteError> {
    let bytes = drawn.map_err(|source| WriteError::Draw {
        path: path.to_owned(),
        source,
    })?;
    write_atomically(path, &bytes).map_err(|source| WriteError::File {
        path: path.to_owned(),
        source,
    })
}

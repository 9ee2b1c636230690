//! Scenes as files.

mod png;
mod svg;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::scene::Scene;
use crate::files::write_atomically;
pub use png::to_png;
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
    /// The figure has no pixels, or too many.
    #[error("a figure of {width} x {height} pixels cannot be drawn; choose another scale")]
    Size {
        /// Pixels across.
        width: f32,
        /// Pixels down.
        height: f32,
    },
    /// The figure could not be turned into pixels.
    #[error("the figure cannot be drawn: {0}")]
    Render(String),
}

/// Writes `scene` as SVG: the same scene gives the same bytes.
///
/// # Errors
/// When the file cannot be written.
pub fn write_svg(scene: &Scene, path: &Path) -> Result<(), WriteError> {
    write(path, to_svg(scene)?.as_bytes())
}

/// Writes `scene` as PNG, `scale` pixels per point (1 to 4).
///
/// # Errors
/// When the figure has no pixels or too many, or when the file cannot be written.
pub fn write_png(scene: &Scene, path: &Path, scale: f32) -> Result<(), WriteError> {
    write(path, &to_png(scene, scale)?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_atomically(path, bytes).map_err(|source| WriteError::File {
        path: path.to_owned(),
        source,
    })
}

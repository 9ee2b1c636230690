//! Why there is no clip.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::figure::write::DrawError;
use crate::files::not_written;
use crate::range::OutOfRange;

/// Why the figure of a moment could not be made: whatever its maker says.
pub type ShotError = Box<dyn std::error::Error + Send + Sync>;

/// Why a clip was not written.
#[derive(Debug, Error)]
pub enum ClipError {
    /// What was asked for cannot be.
    #[error(transparent)]
    Options(#[from] OutOfRange),
    /// It was stopped.
    #[error("{}: stopped; nothing is written", .0.display())]
    Stopped(PathBuf),
    /// The figure of a moment could not be made.
    #[error(transparent)]
    Shot(ShotError),
    /// A frame could not be drawn.
    #[error("a frame of the clip cannot be drawn: {0}")]
    Draw(#[from] DrawError),
    /// The frames would be too large.
    #[error(
        "frames of {width} x {height} pixels, but at most {most} pixels are drawn; ask for a smaller width"
    )]
    Large {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
        /// Pixels at most.
        most: usize,
    },
    /// The figure changes its size along the run.
    #[error("this figure is not equally large at all moments; choose another view")]
    Uneven,
    /// The file could not be written.
    #[error("{}: {}", path.display(), not_written(path, source))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no ffmpeg, for this reason.
    #[error("a video is encoded by ffmpeg: {0}, or write a GIF")]
    NoFfmpeg(String),
    /// The ffmpeg that is named does not start.
    #[error(
        "{}: ffmpeg cannot be started ({source}); install ffmpeg, name it by --ffmpeg or CELLSCOPE_FFMPEG, or write a GIF",
        program.display()
    )]
    FfmpegNotStarted {
        /// What was tried.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The encoder failed.
    #[error("{}: not encoded: {reason}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
}

impl ClipError {
    pub(super) fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }

    pub(super) fn encode(path: &Path, reason: impl ToString) -> Self {
        Self::Encode {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The same, told of the file that was asked for instead of the temporary one.
    pub(super) fn of(self, path: &Path) -> Self {
        match self {
            Self::File { source, .. } => Self::file(path, source),
            Self::Encode { reason, .. } => Self::encode(path, reason),
            other => other,
        }
    }
}

//! Why no picture could be loaded at all.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::range::OutOfRange;
use crate::words::{counted, printable};

/// Loading gave no pictures. One unusable file among usable ones is not an error but a [`Skipped`].
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SourceError {
    /// The list of paths is empty.
    #[error("no picture was named: give picture files or folders")]
    NothingNamed,
    /// A path that was named does not exist.
    #[error("{}: no such file or folder", .0.display())]
    NotFound(PathBuf),
    /// A path that was named cannot be written into a configuration.
    #[error(transparent)]
    NotText(#[from] OutOfRange),
    /// Nothing under the named paths can be used.
    #[error("{}{}", none_usable(.paths, .skipped, *.others, .looked_for), of_sweep(.sweep.as_deref()))]
    NoneUsable {
        /// File endings and smallest size, in words.
        looked_for: String,
        /// The paths searched.
        paths: Vec<PathBuf>,
        /// The files found that cannot be used, each with the reason.
        skipped: Vec<Skipped>,
        /// Files in folders that have no picture's extension.
        others: usize,
        /// The first path that is the folder of a sweep.
        sweep: Option<PathBuf>,
    },
    /// The lines of the toy example do not fit these movies.
    #[error(
        "the toy example has movies of 1 frame of {side} x {side} pixels, but the model takes {} of \
         {patch_side} x {patch_side}: use the preset toy unchanged",
        counted(*.frames, "frame"), side = super::LINES_SIDE
    )]
    LinesDoNotFit {
        /// Side of the model's patches, in pixels.
        patch_side: usize,
        /// Frames of the model's movies.
        frames: usize,
    },
    /// The toy example has no colour.
    #[error("the toy example is grey, but the model's channels are {0}: set them to grey")]
    LinesAreGrey(&'static str),
    /// A picture is too small for the movies that are to be cut.
    #[error(
        "{name} is {} x {} pixels, but movies this fast and long need {needed_px} x {needed_px}: choose slower motion, or \
         leave the picture out",
        .size_px.1, .size_px.0
    )]
    TooSmall {
        /// The picture.
        name: String,
        /// Its height and width, in pixels.
        size_px: (usize, usize),
        /// The smallest height and width that will do, in pixels.
        needed_px: usize,
    },
    /// Nothing in the movies moves as fast as asked for.
    #[error(
        "nothing in the movies moves by {slowest_px} to {fastest_px} pixels per frame: {}; {way_out}",
        .movies.join("; ")
    )]
    NothingMoves {
        /// Slowest motion, in pixels per frame.
        slowest_px: f32,
        /// Fastest motion, in pixels per frame.
        fastest_px: f32,
        /// A line about each movie.
        movies: Vec<String>,
        /// What to do about all of them.
        way_out: String,
    },
    /// The motion is to be that of movies, and the source has none.
    #[error(
        "these pictures do not move: choose another motion, or learn from movies or the embedded movie"
    )]
    AllStill,
    /// A movie that was there can no longer be read.
    #[error("{0}")]
    Unreadable(Skipped),
    /// The progress callback asked to stop.
    #[error("loading was stopped")]
    Cancelled,
}

fn list(paths: &[PathBuf]) -> String {
    let shown: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
    shown.join(", ")
}

/// Where nothing can be used, and why; of a file that was named itself, that alone.
fn none_usable(paths: &[PathBuf], skipped: &[Skipped], others: usize, looked_for: &str) -> String {
    match (paths, skipped) {
        ([named], [only]) if *named == only.path => only.to_string(),
        _ => format!(
            "no usable picture or movie in {}: {}",
            list(paths),
            findings(skipped, others, looked_for)
        ),
    }
}

/// What to do with the folder of a sweep.
fn of_sweep(folder: Option<&Path>) -> String {
    let told = |folder: &Path| {
        let folder = folder.display();
        format!(
            "; {folder} is the folder of a sweep: open it by File > Open sweep, or by `cellscope --sweep`"
        )
    };
    folder.map_or_else(String::new, told)
}

/// Why each file cannot be used, or what was looked for where there is none.
fn findings(skipped: &[Skipped], others: usize, looked_for: &str) -> String {
    let others = match others {
        0 => String::new(),
        others => format!("; passed over {}", counted(others, "other file")),
    };
    match skipped {
        [] => format!("looked for {looked_for}{others}"),
        [only] => format!("skipped {only}{others}"),
        [first, rest @ ..] => format!("skipped {first} (and {} more){others}", rest.len()),
    }
}

/// A file or folder that cannot be used. Shown as one line: `path: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file or folder.
    pub path: PathBuf,
    /// Why it cannot be used.
    pub reason: String,
}

impl Skipped {
    pub(super) fn new(path: &Path, reason: impl Into<String>) -> Self {
        Self {
            path: path.to_path_buf(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}: {}", self.path.display(), self.reason);
        f.write_str(&printable(&line))
    }
}

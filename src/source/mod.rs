//! The source of movies: pictures from files or from the embedded scenes, contrast-normalised,
//! and short movies cut from them through a moving window.
//!
//! The path of a movie file: `film` tells by its content what it is, `reader` decodes it frame by frame, and `film` finds
//! its cuts and where something moves. Short ones are held whole; of longer ones a [`Reel`] holds a round at a time.
//!
//! The path of a picture: [`load`] lists the files, `decode` turns each into levels in [0, 1], a plane for each of its
//! [`Channels`](crate::channels::Channels),
//! [`normalise`] normalises its contrast, for all of them in parallel, and
//! [`cut_movies`] moves a window over the result. The embedded scenes enter after decoding. A
//! [`Stimulus`] is [drawn](draw) straight into frames, and so are the [lines](draw_lines) of the toy example.
//!
//! For in-painting pictures stay [levels](load_levels): an [`Excerpt`] is cut with its surroundings, and
//! [`normalise_observed`] normalises its contrast after pixels are hidden.
//!
//! Every picture is an array `[channels, height, width]`, row 0 at the top.

mod clearest;
mod cut;
mod decode;
mod error;
mod film;
mod lines;
mod load;
mod movie_params;
mod movie_totals;
mod normalise;
mod path_text;
mod pictures;
mod reader;
mod scenes;
mod stimulus;

pub use cut::excerpt::{Excerpt, margin_px};
pub use cut::minibatches::Minibatches;
pub use cut::movie_path::MoviePath;
pub(crate) use cut::movie_path::{displacement_px, draw_velocity};
pub use cut::{cut_movies, cut_new_movies};
pub(crate) use decode::formats::begins_as_model;
#[cfg(feature = "window")]
pub(crate) use decode::formats::picture_endings;
pub use decode::formats::picture_format;
pub use error::{Skipped, SourceError};
pub use film::{Advice, Reel};
pub use lines::{LINE_ORIENTATIONS, LINES, LINES_SIDE, all_lines, draw_lines};
pub(crate) use load::SWEEP_FILE;
pub(crate) use load::check_fits;
pub use load::films::load_round;
#[cfg(feature = "window")]
pub(crate) use load::find::MOVIE_ENDINGS;
pub use load::{load, load_levels};
pub(crate) use movie_params::SPEEDS_PX;
#[cfg(feature = "window")]
pub(crate) use movie_params::STRIDES;
pub use movie_params::{Motion, MovieParams, Steps};
pub use movie_totals::MovieTotals;
pub use normalise::observed::{Observed, normalise_observed};
pub use normalise::{NormaliseParams, normalise};
#[cfg(feature = "window")]
pub(crate) use path_text::PathText;
pub use pictures::{Pictures, stacked};
pub use stimulus::{Stimulus, draw, edge_amplitude, grating_amplitude};

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Which pictures to learn from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceSpec {
    /// The embedded scenes, made by the program from the seed.
    #[default]
    Scenes,
    /// The embedded movie: objects that move, turn and cover one another, made by the program from the seed.
    Movie,
    /// Files of pictures and movies, and folders searched recursively.
    Images(#[serde(with = "path_text")] Vec<PathBuf>),
    /// The lines of the toy example.
    Lines,
}

impl SourceSpec {
    /// Picture files and folders, by absolute paths: a model that learned from them finds them again from any folder.
    pub fn images(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let whole = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        Self::Images(paths.into_iter().map(whole).collect())
    }

    /// As it is written, but of files and folders the [`short_name`].
    pub(crate) fn short(&self) -> String {
        match self {
            Self::Images(paths) if !paths.is_empty() => short_name(paths),
            _ => self.to_string(),
        }
    }
}

/// Files and folders in a menu or a figure: the name of the first, and how many more there are.
pub(crate) fn short_name(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    match paths {
        [] => String::new(),
        [one] => name(one),
        [first, rest @ ..] => format!("{} and {} more", name(first), rest.len()),
    }
}

impl fmt::Display for SourceSpec {
    /// One short line: "embedded scenes" for example, or the first path and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenes => f.write_str("embedded scenes"),
            Self::Movie => f.write_str("embedded movie"),
            Self::Lines => f.write_str("lines of the toy example"),
            Self::Images(paths) => match paths.as_slice() {
                [] => f.write_str("no pictures"),
                [only] => write!(f, "{}", only.display()),
                [first, rest @ ..] => write!(f, "{} and {} more", first.display(), rest.len()),
            },
        }
    }
}

//! What may be replaced: a file of another kind than the one written may be all that somebody has of it.

use std::io::Read;
use std::path::Path;

use anyhow::{bail, ensure};
use serde_json::{Map, Value};

use crate::cli::argument_error::ArgumentError;
use crate::config::Config;
use crate::engine::HISTORY_NAME;
use crate::files::{open_file, read_text};
use crate::named::named;
use crate::source::begins_as_model;

/// Bytes by which a kind is told.
const FIRST_BYTES: usize = 20;

/// Endings of files that other programs would open as what they are not, beside those of all kinds.
const ENDINGS: [&str; 3] = ["toml", "jpg", "tif"];

named! {
    /// Kinds of files that commands write under names of the user's choice.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) enum Kind {
        /// A report.
        Json = "a JSON file",
        /// An array.
        Npy = "an .npy file",
        /// A model, in a safetensors file.
        Model = "a model",
        /// The history of a model.
        History = "the history of a model",
        /// A table.
        Csv = "a CSV file",
        /// A table.
        Parquet = "a Parquet file",
        /// A drawing.
        Svg = "an SVG file",
        /// A picture, or a clip.
        Png = "a PNG file",
        /// A clip.
        Gif = "a GIF file",
        /// A clip.
        Mp4 = "an MP4 file",
        /// A clip.
        WebM = "a WebM file",
    }
}

impl Kind {
    /// The kind of files whose names end as this one does.
    fn of(path: &Path) -> Option<Self> {
        let ending = ending(path);
        let ending = if ending == "apng" { "png" } else { &*ending };
        Self::ALL
            .into_iter()
            .find(|kind| kind.extension() == ending)
    }

    /// How the names of its files end.
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Npy => "npy",
            Self::Model => "safetensors",
            Self::History => "history",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
        }
    }

    /// Whether a file of this kind may begin like this.
    fn is_begun_by(self, bytes: &[u8]) -> bool {
        match self {
            Self::Json => matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[')),
            Self::Npy => bytes.starts_with(b"\x93NUMPY"),
            Self::Model => begins_as_model(bytes),
            Self::History => bytes.starts_with(HISTORY_NAME),
            Self::Csv => {
                bytes.first() != Some(&b'{')
                    && !Self::History.is_begun_by(bytes)
                    && bytes
                        .iter()
                        .all(|&byte| byte >= b' ' || byte.is_ascii_whitespace())
            }
            Self::Parquet => bytes.starts_with(b"PAR1"),
            Self::Svg => bytes.trim_ascii_start().starts_with(b"<"),
            Self::Png => bytes.starts_with(b"\x89PNG"),
            Self::Gif => bytes.starts_with(b"GIF8"),
            Self::Mp4 => bytes.get(4..8) == Some(b"ftyp"),
            Self::WebM => bytes.starts_with(b"\x1a\x45\xdf\xa3"),
        }
    }
}

/// Checks that a file of this kind would not replace one of another.
///
/// # Errors
/// When `path` is a file that is not empty and of another kind, or a configuration.
pub(crate) fn check_replaced(path: &Path, kind: Kind) -> anyhow::Result<()> {
    check_contents(path, kind)?;
    if kind == Kind::Json && is_config(path) {
        bail!(
            "{}: is a configuration and would be replaced; name another file",
            path.display()
        );
    }
    Ok(())
}

/// Checks that a file of this kind, which `flag` names, would not be named as one of another.
///
/// # Errors
/// When its name ends otherwise than those of its kind may.
pub(crate) fn check_name(flag: &str, path: &Path, kind: Kind) -> Result<(), ArgumentError> {
    let ending = ending(path);
    let may_be = match kind {
        Kind::Npy => ending.is_empty(),
        Kind::Svg | Kind::Png => false,
        // Models and reports may have names with points, such as alpha0.5.
        _ => Kind::of(path).is_none() && !ENDINGS.contains(&&*ending),
    };
    let own = kind.extension();
    if may_be || ending == own {
        return Ok(());
    }
    Err(ArgumentError::ending(flag, path, &format!(".{own}")))
}

/// Checks that a manual page, or a script for a shell, would replace none but a text.
///
/// # Errors
/// When `path` is a file that is not empty and no such text.
pub(crate) fn check_text_replaced(path: &Path) -> anyhow::Result<()> {
    let Some(first) = first_bytes(path) else {
        return Ok(());
    };
    let is_begun_by = |kind: Kind| kind.is_begun_by(&first);
    ensure!(
        is_begun_by(Kind::Csv) && ![Kind::Json, Kind::Svg].into_iter().any(is_begun_by),
        "{}: is neither a manual page nor a script and would be replaced; name another folder",
        path.display()
    );
    Ok(())
}

/// Whether a file may be a model: it begins as models do, is empty or cannot be read.
pub(crate) fn may_be_model(path: &Path) -> bool {
    check_contents(path, Kind::Model).is_ok()
}

/// Checks that a file would not replace one of another kind than its name says.
///
/// # Errors
/// When it is there, not empty, and of another kind.
pub(super) fn check_named(path: &Path) -> anyhow::Result<()> {
    Kind::of(path).map_or(Ok(()), |kind| check_contents(path, kind))
}

fn check_contents(path: &Path, kind: Kind) -> anyhow::Result<()> {
    if first_bytes(path).is_some_and(|first| !kind.is_begun_by(&first)) {
        let way_out = match kind {
            // Nobody named it: it is called after the model.
            Kind::History => "move it away, or give another --out",
            _ => "name another file",
        };
        bail!(
            "{}: is not {} and would be replaced; {way_out}",
            path.display(),
            kind.name()
        );
    }
    Ok(())
}

/// What a file begins with; none of one that is empty or cannot be read, which is found out by whoever writes.
fn first_bytes(path: &Path) -> Option<Vec<u8>> {
    let mut first = Vec::new();
    let file = open_file(path).ok()?;
    file.take(FIRST_BYTES as u64).read_to_end(&mut first).ok()?;
    (!first.is_empty()).then_some(first)
}

/// How the name of a file ends, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.map(str::to_lowercase).unwrap_or_default()
}

/// Whether a file holds a configuration, of one setting at least.
pub(crate) fn is_config(path: &Path) -> bool {
    read_text(path).is_ok_and(|text| {
        let settings = serde_json::from_str::<Map<String, Value>>(&text);
        settings.is_ok_and(|settings| !settings.is_empty())
            && serde_json::from_str::<Config>(&text).is_ok()
    })
}

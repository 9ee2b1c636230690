//! What may be replaced: a file of another kind than the one written may be all that somebody has of it.

use std::io::Read;
use std::path::Path;

use anyhow::bail;
use serde_json::{Map, Value};

use crate::config::Config;
use crate::files::{open_file, read_text};

/// Bytes by which a kind is told.
const FIRST_BYTES: usize = 20;

/// Endings of files that other programs would open as what they are not.
const ENDINGS: [&str; 14] = [
    "json",
    "npy",
    "safetensors",
    "history",
    "csv",
    "parquet",
    "toml",
    "svg",
    "png",
    "jpg",
    "tif",
    "gif",
    "apng",
    "mp4",
];

/// Kinds of files that commands write under names of the user's choice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A report.
    Json,
    /// An array.
    Npy,
    /// A model, in a safetensors file.
    Model,
    /// The history of a model.
    History,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Json => "a JSON file",
            Self::Npy => "an .npy file",
            Self::Model => "a model",
            Self::History => "the history of a model",
        }
    }

    /// How the names of its files end.
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Npy => "npy",
            Self::Model => "safetensors",
            Self::History => "history",
        }
    }

    /// Whether a file of this kind may begin like this.
    fn is_begun_by(self, bytes: &[u8]) -> bool {
        match self {
            Self::Json => matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[')),
            Self::Npy => bytes.starts_with(b"\x93NUMPY"),
            // The length of the header in eight bytes, of which four are enough, then the header.
            Self::Model => bytes.get(4..9) == Some(b"\0\0\0\0{"),
            Self::History => bytes.starts_with(b"cellscope history"),
        }
    }
}

/// Checks that a file of this kind would not be named as one of another, nor replace it.
///
/// # Errors
/// When `path` ends as files of another kind do, or is a file that is not empty and of another kind, or a configuration.
pub(crate) fn check_replaced(path: &Path, kind: Kind) -> anyhow::Result<()> {
    check_contents(path, kind)?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_lowercase).unwrap_or_default();
    if ending != kind.extension() && ENDINGS.contains(&&*ending) {
        bail!(
            "{}: {} would be written; give it a name that ends in .{}",
            path.display(),
            kind.name(),
            kind.extension()
        );
    }
    Ok(())
}

fn check_contents(path: &Path, kind: Kind) -> anyhow::Result<()> {
    // What cannot be opened is found out by whoever writes.
    let Ok(file) = open_file(path) else {
        return Ok(());
    };
    let mut first = Vec::new();
    if file
        .take(FIRST_BYTES as u64)
        .read_to_end(&mut first)
        .is_err()
        || first.is_empty()
    {
        return Ok(());
    }
    if !kind.is_begun_by(&first) {
        bail!(
            "{}: is not {} and would be replaced; name another file",
            path.display(),
            kind.name()
        );
    }
    if matches!(kind, Kind::Json) && is_config(path) {
        bail!(
            "{}: is a configuration and would be replaced; name another file",
            path.display()
        );
    }
    Ok(())
}

/// Whether a file holds a configuration, of one setting at least.
pub(crate) fn is_config(path: &Path) -> bool {
    read_text(path).is_ok_and(|text| {
        let settings = serde_json::from_str::<Map<String, Value>>(&text);
        settings.is_ok_and(|settings| !settings.is_empty())
            && serde_json::from_str::<Config>(&text).is_ok()
    })
}

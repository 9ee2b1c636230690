//! Paths as text, in which none is lost: one that is not UTF-8 as "file:", then its bytes as in a URL.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serializer};

/// A path that is stored as text.
#[cfg(feature = "window")]
#[derive(Clone, serde::Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) struct PathText(pub(crate) PathBuf);

#[cfg(feature = "window")]
impl From<String> for PathText {
    fn from(text: String) -> Self {
        Self(from_text(&text))
    }
}

#[cfg(feature = "window")]
impl From<PathText> for String {
    fn from(path: PathText) -> Self {
        to_text(&path.0)
    }
}

/// Before the bytes of a path that is not text.
const MARK: &str = "file:";

/// A path as text.
fn to_text(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.starts_with(MARK) => text.to_owned(),
        _ => format!("{MARK}{}", escaped(path)),
    }
}

/// The path that a text stands for.
fn from_text(text: &str) -> PathBuf {
    let unescaped = text.strip_prefix(MARK).and_then(unescaped);
    unescaped.unwrap_or_else(|| text.into())
}

fn escaped(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let symbol = |&byte: &u8| match byte {
        b'%' => "%25".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    bytes.iter().map(symbol).collect()
}

/// The path whose bytes are escaped so; `None` where they are not, or no path has them here.
fn unescaped(text: &str) -> Option<PathBuf> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    path_of(bytes)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;

    Some(std::ffi::OsString::from_vec(bytes).into())
}

/// The paths of other systems have no bytes.
#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

pub(super) fn serialize<S: Serializer>(
    paths: &[PathBuf],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| to_text(path)))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<PathBuf>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    Ok(texts.iter().map(|text| from_text(text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_text_stays_as_it_is() {
        for text in ["/pictures/caf\u{e9} 100 %", "relative", "", "profile:a"] {
            assert_eq!(to_text(Path::new(text)), text);
            assert_eq!(from_text(text), Path::new(text));
        }
        // Of before there was a mark, or by hand.
        assert_eq!(from_text("file:%"), Path::new("file:%"));
        assert_eq!(from_text("file:%zz"), Path::new("file:%zz"));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_of_any_bytes_comes_back() {
        let bytes: Vec<u8> = (1..=u8::MAX).collect();
        for path in [bytes, b"caf\xe9/%41".to_vec(), b"file:%41".to_vec()] {
            let path = path_of(path).expect("any bytes");
            let text = to_text(&path);
            assert!(text.starts_with(MARK), "{text}");
            assert_eq!(from_text(&text), path);
        }
        let latin = path_of(b"/caf\xe9".to_vec()).expect("any bytes");
        assert_eq!(to_text(&latin), "file:/caf%E9");
    }
}

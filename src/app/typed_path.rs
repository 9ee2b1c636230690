//! Paths that people type.

use std::path::PathBuf;

/// A path as people type it: "~" at its beginning is their home folder.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    let path = PathBuf::from(text.trim());
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home,
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

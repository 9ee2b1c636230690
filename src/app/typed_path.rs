//! Paths that people type.

use std::path::{Path, PathBuf};

use crate::files::with_ending;

/// A path as people type it: "~" at its beginning is their home folder.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    let path = PathBuf::from(text.trim());
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home,
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

/// The file that a typed path names: one of this extension, in place of another that is known, or behind what was typed.
pub(crate) fn typed_file(text: &str, extension: &str, is_known: impl Fn(&Path) -> bool) -> PathBuf {
    let path = typed_path(text);
    let has_it = path
        .extension()
        .is_some_and(|own| own.eq_ignore_ascii_case(extension));
    if has_it {
        path
    } else if is_known(&path) {
        path.with_extension(extension)
    } else {
        with_ending(path, extension)
    }
}

/// The name suggested for a file: after what it shows, in `folder`, or at home.
pub(crate) fn suggested(folder: Option<&Path>, stem: &str, extension: &str) -> String {
    let folder = folder.unwrap_or(Path::new("~"));
    folder
        .join(format!("{stem}.{extension}"))
        .display()
        .to_string()
}

/// A path with another name for its file, if it has the name that was suggested `before`.
pub(crate) fn renamed(path: &str, before: [&str; 2], now: [&str; 2]) -> Option<String> {
    let name = |[stem, extension]: [&str; 2]| format!("{stem}.{extension}");
    let folder = path.strip_suffix(&name(before))?;
    Some(folder.to_owned() + &name(now))
}

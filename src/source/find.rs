//! Finds the pictures and movies under the paths that were named.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::error::{Skipped, SourceError};

/// Extensions by which pictures in folders are recognised, upper or lower case.
pub(super) const ENDINGS: [&str; 8] = ["png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp", "gif"];

/// The same for movies.
pub(super) const MOVIE_ENDINGS: [&str; 17] = [
    "apng", "y4m", "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ogv", "wmv", "flv",
    "ts", "mts", "m2ts", "3gp",
];

/// The files under the named paths.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Files to read, each once: the paths in the order named, a folder's files in natural order.
    pub(super) files: Vec<PathBuf>,
    /// Folders and links that cannot be followed.
    pub(super) skipped: Vec<Skipped>,
    /// Files in folders that have no extension of a picture or movie.
    pub(super) others: usize,
}

/// Lists the files under `paths`; a file that was named itself is taken whatever its extension.
/// `keep_going` is asked once per folder entry, so that a search through a whole disk can be stopped.
///
/// # Errors
/// [`SourceError::NotFound`] for a path that does not exist, or what `keep_going` returns.
pub(super) fn find(
    paths: &[PathBuf],
    mut keep_going: impl FnMut() -> Result<(), SourceError>,
) -> Result<Found, SourceError> {
    let mut found = Found::default();
    for path in paths {
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => search(path, &mut found, &mut keep_going)?,
            Ok(_) => found.files.push(path.clone()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(SourceError::NotFound(path.clone()));
            }
            Err(error) => found.skipped.push(Skipped::new(path, error.to_string())),
        }
    }
    let mut seen = HashSet::new();
    found
        .files
        .retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(found)
}

/// Adds the files in one folder and the folders below it, following links, without hidden entries.
fn search(
    root: &Path,
    found: &mut Found,
    keep_going: &mut impl FnMut() -> Result<(), SourceError>,
) -> Result<(), SourceError> {
    let mut files = Vec::new();
    let walk = WalkDir::new(root).follow_links(true).into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
        keep_going()?;
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if has_picture_ending(entry.path()) => {
                files.push((relative(root, entry.path()), entry.into_path()));
            }
            Ok(_) => found.others += 1,
            Err(error) => found.skipped.push(unreachable_entry(root, &error)),
        }
    }
    // natord takes some different names for equal ("a b" and "ab"); the order must not depend on how the disk happens to
    // list them.
    files.sort_by(|(a, _), (b, _)| natord::compare(a, b).then_with(|| a.cmp(b)));
    found.files.extend(files.into_iter().map(|(_, file)| file));
    Ok(())
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

fn has_picture_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| {
        ENDINGS
            .iter()
            .chain(&MOVIE_ENDINGS)
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

fn relative(root: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(root).unwrap_or(file);
    inside.to_string_lossy().into_owned()
}

/// Describes what walkdir could not follow; its own message repeats the path.
fn unreachable_entry(root: &Path, error: &walkdir::Error) -> Skipped {
    let path = error.path().unwrap_or(root);
    if error.loop_ancestor().is_some() {
        return Skipped::new(path, "a link back to a folder that holds it");
    }
    match error.io_error() {
        Some(io) if io.kind() == io::ErrorKind::NotFound => {
            Skipped::new(path, "a link to a file that does not exist")
        }
        Some(io) => Skipped::new(path, io.to_string()),
        None => Skipped::new(path, "cannot be searched"),
    }
}

//! Finds the pictures and movies under the paths that were named.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::source::decode::formats::picture_endings;
use crate::source::error::{Skipped, SourceError};

/// Endings by which movies in folders are recognised, in upper or lower case; some endings of pictures can be of movies, too.
pub(crate) const MOVIE_ENDINGS: [&str; 17] = [
    "apng", "y4m", "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ogv", "wmv", "flv",
    "ts", "mts", "m2ts", "3gp",
];

/// Entries of folders that are looked at, all together: a hundred times as many pictures as are kept. A model file may name
/// any folder as its source.
const MAX_ENTRIES: usize = 200_000;

/// The files under the named paths.
#[derive(Debug, Default)]
pub(in crate::source) struct Found {
    /// Files to read, each once: the paths in the order named, a folder's files in natural order.
    pub(in crate::source) files: Vec<PathBuf>,
    /// Folders and links that cannot be followed.
    pub(in crate::source) skipped: Vec<Skipped>,
    /// Files in folders that have no extension of a picture or movie.
    pub(in crate::source) others: usize,
}

/// Lists the files under `paths`; a file that was named itself is taken whatever its extension.
/// `keep_going` is asked once per folder entry, so that a search through a whole disk can be stopped.
///
/// # Errors
/// [`SourceError::NotFound`] for a path that does not exist, or what `keep_going` returns.
pub(in crate::source) fn find(
    paths: &[PathBuf],
    keep_going: impl FnMut() -> Result<(), SourceError>,
) -> Result<Found, SourceError> {
    find_among(MAX_ENTRIES, paths, keep_going)
}

/// The same, of so many entries of folders.
fn find_among(
    mut entries_left: usize,
    paths: &[PathBuf],
    mut keep_going: impl FnMut() -> Result<(), SourceError>,
) -> Result<Found, SourceError> {
    let mut found = Found::default();
    for path in paths {
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                let before = (found.files.len(), found.skipped.len());
                search(path, &mut entries_left, &mut found, &mut keep_going)?;
                let is_empty = before == (found.files.len(), found.skipped.len());
                if is_empty && paths.len() > 1 {
                    found
                        .skipped
                        .push(Skipped::new(path, "no pictures and no movies in it"));
                }
            }
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

/// Adds the files in one folder and the folders below it, following links, without hidden entries. A whole disk is not
/// searched.
fn search(
    root: &Path,
    entries_left: &mut usize,
    found: &mut Found,
    keep_going: &mut impl FnMut() -> Result<(), SourceError>,
) -> Result<(), SourceError> {
    if root
        .canonicalize()
        .is_ok_and(|root| root.parent().is_none())
    {
        let reason = "a whole disk is not searched: name a folder on it";
        found.skipped.push(Skipped::new(root, reason));
        return Ok(());
    }
    let mut files = Vec::new();
    // Which entries are left out does not depend on how the disk happens to list them.
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let walk = walk.into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
        keep_going()?;
        if *entries_left == 0 {
            let reason = "too many files to search: the rest is left out; name fewer folders";
            found.skipped.push(Skipped::new(root, reason));
            break;
        }
        *entries_left -= 1;
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
        let mut known = picture_endings().chain(MOVIE_ENDINGS);
        known.any(|known| ending.eq_ignore_ascii_case(known))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_entries_are_searched_and_no_whole_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.png", "b.png", "c.png"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        let paths = [folder.path().to_path_buf()];
        // The folder itself is one.
        let found = find_among(3, &paths, || Ok(())).expect("found");
        let names: Vec<_> = found.files.iter().map(|file| file.file_name()).collect();
        assert_eq!(names, ["a.png", "b.png"].map(|name| Some(name.as_ref())));
        assert!(found.skipped[0].reason.starts_with("too many files"));
        let all = find_among(4, &paths, || Ok(())).expect("found");
        assert_eq!((all.files.len(), all.skipped.len()), (3, 0));
        let disk = folder.path().ancestors().last().expect("a root");
        let found = find(&[disk.to_path_buf()], || Ok(())).expect("not searched");
        assert!(found.files.is_empty());
        assert!(found.skipped[0].reason.starts_with("a whole disk"));
    }
}

//! Names of files, and where they lead.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

/// Links that are followed one after the other, at most; as many as Linux follows.
const MAX_LINKS: usize = 40;

/// Milliseconds since 1970, or later ones, for the name of a file: at least so many, and more than any call before gave.
pub(crate) fn unique_millis(at_least: u64) -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
    let next = |last: u64| now.max(at_least).max(last.saturating_add(1));
    let last = LAST.fetch_update(Relaxed, Relaxed, |last| Some(next(last)));
    last.map_or(at_least, next)
}

/// Whether there is something that is neither a file nor a folder: a device or a pipe.
pub fn is_stream(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file of this name and a number, "model-2.safetensors" for example, that is not there yet.
pub(crate) fn free_name_beside(path: &Path) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_os_string();
    let numbered = (2u64..).map(|number| {
        let mut name = part(path.file_stem());
        name.push(format!("-{number}"));
        if path.extension().is_some() {
            name.push(".");
            name.push(part(path.extension()));
        }
        path.with_file_name(name)
    });
    let mut free = numbered.filter(|path| path.symlink_metadata().is_err());
    free.next().expect("a number that no file has")
}

/// Where links lead, as a whole path. The file itself need not be there.
pub fn real_path(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        // The target of a link is named from the link's folder.
        match path.read_link() {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    let real = path.canonicalize().ok().or_else(|| {
        let folder = folder_of(&path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    });
    real.unwrap_or(path)
}

/// The name of a model file with its folder, if that is named, as the models of a sweep all have one name: "0007/model".
pub fn name_with_folder(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    match path.parent().and_then(Path::file_name) {
        Some(folder) => format!("{}/{name}", folder.to_string_lossy()),
        None => name.into_owned(),
    }
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The path with this extension after its name, unless it has it.
pub fn with_ending(path: PathBuf, extension: &str) -> PathBuf {
    let has_it = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case(extension));
    if has_it {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(extension);
    name.into()
}

//! Files that a program left behind when it was killed.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How the names of temporary files begin.
pub(super) const TEMPORARY: &str = ".cellscope-";
/// A file that was written since may be in use: it may be about to be locked.
pub(crate) const IN_USE: Duration = Duration::from_secs(1);

/// Removes files that a program left behind when it was killed: those whose name is one of ours and that nobody uses, nor has written
/// for this long. Whether there were any.
pub(crate) fn remove_abandoned(
    folder: &Path,
    unwritten_for: Duration,
    is_ours: impl Fn(&str) -> bool,
) -> bool {
    let mut has_removed = false;
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for file in files.filter(|file| file.file_name().to_str().is_some_and(&is_ours)) {
        let path = file.path();
        if is_abandoned(&path, unwritten_for) {
            has_removed |= std::fs::remove_file(&path).is_ok();
        }
    }
    has_removed
}

/// Whether nobody uses a file: it was not written for so long, and nobody has locked it.
fn is_abandoned(path: &Path, unwritten_for: Duration) -> bool {
    // A pipe of that name would be waited for.
    if !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return false;
    }
    // One that cannot be opened may be another user's.
    let Ok(file) = open_alone(path) else {
        return false;
    };
    let age = file.metadata().and_then(|found| found.modified());
    let age = age.ok().and_then(|written| written.elapsed().ok());
    age.is_some_and(|age| age > unwritten_for) && file.try_lock().is_ok()
}

/// Opens a file to read it; on Windows not one that anybody has open, as locks there keep others from writing.
fn open_alone(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        options.share_mode(0);
    }
    options.open(path)
}

/// Removes temporary files of killed programs, the first time that this one writes into a folder.
pub(super) fn tidy(folder: &Path) {
    static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut tidied = TIDIED.lock().unwrap_or_else(PoisonError::into_inner);
    if tidied.insert(folder.to_path_buf()) {
        remove_abandoned(folder, IN_USE, |name| name.starts_with(TEMPORARY));
    }
}

//! Files that a program left behind when it was killed.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How the names of temporary files begin.
pub(super) const TEMPORARY: &str = ".cellscope-";
/// Random letters and digits that follow.
pub(super) const RANDOM: usize = 12;
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

/// Removes temporary files of killed programs before this one writes into a folder; of writes that follow each other fast, before the
/// first one alone.
pub(super) fn tidy(folder: &Path) {
    static TIDIED: Mutex<BTreeMap<PathBuf, Instant>> = Mutex::new(BTreeMap::new());
    let mut tidied = TIDIED.lock().unwrap_or_else(PoisonError::into_inner);
    // One that was too young then may be removed after as long.
    if tidied.get(folder).is_some_and(|at| at.elapsed() <= IN_USE) {
        return;
    }
    tidied.insert(folder.to_path_buf(), Instant::now());
    drop(tidied);
    remove_abandoned(folder, IN_USE, is_temporary);
}

/// Whether this is the name of a temporary file: the user may have others that begin so.
fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(TEMPORARY);
    let is_random = |c: u8| c.is_ascii_alphanumeric();
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(is_random))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_killed_program_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, age_secs| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("a file");
            let written = SystemTime::now() - Duration::from_secs(age_secs);
            file.set_modified(written).expect("set");
            (path, file)
        };
        let left = make(".cellscope-0aZ1bY2cX3dW", 60).0;
        let young = make(".cellscope-1aZ1bY2cX3dW", 0).0;
        let (used, lock) = make(".cellscope-2aZ1bY2cX3dW", 60);
        lock.try_lock().expect("free");
        let names = [".cellscope-notes", ".cellscope-my-notes.txt", "cells.gif"];
        let others = names.map(|name| make(name, 60).0);
        tidy(folder.path());
        assert!(!left.exists());
        assert!(young.exists() && used.exists());
        assert!(others.iter().all(|path| path.exists()), "not ours");
        // What was in use or young then is neither any more.
        drop(lock);
        remove_abandoned(folder.path(), Duration::ZERO, is_temporary);
        assert!(!young.exists() && !used.exists());
        assert!(others.iter().all(|path| path.exists()), "not ours");
    }
}

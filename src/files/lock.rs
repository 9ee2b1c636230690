//! Files that tell other processes that something is in use.

use std::fs::{File, TryLockError};
use std::io::Result;
use std::path::Path;

/// A lock that is held until it is dropped, or until the process ends however it does.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a file, which is made if it is missing; `None` where another process holds it. On a file system that
    /// has no locks it is given to everybody.
    ///
    /// # Errors
    /// What the system said of the file.
    pub(crate) fn take(path: &Path) -> Result<Option<Self>> {
        let file = open_or_make(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Self { _file: file })),
        }
    }

    /// Waits for the lock of a file that is read, changed and written again, and takes it in a file beside it. `None` where that cannot be
    /// made: the change is then made without.
    #[cfg(feature = "window")]
    pub(crate) fn wait_beside(path: &Path) -> Option<Self> {
        let file = open_or_make(&path.with_extension("lock")).ok()?;
        // Processes hold it while they write one small file, and lose it when they end. Without locks nobody waits.
        let _ = file.lock();
        Some(Self { _file: file })
    }

    /// Tells other processes that a file is in use; several can. `None` where it cannot be opened.
    pub(crate) fn share(path: &Path) -> Option<Self> {
        let file = File::open(path).ok()?;
        // It waits for those alone who look, for a moment, whether there is a lock. On a file system that has none nobody is told.
        let _ = file.lock_shared();
        Some(Self { _file: file })
    }

    /// Whether anybody tells that a file is in use. To find out it is locked for a moment.
    pub(crate) fn is_shared(path: &Path) -> bool {
        // On NFS only a file that may be written to can be locked alone.
        let file = File::options().read(true).write(true).open(path);
        matches!(
            file.map(|file| file.try_lock()),
            Ok(Err(TryLockError::WouldBlock))
        )
    }

    /// Whether another process holds the lock of a file.
    pub(crate) fn is_taken(path: &Path) -> bool {
        let shared = File::open(path).map(|file| file.try_lock_shared());
        matches!(shared, Ok(Err(TryLockError::WouldBlock)))
    }
}

/// The file of a lock; what is in it stays.
fn open_or_make(path: &Path) -> Result<File> {
    let mut options = File::options();
    let options = options.create(true).truncate(false).write(true);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_until_it_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        assert!(!Lock::is_taken(&path), "no file yet");
        let held = Lock::take(&path).expect("a file").expect("free");
        assert!(Lock::is_taken(&path));
        assert!(Lock::take(&path).expect("a file").is_none());
        drop(held);
        assert!(!Lock::is_taken(&path));
        assert!(Lock::take(&path).expect("a file").is_some());
    }

    #[test]
    fn several_can_tell_that_a_file_is_in_use() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("model");
        assert!(Lock::share(&path).is_none() && !Lock::is_shared(&path));
        std::fs::write(&path, "model").expect("written");
        let held = [(); 2].map(|()| Lock::share(&path).expect("a file"));
        let [first, second] = held;
        drop(first);
        assert!(Lock::is_shared(&path));
        drop(second);
        assert!(!Lock::is_shared(&path));
    }
}

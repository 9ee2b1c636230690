//! Writing files whole or not at all, and reading them up to a limit.

mod leftovers;
mod lock;
mod paths;
mod read;
mod stamp;
mod text_error;

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use ndarray::{ArrayBase, Data, Dimension};
use ndarray_npy::{WritableElement, WriteNpyExt};
use tempfile::NamedTempFile;

pub(crate) use leftovers::{IN_USE, remove_abandoned};
pub(crate) use lock::Lock;
pub use paths::{folder_of, is_stream, name_with_folder, real_path, with_ending};
pub(crate) use paths::{free_name_beside, unique_millis};
pub(crate) use read::plain;
#[cfg(feature = "window")]
pub(crate) use read::read_text_if_there;
pub use read::{MAX_TEXT_BYTES, open_file, read_file, read_text, read_text_input};
pub(crate) use stamp::{Stamp, stamp};
pub use text_error::TextError;
#[cfg(feature = "window")]
pub(crate) use text_error::line_of;
pub(crate) use text_error::read_named;

/// Writes a file so that it is whole or not there: a temporary file in the same folder, flushed to
/// the disk, then renamed.
///
/// Where a link leads to a file, that file is replaced. A file that is replaced stays as readable as it was, a new one is as
/// readable as any. What is no file, a device or a pipe, is written into.
///
/// # Errors
/// What the system said.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    write_atomically_after(path, bytes, |_| Ok(()))
}

/// The same, where `prepare` is called with the new file once that is whole, before it takes the place of the one that was
/// there. It is not called for a device or a pipe, where there is no new file.
///
/// # Errors
/// What the system said, or `prepare`: then the file that was there stays.
pub(crate) fn write_atomically_after(
    path: &Path,
    bytes: &[u8],
    prepare: impl FnOnce(&Path) -> std::io::Result<()>,
) -> std::io::Result<()> {
    check_target(path)?;
    if is_stream(path) {
        return open_stream(path)?.write_all(bytes);
    }
    let path = real_path(path);
    let file = temporary_beside(&path)?;
    // Not through the temporary file, whose errors have a name that nobody asked for.
    file.as_file().write_all(bytes)?;
    // A full disk may be noticed only here: before `prepare` removes anything.
    flush(file.as_file())?;
    prepare(file.path())?;
    put_in_place(file, &path)
}

/// Why a file is not written, and the way out where it is its folder or its disk.
pub(crate) fn not_written(path: &Path, error: &std::io::Error) -> String {
    // What is not of the system has its own way out.
    if error.raw_os_error().is_none() || is_stream(path) {
        return plain(error);
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = if path.is_dir() {
        &path
    } else {
        folder_of(&path)
    };
    let there = folder.ancestors().find(|at| at.exists());
    let there = there.unwrap_or(folder).display();
    match error.kind() {
        ErrorKind::NotFound if !folder.exists() => format!(
            "the folder {} does not exist; make it first, or choose another",
            folder.display()
        ),
        ErrorKind::NotADirectory => format!("{there} is a file; choose a folder"),
        ErrorKind::PermissionDenied if path.is_file() => format!(
            "{} may not be replaced, or {there} may not be written to; choose another",
            path.display()
        ),
        ErrorKind::PermissionDenied => {
            format!("the folder {there} may not be written to; choose another")
        }
        ErrorKind::ReadOnlyFilesystem => {
            format!("the folder {there} is on a disk that is read-only; choose another")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("the folder {there} is on a disk that is full; make room, or choose another")
        }
        _ => plain(error),
    }
}

/// Makes a folder where there is none.
///
/// # Errors
/// That it is a file, or why it cannot be made, with the way out.
pub(crate) fn make_folder(path: &Path) -> Result<(), String> {
    if path.exists() && !path.is_dir() {
        return Err("is a file; name a folder".to_owned());
    }
    std::fs::create_dir_all(path)
        .map_err(|error| format!("cannot be made: {}", not_written(path, &error)))
}

/// Checks that a file of this name can be there and may be replaced, without a look at its folder.
///
/// # Errors
/// That it is a folder or ends as the name of one, that it is read-only, or what the system says of the name.
pub(crate) fn check_target(path: &Path) -> std::io::Result<()> {
    let refuse = |kind, reason| Err(std::io::Error::new(kind, reason));
    let last = path.as_os_str().as_encoded_bytes().last();
    if last.is_some_and(|&byte| std::path::is_separator(char::from(byte))) {
        return refuse(ErrorKind::IsADirectory, "names a folder; name a file");
    }
    match path.metadata() {
        Ok(found) if found.is_dir() => refuse(ErrorKind::IsADirectory, "is a folder; name a file"),
        Ok(found) if found.permissions().readonly() => refuse(
            ErrorKind::PermissionDenied,
            "is read-only; name another file, or allow writing to it",
        ),
        Err(error) if error.kind() == ErrorKind::InvalidFilename => refuse(
            ErrorKind::InvalidFilename,
            "its name is too long for this disk; give it a shorter one",
        ),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Checks that a file can be written where this path leads.
///
/// # Errors
/// That there is no such folder or none that can be written to, with its path.
pub(crate) fn check_folder(path: &Path) -> Result<(), String> {
    if is_stream(path) {
        return Ok(());
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        let folder_name = folder.display();
        return Err(match folder.exists() {
            true => format!("{folder_name}: is a file; name a path in a folder"),
            false => format!("{folder_name}: no such folder; make it first"),
        });
    }
    let replaced = real_path(path);
    temporary_beside(&replaced).map(drop).map_err(|error| {
        let folder = folder_of(&replaced).display();
        format!("{folder}: cannot be written to: {}", plain(&error))
    })
}

/// Opens a device or a pipe to write into.
///
/// # Errors
/// What the system said, or that nobody reads from the pipe, which would be waited for for ever.
fn open_stream(path: &Path) -> std::io::Result<File> {
    #[cfg(unix)]
    let _reader_is_there = {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut options = File::options();
        let opened = options
            .write(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path);
        opened.map_err(|error| match error.raw_os_error() {
            Some(libc::ENXIO) => std::io::Error::other("nobody reads from this pipe"),
            _ => error,
        })?
    };
    File::options().write(true).open(path)
}

/// Brings what was written to the disk. Some shares cannot; there it comes to it when they please.
fn flush(file: &File) -> std::io::Result<()> {
    match file.sync_all() {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        flushed => flushed,
    }
}

/// Gives a temporary file its name; one that it replaces leaves it its permissions. Both are on the disk then.
///
/// # Errors
/// What the system said.
pub(crate) fn put_in_place(file: NamedTempFile, path: &Path) -> std::io::Result<()> {
    if let Ok(before) = path.metadata() {
        file.as_file().set_permissions(before.permissions())?;
    }
    flush(file.as_file())?;
    // Not by `persist`, which on Windows cannot replace a file that somebody reads.
    let (_file, temporary) = file.into_parts();
    std::fs::rename(&temporary, path)?;
    // Its old name is gone.
    let _ = temporary.keep();
    #[cfg(unix)]
    {
        // Some file systems cannot; there the name comes to the disk when they please.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// A file that others write little by little; like those of [`write_atomically`] it is whole or not there.
#[derive(Debug)]
pub struct PendingFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl PendingFile {
    /// Starts one. What is no file, a device or a pipe, gets its bytes at the end.
    ///
    /// # Errors
    /// What the system said.
    pub fn beside(target: &Path) -> std::io::Result<Self> {
        check_target(target)?;
        let target = real_path(target);
        let file = if is_stream(&target) {
            temporary()?
        } else {
            temporary_beside(&target)?
        };
        Ok(Self { file, target })
    }

    /// Where its content is to be written.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Puts it in its place, and returns its size in bytes.
    ///
    /// # Errors
    /// What the system said.
    pub fn keep(self) -> std::io::Result<u64> {
        let bytes = self.path().metadata()?.len();
        if is_stream(&self.target) {
            let mut stream = open_stream(&self.target)?;
            return std::io::copy(&mut File::open(self.path())?, &mut stream);
        }
        put_in_place(self.file, &self.target)?;
        Ok(bytes)
    }
}

/// A file in the same folder, as readable as any new one, that is gone with its handle.
///
/// # Errors
/// What the system said.
pub fn temporary_beside(path: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder
        .prefix(leftovers::TEMPORARY)
        .rand_bytes(leftovers::RANDOM);
    let folder = folder_of(path);
    leftovers::tidy(folder);
    // Opened here: errors of `tempfile` name its file, which nobody asked for.
    let open = |path: &Path| {
        let mut options = File::options();
        options.read(true).write(true).create_new(true).open(path)
    };
    let file = builder.make_in(folder, open)?;
    // Tells others that it is in use.
    #[cfg(unix)]
    let _ = file.as_file().try_lock();
    // Nobody reads meanwhile what nobody may read then.
    #[cfg(unix)]
    if let Ok(before) = path.metadata() {
        file.as_file().set_permissions(before.permissions())?;
    }
    Ok(file)
}

/// A new file among the system's temporary ones, that is gone with its handle.
///
/// # Errors
/// What the system said.
pub(crate) fn temporary() -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix("cellscope-").tempfile()
}

/// A new folder among the system's temporary files, which nobody else can have prepared, and which others may not enter.
///
/// # Errors
/// What the system said.
pub(crate) fn private_folder() -> std::io::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("cellscope-").tempdir()?;
    Ok(folder.keep())
}

/// Writes an array as .npy, whole or not at all.
///
/// # Errors
/// What the system said.
pub fn write_npy<A, S, D>(path: &Path, array: &ArrayBase<S, D>) -> std::io::Result<()>
where
    A: WritableElement,
    S: Data<Elem = A>,
    D: Dimension,
{
    let mut bytes = Vec::new();
    array.write_npy(&mut bytes).map_err(std::io::Error::other)?;
    write_atomically(path, &bytes)
}

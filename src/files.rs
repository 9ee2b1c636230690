//! Writing files whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use ndarray::{ArrayBase, Data, Dimension};
use ndarray_npy::{WritableElement, WriteNpyExt};

/// Writes a file so that it is whole or not there: a temporary file in the same folder, flushed to
/// the disk, then renamed.
///
/// # Errors
/// What the system said.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(std::io::Error::new(
            std::io::ErrorKind::IsADirectory,
            "is a folder; name a file",
        ));
    }
    let mut file = tempfile::Builder::new()
        .prefix(".cellscope-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The path with this extension after its name, unless it has it.
#[must_use]
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

/// Temporary files are private; what is saved should be as readable as any other file.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

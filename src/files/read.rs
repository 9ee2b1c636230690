//! Reading files of bounded size.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Largest file of text, in bytes: settings, configurations, lessons.
pub const MAX_TEXT_BYTES: u64 = 1 << 20;

/// Opens a file. A device or a pipe is refused: it may be endless, or give nothing for ever.
///
/// # Errors
/// What the system said, or that it is no file.
pub fn open_file(path: &Path) -> Result<File> {
    let refuse = |error: Error| match error.kind() {
        kind @ (ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Error::new(kind, "no such file; check its name")
        }
        kind @ ErrorKind::PermissionDenied => Error::new(
            kind,
            "may not be read; allow reading it, or name another file",
        ),
        kind => Error::new(kind, plain(&error)),
    };
    let found = path.metadata().map_err(refuse)?;
    if found.is_dir() {
        return Err(Error::new(
            ErrorKind::IsADirectory,
            "is a folder; name a file",
        ));
    }
    if !found.is_file() {
        let reason = "is a device or a pipe; name a file";
        return Err(Error::new(ErrorKind::InvalidInput, reason));
    }
    File::open(path).map_err(refuse)
}

/// What the system says, without its number.
pub(crate) fn plain(error: &Error) -> String {
    let said = error.to_string();
    said.split(" (os error").next().unwrap_or(&said).to_owned()
}

/// Reads a whole file of at most so many bytes.
///
/// # Errors
/// Those of [`open_file`], or that it is larger.
pub fn read_file(path: &Path, most_bytes: u64) -> Result<Vec<u8>> {
    let file = open_file(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if length <= most_bytes {
        let room = usize::try_from(length).map_err(Error::other)?;
        bytes
            .try_reserve_exact(room)
            .map_err(|_| Error::from(ErrorKind::OutOfMemory))?;
        file.take(most_bytes + 1).read_to_end(&mut bytes)?;
    }
    let length = length.max(bytes.len() as u64);
    if length > most_bytes {
        let reason = format!("{length} bytes, but at most {most_bytes} are read");
        return Err(Error::new(ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Reads a file of text, of at most [`MAX_TEXT_BYTES`].
///
/// # Errors
/// Those of [`read_file`], or that it is no UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = read_file(path, MAX_TEXT_BYTES).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => Error::new(
            ErrorKind::FileTooLarge,
            format!("is too large for a configuration, a plan or the like: {error}"),
        ),
        _ => error,
    })?;
    text(bytes)
}

/// Reads a text of at most [`MAX_TEXT_BYTES`] from the standard input.
///
/// # Errors
/// What the system said, or that it is larger or no UTF-8.
pub fn read_text_input() -> Result<String> {
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock();
    input.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        let reason = format!("more than {MAX_TEXT_BYTES} bytes, which are read at most");
        return Err(Error::new(ErrorKind::FileTooLarge, reason));
    }
    text(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let reason = format!("is not text: byte {at} is not UTF-8; name a text file");
        Error::new(ErrorKind::InvalidData, reason)
    })
}

/// [`read_text`]; `None` where there is no file.
///
/// # Errors
/// Those of [`read_text`].
#[cfg(feature = "window")]
pub(crate) fn read_text_if_there(path: &Path) -> Result<Option<String>> {
    match read_text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("text");
        std::fs::write(&path, "four").expect("written");
        assert_eq!(read_text(&path).expect("read"), "four");
        let error = read_file(&path, 3).expect_err("too large");
        assert_eq!(error.to_string(), "4 bytes, but at most 3 are read");
        std::fs::write(&path, vec![b'x'; 1 + MAX_TEXT_BYTES as usize]).expect("written");
        let error = read_text(&path).expect_err("too large").to_string();
        let reason = "is too large for a configuration, a plan or the like: 1048577 bytes";
        assert!(error.starts_with(reason), "{error}");
        let error = open_file(folder.path()).expect_err("a folder");
        assert_eq!(error.to_string(), "is a folder; name a file");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_read() {
        let error = read_file(Path::new("/dev/zero"), 4).expect_err("endless");
        assert_eq!(error.to_string(), "is a device or a pipe; name a file");
    }
}

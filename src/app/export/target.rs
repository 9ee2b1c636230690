//! The file that something is exported to.

use std::path::{Path, PathBuf};

use crate::app::typed_path::typed_path;
use crate::figure::{ClipFormat, Format};
use crate::files::with_ending;

/// A kind of file, told by the ending of its name.
pub(crate) trait FileFormat: Copy + PartialEq {
    /// The ending of its files, without a point.
    fn ending(self) -> &'static str;
    /// The format of a file of this name.
    fn of_file(path: &Path) -> Option<Self>;
}

impl FileFormat for Format {
    fn ending(self) -> &'static str {
        self.extension()
    }

    fn of_file(path: &Path) -> Option<Self> {
        Self::of(path)
    }
}

impl FileFormat for ClipFormat {
    fn ending(self) -> &'static str {
        self.extension()
    }

    fn of_file(path: &Path) -> Option<Self> {
        Self::of(path)
    }
}

/// The file, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct FileTarget {
    /// Its path.
    pub path: String,
    /// Files that are there and may be written over: people are asked about them, or were.
    pub replaces: Vec<PathBuf>,
    /// Whether it was not shown yet.
    pub(crate) is_new: bool,
    /// The name suggested for it, without the ending.
    stem: String,
}

impl FileTarget {
    /// A file that is named as suggested, in `folder`, or at home.
    pub(super) fn new<F: FileFormat>(folder: Option<&Path>, stem: String, format: F) -> Self {
        let mut target = Self {
            path: String::new(),
            replaces: Vec::new(),
            is_new: true,
            stem,
        };
        let file = folder.unwrap_or(Path::new("~"));
        let file = file.join(target.suggested(format));
        target.path = file.display().to_string();
        target
    }

    /// The name suggested for it in this format.
    fn suggested<F: FileFormat>(&self, format: F) -> String {
        format!("{}.{}", self.stem, format.ending())
    }

    /// Whether one of these files is there and people were not asked about it; then they are to be asked about all that are.
    pub(super) fn asks(&mut self, files: impl IntoIterator<Item = PathBuf>) -> bool {
        let there: Vec<_> = files.into_iter().filter(|file| file.exists()).collect();
        let asks = there.iter().any(|file| !self.replaces.contains(file));
        if asks {
            self.replaces = there;
        }
        asks
    }

    /// Gives the file the name suggested now, if it has the one that was suggested before, in that format.
    pub(super) fn rename<F: FileFormat>(&mut self, before: F, stem: String, now: F) {
        let before = self.suggested(before);
        self.stem = stem;
        if let Some(folder) = self.path.strip_suffix(&before) {
            self.path = format!("{folder}{}", self.suggested(now));
        }
    }

    /// Brings the file's ending and its format together: a format chosen since `before` changes the ending, else an ending
    /// that was typed chooses its format, of those that are possible.
    pub(super) fn agree<F: FileFormat>(&mut self, format: &mut F, before: F, possible: &[F]) {
        let path = Path::new(self.path.trim());
        let Some(named) = F::of_file(path).filter(|named| named != format) else {
            return;
        };
        if *format != before {
            let path = path.with_extension(format.ending());
            self.path = path.display().to_string();
        } else if possible.contains(&named) {
            *format = named;
        }
    }

    /// Takes a file that was chosen, and that may be written over.
    pub(super) fn take<F: FileFormat>(&mut self, file: &Path, format: &mut F, possible: &[F]) {
        self.path = file.display().to_string();
        let before = *format;
        self.agree(format, before, possible);
        let written = self.file(*format, possible).ok();
        let written = written.filter(|written| written == file);
        self.replaces = written.into_iter().collect();
    }

    /// The file to write now, as [`Self::file`], with its whole path, and no folder that is on the disk.
    pub(super) fn resolve<F: FileFormat>(
        &mut self,
        format: F,
        possible: &[F],
    ) -> Result<PathBuf, String> {
        let typed = typed_path(&self.path);
        if typed.is_dir() {
            return Err(is_folder(&typed, &self.suggested(format)));
        }
        let path = self.file(format, possible)?;
        self.path = path.display().to_string();
        Ok(path)
    }

    /// The file that will be written in this format.
    ///
    /// # Errors
    /// That no name was typed, that it is a folder, or that its ending is not that of the format; with the way out.
    pub(super) fn file<F: FileFormat>(&self, format: F, possible: &[F]) -> Result<PathBuf, String> {
        let typed = self.path.trim();
        if typed.is_empty() {
            return Err("choose a file".to_owned());
        }
        let path = typed_path(typed);
        let last = typed.rsplit(std::path::is_separator).next();
        if matches!(last, Some("" | "." | ".." | "~")) {
            return Err(is_folder(&path, &self.suggested(format)));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy());
        // "alpha0.3" has no ending.
        let ending = ending.filter(|ending| ending.contains(char::is_alphabetic));
        match ending {
            None => Ok(with_ending(path, format.ending())),
            Some(_) if F::of_file(&path) == Some(format) => Ok(path),
            Some(ending) => {
                let endings: Vec<_> = possible
                    .iter()
                    .map(|format| format!(".{}", format.ending()))
                    .collect();
                let endings = endings.join(", ");
                Err(format!(
                    "no .{ending} can be written here: end the name in one of {endings}"
                ))
            }
        }
    }
}

/// What is said where a folder is named.
pub(crate) fn is_folder(path: &Path, suggested: &str) -> String {
    let file = path.join(suggested);
    format!(
        "{} is a folder: name a file in it, {} for example",
        path.display(),
        file.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_asked_about_every_file_that_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["x.npy", "x-B.npy", "x-C.npy"].map(|name| folder.path().join(name));
        files[..2]
            .iter()
            .for_each(|file| std::fs::write(file, "").expect("written"));
        let mut target = FileTarget::new(Some(folder.path()), "x".to_owned(), Format::Npy);
        // The file dialog asked about this one.
        target.replaces = vec![files[0].clone()];
        assert!(!target.asks([files[0].clone()]));
        assert!(target.asks(files.clone()), "the second was not asked about");
        assert_eq!(target.replaces, files[..2]);
        assert!(!target.asks(files), "all were asked about");
    }
}

//! The file that something is exported to.

use std::path::{Path, PathBuf};

use crate::app::typed_path::typed_path;
use crate::figure::{ClipFormat, Format};
use crate::files::with_ending;

/// A kind of file, told by the ending of its name.
pub trait FileFormat: Copy + Default + PartialEq + 'static {
    /// All kinds.
    const EVERY: &'static [Self];
    /// The ending of its files, without a point.
    fn ending(self) -> &'static str;
    /// The format of a file of this name.
    fn of_file(path: &Path) -> Option<Self>;
}

impl FileFormat for Format {
    const EVERY: &'static [Self] = &Self::ALL;

    fn ending(self) -> &'static str {
        self.extension()
    }

    fn of_file(path: &Path) -> Option<Self> {
        Self::of(path)
    }
}

impl FileFormat for ClipFormat {
    const EVERY: &'static [Self] = &Self::ALL;

    fn ending(self) -> &'static str {
        self.extension()
    }

    fn of_file(path: &Path) -> Option<Self> {
        Self::of(path)
    }
}

/// The file and its format, as the user fills them in.
#[derive(Clone, Debug, PartialEq)]
pub struct FileTarget<F> {
    /// Its path.
    pub path: String,
    /// What to write.
    pub format: F,
    /// What can be written; all where it is empty.
    pub formats: Vec<F>,
    /// Files that are there and may be written over: people are asked about them, or were.
    pub replaces: Vec<PathBuf>,
    /// Whether it was not shown yet.
    pub(crate) is_new: bool,
    /// The name suggested for it, without the ending.
    stem: String,
    /// The format when path and format were brought together.
    agreed: F,
}

impl<F: FileFormat> FileTarget<F> {
    /// A file that is named as suggested, in `folder`, or at home.
    pub(super) fn new(folder: Option<&Path>, stem: String, format: F) -> Self {
        let mut target = Self {
            path: String::new(),
            format,
            formats: Vec::new(),
            replaces: Vec::new(),
            is_new: true,
            stem,
            agreed: format,
        };
        let file = folder.unwrap_or(Path::new("~"));
        target.path = file.join(target.suggested()).display().to_string();
        target
    }

    /// The name suggested for it.
    fn suggested(&self) -> String {
        format!("{}.{}", self.stem, self.format.ending())
    }

    fn possible(&self) -> &[F] {
        if self.formats.is_empty() {
            F::EVERY
        } else {
            &self.formats
        }
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

    /// Takes these formats as possible; one that is not among them gives way to the usual one.
    pub(crate) fn offer(&mut self, formats: Vec<F>) {
        self.formats = formats;
        if !self.possible().contains(&self.format) {
            self.format = F::default();
        }
    }

    /// Brings the file's ending and its format together: a format chosen since they last were changes the ending, else an
    /// ending that was typed chooses its format, of those that are possible. A file that has the name that was suggested
    /// takes that suggested now, from `stem`.
    pub(crate) fn agree(&mut self, stem: String) {
        self.agree_on_ending();
        let before = self.suggested();
        self.stem = stem;
        if let Some(folder) = self.path.strip_suffix(&before) {
            self.path = format!("{folder}{}", self.suggested());
        }
    }

    fn agree_on_ending(&mut self) {
        let path = Path::new(self.path.trim());
        if let Some(named) = F::of_file(path).filter(|named| *named != self.format) {
            if self.format != self.agreed {
                let path = path.with_extension(self.format.ending());
                self.path = path.display().to_string();
            } else if self.possible().contains(&named) {
                self.format = named;
            }
        }
        self.agreed = self.format;
    }

    /// Takes a file that was chosen, and that may be written over.
    pub(crate) fn take(&mut self, file: &Path) {
        self.path = file.display().to_string();
        self.agree_on_ending();
        let written = self.file().ok().filter(|written| written == file);
        self.replaces = written.into_iter().collect();
    }

    /// The file to write now, as [`Self::file`], with its whole path, and no folder that is on the disk.
    pub(super) fn resolve(&mut self) -> Result<PathBuf, String> {
        let typed = typed_path(&self.path);
        if typed.is_dir() {
            return Err(is_folder(&typed, &self.suggested()));
        }
        let path = self.file()?;
        self.path = path.display().to_string();
        Ok(path)
    }

    /// Why no file of the path typed can be written.
    pub(crate) fn problem(&self) -> Option<String> {
        self.file().err()
    }

    /// The file that will be written.
    ///
    /// # Errors
    /// That no name was typed, that it is a folder, or that its ending is not that of the format; with the way out.
    fn file(&self) -> Result<PathBuf, String> {
        let typed = self.path.trim();
        if typed.is_empty() {
            return Err("choose a file".to_owned());
        }
        let path = typed_path(typed);
        let last = typed.rsplit(std::path::is_separator).next();
        if matches!(last, Some("" | "." | ".." | "~")) {
            return Err(is_folder(&path, &self.suggested()));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy());
        // "alpha0.3" has no ending.
        let ending = ending.filter(|ending| ending.contains(char::is_alphabetic));
        match ending {
            None => Ok(with_ending(path, self.format.ending())),
            Some(_) if F::of_file(&path) == Some(self.format) => Ok(path),
            Some(ending) => {
                let possible = self.possible().iter();
                let endings: Vec<_> = possible
                    .map(|format| format!(".{}", format.ending()))
                    .collect();
                let endings = endings.join(", ");
                Err(format!(
                    "No .{ending} can be written here: end the name in one of {endings}"
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

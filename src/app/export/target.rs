//! The file that something is exported to.

use std::path::{Path, PathBuf};

use crate::app::typed_path::typed_path;
use crate::files::with_ending;

/// The file, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct FileTarget {
    /// Its path.
    pub path: String,
    /// Whether a file that is there may be written over: people were asked.
    pub replaces: bool,
    /// Whether it was not shown yet.
    pub(crate) is_new: bool,
}

impl FileTarget {
    /// A file of the name suggested, in `folder`, or at home.
    pub(super) fn new(folder: Option<&Path>, name: &str) -> Self {
        let folder = folder.unwrap_or(Path::new("~"));
        Self {
            path: folder.join(name).display().to_string(),
            replaces: false,
            is_new: true,
        }
    }

    /// Gives the file another name, if it has the one that was suggested `before`.
    pub(crate) fn rename(&mut self, before: &str, now: &str) {
        if let Some(folder) = self.path.strip_suffix(before) {
            self.path = format!("{folder}{now}");
        }
    }

    /// The file that will be written: named by its format, whatever was typed. `of` tells the format of a file by its name.
    pub(super) fn file<F: PartialEq>(
        &self,
        (format, extension): (F, &str),
        of: impl Fn(&Path) -> Option<F>,
    ) -> PathBuf {
        let path = typed_path(&self.path);
        match of(&path) {
            Some(named) if named == format => path,
            Some(_) => path.with_extension(extension),
            None => with_ending(path, extension),
        }
    }
}

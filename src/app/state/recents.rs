//! The models, pictures and sweeps that were used last, from one start to the next.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::source::PathText;

/// Most models, most sources of pictures and most sweeps that are remembered.
const MOST: usize = 10;
/// Where eframe's storage kept them in earlier versions.
const KEY: &str = "recent-files";

/// Something that was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Used {
    /// A model: its file.
    Model(PathBuf),
    /// Pictures: files and folders chosen together.
    Pictures(Vec<PathBuf>),
    /// A sweep: its folder.
    Sweep(PathBuf),
    /// The folder that something was chosen from.
    Folder(PathBuf),
}

/// The models, pictures and sweeps that were used last, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Recents {
    /// Files of models.
    pub models: Vec<PathBuf>,
    /// Files and folders of pictures, as they were chosen together.
    pub pictures: Vec<Vec<PathBuf>>,
    /// Folders of sweeps.
    pub sweeps: Vec<PathBuf>,
    /// The folder that something was chosen from last.
    pub folder: Option<PathBuf>,
    /// What was noted and is not in the file yet.
    pub(crate) unwritten: Vec<Used>,
}

/// The list as it is written.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    models: Vec<PathText>,
    pictures: Vec<Vec<PathText>>,
    sweeps: Vec<PathText>,
    folder: Option<PathText>,
}

impl From<Stored> for Recents {
    fn from(stored: Stored) -> Self {
        let paths = |texts: Vec<PathText>| texts.into_iter().map(|text| text.0).collect();
        Self {
            models: paths(stored.models),
            pictures: stored.pictures.into_iter().map(paths).collect(),
            sweeps: paths(stored.sweeps),
            folder: stored.folder.map(|text| text.0),
            unwritten: Vec::new(),
        }
    }
}

impl From<Recents> for Stored {
    fn from(recents: Recents) -> Self {
        let texts = |paths: Vec<PathBuf>| paths.into_iter().map(PathText).collect();
        Self {
            models: texts(recents.models),
            pictures: recents.pictures.into_iter().map(texts).collect(),
            sweeps: texts(recents.sweeps),
            folder: recents.folder.map(PathText),
        }
    }
}

impl Recents {
    /// What an earlier version saved where the layout is; nothing when nothing was.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        match storage.and_then(|storage| storage.get_string(KEY)) {
            Some(text) => Self::from_json(&text),
            None => Ok(Self::default()),
        }
    }

    /// Reads what a file holds.
    ///
    /// # Errors
    /// A sentence for the user when it cannot be read.
    pub(crate) fn from_json(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| {
            format!("The list of recent files cannot be read ({error}); it begins anew")
        })
    }

    /// Notes that a model was opened or saved.
    pub(crate) fn note_model(&mut self, path: &Path) {
        self.note(Used::Model(path.to_owned()));
    }

    /// Notes that pictures were loaded.
    pub(crate) fn note_pictures(&mut self, paths: &[PathBuf]) {
        self.note(Used::Pictures(paths.to_owned()));
    }

    /// Notes that the map of a sweep was shown, by a path that leads there from any folder.
    pub(crate) fn note_sweep(&mut self, folder: &Path) {
        let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.note(Used::Sweep(whole));
    }

    /// Notes that a file or folder was chosen.
    pub(crate) fn note_chosen(&mut self, path: &Path) {
        if let Some(folder) = path.parent() {
            self.note(Used::Folder(folder.to_owned()));
        }
    }

    fn note(&mut self, used: Used) {
        self.put_first(used.clone());
        self.unwritten.push(used);
    }

    /// Puts what was used in the first place.
    pub(crate) fn put_first(&mut self, used: Used) {
        match used {
            Used::Model(path) => put_first(&mut self.models, path),
            Used::Pictures(paths) => put_first(&mut self.pictures, paths),
            Used::Sweep(folder) => put_first(&mut self.sweeps, folder),
            Used::Folder(folder) => self.folder = Some(folder),
        }
    }
}

/// Puts an item first.
fn put_first<T: PartialEq>(list: &mut Vec<T>, item: T) {
    list.retain(|known| *known != item);
    list.insert(0, item);
    list.truncate(MOST);
}

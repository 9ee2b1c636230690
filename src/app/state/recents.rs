//! The models and pictures that were used last, from one start to the next.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Most models, and most sources of pictures, that are remembered.
const MOST: usize = 10;
/// Where eframe's storage keeps them.
const KEY: &str = "recent-files";

/// The models and pictures that were used last, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recents {
    /// Files of models.
    pub models: Vec<PathBuf>,
    /// Files and folders of pictures, as they were chosen together.
    pub pictures: Vec<Vec<PathBuf>>,
    /// The folder that something was chosen from last.
    pub folder: Option<PathBuf>,
}

impl Recents {
    /// What was saved; nothing when nothing was.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else {
            return Ok(Self::default());
        };
        serde_json::from_str(&text).map_err(|error| {
            format!("The list of recent files cannot be read ({error}); it begins anew.")
        })
    }

    /// Saves for the next start.
    pub fn save(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }

    /// Notes that a model was opened or saved.
    pub(crate) fn note_model(&mut self, path: &Path) {
        note(&mut self.models, path.to_owned());
    }

    /// Notes that pictures were loaded.
    pub(crate) fn note_pictures(&mut self, paths: &[PathBuf]) {
        note(&mut self.pictures, paths.to_owned());
    }

    /// Notes that a file or folder was chosen.
    pub(crate) fn note_chosen(&mut self, path: &Path) {
        self.folder = path.parent().map(Path::to_owned);
    }
}

/// Puts an item first.
fn note<T: PartialEq>(list: &mut Vec<T>, item: T) {
    list.retain(|known| *known != item);
    list.insert(0, item);
    list.truncate(MOST);
}

/// A file or folder in a menu: its name, and how many more there are.
pub(crate) fn short_name(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    match paths {
        [] => String::new(),
        [one] => name(one),
        [first, rest @ ..] => format!("{} and {} more", name(first), rest.len()),
    }
}

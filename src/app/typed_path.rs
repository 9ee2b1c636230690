//! Paths that people type, and the Enter that ends them.

use std::path::PathBuf;

use egui::{Key, Response, Ui};

use crate::engine::MODEL_ENDING;
use crate::files::with_ending;

/// Whether Enter was pressed in a field.
pub(crate) fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// A path as people type it: "~" at its beginning is their home folder.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    let path = PathBuf::from(text.trim());
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home,
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

/// The file of a model of this name, which may lack the ending.
pub(crate) fn model_file(path: PathBuf) -> PathBuf {
    with_ending(path, MODEL_ENDING)
}

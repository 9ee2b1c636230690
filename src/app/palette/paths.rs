//! A path that is typed: a model to open or to write, pictures to learn from.

use super::entry::{Does, Entry, Known};
use crate::app::typed_path::{model_file, typed_path};
use crate::engine::{Command, MODEL_ENDING};
use crate::source::SourceSpec;

/// What can be done with the path that was typed; nothing where none was.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let typed = known.query.trim();
    if !typed.contains(['/', '\\']) {
        return Vec::new();
    }
    let path = typed_path(typed);
    let entry = |text: &str, about: &str, command| Entry {
        kind: "Path",
        text: format!("{text} {typed}"),
        about: about.to_owned(),
        also: typed.to_owned(),
        does: Some(Does::Send(command)),
        ..Entry::default()
    };
    let about = "Go on with this model. The present one is kept.";
    let open = entry("Open model", about, Command::Open(path.clone()));
    let pictures = SourceSpec::images([path.clone()]);
    let about = "The model goes on with the pictures or movies of this file or folder.";
    let learn = entry("Learn from", about, Command::NewSource(pictures));
    let ending = path.extension();
    let is_model = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(MODEL_ENDING));
    let file = model_file(path);
    let about = format!("Write the model and its history, as {}.", file.display());
    let save = entry("Save model to", &about, Command::Save(file));
    match is_model {
        true => vec![open, learn, save],
        false => vec![learn, open, save],
    }
}

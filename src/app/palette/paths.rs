//! A path that is typed: a model to open or to write, pictures to learn from, a sweep to show.

use std::path::PathBuf;

use super::entry::{Does, Entry, Known};
use crate::app::typed_path::{model_file, typed_path};
use crate::engine::{Command, MODEL_ENDING};
use crate::source::SourceSpec;

/// Words that may come before a path: what is to be done with it is chosen from the list.
const BEFORE: [&str; 14] = [
    "open", "pin", "sweep", "save", "learn", "load", "model", "pictures", "movies", "folder",
    "from", "to", "as", "in",
];

/// A path without such words before it, where what follows them is clearly one.
fn without_words(typed: &str) -> &str {
    let mut rest = typed;
    while let Some((word, after)) = rest.split_once(' ')
        && BEFORE
            .iter()
            .any(|before| word.eq_ignore_ascii_case(before))
    {
        rest = after.trim_start();
    }
    let is_path = rest.starts_with(['/', '\\', '~', '.']) || rest.get(1..2) == Some(":");
    if is_path { rest } else { typed }
}

/// The path in what was typed: as it was typed, and in full.
fn path_of(query: &str) -> Option<(&str, PathBuf)> {
    let typed = without_words(query.trim());
    typed
        .contains(['/', '\\'])
        .then(|| (typed, typed_path(typed)))
}

/// The path in what was typed, where there is one.
pub(crate) fn path_in(query: &str) -> Option<PathBuf> {
    path_of(query).map(|(_, path)| path)
}

/// What can be done with the path that was typed; nothing where none was. Whether a folder is that of a sweep only the disk tells, which
/// may be slow: that is looked up elsewhere.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let query = known.query.trim();
    let Some((typed, path)) = path_of(query) else {
        return Vec::new();
    };
    let is_sweep = known.sweep == Some(path.as_path());
    let entry = |text: &str, about: &str, does| Entry {
        kind: "Path",
        text: format!("{text} {typed}"),
        about: about.to_owned(),
        also: query.to_owned(),
        does: Some(does),
        ..Entry::default()
    };
    let about =
        "Show a map of the models of this sweep, a folder that `cellscope sweep plan` made.";
    let sweep = entry("Open sweep", about, Does::OpenSweep(path.clone()));
    let about = "Go on with this model. The present one is kept.";
    let open = entry("Open model", about, Does::Send(Command::Open(path.clone())));
    let about = "Compare this model with the run.";
    let pin = entry("Pin model", about, Does::Pin(path.clone()));
    let pictures = SourceSpec::images([path.clone()]);
    let about = "The model goes on with the pictures or movies of this file or folder.";
    let learn = entry(
        "Learn from",
        about,
        Does::Send(Command::NewSource(pictures)),
    );
    let ending = path.extension();
    let is_model = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(MODEL_ENDING));
    let file = model_file(path);
    let about = format!("Write the model and its history, as {}.", file.display());
    let save = entry("Save model to", &about, Does::Send(Command::Save(file)));
    let mut all = match is_model {
        true => vec![open, pin, save],
        false if is_sweep => vec![sweep, learn, open, save],
        false => vec![learn, open, save, sweep],
    };
    // What was asked for comes first: that which has most of the words.
    let asked = query.strip_suffix(typed).unwrap_or_default();
    all.sort_by_key(|entry| {
        let text = entry.text.to_lowercase();
        let words = asked.split_whitespace().map(str::to_lowercase);
        words
            .filter(|asked| !text.split(' ').any(|word| word.starts_with(asked.as_str())))
            .count()
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_path_are_no_part_of_it() {
        for (typed, path) in [
            ("/a b/c.safetensors", "/a b/c.safetensors"),
            ("open model /a", "/a"),
            ("open sweep /a", "/a"),
            ("Save to  /a b/c", "/a b/c"),
            ("my models/a", "my models/a"),
            ("model weights/a", "model weights/a"),
            ("save model as ~/a", "~/a"),
            ("open C:\\a", "C:\\a"),
            ("open", "open"),
        ] {
            assert_eq!(without_words(typed), path);
        }
    }
}

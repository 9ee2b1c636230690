//! Models, pictures and sweeps that were used last.

use super::entry::{Does, Entry, Known};
use crate::engine::Command;
use crate::source::{SourceSpec, short_name};

/// An entry for each, the newest first.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let recents = &known.state.recents;
    let entry = |text: String, about: String, does| Entry {
        kind: "Recent",
        text,
        about,
        does: Some(does),
        ..Entry::default()
    };
    let models = recents.models.iter().map(|path| {
        let name = short_name(std::slice::from_ref(path));
        entry(
            format!("Open {name}"),
            path.display().to_string(),
            Does::Send(Command::Open(path.clone())),
        )
    });
    let pictures = recents.pictures.iter().map(|paths| {
        let all: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let command = Command::NewSource(SourceSpec::images(paths.clone()));
        entry(
            format!("Learn from {}", short_name(paths)),
            all.join(", "),
            Does::Send(command),
        )
    });
    let sweeps = recents.sweeps.iter().map(|folder| {
        entry(
            format!("Open sweep {}", short_name(std::slice::from_ref(folder))),
            folder.display().to_string(),
            Does::OpenSweep(folder.clone()),
        )
    });
    models.chain(pictures).chain(sweeps).collect()
}

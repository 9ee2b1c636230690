//! New models, each of a preset.

use super::entry::{Does, Entry, Known};
use crate::config::Preset;
use crate::engine::Command;

/// An entry for every preset.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let entry = |preset: Preset| {
        let mut config = known.state.live.clone();
        preset.apply(&mut config);
        let (side, model) = (config.movies.patch_side, &config.model);
        Entry {
            kind: "Preset",
            text: format!("New model: {}", preset.name()),
            about: format!(
                "{side} x {side} pixels, {} and {} units, untrained. The present model is kept.",
                model.simple, model.invariant
            ),
            does: Some(Does::Send(Command::Rebuild(Box::new(config)))),
            ..Entry::default()
        }
    };
    Preset::ALL.map(entry).into()
}

//! New models, each of a preset.

use super::entry::{Does, Entry, Known};
use crate::config::Preset;
use crate::engine::Command;
use crate::words::{on_top, three_digits};

/// An entry for every preset.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let entry = |preset: Preset| {
        let mut config = known.state.live.clone();
        preset.apply(&mut config);
        let (side, model) = (config.movies.patch_side, &config.model);
        let top = on_top(model.top);
        Entry {
            kind: "Preset",
            text: format!("New model: {}", preset.name()),
            about: format!(
                "{side} x {side} pixels, {}, {} units{top}, α {}, β {}, untrained. The present model is kept.",
                model.simple,
                model.invariant,
                three_digits(model.alpha),
                three_digits(model.beta)
            ),
            also: format!("start the {} preset", preset.name()),
            does: Some(Does::Send(Command::Rebuild(Box::new(config)))),
            ..Entry::default()
        }
    };
    Preset::ALL.map(entry).into()
}

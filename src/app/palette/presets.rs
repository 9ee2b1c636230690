//! New models, each of a preset.

use super::entry::{Does, Entry, Known};
use crate::channels::Channels;
use crate::config::Preset;
use crate::parameter::Parameter;
use crate::words::{as_said, on_top, three_digits};

/// An entry for every preset.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let entry = |preset: Preset| {
        let mut config = known.state.live.clone();
        preset.apply(&mut config);
        let (side, model) = (config.movies.patch_side, &config.model);
        let top = on_top(model.top);
        let sparsity = |one: Parameter| {
            let value = match one.is_adapted(&config) {
                true => "adapted".to_owned(),
                false => three_digits(one.get(&config)).to_string(),
            };
            as_said(&format!("{} {value}", one.row().name))
        };
        let colors = match config.movies.channels {
            Channels::Grey => String::new(),
            channels => format!(" of {}", channels.name()),
        };
        Entry {
            kind: "Preset",
            text: format!("New model: {}", preset.name()),
            about: format!(
                "{side} x {side} pixels{colors}, {}, {} units{top}, {}, {}, untrained. The present model is kept.",
                model.simple,
                model.invariant,
                sparsity(Parameter::Alpha),
                sparsity(Parameter::Beta)
            ),
            also: format!("start the {} preset", preset.name()),
            does: Some(Does::Rebuild(Box::new(config))),
            ..Entry::default()
        }
    };
    Preset::ALL.map(entry).into()
}

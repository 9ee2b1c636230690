//! Units by their number.

use super::entry::{Does, Entry, Known};
use crate::app::state::units_of;
use crate::engine::Layer;

/// Where a whole number was typed, an entry for the unit of that number in each layer.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let Some((typed, number)) = known.number() else {
        return Vec::new();
    };
    let model = &known.state.live.model;
    let layers = [
        (Layer::Simple, model.simple),
        (Layer::Invariant, model.invariant),
    ];
    let is_unit =
        |units: usize| number >= 0.0 && number.fract() == 0.0 && (number as usize) < units;
    let there = layers.into_iter().filter(|(_, units)| is_unit(*units));
    let found: Vec<Entry> = there
        .map(|(layer, _)| {
            let unit = number as usize;
            Entry {
                kind: "Unit",
                text: format!("Select {} unit {unit}", layer.name()),
                about: format!("Select one of the {} in all views.", units_of(layer)),
                also: "filter".to_owned(),
                keys: None,
                does: Some(Does::Select(layer, unit)),
            }
        })
        .collect();
    if found.is_empty() && known.query.trim().to_lowercase().starts_with("unit") {
        return vec![Entry {
            kind: "Unit",
            text: format!("Select unit {typed}"),
            about: format!(
                "There is none: simple units are 0 to {}, invariant units 0 to {}.",
                model.simple - 1,
                model.invariant - 1
            ),
            ..Entry::default()
        }];
    }
    found
}

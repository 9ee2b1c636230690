//! Units by their number.

use super::entry::{Does, Entry, Known, Typed};
use crate::app::state::units_of;
use crate::engine::Layer;

/// Where a whole number was typed, an entry for the unit of that number in each layer; after z or u in that layer, as on the
/// command line.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let query = known.query.trim();
    let last = query.rsplit([' ', '=']).next().unwrap_or_default();
    let of_layer = |layer: &Layer| {
        let number = last.strip_prefix(layer.code())?;
        number.parse::<u32>().ok().map(f64::from)
    };
    let named = [Layer::Simple, Layer::Invariant]
        .into_iter()
        .find_map(|layer| Some((layer, of_layer(&layer)?)));
    let number = named.map(|(_, number)| Typed {
        text: last,
        value: Some(number),
    });
    let Some(typed) = number.or_else(|| known.typed()) else {
        return Vec::new();
    };
    let model = &known.state.shown_config().model;
    let layers = [
        (Layer::Simple, model.simple),
        (Layer::Invariant, model.invariant),
    ];
    let is_meant = |layer: Layer| named.is_none_or(|(named, _)| named == layer);
    let there = layers.into_iter().filter_map(|(layer, units)| {
        let unit = typed.whole().filter(|&unit| unit < units)?;
        is_meant(layer).then(|| Entry {
            kind: "Unit",
            text: format!("Select {} unit {unit}", layer.name()),
            about: format!("Select one of the {} in all views.", units_of(layer)),
            also: format!("filter {}{unit}", layer.code()),
            keys: None,
            does: Some(Does::Select(layer, unit)),
        })
    });
    let found: Vec<Entry> = there.collect();
    if found.is_empty() && (named.is_some() || query.to_lowercase().starts_with("unit")) {
        return vec![Entry {
            kind: "Unit",
            text: format!("Select unit {}", typed.text),
            about: typed.refused(&format!(
                "a whole number from 0 to {} for simple units, from 0 to {} for invariant units",
                model.simple - 1,
                model.invariant - 1
            )),
            ..Entry::default()
        }];
    }
    found
}

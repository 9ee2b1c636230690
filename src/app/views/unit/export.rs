//! The selected unit as files.

use std::sync::Arc;

use super::answers::{drawn_of, gratings_of, responses, silence};
use crate::app::state::model_view::ModelView;
use crate::app::widgets::{Fact, activity, facts_of};
use crate::engine::Layer;
use crate::figure::{
    Document, FilterOptions, Palette, Scene, edges_shown, fact_list, filter_grid, tuning_row,
    unit_table,
};

/// Side of all filters together, in points, at least.
const FILTERS: f32 = 100.0;
/// Space between filters, facts, maps and curves, in points.
const GAP: f32 = 12.0;

/// What the view shows: filters and facts, and on their right the maps above the curves. The table has the answers of all units
/// whose curves are drawn, the array those of the unit.
pub(super) fn document(
    model: &ModelView,
    pair: [(Layer, usize); 2],
    [maps, curves]: [Scene; 2],
    palette: Palette,
) -> Option<Document<'static>> {
    let study = Arc::clone(model.edges()?);
    let array = Arc::clone(&study);
    let facts = facts(model, pair[0]);
    let comments: String = facts
        .iter()
        .map(|(name, value)| format!("# {name}: {value}\n"))
        .collect();
    let about = about(model, pair[0], &facts, palette);
    let gratings = gratings_of(model);
    let (invariant, partners) = drawn_of(model, pair);
    let mut words = edges_shown(&study);
    if let Some(silence) = silence(model, &study, pair[0]) {
        words = format!("{words}. {silence}");
    }
    let answers = maps.above(curves, GAP);
    let document = Document::new(move || about.beside(answers, 2.0 * GAP))
        .with_table(move || {
            let gratings = gratings.as_deref();
            let row = tuning_row(invariant, partners, &study.responses, gratings);
            unit_table(&study, gratings, pair, &row)
        })
        .with_array(move || responses(&array, pair[0]).to_owned().into_dyn());
    Some(document.with_comments(comments).made_with(words))
}

/// What is known of a unit.
fn facts(model: &ModelView, of: (Layer, usize)) -> Vec<Fact> {
    let activity = activity(model, of).map(|activity| ("active in", activity));
    activity.into_iter().chain(facts_of(model, of)).collect()
}

/// The filter of a simple unit, or the strongest of an invariant one, above what is known of it.
fn about(
    model: &ModelView,
    (layer, unit): (Layer, usize),
    facts: &[Fact],
    palette: Palette,
) -> Scene {
    let (units, columns): (Vec<usize>, usize) = match layer {
        Layer::Simple => (vec![unit], 1),
        Layer::Invariant => {
            let pooled = model.strongest.get(unit).into_iter().flatten();
            (pooled.map(|weight| weight.unit).collect(), 3)
        }
    };
    let zoom = (FILTERS / (columns * model.atlas.side()) as f32).ceil();
    let options = FilterOptions {
        columns,
        zoom,
        palette,
    };
    let filters = filter_grid(&units, &model.atlas, &options).scene;
    let kind = layer.title();
    let below = fact_list(facts, palette);
    filters
        .above(below, GAP)
        .titled(format!("{kind} unit {unit}"))
}

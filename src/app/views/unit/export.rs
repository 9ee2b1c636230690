//! The selected unit as files.

use std::sync::Arc;

use super::answers::{responses, table_of};
use crate::app::state::model_view::ModelView;
use crate::app::widgets::{activity, facts_of};
use crate::engine::Layer;
use crate::figure::{Document, FilterOptions, Palette, Scene, fact_list, filter_grid};

/// Side of all filters together, in points, at least.
const FILTERS: f32 = 100.0;
/// Space between filters, facts, maps and curves, in points.
const GAP: f32 = 12.0;

/// What the view shows: filters and facts, and on their right the maps above the curves. The table has the answers of the
/// unit and of its partner, the array those of the unit.
pub(super) fn document(
    model: &ModelView,
    pair: [(Layer, usize); 2],
    [maps, curves]: [Scene; 2],
    palette: Palette,
) -> Option<Document<'static>> {
    let study = Arc::clone(model.edges()?);
    let array = Arc::clone(&study);
    let about = about(model, pair[0], palette);
    let answers = maps.above(curves, GAP);
    let document = Document::new(move || about.beside(answers, 2.0 * GAP).framed())
        .with_table(move || table_of(&study, pair))
        .with_array(move || responses(&array, pair[0]).to_owned().into_dyn());
    Some(document)
}

/// The filter of a simple unit, or the strongest of an invariant one, above what is known of it.
fn about(model: &ModelView, (layer, unit): (Layer, usize), palette: Palette) -> Scene {
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
    let mut facts = facts_of(model, (layer, unit));
    if let Some(activity) = activity(model, (layer, unit)) {
        facts.insert(0, ("active in", activity));
    }
    let kind = layer.title();
    let below = fact_list(&facts, palette);
    filters
        .above(below, GAP)
        .titled(format!("{kind} unit {unit}"))
}

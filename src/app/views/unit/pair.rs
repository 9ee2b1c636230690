//! Which unit is shown.

use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::engine::Layer;
use crate::figure::strongest_invariant;

/// The unit shown, and the unit of the other layer that it is connected to most.
pub(super) fn pair(model: &ModelView, state: &State) -> Option<[(Layer, usize); 2]> {
    let layer = state.selection.layer;
    let marked = state.selection.of(layer);
    let marked = marked.filter(|&unit| unit < model.usage(layer).len());
    let unit = marked.or_else(|| typical(model, state, layer))?;
    let partner = match layer {
        Layer::Simple => {
            let pooled_by = strongest_invariant(model.snapshot.pooling().view(), unit, 1);
            (Layer::Invariant, pooled_by.first().map_or(0, |w| w.unit))
        }
        Layer::Invariant => {
            let strongest = model.strongest.get(unit)?.first();
            (Layer::Simple, strongest.map_or(0, |w| w.unit))
        }
    };
    Some([(layer, unit), partner])
}

/// A unit to show before one is marked: the one that answers an edge most.
fn typical(model: &ModelView, state: &State, layer: Layer) -> Option<usize> {
    model.look_up();
    let edges = model.edges();
    let peak = |unit: usize| {
        let tuning = layer.of(&edges?.simple, &edges?.invariant).get(unit)?;
        tuning.as_ref().map(|tuning| tuning.peak)
    };
    // Of equals the first.
    let units = state.unit_list[layer].iter().copied().rev();
    units.max_by(|&a, &b| {
        let [a, b] = [a, b].map(|unit| peak(unit).unwrap_or(0.0));
        a.total_cmp(&b)
    })
}

//! Which unit is shown.

use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::selection::UnitsInSight;
use crate::engine::Layer;

/// The unit shown, and the unit of the other layer that it is connected to most.
pub(super) fn pair(model: &ModelView, state: &State) -> Option<[(Layer, usize); 2]> {
    let layer = state.selection.layer;
    let marked = state.selection.of(layer);
    let marked = marked.filter(|&unit| unit < model.usage(layer).len());
    let unit = marked.or_else(|| in_sight(model, state, layer));
    let unit = unit.or_else(|| typical(model, state, layer))?;
    let partner = match layer {
        Layer::Simple => {
            let pooled_by = model.pooled_by(unit, 1);
            (Layer::Invariant, pooled_by.first().map_or(0, |w| w.unit))
        }
        Layer::Invariant => {
            let strongest = model.strongest.get(unit)?.first();
            (Layer::Simple, strongest.map_or(0, |w| w.unit))
        }
    };
    Some([(layer, unit), partner])
}

/// Keeps in sight a unit that is shown though it is not selected, once it responds to an edge.
pub(super) fn keep_in_sight(model: &ModelView, state: &mut State, (layer, unit): (Layer, usize)) {
    let generation = model.snapshot.generation;
    let is_selected = state.selection.of(layer).is_some();
    let is_run = state
        .run_model()
        .is_some_and(|run| run.snapshot.generation == generation);
    if is_selected || !is_run || peak(model, layer, unit).is_none_or(|peak| peak <= 0.0) {
        return;
    }
    let in_sight = &mut state.in_sight;
    if in_sight.generation != generation {
        *in_sight = UnitsInSight {
            generation,
            ..UnitsInSight::default()
        };
    }
    in_sight.units[layer] = Some(unit);
}

/// The unit that is kept in sight; in the pinned run that is compared, the one that it is matched with.
fn in_sight(model: &ModelView, state: &State, layer: Layer) -> Option<usize> {
    let UnitsInSight { generation, units } = state.in_sight;
    let (unit, shown) = (units[layer]?, model.snapshot.generation);
    let compared = state.pins.compared();
    let found = if generation == shown {
        // One that has fallen silent is not shown for ever.
        let responds = peak(model, layer, unit).is_none_or(|peak| peak > 0.0);
        responds.then_some(unit)
    } else if compared.is_some_and(|pin| pin.model.snapshot.generation == shown) {
        state.pins.forth((layer, unit))
    } else {
        None
    };
    found.filter(|&unit| unit < model.usage(layer).len())
}

/// What a unit answers to its best edge; `None` before that is measured.
fn peak(model: &ModelView, layer: Layer, unit: usize) -> Option<f64> {
    let edges = model.edges()?;
    let tuning = layer.of(&edges.simple, &edges.invariant).get(unit)?;
    Some(tuning.as_ref().map_or(0.0, |tuning| tuning.peak))
}

/// A unit to show before one is marked: the one that answers an edge most.
fn typical(model: &ModelView, state: &State, layer: Layer) -> Option<usize> {
    model.look_up();
    let peak = |unit: usize| peak(model, layer, unit);
    // Of equals the first.
    let units = state.unit_list[layer].iter().copied().rev();
    units.max_by(|&a, &b| {
        let [a, b] = [a, b].map(|unit| peak(unit).unwrap_or(0.0));
        a.total_cmp(&b)
    })
}

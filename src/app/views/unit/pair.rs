//! Which unit is shown.

use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::run_of;
use crate::app::state::units::selection::UnitsInSight;
use crate::engine::Layer;

/// The unit shown, and the unit of the other layer that it is connected to most.
pub(super) fn pair(model: &ModelView, state: &State) -> Option<[(Layer, usize); 2]> {
    let layer = state.selection.layer;
    let marked = state.selection.of(layer);
    let marked = marked.filter(|&unit| unit < model.usage(layer).len());
    let unit = marked.or_else(|| unmarked(model, state, layer))?;
    let partner = model.strongest_partner((layer, unit)).unwrap_or(0);
    Some([(layer, unit), (layer.other(), partner)])
}

/// Keeps in sight a unit that is shown though it is not selected, once it responds to an edge. Along the past of a run it is the one
/// of now.
pub(super) fn keep_in_sight(model: &ModelView, state: &mut State, (layer, unit): (Layer, usize)) {
    let run = run_of(model.snapshot.generation);
    let is_selected = state.selection.of(layer).is_some();
    let is_run = state
        .run_model()
        .is_some_and(|shown| shown.snapshot.generation == model.snapshot.generation);
    if is_selected || !is_run || peak(model, layer, unit).is_none_or(|peak| peak <= 0.0) {
        return;
    }
    let in_sight = &mut state.in_sight;
    if in_sight.generation != run {
        *in_sight = UnitsInSight {
            generation: run,
            ..UnitsInSight::default()
        };
    }
    if !model.is_other || in_sight.units[layer].is_none() {
        in_sight.units[layer] = Some(unit);
    }
}

/// The unit that is shown where none is selected: the first of those that answer, where lists begin with it; in the pinned run that is
/// compared, the one that is matched with that of the run.
fn unmarked(model: &ModelView, state: &State, layer: Layer) -> Option<usize> {
    let compared = state.pins.compared().map(|pin| &pin.model.snapshot);
    let is_compared = compared.is_some_and(|pin| pin.generation == model.snapshot.generation);
    let found = if is_compared {
        let run = state.run_model();
        let unit = run.and_then(|run| of_run(run, state, layer));
        unit.and_then(|unit| state.pins.forth((layer, unit)))
    } else {
        let first = state.first_by_answer(layer);
        first.or_else(|| of_run(model, state, layer))
    };
    let found = found.filter(|&unit| unit < model.usage(layer).len());
    found.or_else(|| typical(model, state, layer))
}

/// That of the run: the one that is kept in sight, or another once it has fallen silent.
fn of_run(model: &ModelView, state: &State, layer: Layer) -> Option<usize> {
    let UnitsInSight { generation, units } = state.in_sight;
    let kept = units[layer].filter(|_| generation == run_of(model.snapshot.generation));
    let kept = kept.filter(|&unit| {
        // In the past it is still to fall silent or yet to respond.
        model.is_other || peak(model, layer, unit).is_none_or(|peak| peak > 0.0)
    });
    let run = run_of(model.snapshot.generation);
    let is_now = |now: &&ModelView| now.snapshot.generation == run && now.edges().is_some();
    let now = state.newest.as_deref().filter(is_now);
    kept.or_else(|| typical(now.unwrap_or(model), state, layer))
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

//! Which unit is traced over the places of an edge, and its responses there.

use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::state::State;
use crate::app::state::workers::edge_sweep::EdgeSweep;
use crate::app::state::workers::stimulus::StimulusState;
use crate::engine::StimulusAnswer;
use crate::figure::SweepCurve;

/// Distance between places of the edge above which it was not in between: it moves by less between two answers.
const NOT_PASSED_PX: f64 = 2.0;
/// Places of the edge from which on its traces are shown.
const FEWEST_PLACES: usize = 4;

/// The responses of a unit over the places of an edge, without their signs; with a gap, a response that is no number, where
/// the edge was not yet.
pub(super) fn responses_over_places(
    sweep: &EdgeSweep,
    response: impl Fn(&StimulusAnswer) -> Option<&f32>,
) -> SweepCurve {
    let mut curve = SweepCurve::new();
    for (b_px, answer) in sweep.answers() {
        let Some(response) = response(answer) else {
            continue;
        };
        if let Some(&[last, _]) = curve.last()
            && b_px - last > NOT_PASSED_PX
        {
            curve.push([last, f64::NAN]);
        }
        curve.push([b_px, f64::from(response.abs())]);
    }
    curve
}

/// The selected invariant unit if it answered the edge anywhere, else the one that answered most; none before the edge was at
/// some places.
pub(super) fn traced_unit(state: &State) -> Option<usize> {
    let StimulusState { kind, sweep, .. } = &state.workers.stimulus;
    if *kind != StimulusKind::Edge || sweep.answers().count() < FEWEST_PLACES {
        return None;
    }
    let mut sums: Vec<f32> = Vec::new();
    for (_, answer) in sweep.answers() {
        sums.resize(answer.codes.invariant.len(), 0.0);
        let pairs = sums.iter_mut().zip(&answer.codes.invariant);
        pairs.for_each(|(sum, response)| *sum += response);
    }
    let answered = |unit: &usize| sums.get(*unit).is_some_and(|sum| *sum > 0.0);
    let strongest = (0..sums.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]));
    let selected = state.selection.invariant.filter(answered);
    selected.or(strongest.filter(answered))
}

//! What a unit answered to edges.

use ndarray::{ArrayView2, Axis};

use crate::analysis::tuning::EdgeStudy;
use crate::engine::Layer;
use crate::figure::{Cell, ResponsePanel, responses_table};
use crate::words::grouped;

/// The answers of units to edges.
pub(super) fn table_of(study: &EdgeStudy, units: [(Layer, usize); 2]) -> String {
    let (z, u) = (&study.responses.simple, &study.responses.invariant[0]);
    let cells = units.map(|(_, unit)| Cell { unit, color: 0 });
    let panels = [0, 1].map(|at| {
        let (layer, _) = units[at];
        let (beta, responses) = layer.of((None, z), (Some(study.own_beta), u));
        ResponsePanel {
            beta,
            responses: responses.view(),
            cells: &cells[at..=at],
            highlight: None,
        }
    });
    responses_table(&study.responses.grid, &panels)
}

/// Why the map of a unit is empty; `None` where it is not.
pub(super) fn silence(study: &EdgeStudy, unit: (Layer, usize)) -> Option<String> {
    let (then, k) = (grouped(study.step), study.responses.grid.k_rad_per_px);
    responses(study, unit).iter().all(|&r| r <= 0.0).then(|| format!(
        "None of these edges turned this unit on. They were shown at step {then}, with k = {k:.2} rad/px; it may answer to \
         others: k is set in Edge responses."
    ))
}

/// The responses of a unit, `[n_theta, n_b]`.
pub(super) fn responses(study: &EdgeStudy, (layer, unit): (Layer, usize)) -> ArrayView2<'_, f32> {
    let all = &study.responses;
    layer
        .of(&all.simple, &all.invariant[0])
        .index_axis(Axis(2), unit)
}

//! What a unit answered to edges.

use std::sync::Arc;

use ndarray::{ArrayView2, Axis};

use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::app::state::model_view::ModelView;
use crate::engine::Layer;
use crate::figure::{Cell, ResponsePanel, TuningRow, responses_table};
use crate::words::grouped;

/// Simple units whose tuning is drawn beside that of an invariant unit.
const PARTNERS: usize = 4;

/// What was measured with gratings.
pub(super) fn gratings_of(model: &ModelView) -> Option<Arc<GratingStudy>> {
    model.known.as_ref()?.gratings.clone()
}

/// The invariant unit of a pair, and the simple units drawn beside it: those that it pools most, or the one selected.
pub(super) fn drawn_of(model: &ModelView, pair: [(Layer, usize); 2]) -> (usize, Vec<usize>) {
    match pair {
        [(Layer::Simple, simple), (_, invariant)] => (invariant, vec![simple]),
        [(Layer::Invariant, invariant), _] => {
            let strongest = model.strongest.get(invariant).into_iter().flatten();
            let partners = strongest.take(PARTNERS).map(|weight| weight.unit);
            (invariant, partners.collect())
        }
    }
}

/// The answers of units to edges, the unit shown first, and below them their means over the cycle of a drifting grating.
pub(super) fn table_of(
    study: &EdgeStudy,
    shown: [(Layer, usize); 2],
    gratings: Option<&GratingStudy>,
    row: &TuningRow,
) -> String {
    let (z, u) = (&study.responses.simple, &study.responses.invariant[0]);
    let drawn = std::iter::once(&row.invariant).chain(&row.simple);
    let others = drawn.clone().map(|tuning| tuning.unit);
    let others = others.filter(|unit| !shown.contains(unit));
    let units: Vec<_> = shown.into_iter().chain(others).collect();
    let cells: Vec<_> = units
        .iter()
        .map(|&(_, unit)| Cell { unit, color: 0 })
        .collect();
    let panels = units.iter().zip(&cells).map(|((layer, _), cell)| {
        let (beta, responses) = layer.of((None, z), (Some(study.own_beta), u));
        ResponsePanel {
            beta,
            responses: responses.view(),
            cells: std::slice::from_ref(cell),
            highlight: None,
        }
    });
    let to_edges = responses_table(&study.responses.grid, &panels.collect::<Vec<_>>());
    let mut lines = to_edges.lines();
    let head = lines.next().unwrap_or_default();
    let mut table = format!("{head},freq_cycles_per_px\n");
    lines.for_each(|line| table += &format!("{line},\n"));
    let freqs = gratings.map_or(&[][..], |study| &study.grid.freq_cycles_per_px);
    for tuning in drawn {
        let (layer, unit) = tuning.unit;
        let layer = layer.of("z,".to_owned(), format!("u,{}", study.own_beta));
        let means = tuning.gratings.iter().flat_map(|to| &to.over_freq);
        for (freq, mean) in freqs.iter().zip(means) {
            table += &format!("{layer},,,{unit},{mean},{freq}\n");
        }
    }
    table
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

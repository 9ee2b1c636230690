//! What a unit answered to edges.

use std::sync::Arc;

use ndarray::{ArrayView2, Axis};

use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::app::state::model_view::ModelView;
use crate::engine::Layer;
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

/// Why the map of a unit is empty; `None` where it is not.
pub(super) fn silence(study: &EdgeStudy, unit: (Layer, usize)) -> Option<String> {
    let (then, k) = (grouped(study.step), study.responses.grid.k_rad_per_px);
    responses(study, unit).iter().all(|&r| r <= 0.0).then(|| format!(
        "None of these edges turned this unit on. They were shown at step {then}, with k = {k:.2} rad/px; it may respond to others: set k in Edge responses."
    ))
}

/// The responses of a unit, `[n_theta, n_b]`.
pub(super) fn responses(study: &EdgeStudy, (layer, unit): (Layer, usize)) -> ArrayView2<'_, f32> {
    let all = &study.responses;
    layer
        .of(&all.simple, &all.invariant[0])
        .index_axis(Axis(2), unit)
}

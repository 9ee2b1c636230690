//! What a unit answered to edges.

use std::sync::Arc;

use ndarray::{ArrayView2, Axis};

use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::analysis::{CHROMATIC_SHARE, chromatic_shares};
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
pub(super) fn silence(
    model: &ModelView,
    study: &EdgeStudy,
    unit: (Layer, usize),
) -> Option<String> {
    let (then, k) = (grouped(study.step), study.responses.grid.k_rad_per_px);
    let is_silent = responses(study, unit).iter().all(|&r| r <= 0.0);
    is_silent.then(|| {
        let why = match (is_mostly_colour(model, unit), unit.0) {
            (true, Layer::Simple) => {
                ". Its filter is mostly colour, and the edges shown are grey.".to_owned()
            }
            (true, Layer::Invariant) => {
                ". Its filters are mostly colour, and the edges shown are grey.".to_owned()
            }
            (false, _) => format!(
                ", with k = {k:.2} rad/px; it may respond to others: set k in Edge responses."
            ),
        };
        format!("None of these edges turned this unit on. They were shown at step {then}{why}")
    })
}

/// Whether more than half of the energy of a filter, or of those that an invariant unit pools most, each by its weight, is colour.
fn is_mostly_colour(model: &ModelView, (layer, unit): (Layer, usize)) -> bool {
    let pooled = model.strongest.get(unit).into_iter().flatten();
    let weights: Vec<(usize, f32)> = match layer {
        Layer::Simple => vec![(unit, 1.0)],
        Layer::Invariant => pooled.map(|pooled| (pooled.unit, pooled.weight)).collect(),
    };
    let units: Vec<_> = weights.iter().map(|(unit, _)| *unit).collect();
    let filters = model.snapshot.dictionary().select(Axis(1), &units);
    let shares = chromatic_shares(filters.view(), model.snapshot.config.movies.channels);
    let more = shares.iter().zip(&weights);
    let more = more.map(|(share, (_, weight))| (share - CHROMATIC_SHARE) * f64::from(*weight));
    more.sum::<f64>() > 0.0
}

/// The responses of a unit, `[n_theta, n_b]`.
pub(super) fn responses(study: &EdgeStudy, (layer, unit): (Layer, usize)) -> ArrayView2<'_, f32> {
    let all = &study.responses;
    layer
        .of(&all.simple, &all.invariant[0])
        .index_axis(Axis(2), unit)
}

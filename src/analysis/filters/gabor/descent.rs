//! Levenberg-Marquardt on the shape of a Gabor.

use super::projection::{Projected, Projector};
use super::shape::{Shape, shortened};

/// Damping of the first step, as a share of the curvature.
const FIRST_DAMPING: f64 = 1e-2;
/// Largest damping: steps are then negligible.
const MAX_DAMPING: f64 = 1e8;
/// A descent that goes on to the end ends when a step lowers the residual by less than this share of the filter's power.
pub(super) const FINE: f64 = 1e-9;
/// The same of a descent that only tells which valley is the deepest.
pub(super) const ROUGH: f64 = 1e-4;
/// A residual below this share of the filter's power is rounding.
const EXACT: f64 = 1e-13;
/// Largest number of steps of a descent.
const MAX_STEPS: u32 = 60;

/// Where a descent ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    pub(super) shape: Shape,
    pub(super) projected: Projected,
    /// Shapes tried.
    pub(super) steps: u32,
}

/// Descends from a shape to the best Gabor of its neighbourhood, for a filter of power `power`, until a step gains less than
/// `tolerance` of that; `None` where the start itself has no amplitude and phase. Damping follows the ratio of the
/// actual to the predicted decrease (Nielsen 1999).
pub(super) fn descend(
    projector: &mut Projector,
    filter: &[f64],
    power: f64,
    side: f64,
    start: Shape,
    tolerance: f64,
) -> Option<Descent> {
    let mut best = Descent {
        shape: start,
        projected: projector.project(filter, &start)?,
        steps: 0,
    };
    let mut normal = projector.linearise(filter, &best.shape, &best.projected);
    let (mut damping, mut growth) = (FIRST_DAMPING, 2.0);
    while best.steps < MAX_STEPS && damping < MAX_DAMPING {
        best.steps += 1;
        let free = normal.hold(best.shape.held(&normal.downhill, side));
        let trial = free.step(damping).and_then(|step| {
            let step = shortened(step);
            let shape = best.shape.moved(&step, side);
            let projected = projector.project(filter, &shape)?;
            let gain = best.projected.residual - projected.residual;
            (gain > 0.0).then(|| (shape, projected, gain / free.promised(&step)))
        });
        let Some((shape, projected, ratio)) = trial else {
            damping *= growth;
            growth *= 2.0;
            continue;
        };
        let gain = best.projected.residual - projected.residual;
        (best.shape, best.projected) = (shape, projected);
        if gain < tolerance * power || projected.residual < EXACT * power {
            break;
        }
        normal = projector.linearise(filter, &best.shape, &best.projected);
        damping *= (1.0 - (2.0 * ratio - 1.0).powi(3)).max(1.0 / 3.0);
        growth = 2.0;
    }
    Some(best)
}

//! Learning W: one way for the split model and for the hierarchy.

use ndarray::{Array1, Array2, ArrayView2};

use super::codes::SparseRows;
use super::energy::{residuals, simple_gradients};
use super::means::MOMENT_FLOOR;
use super::weights::normalise;

/// Moves W `[P, K]` along -dE/dW, each filter's step over its running mean of z_i^2 `moment`; false, and
/// W stays, when the step would raise the energy at these codes.
pub(super) fn step_dictionary(
    dictionary: &mut Array2<f32>,
    moment: &Array1<f32>,
    frames: ArrayView2<'_, f32>,
    codes: &SparseRows,
    rate: f32,
) -> bool {
    let mut steps = simple_gradients(dictionary.view(), frames, codes);
    let floor = MOMENT_FLOOR * moment.mean().unwrap_or(0.0);
    let mut descent = 0.0f64;
    for (mut step, &moment) in steps.outer_iter_mut().zip(moment) {
        let scale = rate / (codes.rows() as f32 * moment.max(floor)).max(f32::MIN_POSITIVE);
        descent += f64::from(scale) * f64::from(step.dot(&step));
        step *= scale;
    }
    // Along the step D the energy is 1/2 abs(X - (W + D) Z)^2: it falls by <R, D Z> and rises by
    // half of abs(D Z)^2.
    let zeros = Array2::zeros(frames.dim());
    let moved = residuals(steps.t(), zeros.view(), codes);
    let rise = 0.5 * moved.iter().map(|&d| f64::from(d).powi(2)).sum::<f64>();
    if !(rise.is_finite() && rise <= descent) {
        return false;
    }
    for (mut filter, step) in dictionary.columns_mut().into_iter().zip(steps.outer_iter()) {
        filter += &step;
        normalise(&mut filter);
    }
    true
}

//! Learning W: one way for the split model and for the joint one.

use ndarray::{Array1, Array2, ArrayView2, Zip};
use rayon::prelude::*;

use super::codes::SparseRows;
use super::energy::simple_gradients_then;
use super::means::MOMENT_FLOOR;
use super::vectors::{add_rows, norm_sq, scale_by};
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
    let floor = MOMENT_FLOOR * moment.mean().unwrap_or(0.0);
    let (steps, falls) =
        simple_gradients_then(dictionary.view(), frames, codes, |unit, gradient| {
            let moved_by = (codes.rows() as f32 * moment[unit].max(floor)).max(f32::MIN_POSITIVE);
            let scale = f64::from(rate / moved_by);
            let fall = scale * norm_sq(gradient);
            scale_by(gradient, scale);
            fall
        });
    let descent: f64 = falls.iter().sum();
    // Along the step D the energy is 1/2 abs(X - (W + D) Z)^2: it falls by <R, D Z> and rises by
    // half of abs(D Z)^2. Most steps are taken: where they lead to is worked out meanwhile.
    let rise_of = |row| {
        let mut moved = vec![0.0; steps.ncols()];
        add_rows(&mut moved, 1.0, codes.row(row), steps.view());
        0.5 * norm_sq(&moved)
    };
    let (rises, moved) = rayon::join(
        || {
            (0..codes.rows())
                .into_par_iter()
                .map(rise_of)
                .collect::<Vec<_>>()
        },
        || moved_by(dictionary.view(), steps.view()),
    );
    // Summed in the order of the frames, on any number of threads.
    let rise: f64 = rises.iter().sum();
    let falls = rise.is_finite() && rise <= descent;
    if falls {
        *dictionary = moved;
    }
    falls
}

/// W after the steps `[K, P]` of its filters, `[P, K]`, column-major.
fn moved_by(dictionary: ArrayView2<'_, f32>, steps: ArrayView2<'_, f32>) -> Array2<f32> {
    let mut filters = Array2::zeros(steps.dim());
    Zip::from(filters.rows_mut())
        .and(dictionary.columns())
        .and(steps.rows())
        .par_for_each(|mut filter, from, step| {
            filter.assign(&from);
            filter += &step;
            normalise(&mut filter);
        });
    filters.reversed_axes()
}

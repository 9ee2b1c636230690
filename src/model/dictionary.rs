//! Learning W: one way for the split model and for the joint one.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2};

use super::codes::SparseRows;
use super::means::MOMENT_FLOOR;
use super::stages::{ROWS_AT_ONCE, each};
use super::vectors::{add_rows, norm_sq, scale_by};
use super::weights::normalise;

/// A filter's step D_i.
struct Step {
    /// abs(D_i).
    length: f64,
    /// By how much the energy falls at the start of it: -<dE/dW_i, D_i>.
    fall: f64,
}

/// Moves W `[P, K]` along -dE/dW, each filter's step over its running mean of z_i^2 `moment`; false, and
/// W stays, when the step would raise the energy at these codes. `left` holds x - W z, `[n, P]`.
pub(super) fn step_dictionary(
    dictionary: &mut Array2<f32>,
    moment: &Array1<f32>,
    left: ArrayView2<'_, f32>,
    codes: &SparseRows,
    rate: f32,
) -> bool {
    let floor = MOMENT_FLOOR * moment.mean().unwrap_or(0.0);
    let by_unit = codes.transposed();
    let mut steps = Array2::zeros((dictionary.ncols(), dictionary.nrows()));
    let mut moved = Array2::zeros(steps.dim());
    let filters = steps
        .rows_mut()
        .into_iter()
        .zip(moved.rows_mut())
        .zip(dictionary.columns())
        .enumerate();
    let taken = each(
        filters,
        ROWS_AT_ONCE,
        |(unit, ((step, mut moved), filter))| {
            let step = step.into_slice().unwrap_or_default();
            add_rows(step, by_unit.row(unit), left);
            let gradient_sq = norm_sq(step);
            let moment = (codes.rows() as f32 * moment[unit].max(floor)).max(f32::MIN_POSITIVE);
            let scale = f64::from(rate / moment);
            scale_by(step, scale);
            moved.assign(&filter);
            moved += &ArrayView1::from(&*step);
            normalise(&mut moved);
            Step {
                length: scale * gradient_sq.sqrt(),
                fall: scale * gradient_sq,
            }
        },
    );
    let falls = lowers_energy(&taken, codes, steps.view());
    if falls {
        *dictionary = moved.reversed_axes();
    }
    falls
}

/// Whether steps `[K, P]` lower the energy at these codes.
///
/// Along the step D the energy is 1/2 abs(X - (W + D) Z)^2: it falls by <R, D Z> and rises by half of abs(D Z)^2.
/// Of a frame, abs(D z) is at most the sum of abs(z_i) abs(D_i), which mostly tells without working out D z.
fn lowers_energy(taken: &[Step], codes: &SparseRows, steps: ArrayView2<'_, f32>) -> bool {
    let descent: f64 = taken.iter().map(|step| step.fall).sum();
    let frames = 0..codes.rows();
    let longest = frames.clone().map(|row| {
        let terms = codes.pairs(row);
        let reach = terms.map(|(unit, z)| f64::from(z.abs()) * taken[unit].length);
        0.5 * reach.sum::<f64>().powi(2)
    });
    if longest.sum::<f64>() <= descent {
        return true;
    }
    let rise_of = |row| {
        let mut moved = vec![0.0; steps.ncols()];
        add_rows(&mut moved, codes.row(row), steps);
        0.5 * norm_sq(&moved)
    };
    let rises = each(frames, ROWS_AT_ONCE, rise_of);
    // Summed in the order of the frames, on any number of threads.
    let rise: f64 = rises.iter().sum();
    rise.is_finite() && rise <= descent
}

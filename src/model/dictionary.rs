//! Learning W: one way for the split model and for the joint one.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2};

use super::codes::SparseRows;
use super::means::MOMENT_FLOOR;
use super::room::Room;
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
/// W stays, when the step would raise the energy at these codes. The room holds x - W z.
pub(super) fn step_dictionary(
    dictionary: &mut Array2<f32>,
    moment: &Array1<f32>,
    room: &mut Room,
    codes: &SparseRows,
    rate: f32,
) -> bool {
    let (left, moved) = (room.left.view(), &mut room.moved);
    let floor = MOMENT_FLOOR * moment.mean().unwrap_or(0.0);
    let by_unit = codes.transposed();
    let step_of = |unit: usize, step: &mut [f32]| {
        add_rows(step, by_unit.row(unit), left);
        let gradient_sq = norm_sq(step);
        let moment = (codes.rows() as f32 * moment[unit].max(floor)).max(f32::MIN_POSITIVE);
        let scale = f64::from(rate / moment);
        scale_by(step, scale);
        Step {
            length: scale * gradient_sq.sqrt(),
            fall: scale * gradient_sq,
        }
    };
    if moved.raw_dim() != dictionary.raw_dim() {
        moved.clone_from(dictionary);
    }
    let filters = moved.columns_mut().into_iter().zip(dictionary.columns());
    let filters = filters.enumerate();
    let steps = each(filters, ROWS_AT_ONCE, |(unit, (mut filter, now))| {
        filter.assign(&now);
        let mut step = vec![0.0; filter.len()];
        let taken = step_of(unit, &mut step);
        filter += &ArrayView1::from(&step);
        normalise(&mut filter);
        taken
    });
    let descent = steps.iter().map(|step| step.fall).sum();
    let lengths: Vec<f64> = steps.iter().map(|step| step.length).collect();
    let falls = highest_rise(&lengths, codes) <= descent || {
        let mut steps = Array2::zeros((dictionary.ncols(), dictionary.nrows()));
        let rows = steps.rows_mut().into_iter().enumerate();
        each(rows, ROWS_AT_ONCE, |(unit, row)| {
            step_of(unit, row.into_slice().unwrap_or_default());
        });
        rise(steps.view(), codes) <= descent
    };
    if falls {
        std::mem::swap(dictionary, moved);
    }
    falls
}

/// What the energy rises by along steps D `[K, P]` besides the fall they start with, half of abs(D Z)^2:
/// the energy is 1/2 abs(X - (W + D) Z)^2.
fn rise(steps: ArrayView2<'_, f32>, codes: &SparseRows) -> f64 {
    let rise_of = |row| {
        let mut moved = vec![0.0; steps.ncols()];
        add_rows(&mut moved, codes.row(row), steps);
        0.5 * norm_sq(&moved)
    };
    // Summed in the order of the frames, on any number of threads.
    each(0..codes.rows(), ROWS_AT_ONCE, rise_of).iter().sum()
}

/// The most that this could be for steps of these lengths, were all D_i z_i of a frame in one direction. It mostly
/// is little enough.
fn highest_rise(lengths: &[f64], codes: &SparseRows) -> f64 {
    let rise_of = |row| {
        let reaches = codes
            .pairs(row)
            .map(|(unit, z)| f64::from(z.abs()) * lengths[unit]);
        0.5 * reaches.sum::<f64>().powi(2)
    };
    (0..codes.rows()).map(rise_of).sum()
}

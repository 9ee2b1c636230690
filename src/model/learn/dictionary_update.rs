//! Learning W: one way for the split model and for the joint one.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis};

use super::running_stats::MOMENT_FLOOR;
use crate::compute::parallel::each;
use crate::compute::vectors::{ROWS_AT_ONCE, add_rows, contiguous_mut, norm_sq, scale_by};
use crate::compute::workspace::{Workspace, shaped};
use crate::model::sparse::SparseRows;
use crate::model::weights::normalise;

/// -dE1/dW = sum over the frames of (x - W z) z', `[K, P]`: row i is the direction that filter i learns along.
/// `residuals` holds x - W z, `[n, P]`, `by_unit` the [transposed](SparseRows::transposed) codes. Learning finds it filter by
/// filter, in [`step_dictionary`]; alone it is for checks and benchmarks.
///
/// # Panics
/// When `descent` is not `[K, P]` with contiguous rows.
pub fn dictionary_descent(
    residuals: ArrayView2<'_, f32>,
    by_unit: &SparseRows,
    mut descent: ArrayViewMut2<'_, f32>,
) {
    assert_eq!(descent.dim(), (by_unit.rows(), residuals.ncols()), "K, P");
    let blocks = descent.axis_chunks_iter_mut(Axis(0), ROWS_AT_ONCE);
    each(blocks.enumerate(), 1, |(block, mut rows)| {
        for (row, unit) in rows.rows_mut().into_iter().zip(block * ROWS_AT_ONCE..) {
            descend(contiguous_mut(row), by_unit.row(unit), residuals);
        }
    });
}

/// Replaces `descent` `[P]` by the direction that the filter of these codes, on these frames, learns along.
fn descend(descent: &mut [f32], codes: (&[u32], &[f32]), residuals: ArrayView2<'_, f32>) {
    descent.fill(0.0);
    add_rows(descent, codes, residuals);
}

/// Moves W `[P, K]` along -dE/dW, the step of filter i being `rate` times the mean over the frames divided by `moment`, its
/// running mean of z_i^2, `[K]`. False, and W stays, when the step would raise the energy at these codes, or is not finite. The
/// workspace holds x - W z, `by_unit` the [transposed](SparseRows::transposed) codes.
///
/// # Panics
/// When codes, W and the residuals are not of the same sizes.
pub fn step_dictionary(
    dictionary: &mut Array2<f32>,
    moment: &Array1<f32>,
    workspace: &mut Workspace,
    (codes, by_unit): (&SparseRows, &SparseRows),
    rate: f32,
) -> bool {
    let (pixels, units) = dictionary.dim();
    let next = &mut workspace.next_dictionary;
    let mut steps = shaped(&mut workspace.dictionary_steps, (units, pixels));
    let residuals = workspace.residuals.view();
    assert_eq!(steps.dim(), (by_unit.rows(), residuals.ncols()), "K, P");
    let floor = MOMENT_FLOOR * moment.mean().unwrap_or(0.0);
    if next.dim() != dictionary.dim() {
        next.clone_from(dictionary);
    }
    let blocks = next.axis_chunks_iter_mut(Axis(1), ROWS_AT_ONCE);
    let blocks = blocks.zip(steps.axis_chunks_iter_mut(Axis(0), ROWS_AT_ONCE));
    // For each filter's step D_i: abs(D_i), and the fall of the energy to first order, -<dE/dW_i, D_i>.
    let taken = each(
        blocks.enumerate(),
        1,
        |(block, (mut filters, mut steps))| {
            let filters = filters.columns_mut().into_iter().zip(steps.rows_mut());
            let filters = filters.zip(block * ROWS_AT_ONCE..);
            let take = |((mut filter, step), unit): ((ArrayViewMut1<'_, f32>, _), usize)| {
                let step = contiguous_mut(step);
                descend(step, by_unit.row(unit), residuals);
                let gradient_sq = norm_sq(step);
                let moment = codes.rows() as f32 * moment[unit].max(floor);
                // A filter that was never used is not used now.
                let scale = match moment {
                    0.0 => 0.0,
                    moment => f64::from(rate / moment.max(f32::MIN_POSITIVE)),
                };
                scale_by(step, scale);
                filter.assign(&dictionary.column(unit));
                filter += &ArrayView1::from(&*step);
                normalise(&mut filter);
                (scale * gradient_sq.sqrt(), scale * gradient_sq)
            };
            filters.map(take).collect::<Vec<_>>()
        },
    );
    let (lengths, falls): (Vec<f64>, Vec<f64>) = taken.into_iter().flatten().unzip();
    let descent = falls.iter().sum();
    let lowers = highest_rise(&lengths, codes) <= descent || rise(steps.view(), codes) <= descent;
    if lowers {
        std::mem::swap(dictionary, next);
    }
    lowers
}

/// The second order of the change of the energy along steps D `[K, P]`, 1/2 abs(D Z)^2: the energy is
/// 1/2 abs(X - (W + D) Z)^2, so that there are no further orders.
fn rise(steps: ArrayView2<'_, f32>, codes: &SparseRows) -> f64 {
    let rise_of = |row| {
        let mut moved = vec![0.0; steps.ncols()];
        add_rows(&mut moved, codes.row(row), steps);
        0.5 * norm_sq(&moved)
    };
    // Summed in the order of the frames, on any number of threads.
    each(0..codes.rows(), ROWS_AT_ONCE, rise_of).iter().sum()
}

/// An upper bound on [`rise`] from the lengths of the steps alone, reached if all D_i z_i of a frame have one direction. It
/// costs little and is nearly always low enough to accept the step.
fn highest_rise(lengths: &[f64], codes: &SparseRows) -> f64 {
    let rise_of = |row| {
        let reaches = codes
            .pairs(row)
            .map(|(unit, z)| f64::from(z.abs()) * lengths[unit]);
        0.5 * reaches.sum::<f64>().powi(2)
    };
    // Summed in the order of the frames, on any number of threads.
    each(0..codes.rows(), ROWS_AT_ONCE, rise_of).iter().sum()
}

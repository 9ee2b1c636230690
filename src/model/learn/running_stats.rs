//! Running means over the movies seen: gradient moments, which scale the steps, and how often units are on.

use ndarray::Array1;

use crate::model::sparse::SparseRows;

/// Time constant of the running moments: the movies after which the weight of a minibatch has fallen to 1/e.
pub(crate) const MOMENT_MOVIES: f64 = 3_000.0;
/// The same of the running means of use.
pub(crate) const USE_MOVIES: f64 = 20_000.0;
/// Running moments are never divided by less than this share of their mean over the units, so that
/// a rare unit does not take a huge step.
pub(crate) const MOMENT_FLOOR: f32 = 0.1;
/// A unit that is on less often than this is dead.
const DEAD_USE: f32 = 1e-4;

/// Indices of the dead units, from the share of samples in which each unit is on.
pub fn dead(unit_use: &Array1<f32>) -> Vec<usize> {
    (0..unit_use.len())
        .filter(|&unit| is_dead(unit_use[unit]))
        .collect()
}

/// Whether a unit that is on in this share of samples is dead.
pub fn is_dead(unit_use: f32) -> bool {
    unit_use < DEAD_USE
}

/// How often a unit that was reinitialised counts as on, until more is known: in this share of samples, but not so rarely that it
/// is dead again before it learned.
pub(crate) fn alive(unit_use: f32) -> f32 {
    unit_use.max(2.0 * DEAD_USE)
}

/// The weight of the past in a running mean when `movies` more are seen after `seen`: that of a plain mean at first, later
/// one that falls to 1/e over `horizon` movies.
pub(crate) fn kept_share(seen: u64, movies: u64, horizon: f64) -> f32 {
    let movies = movies as f64;
    let forgetting = 1.0 - (-movies / horizon).exp();
    let plain = movies / (seen as f64 + movies).max(1.0);
    (1.0 - forgetting.max(plain)) as f32
}

pub(crate) fn blend(mean: &mut Array1<f32>, sample: &Array1<f32>, kept: f32) {
    mean.zip_mut_with(sample, |mean, &sample| {
        *mean = kept * *mean + (1.0 - kept) * sample;
    });
}

/// Mean square and share on of every unit, over the rows.
pub(crate) fn column_means(codes: &SparseRows) -> (Array1<f32>, Array1<f32>) {
    let rows = codes.rows().max(1) as f32;
    let mut square = Array1::zeros(codes.width());
    let mut on = Array1::zeros(codes.width());
    for (unit, value) in (0..codes.rows()).flat_map(|row| codes.pairs(row)) {
        square[unit] += value * value;
        on[unit] += 1.0;
    }
    (square / rows, on / rows)
}

/// Indices, the largest value first; ties in order.
pub(crate) fn descending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

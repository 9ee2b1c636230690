//! Whether a model learned the toy example: every line a filter, one invariant unit for each orientation.

use ndarray::{Array2, ArrayView1, ArrayView2};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::HELD_OUT;
use crate::model::{ModelParams, Weights};
use crate::source::{LINE_ORIENTATIONS, LINES_SIDE, all_lines, draw_lines};

/// Patches that the model is measured on.
const PATCHES: usize = 4_000;
/// Relative gap of their codes.
const GAP: f64 = 1e-6;

/// A line is found when the absolute correlation of some filter with it is at least this.
pub const LINE_FOUND: f32 = 0.9;
/// An invariant unit is active when it is on in at least this share of the patches.
const ACTIVE_SHARE: f64 = 1e-3;

/// Measures of a model of the toy example.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMeasures {
    /// Lines of the 40 that some filter correlates with by at least [`LINE_FOUND`].
    pub lines_found: usize,
    /// Invariant units that are on in at least a thousandth of the patches.
    pub active_units: Vec<usize>,
    /// The purity of each active unit: the share of its squared weights on filters of its main orientation. A filter
    /// has an orientation if lines of that orientation, and of no other, together explain 0.81 of its square, as a
    /// line that is found does. Weight on other filters lowers the purity.
    pub purity: Vec<f64>,
    /// Orientations that are the main one of an active unit.
    pub orientations: usize,
}

impl LineMeasures {
    /// Measures a model of the toy example on patches it has not learned from.
    pub fn held_out(weights: &Weights, params: &ModelParams, seed: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed ^ HELD_OUT);
        let patches = draw_lines(PATCHES, &mut generator);
        let codes = weights.encode(patches.view(), 1, params, GAP);
        let by_unit = codes.invariant().codes.transposed();
        let shares: Vec<f64> = (0..by_unit.rows())
            .map(|unit| by_unit.row(unit).0.len() as f64 / PATCHES as f64)
            .collect();
        Self::new(weights.dictionary.view(), weights.pooling().view(), &shares)
    }

    /// Measures filters W `[100, K]` and pooling weights A `[K, M]`; `unit_use` is the share of patches in
    /// which each invariant unit is on, `[M]`.
    pub fn new(
        dictionary: ArrayView2<'_, f32>,
        pooling: ArrayView2<'_, f32>,
        unit_use: &[f64],
    ) -> Self {
        // [line, filter]
        let correlations = all_lines().dot(&dictionary) / (LINES_SIDE as f32).sqrt();
        let orientations = orientation_of_filters(&correlations);
        let active_units: Vec<usize> = (0..unit_use.len())
            .filter(|&unit| unit_use[unit] >= ACTIVE_SHARE)
            .collect();
        let shares = active_units
            .iter()
            .map(|&unit| main_orientation(pooling.column(unit), &orientations));
        let (mains, purity): (Vec<Option<usize>>, Vec<f64>) = shares.unzip();
        let found = |line: &ArrayView1<'_, f32>| line.iter().any(|c| c.abs() >= LINE_FOUND);
        Self {
            lines_found: correlations.outer_iter().filter(found).count(),
            active_units,
            purity,
            orientations: (0..LINE_ORIENTATIONS)
                .filter(|&orientation| mains.contains(&Some(orientation)))
                .count(),
        }
    }

    /// The lowest purity of an active unit; `None` when none is active.
    pub fn least_purity(&self) -> Option<f64> {
        self.purity.iter().copied().reduce(f64::min)
    }

    /// The same; 0 when none is active.
    pub fn purity_min(&self) -> f64 {
        self.least_purity().unwrap_or(0.0)
    }
}

/// The orientation of each filter, of norm 1, from its correlations with the lines; none when it has none.
/// The lines of an orientation are disjoint, so that the squares of the correlations sum to their share.
fn orientation_of_filters(correlations: &Array2<f32>) -> Vec<Option<usize>> {
    let explained = |filter: ArrayView1<'_, f32>, orientation: usize| {
        let lines = filter
            .iter()
            .skip(orientation * LINES_SIDE)
            .take(LINES_SIDE);
        lines.map(|c| c * c).sum::<f32>()
    };
    let filters = correlations.columns().into_iter();
    filters
        .map(|filter| {
            let mut found = (0..LINE_ORIENTATIONS)
                .filter(|&orientation| explained(filter, orientation) >= LINE_FOUND * LINE_FOUND);
            let first = found.next();
            // Lines of every orientation add up to a uniform filter.
            first.filter(|_| found.next().is_none())
        })
        .collect()
}

/// The orientation with most of the squared weights, and its share of all; `None` for a unit that pools no line.
fn main_orientation(
    weights: ArrayView1<'_, f32>,
    orientations: &[Option<usize>],
) -> (Option<usize>, f64) {
    let mut shares = [0.0f64; LINE_ORIENTATIONS];
    let mut total = 0.0;
    for (&weight, orientation) in weights.iter().zip(orientations) {
        let square = f64::from(weight).powi(2);
        total += square;
        if let Some(orientation) = *orientation {
            shares[orientation] += square;
        }
    }
    let main = (0..LINE_ORIENTATIONS)
        .filter(|&orientation| shares[orientation] > 0.0)
        .max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
    (main, main.map_or(0.0, |main| shares[main] / total))
}

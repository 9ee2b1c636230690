//! Whether a model of the toy example got it right: every line a filter, one invariant unit for each
//! orientation.

use ndarray::{ArrayView1, ArrayView2};

use crate::source::{LINE_ORIENTATIONS, LINES, LINES_SIDE, all_lines};

/// A line is found when the absolute correlation of some filter with it is at least this.
pub const LINE_FOUND: f32 = 0.9;
/// An invariant unit is active when it is on in at least this share of the patches.
const ACTIVE_SHARE: f64 = 1e-3;

/// What is measured about a model of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMeasures {
    /// Lines of the 40 that some filter correlates with by at least [`LINE_FOUND`].
    pub lines_found: usize,
    /// Invariant units that are on in at least a thousandth of the patches.
    pub active_units: Vec<usize>,
    /// Of each active unit, the share of its squared weights on filters of lines of its main orientation.
    /// Weight on a filter that is no line counts against it.
    pub purity: Vec<f64>,
    /// Orientations that are some active unit's main one.
    pub orientations: usize,
}

impl LineMeasures {
    /// Measures filters W `[100, K]` and pooling weights A `[K, M]`; `unit_use` is the share of patches in
    /// which each invariant unit is on, `[M]`.
    #[must_use]
    pub fn new(
        dictionary: ArrayView2<'_, f32>,
        pooling: ArrayView2<'_, f32>,
        unit_use: &[f64],
    ) -> Self {
        let matches = line_of_filters(dictionary);
        let active_units: Vec<usize> = (0..unit_use.len())
            .filter(|&unit| unit_use[unit] >= ACTIVE_SHARE)
            .collect();
        let shares = active_units
            .iter()
            .map(|&unit| main_orientation(pooling.column(unit), &matches));
        let (mains, purity): (Vec<usize>, Vec<f64>) = shares.unzip();
        Self {
            lines_found: (0..LINES)
                .filter(|&line| matches.contains(&Some(line)))
                .count(),
            active_units,
            purity,
            orientations: (0..LINE_ORIENTATIONS).filter(|o| mains.contains(o)).count(),
        }
    }

    /// The lowest purity of an active unit; 0 when none is active.
    #[must_use]
    pub fn purity_min(&self) -> f64 {
        self.purity.iter().copied().reduce(f64::min).unwrap_or(0.0)
    }
}

/// The line that each filter, of norm 1, is; none when it is no line.
fn line_of_filters(dictionary: ArrayView2<'_, f32>) -> Vec<Option<usize>> {
    let correlations = all_lines().dot(&dictionary) / (LINES_SIDE as f32).sqrt();
    let columns = correlations.columns().into_iter();
    columns
        .map(|column| (0..LINES).find(|&line| column[line].abs() >= LINE_FOUND))
        .collect()
}

/// The orientation with most of the squared weights, and its share of them all.
fn main_orientation(weights: ArrayView1<'_, f32>, matches: &[Option<usize>]) -> (usize, f64) {
    let mut shares = [0.0f64; LINE_ORIENTATIONS];
    let mut total = 0.0;
    for (&weight, line) in weights.iter().zip(matches) {
        let square = f64::from(weight).powi(2);
        total += square;
        if let Some(line) = line {
            shares[line / LINES_SIDE] += square;
        }
    }
    let main = (0..LINE_ORIENTATIONS)
        .max_by(|&a, &b| shares[a].total_cmp(&shares[b]))
        .unwrap_or(0);
    (
        main,
        if total > 0.0 {
            shares[main] / total
        } else {
            0.0
        },
    )
}

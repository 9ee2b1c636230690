//! Similarity of the filters that an invariant unit pools.

use ndarray::{ArrayView2, Axis};

use crate::analysis::filters::dominant_gratings;
use crate::analysis::stats::{Direction, OrientationSum, direction, median, shuffle, shuffler};
use crate::model::Weights;

/// Number of shuffles that the control is averaged over.
const SHUFFLES: usize = 5;

/// Orientation concentration of a set of invariant units, and its control.
#[derive(Clone, Debug, PartialEq)]
pub struct Concentration {
    /// abs(sum_i A_ij^2 exp(2 i theta_i)) / sum_i A_ij^2 for each invariant unit j, 0 to 1, `[M]`.
    pub per_unit: Vec<f64>,
    /// Median over the units that count.
    pub median: f64,
    /// The same median with the rows of A shuffled, mean of a few shuffles.
    pub shuffled_median: f64,
}

/// The orientation concentration of pooling weights A `[K, M]` over filters of these
/// orientations `[K]`, in radians, medians over the invariant units for which `counted` holds. A
/// filter without an orientation counts in the denominator alone. `None` when no unit counts.
///
/// # Panics
/// When there is not one orientation for each row of A.
pub fn orientation_concentration(
    pooling: ArrayView2<'_, f32>,
    thetas_rad: &[Option<f64>],
    counted: impl Fn(usize) -> bool,
) -> Option<Concentration> {
    assert_eq!(
        pooling.nrows(),
        thetas_rad.len(),
        "units of A against filters"
    );
    let median_of = |per_unit: &[f64]| {
        let counted = (0..per_unit.len()).filter(|&unit| counted(unit));
        median(counted.map(|unit| per_unit[unit]).collect())
    };
    let of_filter = |theta: &Option<f64>| theta.map_or([0.0; 2], direction);
    let directions: Vec<Direction> = thetas_rad.iter().map(of_filter).collect();
    let per_unit = concentrations(pooling, &directions);
    let median = median_of(&per_unit)?;
    let mut generator = shuffler();
    let mut order = directions;
    let mut shuffled_sum = 0.0;
    for _ in 0..SHUFFLES {
        shuffle(&mut order, &mut generator);
        shuffled_sum += median_of(&concentrations(pooling, &order))?;
    }
    Some(Concentration {
        per_unit,
        median,
        shuffled_median: shuffled_sum / SHUFFLES as f64,
    })
}

/// The orientation concentration over all invariant units of filters of `side` x `side` pixels, with the peak of each
/// filter's spectrum as its orientation: Gabor fits take longer and change it little.
///
/// # Panics
/// When the filters are not of this size.
pub fn spectral_concentration(weights: &Weights, side: usize) -> Option<Concentration> {
    let gratings = dominant_gratings(weights.dictionary.view(), side);
    let thetas: Vec<_> = gratings.iter().map(|g| g.map(|g| g.theta_rad)).collect();
    orientation_concentration(weights.pooling().view(), &thetas, |_| true)
}

fn concentrations(pooling: ArrayView2<'_, f32>, directions: &[Direction]) -> Vec<f64> {
    let mut sums = vec![OrientationSum::default(); pooling.ncols()];
    for (weights, &direction) in pooling.axis_iter(Axis(0)).zip(directions) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            sum.add(direction, f64::from(weight).powi(2));
        }
    }
    sums.iter().map(OrientationSum::resultant).collect()
}

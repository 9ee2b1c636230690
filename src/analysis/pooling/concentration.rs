//! Similarity of the filters that an invariant unit pools.

use ndarray::{ArrayView2, Axis};

use crate::analysis::stats::{Direction, OrientationSum, direction, median, shuffle, shuffler};

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
#[must_use]
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

fn concentrations(pooling: ArrayView2<'_, f32>, directions: &[Direction]) -> Vec<f64> {
    let mut sums = vec![OrientationSum::default(); pooling.ncols()];
    for (weights, &direction) in pooling.axis_iter(Axis(0)).zip(directions) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            sum.add(direction, f64::from(weight).powi(2));
        }
    }
    sums.iter().map(OrientationSum::resultant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, array};

    #[test]
    fn one_orientation_concentrates_fully_and_two_at_right_angles_not_at_all() {
        let thetas = [0.3, 0.3, 0.3 + std::f64::consts::FRAC_PI_2].map(Some);
        let pooling = array![[0.6, 0.5], [0.8, 0.0], [0.0, 0.5]];
        let found = orientation_concentration(pooling.view(), &thetas, |_| true).expect("units");
        assert!((found.per_unit[0] - 1.0).abs() < 1e-12);
        assert!(found.per_unit[1].abs() < 1e-12);
        assert!((found.median - 0.5).abs() < 1e-12);
    }

    #[test]
    fn only_the_units_asked_for_count() {
        let thetas = [Some(0.0), None];
        let pooling = array![[1.0, 0.0], [0.0, 1.0]];
        let found = orientation_concentration(pooling.view(), &thetas, |unit| unit == 1);
        assert_eq!(found.expect("a unit").median, 0.0);
        assert!(orientation_concentration(pooling.view(), &thetas, |_| false).is_none());
    }

    #[test]
    fn shuffling_destroys_the_concentration_of_aligned_pools() {
        let (simple, invariant) = (200, 10);
        let thetas: Vec<_> = (0..simple)
            .map(|unit| Some(std::f64::consts::PI * unit as f64 / simple as f64))
            .collect();
        let pooling = Array2::from_shape_fn((simple, invariant), |(i, j)| {
            if i / (simple / invariant) == j {
                1.0
            } else {
                0.0
            }
        });
        let found = orientation_concentration(pooling.view(), &thetas, |_| true).expect("units");
        assert!(found.median > 0.9, "{found:?}");
        assert!(found.shuffled_median < 0.4, "{found:?}");
    }
}

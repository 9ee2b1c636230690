//! Orientation concentration of pools whose filters are known.

use std::f64::consts::PI;

use cellscope::analysis::orientation_concentration;
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
fn theta_and_theta_plus_pi_are_one_orientation_and_a_unit_of_no_weight_has_none() {
    let thetas = [0.3, 0.3 + PI, 0.3 - PI].map(Some);
    let pooling = array![[2f32.sqrt(), 0.0], [2f32.sqrt(), 0.0], [2f32.sqrt(), 0.0]];
    let found = orientation_concentration(pooling.view(), &thetas, |_| true).expect("units");
    assert!((found.per_unit[0] - 1.0).abs() < 1e-12);
    assert_eq!(found.per_unit[1], 0.0);
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
        .map(|unit| Some(PI * unit as f64 / simple as f64))
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

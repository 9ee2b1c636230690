//! The numbers that curves are summed up by.

use cellscope::analysis::convergence::{Spread, log_log_slope, log_spaced};

#[test]
fn iterations_ascend_from_one_to_the_last() {
    for last in [1, 2, 9, 10, 137, 1000] {
        let ks = log_spaced(last);
        assert_eq!((ks[0], ks[ks.len() - 1]), (1, last));
        assert!(ks.windows(2).all(|pair| pair[0] < pair[1]), "{ks:?}");
    }
}

#[test]
fn the_slope_of_a_power_is_its_exponent() {
    for power in [-0.5, -1.0, -2.0, -3.5] {
        let excess: Vec<f64> = (0..500).map(|k| f64::from(k.max(1)).powf(power)).collect();
        let slope = log_log_slope(&excess).expect("a long window");
        assert!((slope - power).abs() < 1e-9, "{power}: {slope}");
    }
}

#[test]
fn what_converges_at_once_has_no_slope() {
    let excess: Vec<f64> = (0..100).map(|k| 0.01f64.powi(k)).collect();
    assert_eq!(log_log_slope(&excess), None);
    assert_eq!(log_log_slope(&[0.0; 100]), None);
    assert_eq!(log_log_slope(&[]), None);
}

#[test]
fn quartiles_part_the_values_in_four() {
    let spread = Spread::of(vec![5.0, 1.0, 4.0, 2.0, 3.0]).expect("values");
    let parts = [spread.lower_quartile, spread.median, spread.upper_quartile];
    assert_eq!(parts, [2.0, 3.0, 4.0]);
    assert_eq!(Spread::of(vec![1.0, 2.0]).map(|s| s.median), Some(1.5));
    assert_eq!(Spread::of(Vec::new()), None);
}

//! Elementary functions against the standard library.

use std::f64::consts::TAU;

use cellscope::compute::elementary::{cos_sin_turns, dot, exp};

#[test]
fn exp_agrees_with_the_standard_library() {
    for step in 0..30_000 {
        let x = -0.01 * f64::from(step);
        assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "exp({x})");
    }
    assert!(exp(-1e9) > 0.0 && exp(-1e9) < 1e-130);
}

#[test]
fn cos_and_sin_agree_with_the_standard_library() {
    for step in -20_000..20_000 {
        let turns = 0.000_7 * f64::from(step);
        let (sin, cos) = (turns * TAU).sin_cos();
        let found = cos_sin_turns(turns);
        assert!((found.0 - cos).abs() < 1e-12, "cos of {turns} turns");
        assert!((found.1 - sin).abs() < 1e-12, "sin of {turns} turns");
    }
}

#[test]
fn dot_products_count_every_element_of_any_length() {
    for length in [0, 1, 31, 32, 33, 100] {
        let x: Vec<f64> = (0..length).map(f64::from).collect();
        let expected: f64 = x.iter().map(|x| x * x).sum();
        assert_eq!(dot(&x, &x), expected, "{length} elements");
    }
}

//! The dominant gratings of filters.

use std::f64::consts::PI;

use cellscope::analysis::dominant_gratings;
use ndarray::Array2;

#[test]
fn a_gabor_is_found_at_its_orientation_and_frequency() {
    let side = 20;
    for step in 0..24 {
        let theta = PI * f64::from(step) / 24.0;
        let frequency = 0.08 + 0.008 * f64::from(step);
        let mut dictionary = Array2::zeros((side * side, 1));
        for pixel in 0..side * side {
            let (x, y) = ((pixel % side) as f64 - 9.5, (pixel / side) as f64 - 9.5);
            let wave = 2.0 * PI * frequency * (x * theta.cos() + y * theta.sin());
            let envelope = (-(x * x + y * y) / 32.0).exp();
            dictionary[[pixel, 0]] = ((wave + 0.6).cos() * envelope) as f32;
        }
        let grating = dominant_gratings(dictionary.view(), side)[0].expect("has power");
        let turned = (grating.theta_rad - theta + PI / 2.0).rem_euclid(PI) - PI / 2.0;
        assert!(turned.abs() < 0.04, "theta {theta}: {grating:?}");
        let off = grating.freq_cycles_per_px / frequency - 1.0;
        assert!(off.abs() < 0.06, "frequency {frequency}: {grating:?}");
    }
}

#[test]
fn a_flat_filter_has_no_grating() {
    // 0.05 has no exact mean in binary: what rounding leaves is no grating.
    let dictionary = Array2::from_elem((64, 1), 0.05);
    assert_eq!(dominant_gratings(dictionary.view(), 8), [None]);
}

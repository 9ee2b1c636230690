//! The dominant gratings of filters.

use std::f64::consts::PI;

use cellscope::analysis::{chromatic_shares, dominant_gratings, fit_filters};
use cellscope::channels::Channels;
use ndarray::{Array2, s};

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

#[test]
fn a_filter_in_colour_is_measured_in_the_plane_with_the_most_energy() {
    let side = 12;
    let wave = |pixel: usize, theta: f64| {
        let (x, y) = ((pixel % side) as f64 - 5.5, (pixel / side) as f64 - 5.5);
        let along = x * theta.cos() + y * theta.sin();
        ((0.9 * along).cos() * (-(x * x + y * y) / 18.0).exp()) as f32
    };
    let mut dictionary = Array2::zeros((3 * side * side, 1));
    for pixel in 0..side * side {
        dictionary[[pixel, 0]] = 0.4 * wave(pixel, 0.3);
        dictionary[[2 * side * side + pixel, 0]] = wave(pixel, 2.0);
    }
    let plane = dictionary.slice(s![2 * side * side.., ..]);
    let [whole, alone] = [dictionary.view(), plane].map(|of| dominant_gratings(of, side));
    assert_eq!(whole, alone);
    assert!((whole[0].expect("has power").theta_rad - 2.0).abs() < 0.05);
    let [whole, alone] = [dictionary.view(), plane].map(|of| fit_filters(of, side, &[]));
    assert_eq!(whole, alone);
    let share = chromatic_shares(dictionary.view(), Channels::Opponent)[0];
    assert!((share - 1.0 / 1.16).abs() < 0.02, "{share}");
    // The same in R, G and B is grey.
    let grey = Array2::from_shape_fn((3 * 16, 1), |(p, _)| (p % 16) as f32);
    assert!(chromatic_shares(grey.view(), Channels::Rgb)[0].abs() < 1e-6);
    let red = Array2::from_shape_fn((3 * 16, 1), |(p, _)| f32::from(u8::from(p < 16)));
    assert!((chromatic_shares(red.view(), Channels::Rgb)[0] - 2.0 / 3.0).abs() < 1e-6);
}

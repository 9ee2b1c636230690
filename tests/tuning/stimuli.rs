//! Stimuli against their formulas.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use cellscope::source::{
    NormaliseParams, Stimulus, draw, edge_amplitude, grating_amplitude, normalise,
};
use ndarray::Array2;

const SIDE: usize = 20;

fn edge(b_px: f64, theta_rad: f64, k_rad_per_px: f64) -> Stimulus {
    Stimulus::Edge {
        b_px,
        theta_rad,
        k_rad_per_px,
    }
}

fn drifting(theta_rad: f64, freq_cycles_per_px: f64, phase_rad: f64) -> Stimulus {
    Stimulus::Drifting {
        theta_rad,
        freq_cycles_per_px,
        phase_rad,
    }
}

fn largest_difference(a: &Array2<f32>, b: &Array2<f32>) -> f32 {
    (a - b).iter().fold(0.0, |most, d| most.max(d.abs()))
}

#[test]
fn an_edge_is_the_formula_at_pixel_centres() {
    let frames = draw(&[edge(1.5, 0.7, 1.2)], SIDE, 2.0);
    // Row 3, column 12: x = 2.5, y = -6.5.
    let v: f64 = 1.2 * (2.5 * 0.7f64.cos() - 6.5 * 0.7f64.sin() + 1.5);
    let expected = 2.0 * (-0.25 * v * v).exp() * v.sin();
    assert!((f64::from(frames[[0, 3 * SIDE + 12]]) - expected).abs() < 1e-6);
    // The edge itself, where v = 0, is at x = -b for theta = 0.
    assert_eq!(edge(2.0, 0.0, 1.0).value_at(-2.0, 5.0), 0.0);
}

#[test]
fn half_a_turn_at_the_opposite_distance_is_the_negative() {
    for (b, theta) in [(0.0, 0.0), (3.2, 0.4), (-7.0, 2.5), (11.0, FRAC_PI_2)] {
        let stimuli = [edge(b, theta, 1.0), edge(-b, theta + PI, 1.0)];
        let frames = draw(&stimuli, SIDE, 1.0);
        let there = frames.slice(ndarray::s![..1, ..]).to_owned();
        let turned = frames.slice(ndarray::s![1.., ..]).to_owned();
        assert!(there.iter().any(|&x| x.abs() > 0.01));
        assert!(largest_difference(&there, &-turned) < 1e-6, "{b}, {theta}");
    }
}

#[test]
fn a_drifting_grating_repeats_along_its_normal_and_moves_with_its_phase() {
    let (theta, freq): (f64, f64) = (1.1, 0.15);
    let at = |distance: f64, phase| {
        let (sin, cos) = theta.sin_cos();
        let (along_x, along_y) = (distance * cos - 2.0 * sin, distance * sin + 2.0 * cos);
        drifting(theta, freq, phase).value_at(along_x, along_y)
    };
    assert!((at(0.0, 0.0) - 1.0).abs() < 1e-12);
    assert!((at(1.3, 0.4) - (TAU * freq * 1.3 - 0.4).cos()).abs() < 1e-12);
    assert!((at(1.3, 0.4) - at(1.3 + 1.0 / freq, 0.4)).abs() < 1e-12);
    assert!((at(1.3, 0.4) - at(1.3 + 0.6 / (TAU * freq), 1.0)).abs() < 1e-12);
}

#[test]
fn the_edge_is_as_strong_as_normalisation_makes_an_edge_in_a_picture() {
    let params = NormaliseParams::default();
    let step = Array2::from_shape_fn((60, 60), |(_, x)| if x < 30 { 0.2 } else { 0.8 });
    let seen = normalise(&step, &params);
    let strongest = seen.iter().fold(0.0f64, |most, &y| most.max(y.into()));
    let drawn = draw(&[edge(0.0, 0.0, 1.0)], 61, edge_amplitude(1.0, &params));
    let peak = drawn.iter().fold(0.0f64, |most, &x| most.max(x.into()));
    assert!((peak / strongest - 1.0).abs() < 0.25, "{peak} {strongest}");
}

#[test]
fn an_edge_of_any_sharpness_has_the_contrast_of_normalised_pictures() {
    let params = NormaliseParams::default();
    let radius = params.window_px / 2;
    for k in [0.5, 1.0, 2.0, 3.0] {
        let places: Vec<_> = (0..16).map(|i| f64::from(i) / 16.0).collect();
        let edges: Vec<_> = places.iter().map(|&b| edge(b, 0.0, k)).collect();
        let side = 2 * radius + 1;
        let drawn = draw(&edges, side, edge_amplitude(k, &params));
        let (mut power, mut weights) = (0.0, 0.0);
        for (frame, b) in drawn.rows().into_iter().zip(places) {
            // The middle row: an edge at b lies at -b.
            for (x, &value) in frame.iter().skip(radius * side).take(side).enumerate() {
                let from_edge = x as f64 - radius as f64 + b;
                let weight = (-0.5 * (from_edge / f64::from(params.sigma_px)).powi(2)).exp();
                power += weight * f64::from(value).powi(2);
                weights += weight;
            }
        }
        let contrast = (power / weights).sqrt() / f64::from(params.gain);
        assert!((contrast - 1.0).abs() < 0.02, "k {k}: {contrast}");
    }
}

#[test]
fn a_grating_has_the_contrast_of_normalised_pictures() {
    let params = NormaliseParams::default();
    let phases: Vec<_> = (0..8)
        .map(|i| drifting(0.5, 0.2, TAU * f64::from(i) / 8.0))
        .collect();
    let frames = draw(&phases, SIDE, grating_amplitude(&params));
    let power = frames.iter().map(|x| x * x).sum::<f32>() / frames.len() as f32;
    assert!((power.sqrt() - params.gain).abs() < 1e-5);
}

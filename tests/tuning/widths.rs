//! Widths at half maximum of curves whose width is known.

use std::f64::consts::PI;

use cellscope::analysis::tuning::{
    EdgeGrid, edge_tuning, half_width_on_circle, half_width_on_line,
};
use cellscope::source::{MovieParams, NormaliseParams};
use ndarray::Array3;

fn triangle(peak: f64, reach: f64, count: usize) -> Vec<f64> {
    let at = |i| (1.0 - (i as f64 - peak).abs() / reach).max(0.0);
    (0..count).map(at).collect()
}

#[test]
fn a_triangle_is_as_wide_as_its_reach() {
    for reach in [1.0, 2.5, 7.0] {
        let width = half_width_on_line(&triangle(10.0, reach, 30));
        assert!((width - reach).abs() < 1e-12, "{reach}: {width}");
    }
}

#[test]
fn a_gaussian_has_its_known_width() {
    let sigma = 6.0;
    let values: Vec<f64> = (0..101)
        .map(|i| (-0.5 * ((f64::from(i) - 50.0) / sigma).powi(2)).exp())
        .collect();
    let known = 2.0 * (2.0 * 2.0f64.ln()).sqrt() * sigma;
    assert!((half_width_on_line(&values) - known).abs() < 0.01 * known);
}

#[test]
fn a_curve_that_runs_off_the_grid_counts_up_to_its_end() {
    assert_eq!(half_width_on_line(&[1.0, 0.5, 0.0, 0.0]), 1.0);
    assert_eq!(half_width_on_line(&[0.0, 0.0, 0.5, 1.0]), 1.0);
    assert_eq!(half_width_on_line(&[0.8, 1.0, 0.9]), 2.0);
    assert_eq!(half_width_on_line(&[1.0]), 0.0);
}

#[test]
fn a_second_bump_beyond_half_does_not_count() {
    assert_eq!(half_width_on_line(&[0.0, 1.0, 0.0, 0.9, 0.9, 0.0]), 1.0);
}

#[test]
fn no_response_has_no_width() {
    for values in [&[][..], &[0.0, 0.0], &[-1.0, 0.0]] {
        assert_eq!(half_width_on_line(values), 0.0);
        assert_eq!(half_width_on_circle(values), 0.0);
    }
}

#[test]
fn on_a_circle_a_bump_is_as_wide_wherever_it_is() {
    let middle = triangle(10.0, 3.0, 20);
    for shift in 0..20 {
        let mut turned = middle.clone();
        turned.rotate_left(shift);
        let width = half_width_on_circle(&turned);
        assert!((width - 3.0).abs() < 1e-12, "{shift}: {width}");
    }
    assert_eq!(half_width_on_circle(&[1.0; 8]), 8.0);
}

#[test]
fn a_response_in_position_and_orientation_is_measured_in_pixels_and_radians() {
    let grid = EdgeGrid::new(&MovieParams::default(), 1.0, &NormaliseParams::default());
    let shape = (grid.theta_rad.len(), grid.b_px.len(), 2);
    // Unit 0 prefers an edge at 3 px and orientation 0, across which the circle closes: its bump
    // goes on at theta + pi and -b. Unit 1 is silent.
    let mut responses = Array3::zeros(shape);
    for (i, &theta) in grid.theta_rad.iter().enumerate() {
        for (j, &b) in grid.b_px.iter().enumerate() {
            for (theta, b) in [(theta, b), (theta - PI, -b)] {
                let in_b = (1.0 - (b - 3.0).abs() / 2.5).max(0.0);
                let in_theta = (1.0 - theta.abs() / 0.4).max(0.0);
                responses[[i, j, 0]] += (7.0 * in_b * in_theta) as f32;
            }
        }
    }
    let tuning = edge_tuning(&grid, responses.view());
    let found = tuning[0].expect("a response");
    assert_eq!((found.b_px, found.theta_rad, found.peak), (3.0, 0.0, 7.0));
    assert!((found.width_px - 2.5).abs() < 1e-5, "{found:?}");
    assert!((found.bandwidth_rad - 0.4).abs() < 1e-5, "{found:?}");
    assert_eq!(tuning[1], None);
}

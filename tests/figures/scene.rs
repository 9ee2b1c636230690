//! What figures are made of: axes, colours and outlines.

use cellscope::figure::{Axis, ColorMap, ResponseRamp, contour, short_number};
use ndarray::Array2;

#[test]
fn ticks_are_round_and_within_the_axis() {
    for max in [0.03, 0.7, 1.0, 9.0, 1234.0, 4.2e6] {
        let axis = Axis::fixed(0.0, max);
        let ticks = axis.ticks(5);
        assert!((3..=7).contains(&ticks.len()), "{max}: {ticks:?}");
        assert!(ticks.iter().all(|tick| axis.place(*tick).is_some()));
    }
}

#[test]
fn a_log_axis_spans_whole_decades_and_has_no_place_for_zero() {
    let axis = Axis::log([0.0, 0.3, 40.0].into_iter());
    assert_eq!(axis.ticks(5), [0.1, 1.0, 10.0, 100.0]);
    assert_eq!(axis.place(0.0), None);
    assert!((axis.place(1.0).expect("within") - 1.0 / 3.0).abs() < 1e-6);
    assert_eq!(
        Axis::log(std::iter::empty()).ticks(5),
        [1.0, 2.0, 5.0, 10.0]
    );
}

#[test]
fn a_short_log_axis_has_fewer_labels() {
    let axis = Axis::octaves(&[150.0, 6_000.0]);
    let all = [200.0, 500.0, 1_000.0, 2_000.0, 5_000.0];
    assert_eq!(axis.ticks(3), all);
    assert_eq!(axis.ticks(2), [200.0, 1_000.0, 5_000.0]);
    assert_eq!(axis.ticks(1), [200.0, 2_000.0]);
}

#[test]
fn no_range_has_no_ticks() {
    for (min, max) in [(f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        assert!(Axis::fixed(min, max).ticks(4).is_empty(), "{min} to {max}");
    }
}

#[test]
fn labels_are_short() {
    let labels = [0.0, 0.05, 2.5, 9000.0, 250_000.0, 1.5e6].map(short_number);
    assert_eq!(labels, ["0", "0.05", "2.5", "9000", "250k", "1.5M"]);
    // Small ones are told apart.
    let small = [0.0015, 0.001_25, 1.5e-4, 1e-4, -0.0123].map(short_number);
    assert_eq!(small, ["0.0015", "0.00125", "1.5e-4", "1e-4", "−0.0123"]);
}

#[test]
fn ends_differ_and_the_middle_is_nearly_neutral() {
    for map in ColorMap::ALL {
        let table = map.table();
        let [r, g, b, _] = table[127];
        assert!(
            r.abs_diff(g) <= 12 && g.abs_diff(b) <= 12,
            "{map:?}: {r} {g} {b}"
        );
        assert_ne!(table[0], table[254], "{map:?}");
    }
}

#[test]
fn every_ramp_grows_lighter_all_the_way() {
    for ramp in ResponseRamp::ALL {
        let table = ramp.table();
        let light = |[r, g, b]: [u8; 3]| {
            0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
        };
        let steps = table.chunks(16).map(|chunk| light(chunk[0]));
        let steps: Vec<_> = steps.collect();
        assert!(steps.windows(2).all(|pair| pair[1] > pair[0]), "{ramp:?}");
    }
}

#[test]
fn a_cone_is_surrounded_by_a_circle() {
    let cone = Array2::from_shape_fn((21, 31), |(row, column)| {
        -(row as f32 - 10.0).hypot(column as f32 - 15.0)
    });
    let lines = contour(cone.view(), -6.0);
    assert!(lines.len() > 30);
    for [row, column] in lines.iter().flatten() {
        let radius = (row - 10.0).hypot(column - 15.0);
        assert!((radius - 6.0).abs() < 0.15, "{radius}");
    }
    let length: f32 = lines
        .iter()
        .map(|[from, to]| (from[0] - to[0]).hypot(from[1] - to[1]))
        .sum();
    let expected = 12.0 * std::f32::consts::PI;
    assert!((length / expected - 1.0).abs() < 0.02, "{length}");
}

#[test]
fn every_end_within_the_border_belongs_to_two_lines() {
    let values =
        Array2::from_shape_fn((9, 9), |(row, column)| ((row * 7 + column * 5) % 11) as f32);
    let lines = contour(values.view(), 4.5);
    let near = |a: &[f32; 2], b: &[f32; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-4;
    let within = |end: &&[f32; 2]| end.iter().all(|at| (-0.5..=8.5).contains(at));
    let ends: Vec<_> = lines.iter().flatten().collect();
    for end in lines.iter().flatten().filter(within) {
        let shared = ends.iter().filter(|other| near(end, other)).count();
        assert_eq!(shared % 2, 0, "{end:?}");
    }
}

#[test]
fn nothing_above_has_no_line() {
    assert!(contour(Array2::zeros((4, 4)).view(), 0.5).is_empty());
    assert!(contour(Array2::zeros((0, 4)).view(), 0.5).is_empty());
}

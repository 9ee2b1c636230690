//! Maps, polar plots and centres: what they draw of each pool, and what is where in them.

use std::f64::consts::{FRAC_PI_2, PI};

use cellscope::analysis::GaborFit;
use cellscope::figure::{
    Color, Figure, FittedPools, Palette, PoolingMapLayout, PoolingMapOptions, Rect, Shape, centres,
    polar_plot, pooling_map,
};
use ndarray::Array2;

const SIDE_PX: usize = 20;
const WHITE: Color = Color(255, 255, 255);

fn fit(x0_px: f64, y0_px: f64, theta_rad: f64, freq_cycles_per_px: f64) -> Option<GaborFit> {
    Some(GaborFit {
        x0_px,
        y0_px,
        theta_rad,
        freq_cycles_per_px,
        // Wide, so that the Gabor answers most to the frequency of its cosine.
        sigma_x_px: 20.0,
        sigma_y_px: 6.0,
        phase_rad: 0.0,
        amplitude: 1.0,
        correlation: 0.95,
        centre_outside: x0_px.abs() > 10.0 || y0_px.abs() > 10.0,
        steps: 1,
    })
}

/// Four filters: upper left with horizontal stripes, lower right with vertical ones, one beyond the
/// right edge, and one without a fit.
fn fits() -> Vec<Option<GaborFit>> {
    vec![
        fit(-5.0, -5.0, FRAC_PI_2, 0.1),
        fit(5.0, 5.0, 0.0, 0.2),
        fit(14.0, 0.0, 3.0 * PI / 4.0, 0.3),
        None,
    ]
}

/// Unit 0 pools mostly filter 0, unit 1 mostly filter 1, unit 2 no filter with a fit.
fn pooling() -> Array2<f32> {
    ndarray::array![
        [0.8, 0.2, 0.0],
        [0.4, 0.6, 0.0],
        [0.02, 0.3, 0.0],
        [0.5, 0.5, 1.0]
    ]
}

type Draw = fn(&[usize]) -> Figure<PoolingMapLayout>;

fn draw(
    figure: fn(&FittedPools<'_>, &[usize], &PoolingMapOptions) -> Figure<PoolingMapLayout>,
    units: &[usize],
) -> Figure<PoolingMapLayout> {
    let (fits, pooling) = (fits(), pooling());
    let pools = FittedPools {
        fits: &fits,
        side_px: SIDE_PX,
        pooling: pooling.view(),
    };
    figure(
        &pools,
        units,
        &PoolingMapOptions::page(units.len(), Palette::LIGHT),
    )
}

fn map(units: &[usize]) -> Figure<PoolingMapLayout> {
    draw(pooling_map, units)
}

fn polar(units: &[usize]) -> Figure<PoolingMapLayout> {
    draw(polar_plot, units)
}

fn positions(units: &[usize]) -> Figure<PoolingMapLayout> {
    draw(centres, units)
}

const ALL: [Draw; 3] = [map, polar, positions];

/// Position and colour of every disc.
fn discs(figure: &Figure<PoolingMapLayout>) -> Vec<([f32; 2], Color)> {
    let shapes = figure.scene.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Disc { center, fill, .. } => Some((*center, *fill)),
            _ => None,
        })
        .collect()
}

/// Ends and colour of every straight line.
fn lines(figure: &Figure<PoolingMapLayout>) -> Vec<([[f32; 2]; 2], Color)> {
    let shapes = figure.scene.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Polyline { points, color, .. } => {
                Some(([points[0], *points.get(1)?], *color)).filter(|_| points.len() == 2)
            }
            _ => None,
        })
        .collect()
}

fn middle(square: &Rect) -> [f32; 2] {
    [
        square.x + square.width / 2.0,
        square.y + square.height / 2.0,
    ]
}

#[test]
fn the_strongest_line_is_white_on_top_and_lies_along_the_stripes_at_its_centre() {
    let figure = map(&[0]);
    let lines = lines(&figure);
    assert_eq!(lines.len(), 2, "filter 2 is too weak, filter 3 has no fit");
    let ([from, to], color) = lines[1];
    assert_eq!(color, WHITE);
    assert_eq!(lines[0].1, Color(128, 128, 128), "0.4 of 0.8");
    let square = figure.layout.squares.rect(0);
    let center = middle(&square);
    let found = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0 - center[axis]);
    // A quarter of a patch that leaves a margin in its square.
    assert!((found[0] - found[1]).abs() < 0.01, "{found:?}");
    assert!((-0.25 * square.width..-0.2 * square.width).contains(&found[0]));
    assert!((from[1] - to[1]).abs() < 0.01, "horizontal stripes");
    assert!(to[0] != from[0]);
}

#[test]
fn a_line_turns_with_its_stripes() {
    let ([from, to], color) = lines(&map(&[1]))[2];
    assert_eq!(color, WHITE);
    assert!((from[0] - to[0]).abs() < 0.01, "vertical stripes");
    // The normal points 135 degrees clockwise from the x axis, so the stripes 45 degrees.
    let figure = map(&[1]);
    let [from, to] = lines(&figure)[1].0;
    let slope = (to[1] - from[1]) / (to[0] - from[0]);
    assert!((slope - 1.0).abs() < 0.01, "{slope}");
}

#[test]
fn a_dot_is_as_far_out_as_its_frequency_at_twice_the_angle_of_the_stripes() {
    let figure = polar(&[1]);
    let center = middle(&figure.layout.squares.rect(0));
    let at: Vec<_> = discs(&figure)
        .iter()
        .map(|([x, y], _)| [x - center[0], y - center[1]])
        .collect();
    // Weakest first: filter 0 with horizontal stripes, 2 at 45 degrees down, 1 upright.
    let [horizontal, slanted, upright] = at[..] else {
        panic!("{at:?}");
    };
    let unit = horizontal[0];
    assert!(unit > 1.0 && horizontal[1].abs() < 0.05, "{horizontal:?}");
    assert!((upright[0] + 2.0 * unit).abs() < 0.1 && upright[1].abs() < 0.05);
    assert!((slanted[1] - 3.0 * unit).abs() < 0.1 && slanted[0].abs() < 0.05);
    assert_eq!(discs(&figure)[2].1, WHITE);
}

#[test]
fn dots_use_the_radius_up_to_the_rim_and_what_the_rings_are_is_said_once() {
    let units = [0, 1, 2];
    let figure = polar(&units);
    let square = figure.layout.squares.rect(1);
    let from_middle = |[x, y]: [f32; 2]| {
        let [center_x, center_y] = middle(&square);
        (x - center_x).hypot(y - center_y) / square.width
    };
    let inside = |[x, y]: [f32; 2]| {
        (square.x..square.right()).contains(&x) && (square.y..square.bottom()).contains(&y)
    };
    let dots = discs(&figure).into_iter().map(|(at, _)| at);
    let farthest = dots.filter(|at| inside(*at)).map(from_middle);
    // The rim is at 0.44 sides.
    assert!(farthest.fold(0.0, f32::max) > 0.4);
    let notes = figure.scene.shapes.iter().filter(|shape| match shape {
        Shape::Text { text, .. } => text.contains("cycles/px"),
        _ => false,
    });
    assert_eq!(notes.count(), 1);
}

#[test]
fn a_centre_outside_the_patch_is_drawn_on_its_edge() {
    let figure = positions(&[1]);
    let square = figure.layout.squares.rect(0);
    let [x, y] = discs(&figure)[1].0;
    assert!((square.right() - 0.1 * square.width..square.right()).contains(&x));
    assert!((y - middle(&square)[1]).abs() < 0.01);
}

#[test]
fn every_mark_stays_within_its_square() {
    for draw in ALL {
        let figure = draw(&[1]);
        let square = figure.layout.squares.rect(0);
        let dots = discs(&figure).into_iter().map(|(at, _)| at);
        let ends = lines(&figure).into_iter().flat_map(|(ends, _)| ends);
        for [x, y] in dots.chain(ends) {
            assert!((square.x..=square.right()).contains(&x));
            assert!((square.y..=square.bottom()).contains(&y));
        }
    }
}

#[test]
fn a_unit_with_no_weight_to_draw_has_an_empty_square() {
    for draw in ALL {
        assert!(draw(&[2]).layout.drawn(0).is_empty());
        assert!(discs(&draw(&[2])).is_empty());
    }
    assert!(lines(&map(&[2])).is_empty());
}

#[test]
fn pointing_at_a_mark_names_both_its_units() {
    let units = [1, 2, 0];
    for draw in ALL {
        let figure = draw(&units);
        let layout = &figure.layout;
        for place in 0..units.len() {
            let square = layout.squares.rect(place);
            let corner = [square.x + 0.5, square.bottom() - 0.5];
            assert_eq!(layout.place_at(corner), Some((place, None)));
        }
        let pointed: Vec<_> = if discs(&figure).is_empty() {
            let middle = |[a, b]: [[f32; 2]; 2]| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            lines(&figure).iter().map(|line| middle(line.0)).collect()
        } else {
            discs(&figure).iter().map(|disc| disc.0).collect()
        };
        let at = |at| {
            layout
                .place_at(at)
                .map(|(place, simple)| (units[place], simple))
        };
        let found: Vec<_> = pointed.into_iter().map(at).collect();
        let expected = [(1, 0), (1, 2), (1, 1), (0, 1), (0, 0)];
        assert_eq!(
            found,
            expected.map(|(unit, simple)| Some((unit, Some(simple))))
        );
    }
}

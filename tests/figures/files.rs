//! Scenes as SVG and PNG.

use cellscope::figure::{
    Anchor, Atlas, Color, ColorMap, Contrast, CurveOptions, FilterOptions, Palette, STRONGEST,
    Scene, Shape, curves, filter_grid, pooling_rows, strongest_simple, to_png, to_svg,
};
use cellscope::telemetry::History;
use image::GenericImageView;
use ndarray::Array2;

/// Gratings of growing orientation, `[side^2, units]`.
fn gratings(side: usize, units: usize) -> Array2<f32> {
    Array2::from_shape_fn((side * side, units), |(p, k)| {
        let (x, y) = ((p % side) as f32, (p / side) as f32);
        let theta_rad = k as f32 / units as f32 * std::f32::consts::PI;
        (x * theta_rad.cos() + y * theta_rad.sin()).sin()
    })
}

fn grid() -> Scene {
    let atlas = Atlas::new(gratings(8, 12).view(), ColorMap::Grey, Contrast::PerFilter);
    let units: Vec<usize> = (0..12).collect();
    filter_grid(&units, &atlas, &FilterOptions::grid(12, Palette::LIGHT)).scene
}

fn rows() -> Scene {
    let atlas = Atlas::new(
        gratings(8, 40).view(),
        ColorMap::Diverging,
        Contrast::Common,
    );
    let pooling = Array2::from_shape_fn((40, 30), |(i, j)| ((i * 7 + j * 3) % 41) as f32 / 41.0);
    let strongest = strongest_simple(pooling.view(), STRONGEST);
    let units: Vec<usize> = (0..30).collect();
    let options = FilterOptions::rows(30, Palette::LIGHT);
    pooling_rows(&units, &atlas, &strongest, &[0.1; 30], &options).scene
}

fn empty_curves() -> Scene {
    curves(&History::default(), &CurveOptions::default())
}

#[test]
fn the_same_scene_gives_the_same_svg_and_png_bytes() {
    for make in [grid, rows, empty_curves] {
        assert_eq!(to_svg(&make()).expect("svg"), to_svg(&make()).expect("svg"));
        let png = || to_png(&make(), 1.0).expect("png");
        assert_eq!(png(), png());
    }
}

#[test]
fn every_filter_pixel_becomes_a_sharp_square_in_png() {
    let png = to_png(&grid(), 1.0).expect("png");
    let png = image::load_from_memory(&png).expect("a PNG file");
    let zoom = FilterOptions::grid(12, Palette::LIGHT).zoom as u32;
    for y in 0..8 {
        for x in 0..8 {
            let corner = png.get_pixel(x * zoom, y * zoom);
            let opposite = png.get_pixel((x + 1) * zoom - 1, (y + 1) * zoom - 1);
            assert_eq!(corner, opposite, "filter 0, pixel {x}, {y}");
        }
    }
}

#[test]
fn png_size_follows_the_scale() {
    let scene = rows();
    for scale in [1.0, 2.0] {
        let png = to_png(&scene, scale).expect("png");
        let png = image::load_from_memory(&png).expect("a PNG file");
        let expected = [scene.width, scene.height].map(|side| (side * scale).ceil() as u32);
        assert_eq!([png.width(), png.height()], expected);
    }
}

#[test]
fn a_scene_without_extent_is_refused() {
    let mut scene = grid();
    scene.width = 0.0;
    assert!(to_png(&scene, 1.0).is_err());
}

#[test]
fn text_is_drawn() {
    let mut scene = empty_curves();
    let with_text = to_png(&scene, 1.0).expect("png");
    let is_text = |shape: &Shape| matches!(shape, Shape::Text { .. });
    scene.shapes.retain(|shape| !is_text(shape));
    let without_text = to_png(&scene, 1.0).expect("png");
    assert_ne!(with_text, without_text, "the embedded font was not found");
}

fn svg_of(shape: Shape) -> String {
    let scene = Scene {
        shapes: vec![shape],
        ..empty_curves()
    };
    to_svg(&scene).expect("svg")
}

#[test]
fn text_cannot_break_out_of_its_element() {
    let text = Shape::text([0.0, 0.0], Anchor::Start, "a<b & c>d", 10.0, Color(0, 0, 0));
    let svg = svg_of(text);
    assert!(svg.contains(">a&lt;b &amp; c&gt;d</text>"), "{svg}");
    // XML has no control characters.
    let text = Shape::text([0.0, 0.0], Anchor::Start, "a\u{7}b", 10.0, Color(0, 0, 0));
    assert!(svg_of(text).contains(">a b</text>"));
}

#[test]
fn numbers_are_short() {
    let svg = svg_of(Shape::line(
        [[1.0, 0.5], [-0.001, 12.345]],
        1.0,
        Color(0, 0, 0),
    ));
    assert!(svg.contains("points=\"1,0.5 0,12.35\""), "{svg}");
}

#[test]
fn half_of_a_dashed_line_is_drawn() {
    let line = Shape::Polyline {
        points: (0..=40).map(|x| [3.0 * x as f32, 7.5]).collect(),
        width: 1.0,
        color: Color(0, 0, 0),
        dash: Some(5.0),
    };
    let scene = Scene {
        width: 120.0,
        height: 15.0,
        background: Color(255, 255, 255),
        shapes: vec![line],
        description: String::new(),
    };
    let png = to_png(&scene, 1.0).expect("png");
    let png = image::load_from_memory(&png).expect("a PNG file");
    let drawn: Vec<bool> = (0..120).map(|x| png.get_pixel(x, 7)[0] < 128).collect();
    assert_eq!(drawn.iter().filter(|drawn| **drawn).count(), 60);
    let dashes = drawn.chunk_by(|a, b| a == b).filter(|run| run[0]);
    assert_eq!(dashes.count(), 12);
}

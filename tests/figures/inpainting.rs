//! Pictures with hidden pixels, and what fills them.

use cellscope::analysis::inpainting::{Covered, FilledBy, Fills};
use cellscope::figure::{
    Atlas, Color, ColorMap, Contrast, Figure, Inpainting, InpaintingLayout, InpaintingOptions,
    Palette, Raster, Scene, Shape, inpainting,
};
use ndarray::Array2;

/// Pixels drawn of each point of a tile, at most.
const SHARPEST: f32 = 2.0;
/// Width of the list of units, in points.
const LIST: f32 = 230.0;

fn atlas() -> Atlas {
    let filters = Array2::ones((16, 5));
    Atlas::new(filters.view(), ColorMap::Grey, Contrast::Common)
}

/// A ramp of 4 x 4 pixels, the first hidden; one layer fills it with 3, two with the truth.
fn fills() -> Fills {
    let truth = Array2::from_shape_fn((4, 4), |(y, x)| 1.0 + (4 * y + x) as f32);
    let mut observed = Array2::from_elem((4, 4), true);
    observed[[0, 0]] = false;
    let by = |value: f32, snr_db| FilledBy {
        filled: Array2::from_elem((4, 4), value),
        snr_db: Some(snr_db),
    };
    Fills {
        covered: Covered { truth, observed },
        one: by(3.0, -6.0),
        two: by(1.0, 120.0),
        invariant: Some(vec![0.0, 2.0]),
    }
}

fn drawn(width: f32) -> Figure<InpaintingLayout> {
    let fills = fills();
    let size = [width, 600.0];
    let options = InpaintingOptions::within(size, [4, 4], true, ColorMap::Grey, Palette::DARK);
    let shown = Inpainting {
        truth: fills.covered.truth.view(),
        tile: fills.covered.observed.view(),
        fills: Some(&fills),
        about: None,
    };
    inpainting(&shown, &atlas(), &[vec![], vec![]], &options)
}

fn raster<'a>(scene: &'a Scene, wanted: &str) -> &'a Raster {
    let rasters = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Raster { raster, .. } => Some(raster),
        _ => None,
    });
    let mut found = rasters.filter(|raster| raster.name == wanted);
    found.next().expect("drawn")
}

/// The colour of hidden pixels: three parts of green and one of the background.
fn hidden_color() -> Color {
    let (Color(r, g, b), Color(r0, g0, b0)) = (Palette::DARK.series[3], Palette::DARK.background);
    let mix = |fore: u8, back: u8| (0.75 * f32::from(fore) + 0.25 * f32::from(back)).round() as u8;
    Color(mix(r, r0), mix(g, g0), mix(b, b0))
}

#[test]
fn hidden_pixels_alone_are_covered_and_filled_and_err() {
    let scene = drawn(900.0).scene;
    let truth = &raster(&scene, "filling-truth").rgba;
    let Color(r, g, b) = hidden_color();
    let seen = &raster(&scene, "filling-seen").rgba;
    assert_eq!(seen[..4], [r, g, b, 255]);
    assert_eq!(seen[4..], truth[4..]);
    let one = &raster(&scene, "filling-one").rgba;
    // 3 is the value of the third pixel.
    assert_eq!(one[..4], truth[8..12]);
    assert_eq!(one[4..], truth[4..]);
    assert_eq!(raster(&scene, "filling-two").rgba, *truth);
    let error = &raster(&scene, "filling-error-two").rgba;
    assert!(error.chunks(4).all(|pixel| pixel == &error[..4]));
    let error = &raster(&scene, "filling-error-one").rgba;
    assert_ne!(error[..4], error[4..8]);
}

#[test]
fn of_a_photograph_no_more_pixels_are_drawn_than_tiles_show() {
    let truth = Array2::from_shape_fn((900, 1200), |(y, x)| ((3 * x + 7 * y) % 11) as f32);
    // A tile of 8 x 8, of which the first row is hidden.
    let tile = Array2::from_shape_fn((8, 8), |(y, _)| y > 0);
    let options = InpaintingOptions::within(
        [700.0, 600.0],
        [1200, 900],
        false,
        ColorMap::Grey,
        Palette::DARK,
    );
    let shown = Inpainting {
        truth: truth.view(),
        tile: tile.view(),
        fills: None,
        about: None,
    };
    let Figure { scene, layout } = inpainting(&shown, &atlas(), &[], &options);
    let seen = raster(&scene, "filling-seen");
    assert!(seen.width as f32 <= 2.0 * SHARPEST * options.tile);
    assert!(seen.width as f32 >= SHARPEST * options.tile);
    assert_eq!(seen.width * 3, seen.height * 4);
    let Color(r, g, b) = hidden_color();
    let every = 1200 / seen.width;
    for (row, pixels) in seen.rgba.chunks(4 * seen.width).enumerate() {
        let is_hidden = pixels[..4] == [r, g, b, 255];
        assert_eq!(is_hidden, (row * every).is_multiple_of(8), "row {row}");
    }
    // 113 rows of 900: the last tiles are cut off.
    let share = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "13 % hidden");
    assert!(scene.shapes.iter().any(share));
    let tile = layout.tiles[0];
    let at = layout.pixel_at([tile.right() - 1e-3, tile.bottom() - 1e-3]);
    let [x, y] = at.expect("in the tile");
    assert!(x > 1199.0 && y > 899.0, "pixels are those of the picture");
}

#[test]
fn everything_lies_within_the_scene_and_pixels_are_found_in_every_tile() {
    for width in [300.0, 900.0, 1800.0] {
        let Figure { scene, layout } = drawn(width);
        for tile in &layout.tiles {
            assert!(tile.right() <= scene.width && tile.bottom() <= scene.height);
            let middle = [tile.x + 0.5 * tile.width, tile.y + 0.5 * tile.height];
            assert_eq!(layout.pixel_at(middle), Some([2.0, 2.0]));
        }
        assert_eq!(layout.pixel_at([1.0, 1.0]), None, "a title is no pixel");
        assert_eq!(layout.invariant[0].0, 1);
        let (_, row) = layout.invariant[0];
        assert!(row.right() <= scene.width.max(LIST) && row.bottom() <= scene.height);
    }
}

#[test]
fn the_verdict_names_who_is_nearer_by_how_much() {
    let of = |one: f64, two: f64| {
        let mut fills = fills();
        (fills.one.snr_db, fills.two.snr_db) = (Some(one), Some(two));
        let size = [900.0, 600.0];
        let options = InpaintingOptions::within(size, [4, 4], true, ColorMap::Grey, Palette::DARK);
        let shown = Inpainting {
            truth: fills.covered.truth.view(),
            tile: fills.covered.observed.view(),
            fills: Some(&fills),
            about: None,
        };
        let scene = inpainting(&shown, &atlas(), &[vec![], vec![]], &options).scene;
        let texts = scene.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        });
        let mut verdicts = texts.filter(|text| text.ends_with("on the hidden pixels."));
        verdicts.next().expect("a verdict")
    };
    let verdict = |gain_db: f64| of(2.0, 2.0 + gain_db);
    assert!(verdict(1.25).starts_with("Two layers are better by 1.25 dB"));
    assert!(verdict(-0.5).starts_with("One layer is better by 0.50 dB"));
    assert!(verdict(0.001).starts_with("Both"));
    // The difference of what is written above: 1.51 and 1.67.
    let written = of(1.5051, 1.6749);
    assert!(
        written.starts_with("Two layers are better by 0.16 dB"),
        "{written}"
    );
}

#[test]
fn what_is_awaited_or_of_before_is_said_in_its_place() {
    let fills = fills();
    let size = [900.0, 600.0];
    let options = InpaintingOptions::within(size, [4, 4], true, ColorMap::Grey, Palette::DARK);
    let texts = |fills: Option<&Fills>, about| {
        let covered = &self::fills().covered;
        let shown = Inpainting {
            truth: covered.truth.view(),
            tile: covered.observed.view(),
            fills,
            about,
        };
        let scene = inpainting(&shown, &atlas(), &[vec![], vec![]], &options).scene;
        let texts = scene.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text { text, color, .. } => Some((text, color)),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    let says = |texts: &[(String, Color)], words: &str| {
        let of = texts.iter().filter(|(text, _)| text.contains(words));
        of.map(|(_, color)| *color).collect::<Vec<_>>()
    };
    let (weak, accent) = (Palette::DARK.weak, Palette::DARK.accent);
    // In each of the four tiles that are empty.
    let awaited = texts(None, Some("Filling in"));
    assert_eq!(says(&awaited, "Filling in"), [weak; 4]);
    assert!(says(&texts(None, None), "Filling in").is_empty());
    let now = texts(Some(&fills), None);
    assert_eq!(says(&now, "SNR 120.00 dB"), [accent]);
    let of_before = texts(Some(&fills), Some("the last mask"));
    assert_eq!(says(&of_before, "the last mask"), [weak]);
    assert_eq!(says(&of_before, "SNR"), [weak; 2]);
    assert!(says(&of_before, "on the hidden pixels").is_empty());
}

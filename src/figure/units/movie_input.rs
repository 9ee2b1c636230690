//! A movie that a model learns from: where it is from, its frames, their reconstruction, and the units that are on.

use ndarray::{Array2, Array3};

use super::atlas::Atlas;
use super::frames::{TOP_DEVIATIONS, frames_raster};
use crate::channels::Channels;
use crate::figure::scene::{Anchor, Canvas, Color, Crop, Palette, PixelColors, Rect, Scene};
use crate::figure::write::Csv;

/// Between two tiles, in points.
const GAP: f32 = 8.0;
/// Between two groups of them, in points.
const GROUP_GAP: f32 = 18.0;
/// Height of the text above a group or a list of units, in points.
const HEADING: f32 = 22.0;
/// Units of a list at most.
const LISTED: usize = 8;
/// Points per pixel of a filter in the list.
const FILTER_ZOOM: f32 = 1.5;
/// Room for the value beside it, in points.
const VALUE: f32 = 52.0;
/// Size of the text, in points.
const SIZE: f32 = 11.5;

/// What is drawn of a movie.
#[derive(Clone, Debug)]
pub struct ShownMovie<'a> {
    /// Its frames, `[n_t, P]`.
    pub frames: &'a Array2<f32>,
    /// Their reconstruction, `[n_t, P]`.
    pub reconstruction: &'a Array2<f32>,
    /// Where it is from.
    pub place: Option<ShownPlace<'a>>,
    /// Simple units that are on, the strongest first, each with its mean of abs(z).
    pub simple: &'a [(usize, f32)],
    /// Invariant units that are on, the strongest first, each with u.
    pub invariant: &'a [(usize, f32)],
}

/// Part of the picture that a movie is from.
#[derive(Clone, Copy, Debug)]
pub struct ShownPlace<'a> {
    /// `[channels, height, width]`.
    pub picture: &'a Array3<f32>,
    /// The row and the column in it at which each frame starts.
    pub corners: &'a [(usize, usize)],
}

/// Width and height of a movie that is drawn, in points, without its lists of units where these are wider.
#[must_use]
pub fn movie_input_size(movie: &ShownMovie<'_>, zoom: f32) -> [f32; 2] {
    let side = Channels::side_of(movie.frames.ncols()) as f32;
    let placed = movie.place.map(|place| place.corners.len());
    let tiles = (2 * movie.frames.nrows() + placed.unwrap_or(0)) as f32;
    let groups = 2.0 + f32::from(u8::from(placed.is_some()));
    let width = tiles * (zoom * side + GAP) + (groups - 1.0) * GROUP_GAP;
    let height = 4.0 * HEADING + zoom * side + FILTER_ZOOM * side + 2.0 * GAP;
    [width, height]
}

/// Draws a movie, its frames side by side; a pixel takes `zoom` points.
pub fn movie_input(
    movie: &ShownMovie<'_>,
    atlas: &Atlas,
    zoom: f32,
    colors: PixelColors,
    palette: Palette,
) -> Scene {
    let side = Channels::side_of(movie.frames.ncols());
    let tile = zoom * side as f32;
    let mut canvas = Canvas::new(palette);
    let mut x = 0.0;
    if let Some(place) = movie.place {
        x = in_picture(place, [side as f32, tile], colors, &mut canvas);
    }
    let top = movie
        .frames
        .iter()
        .fold(0.0_f32, |top, value| top.max(value.abs()));
    for (name, key, values) in [
        ("movie", "input-movie", movie.frames),
        (
            "reconstruction",
            "input-reconstruction",
            movie.reconstruction,
        ),
    ] {
        label(&mut canvas, [x, HEADING / 2.0], name, palette.weak);
        let raster = frames_raster(key, &[values], top, colors);
        for t in 0..values.nrows() {
            let crop = Crop::new(t * side, 0, [side; 2]);
            canvas.part(&raster, crop, Rect::new(x, HEADING, tile, tile));
            x += tile + GAP;
        }
        x += GROUP_GAP;
    }
    let mut y = HEADING + tile + GAP;
    let right = filters(movie.simple, atlas, y, &mut canvas);
    y += HEADING + FILTER_ZOOM * side as f32 + GAP;
    values(movie.invariant, y, &mut canvas);
    canvas.into_scene([right.max(x - GROUP_GAP), y + 2.0 * HEADING])
}

fn label(canvas: &mut Canvas, at: [f32; 2], text: impl Into<String>, color: Color) {
    canvas.text(at, Anchor::Start, text, SIZE, color);
}

/// The picture around the movie, once for each frame with its window; returns where the next group begins.
fn in_picture(
    ShownPlace { picture, corners }: ShownPlace<'_>,
    [side, tile]: [f32; 2],
    colors: PixelColors,
    canvas: &mut Canvas,
) -> f32 {
    let (_, height, width) = picture.dim();
    let scale = tile / height.max(width) as f32;
    let top = TOP_DEVIATIONS * picture.std(0.0);
    let raster = colors.raster("input-picture", [width, height], picture, top);
    let Palette { weak, accent, .. } = canvas.palette;
    label(canvas, [0.0, HEADING / 2.0], "in its picture", weak);
    let mut x = 0.0;
    for &(row, left) in corners {
        let at = Rect::new(x, HEADING, scale * width as f32, scale * height as f32);
        canvas.part(&raster, Crop::new(0, 0, [width, height]), at);
        let corner = [x + scale * left as f32, HEADING + scale * row as f32];
        let window = Rect::new(corner[0], corner[1], scale * side, scale * side);
        canvas.outline(&window, 1.5, accent);
        x += tile + GAP;
    }
    x + GROUP_GAP
}

/// How many units are on, and how many of them are listed where not all are.
fn count(units: &[(usize, f32)]) -> String {
    match units.len() {
        all if all > LISTED => format!("{all}, the strongest {LISTED} of them"),
        all => all.to_string(),
    }
}

/// The strongest simple units with their filters; returns where they end on the right.
fn filters(units: &[(usize, f32)], atlas: &Atlas, y: f32, canvas: &mut Canvas) -> f32 {
    let Palette { text, weak, .. } = canvas.palette;
    let heading = format!("simple units on: {}", count(units));
    label(canvas, [0.0, y + HEADING / 2.0], heading, weak);
    let side = FILTER_ZOOM * atlas.side() as f32;
    for (rank, &(unit, value)) in units.iter().take(LISTED).enumerate() {
        let (x, y) = (rank as f32 * (side + VALUE), y + HEADING);
        canvas.push(atlas.tile(unit, Rect::new(x, y, side, side)));
        let beside = x + side + 5.0;
        label(canvas, [beside, y + 8.0], format!("z{unit}"), weak);
        label(canvas, [beside, y + 22.0], format!("{value:.2}"), text);
    }
    units.len().min(LISTED) as f32 * (side + VALUE)
}

/// The strongest invariant units in a line of text.
fn values(units: &[(usize, f32)], y: f32, canvas: &mut Canvas) {
    let Palette { text, weak, .. } = canvas.palette;
    let heading = format!("invariant units on: {}", count(units));
    label(canvas, [0.0, y + HEADING / 2.0], heading, weak);
    let listed = units.iter().take(LISTED);
    let listed: Vec<_> = listed
        .map(|(unit, value)| format!("u{unit} = {value:.2}"))
        .collect();
    label(canvas, [0.0, y + 1.5 * HEADING], listed.join("    "), text);
}

/// The units that are on as CSV.
pub fn movie_input_table(movie: &ShownMovie<'_>) -> String {
    let mut csv = Csv::new("layer,unit,value");
    for (layer, units) in [("simple", movie.simple), ("invariant", movie.invariant)] {
        for (unit, value) in units {
            csv.line(format_args!("{layer},{unit},{value}"));
        }
    }
    csv.finish()
}

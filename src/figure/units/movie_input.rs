//! A movie that a model learns from: where it is from, its frames, their reconstruction, and the units that are on.

use ndarray::{Array2, Array3};

use super::atlas::Atlas;
use super::frames::{TOP_DEVIATIONS, frames_raster};
use crate::analysis::{Layer, unit_name};
use crate::channels::Channels;
use crate::figure::scene::{
    Anchor, Canvas, Color, Crop, Palette, PixelColors, Rect, Scene, text_width,
};
use crate::figure::write::Csv;

/// Between two tiles, in points.
const GAP: f32 = 8.0;
/// Between two groups of them, in points.
const GROUP_GAP: f32 = 18.0;
/// Height of the text above a group or a list of units, in points.
const HEADING: f32 = 22.0;
/// Units of a list at most.
const LISTED: usize = 8;
/// Side of a filter in the list, in points, and the least that a pixel of it takes.
const FILTER: f32 = 36.0;
const FILTER_ZOOM: f32 = 1.5;
/// Room for the value beside it, in points.
const VALUE: f32 = 60.0;
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

/// How a movie is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovieInputLayout {
    /// Points per pixel of a frame.
    pub zoom: f32,
    /// Whether the picture, the movie and its reconstruction stand below each other, or side by side.
    pub is_stacked: bool,
    /// Width in which units are listed, in points.
    pub width: f32,
}

impl MovieInputLayout {
    /// The one with the largest of `zooms`, which rise, at which a movie fits into a space, in points; with the smallest where
    /// none does.
    #[must_use]
    pub fn within(space: [f32; 2], movie: &ShownMovie<'_>, zooms: &[f32]) -> Self {
        let of = |zoom, is_stacked| Self {
            zoom,
            is_stacked,
            width: space[0],
        };
        let fits = |layout: &Self| {
            let [width, height] = layout.size(movie);
            width <= space[0] && height <= space[1]
        };
        let all = zooms.iter().rev();
        let mut all = all.flat_map(|&zoom| [of(zoom, false), of(zoom, true)]);
        let least = of(zooms.first().copied().unwrap_or(1.0), false);
        let is_wide = least.size(movie)[0] > space[0];
        all.find(fits).unwrap_or(of(least.zoom, is_wide))
    }

    /// Width of the frames, and height of all with as many units as are listed, in points.
    fn size(&self, movie: &ShownMovie<'_>) -> [f32; 2] {
        let side = Channels::side_of(movie.frames.ncols()) as f32;
        let frames = movie.frames.nrows() as f32;
        let groups = if movie.place.is_some() { 3.0 } else { 2.0 };
        let tile = self.zoom * side + GAP;
        let (width, rows) = if self.is_stacked {
            (frames * tile, groups)
        } else {
            let gaps = (groups - 1.0) * GROUP_GAP;
            (groups * frames * tile + gaps, 1.0)
        };
        // Of units such as "u100 = 0.12".
        let values = LISTED as f32 * text_width("u100 = 0.12    ", SIZE);
        let lines = (values / self.width).ceil().max(1.0);
        let lists = self.filters_height(LISTED, side) + (2.0 + lines) * HEADING;
        [width, rows * (HEADING + tile) + lists]
    }

    /// Units listed side by side.
    fn per_row(&self, side: f32) -> usize {
        ((self.width / (filter_side(side) + VALUE)) as usize).max(1)
    }

    /// Height of a list of so many filters, in points.
    fn filters_height(&self, units: usize, side: f32) -> f32 {
        let rows = units.max(1).div_ceil(self.per_row(side));
        rows as f32 * (filter_side(side) + GAP)
    }

    /// Where the group of tiles after one begins.
    fn after(&self, [x, y]: [f32; 2], frames: usize, tile: f32) -> [f32; 2] {
        if self.is_stacked {
            [x, y + HEADING + tile + GAP]
        } else {
            [x + frames as f32 * (tile + GAP) + GROUP_GAP, y]
        }
    }
}

/// Side of a filter in the list, in points.
fn filter_side(side_px: f32) -> f32 {
    FILTER.max(FILTER_ZOOM * side_px)
}

/// Draws a movie: its frames in their picture, themselves and as they are reconstructed, and the units that are on.
pub fn movie_input(
    movie: &ShownMovie<'_>,
    atlas: &Atlas,
    layout: &MovieInputLayout,
    colors: PixelColors,
    palette: Palette,
) -> Scene {
    let side = Channels::side_of(movie.frames.ncols());
    let tile = layout.zoom * side as f32;
    let mut canvas = Canvas::new(palette);
    let mut at = [0.0, 0.0];
    if let Some(place) = movie.place {
        in_picture(place, [side as f32, tile], colors, &mut canvas);
        at = layout.after(at, place.corners.len(), tile);
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
        let [left, y] = at;
        label(&mut canvas, [left, y + HEADING / 2.0], name, palette.weak);
        let raster = frames_raster(key, &[values], top, colors);
        for t in 0..values.nrows() {
            let x = left + t as f32 * (tile + GAP);
            let crop = Crop::new(t * side, 0, [side; 2]);
            canvas.part(&raster, crop, Rect::new(x, y + HEADING, tile, tile));
        }
        at = layout.after(at, values.nrows(), tile);
    }
    let [width, _] = layout.size(movie);
    let mut y = match layout.is_stacked {
        true => at[1],
        false => HEADING + tile + GAP,
    };
    let right = filters(movie.simple, atlas, layout, y, &mut canvas);
    let listed = movie.simple.len().min(LISTED);
    y += HEADING + layout.filters_height(listed, side as f32);
    let width = right.max(width);
    let lines = values(movie.invariant, y, width, &mut canvas);
    canvas.into_scene([width, y + (1 + lines) as f32 * HEADING])
}

fn label(canvas: &mut Canvas, at: [f32; 2], text: impl Into<String>, color: Color) {
    canvas.text(at, Anchor::Start, text, SIZE, color);
}

/// The picture around the movie, once for each frame with its window.
fn in_picture(
    ShownPlace { picture, corners }: ShownPlace<'_>,
    [side, tile]: [f32; 2],
    colors: PixelColors,
    canvas: &mut Canvas,
) {
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
}

/// How many units are on, and how many of them are listed where not all are.
fn count(units: &[(usize, f32)]) -> String {
    match units.len() {
        all if all > LISTED => format!("{all}, the strongest {LISTED} of them"),
        all => all.to_string(),
    }
}

/// The strongest simple units with their filters; returns where they end on the right.
fn filters(
    units: &[(usize, f32)],
    atlas: &Atlas,
    layout: &MovieInputLayout,
    y: f32,
    canvas: &mut Canvas,
) -> f32 {
    let Palette { text, weak, .. } = canvas.palette;
    let heading = format!("active simple units: {}", count(units));
    label(canvas, [0.0, y + HEADING / 2.0], heading, weak);
    let side_px = atlas.side() as f32;
    let (side, per_row) = (filter_side(side_px), layout.per_row(side_px));
    for (rank, &(unit, value)) in units.iter().take(LISTED).enumerate() {
        let (row, place) = (rank / per_row, rank % per_row);
        let x = place as f32 * (side + VALUE);
        let y = y + HEADING + row as f32 * (side + GAP);
        canvas.push(atlas.tile(unit, Rect::new(x, y, side, side)));
        let beside = x + side + 5.0;
        label(
            canvas,
            [beside, y + 8.0],
            unit_name((Layer::Simple, unit)),
            weak,
        );
        label(canvas, [beside, y + 22.0], format!("{value:.2}"), text);
    }
    units.len().min(LISTED).min(per_row) as f32 * (side + VALUE)
}

/// The strongest invariant units in lines of text of at most this width, in points; returns how many lines, at least one.
fn values(units: &[(usize, f32)], y: f32, width: f32, canvas: &mut Canvas) -> usize {
    let Palette { text, weak, .. } = canvas.palette;
    let heading = format!("active invariant units: {}", count(units));
    label(canvas, [0.0, y + HEADING / 2.0], heading, weak);
    let listed = units.iter().take(LISTED);
    let mut lines = vec![String::new()];
    for (unit, value) in listed {
        let entry = format!("u{unit} = {value:.2}");
        let line = lines.last_mut().expect("one at least");
        let longer = format!("{line}    {entry}");
        if line.is_empty() {
            *line = entry;
        } else if text_width(&longer, SIZE) <= width {
            *line = longer;
        } else {
            lines.push(entry);
        }
    }
    for (index, line) in lines.iter().enumerate() {
        let y = y + (1.5 + index as f32) * HEADING;
        label(canvas, [0.0, y], line.as_str(), text);
    }
    lines.len()
}

/// The units that are on as CSV.
pub fn movie_input_table(movie: &ShownMovie<'_>) -> String {
    let mut csv = Csv::new("layer,unit,value");
    for (layer, units) in [("z", movie.simple), ("u", movie.invariant)] {
        for (unit, value) in units {
            csv.line(format_args!("{layer},{unit},{value}"));
        }
    }
    csv.finish()
}

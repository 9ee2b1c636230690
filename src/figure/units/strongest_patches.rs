//! The patches or movies that drive a unit most, each with its answer and its place in its picture.

use std::sync::Arc;

use ndarray::{Array3, ArrayD, s};

use super::frames::{TOP_DEVIATIONS, frames_raster};
use crate::analysis::StrongPatch;
use crate::figure::scene::{
    Anchor, Canvas, Crop, Figure, Palette, PixelColors, Raster, Rect, text_width, text_within,
};
use crate::figure::write::{Csv, csv_field};
use crate::words::with_minus;

/// Between the frames of a movie, in points.
const FRAME_GAP: f32 = 2.0;
/// Between a patch and its picture, in points.
const GAP: f32 = 6.0;
/// Between two tiles, in points.
const TILE_GAP: f32 = 18.0;
/// Height of the two lines of text below a patch, in points.
const CAPTION: f32 = 34.0;
/// Font sizes of the answer and of the place, in points.
const SIZES: [f32; 2] = [12.5, 11.0];
/// Room for a picture: its width as a share of its height.
const PICTURE_SHAPE: f32 = 1.5;
/// Least width of a tile, in points, for its text.
const NARROWEST: f32 = 150.0;
/// Width of what is said where no patch is found, in points.
const NOTHING: f32 = 200.0;
/// Least side of the outline of a patch in its picture, in points: it can be seen in a large picture too.
const SMALLEST_OUTLINE: f32 = 7.0;
/// Pixels of the longer side of a picture that are shown, at most.
const PICTURE_PX: usize = 120;

/// A patch or movie to be drawn.
#[derive(Clone, Debug)]
pub struct ShownPatch {
    patch: StrongPatch,
    /// Name of its picture.
    name: String,
    /// Its picture, each pixel the mean of `every` x `every` in its plane.
    picture: Array3<f32>,
    every: usize,
}

impl ShownPatch {
    /// Patches of pictures that are contrast-normalised, each with its name.
    pub fn all(patches: &[StrongPatch], names: &[String], images: &[Array3<f32>]) -> Vec<Self> {
        let of = |patch: &StrongPatch| {
            let image = &images[patch.path.picture];
            let (_, height, width) = image.dim();
            let every = height.max(width).div_ceil(PICTURE_PX).max(1);
            Self {
                patch: patch.clone(),
                name: names[patch.path.picture].clone(),
                picture: block_means(image, every),
                every,
            }
        };
        patches.iter().map(of).collect()
    }

    /// Its picture and its place in it, of this width in points.
    fn place(&self, width: f32) -> String {
        let (top, left) = self.patch.path.corner(0);
        let corner = format!(", x {left}, y {top}");
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        let name = text_within(file, SIZES[1], width - text_width(&corner, SIZES[1]));
        name + &corner
    }
}

/// The means of blocks of pixels, those at the right and lower border cut off.
fn block_means(image: &Array3<f32>, side: usize) -> Array3<f32> {
    let (planes, height, width) = image.dim();
    let shape = (planes, height.div_ceil(side), width.div_ceil(side));
    Array3::from_shape_fn(shape, |(plane, y, x)| {
        let (top, left) = (y * side, x * side);
        let block = s![
            plane,
            top..height.min(top + side),
            left..width.min(left + side)
        ];
        image.slice(block).mean().unwrap_or(0.0)
    })
}

/// How the tiles are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrongestOptions {
    /// Tiles in a row, at least 1.
    pub columns: usize,
    /// Points per pixel of a patch.
    pub zoom: f32,
    /// Colours of the pixels.
    pub colors: PixelColors,
    /// All other colours.
    pub palette: Palette,
}

impl StrongestOptions {
    /// Three columns, for a file.
    pub fn page(colors: PixelColors, palette: Palette) -> Self {
        Self {
            columns: 3,
            zoom: 4.0,
            colors,
            palette,
        }
    }

    /// As many columns as fit into a width in points, for patches or movies of `frames` frames of `side` pixels.
    #[must_use]
    pub fn within(self, width: f32, frames: usize, side: usize) -> Self {
        let tile = tile_width(frames, side as f32 * self.zoom);
        let columns = ((width + TILE_GAP) / (tile + TILE_GAP)).max(1.0) as usize;
        Self { columns, ..self }
    }

    /// Width and height of so many tiles, of patches or movies of `frames` frames of `side` pixels, in points.
    pub fn size(&self, tiles: usize, frames: usize, side: usize) -> [f32; 2] {
        let frame = side as f32 * self.zoom;
        let tile = [tile_width(frames, frame), frame + CAPTION];
        let counts = [self.columns, tiles.div_ceil(self.columns)];
        [0, 1].map(|axis| counts[axis] as f32 * (tile[axis] + TILE_GAP) - TILE_GAP)
    }
}

/// Width of a tile with `frames` frames of this side, in points.
fn tile_width(frames: usize, frame: f32) -> f32 {
    let movie = frames as f32 * (frame + FRAME_GAP) - FRAME_GAP;
    (movie + GAP + PICTURE_SHAPE * frame).max(NARROWEST)
}

/// Draws a tile for each patch, the strongest first: its frames; its picture, with its first frame outlined and, in another
/// colour, its last; its answer. The layout holds where the tiles are. `symbol` is that of the answer: "z" or "u".
///
/// # Panics
/// If the patches are of different sizes.
pub fn strongest_patches(
    patches: &[ShownPatch],
    symbol: &str,
    options: &StrongestOptions,
) -> Figure<Vec<Rect>> {
    let frames = patches
        .first()
        .map_or(1, |shown| shown.patch.frames.nrows());
    let side = patches.first().map_or(1, |shown| shown.patch.side());
    let frame = side as f32 * options.zoom;
    let width = tile_width(frames, frame);
    let place = |index: usize| {
        let (row, column) = (index / options.columns, index % options.columns);
        let x = column as f32 * (width + TILE_GAP);
        let y = row as f32 * (frame + CAPTION + TILE_GAP);
        Rect::new(x, y, width, frame + CAPTION)
    };
    let tiles: Vec<Rect> = (0..patches.len()).map(place).collect();
    let top = top_value(patches);
    let movies: Vec<_> = patches.iter().map(|shown| &shown.patch.frames).collect();
    let movies = frames_raster("strongest-patches", &movies, top, options.colors);
    let pictures = pictures_raster(patches, options.colors);
    let mut canvas = Canvas::new(options.palette);
    for (index, (shown, tile)) in patches.iter().zip(&tiles).enumerate() {
        for t in 0..frames {
            let crop = Crop::new(t * side, index * side, [side; 2]);
            let x = tile.x + t as f32 * (frame + FRAME_GAP);
            canvas.part(&movies, crop, Rect::new(x, tile.y, frame, frame));
        }
        let left = tile.x + frames as f32 * (frame + FRAME_GAP) - FRAME_GAP + GAP;
        let room = Rect::new(left, tile.y, PICTURE_SHAPE * frame, frame);
        let (_, height, width) = shown.picture.dim();
        let scale = (room.width / width as f32).min(room.height / height as f32);
        let at = Rect::new(room.x, room.y, scale * width as f32, scale * height as f32);
        let crop = Crop::new(0, index * PICTURE_PX, [width, height]);
        canvas.part(&pictures, crop, at);
        outlines(shown, at, scale / shown.every as f32, &mut canvas);
        caption(shown, index, symbol, tile, &mut canvas);
    }
    if tiles.is_empty() {
        let (at, weak) = ([4.0, CAPTION / 2.0], options.palette.weak);
        let says = "No patch turns this unit on.";
        canvas.text(at, Anchor::Start, says, SIZES[1], weak);
        return canvas.into_figure([NOTHING, CAPTION], tiles);
    }
    let extent = |edge: fn(&Rect) -> f32| tiles.iter().map(edge).fold(0.0, f32::max);
    let size = [extent(Rect::right), extent(Rect::bottom)];
    canvas.into_figure(size, tiles)
}

/// The windows of the first and of the last frame on their picture, of which a pixel takes so many points.
fn outlines(shown: &ShownPatch, at: Rect, per_px: f32, canvas: &mut Canvas) {
    let last = shown.patch.frames.nrows() - 1;
    let window = per_px * shown.patch.side() as f32;
    let side = window.max(SMALLEST_OUTLINE);
    let beyond = (side - window) / 2.0;
    let Palette { series, accent, .. } = canvas.palette;
    // Where both are nearly in one place, the thinner one is seen within the other.
    for (t, color, width) in [(0, accent, 3.0), (last, series[2], 1.2)] {
        let (top, left) = shown.patch.path.corner(t);
        let [x, y] = [at.x + per_px * left as f32, at.y + per_px * top as f32];
        let outline = Rect::new(x - beyond, y - beyond, side, side);
        canvas.outline(&outline, width, color);
    }
}

/// The answer, and below it the place.
fn caption(shown: &ShownPatch, index: usize, symbol: &str, tile: &Rect, canvas: &mut Canvas) {
    let answer = with_minus(&format!("{:.3}", shown.patch.answer));
    let answer = format!("{}.  {symbol} = {answer}", index + 1);
    let place = shown.place(tile.width);
    let Palette { text, weak, .. } = canvas.palette;
    let lines = [(answer, text, 23.0), (place, weak, 8.0)];
    for ((text, color, up), size) in lines.into_iter().zip(SIZES) {
        let at = [tile.x, tile.bottom() - up];
        canvas.text(at, Anchor::Start, text, size, color);
    }
}

/// The largest magnitude of all patches: they are all coloured alike.
fn top_value(patches: &[ShownPatch]) -> f32 {
    let values = patches.iter().flat_map(|shown| &shown.patch.frames);
    values.fold(0.0, |top, value| value.abs().max(top))
}

/// All pictures, one below the other, each in its own contrast.
fn pictures_raster(patches: &[ShownPatch], colors: PixelColors) -> Arc<Raster> {
    let deviations = patches.iter().map(|shown| shown.picture.std(0.0));
    let scales: Vec<f32> = deviations
        .map(|deviation| 1.0 / (TOP_DEVIATIONS * deviation).max(f32::MIN_POSITIVE))
        .collect();
    let (height, width) = (patches.len() * PICTURE_PX, PICTURE_PX);
    let planes = colors.channels.count();
    let values = Array3::from_shape_fn((planes, height, width), |(plane, y, x)| {
        let index = y / PICTURE_PX;
        let value = patches[index].picture.get([plane, y % PICTURE_PX, x]);
        value.map_or(0.0, |value| scales[index] * value)
    });
    colors.raster("strongest-pictures", [width, height], &values, 1.0)
}

/// The answers and the places as CSV.
pub fn strongest_table(patches: &[ShownPatch], symbol: &str) -> String {
    let mut csv = Csv::new(&format!(
        "rank,{symbol},picture,left_px,top_px,right_px_per_frame,down_px_per_frame,last_left_px,last_top_px"
    ));
    for (index, shown) in patches.iter().enumerate() {
        let path = shown.patch.path;
        // Of a window that follows its content the way is not straight.
        let (last_top, last_left) = path.corner(shown.patch.frames.nrows() - 1);
        csv.line(format_args!(
            "{},{},{},{},{},{},{},{last_left},{last_top}",
            index + 1,
            shown.patch.answer,
            csv_field(&shown.name),
            path.left,
            path.top,
            path.right_px_per_frame,
            path.down_px_per_frame
        ));
    }
    csv.finish()
}

/// The frames `[patches, frames, P]`.
pub fn strongest_array(patches: &[ShownPatch]) -> ArrayD<f32> {
    let frames = patches.iter().map(|shown| shown.patch.frames.view());
    let frames: Vec<_> = frames.collect();
    ndarray::stack(ndarray::Axis(0), &frames)
        .map_or_else(|_| ArrayD::zeros(vec![0, 1, 1]), ndarray::Array::into_dyn)
}

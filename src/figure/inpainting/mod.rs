//! Hidden pixels, and what one layer and two fill them with.

mod layout;

use std::sync::Arc;

use ndarray::{Array2, Array3, ArrayView2, s};

use crate::analysis::inpainting::{FilledBy, Fills};
use crate::figure::responses::answer_list::{
    FILTERS, ROW, TITLE, bars, pooled_tiles, title, unit_rows,
};
use crate::figure::scene::{Anchor, Canvas, Color, Figure, Palette, Raster, Rect, Shape};
use crate::figure::units::{Atlas, Weight};
use crate::figure::write::Csv;
use crate::words::with_minus;
use layout::{CAPTION, GAP, LIST, ROWS};
pub use layout::{InpaintingLayout, InpaintingOptions, ListPlace};

/// Size of SNRs and of the verdict, in points.
const LARGE: f32 = 13.5;
/// Size of lines that matter less, in points.
const SMALL: f32 = 12.0;
/// Values beyond so many standard deviations get the ends of the colours.
const TOP_SIGMA: f64 = 4.0;

/// Pixels of a picture that are drawn, of each point of a tile; of one that has more only some are.
const SHARPEST: f32 = 2.0;

/// What is shown.
#[derive(Clone, Copy, Debug)]
pub struct Inpainting<'a> {
    /// The patch or picture, contrast-normalised, `[channels * height, width]`: one plane below the other.
    pub truth: ArrayView2<'a, f32>,
    /// Whether each pixel is observed, `[p, p]`: tiles the picture, and a patch of that size once.
    pub tile: ArrayView2<'a, bool>,
    /// What it was filled with last; `None` before the first answer. Of the same size; its mask may be an
    /// earlier one.
    pub fills: Option<&'a Fills>,
    /// What is awaited in the place of fills that are not there yet, or what the fills are of that is not what is shown: their SNRs are
    /// drawn faintly then.
    pub about: Option<&'static str>,
}

/// Draws, above, what there is and what one layer and two make of it, each with its SNR; below, what is
/// seen of it and the errors; and the units of u that are on. Pixels that are seen are left as they are.
pub fn inpainting(
    shown: &Inpainting<'_>,
    atlas: &Atlas,
    strongest: &[Vec<Weight>],
    options: &InpaintingOptions,
) -> Figure<InpaintingLayout> {
    let planes = options.colors.channels.count();
    let (height_px, width_px) = (shown.truth.nrows() / planes, shown.truth.ncols());
    let tile_height = options.tile * height_px as f32 / width_px as f32;
    let place = |index: usize| {
        let (row, column) = ((index / 3) as f32, (index % 3) as f32);
        let y = TITLE + row * (tile_height + CAPTION + TITLE + ROWS);
        Rect::new(column * (options.tile + GAP), y, options.tile, tile_height)
    };
    let tiles: [Rect; 6] = std::array::from_fn(place);
    let mut canvas = Canvas::new(options.palette);
    // Of a photograph no more pixels than a tile shows: all of this is made whenever a pixel is hidden.
    let every = (width_px as f32 / (SHARPEST * options.tile)).max(1.0) as usize;
    pictures(shown, every, &tiles, options, &mut canvas);
    captions(shown, [planes, every], &tiles, &mut canvas);
    let (right, bottom) = (tiles[5].right(), tiles[5].bottom() + CAPTION);
    let invariant = match (options.list, shown.fills) {
        (Some(place), Some(fills)) => {
            let at = match place {
                ListPlace::Beside => [right + 2.0 * GAP, TITLE],
                ListPlace::Below => [0.0, bottom + GAP + TITLE],
            };
            let responses = fills.invariant.as_deref().unwrap_or(&[]);
            let rows = match place {
                ListPlace::Beside => ((bottom - TITLE) / ROW) as usize,
                ListPlace::Below => 8,
            };
            units(at, rows, responses, atlas, strongest, &mut canvas)
        }
        _ => Vec::new(),
    };
    let last = invariant.last().map_or(0.0, |(_, row)| row.bottom());
    let width = match options.list {
        Some(ListPlace::Beside) => right + 2.0 * GAP + LIST,
        Some(ListPlace::Below) => right.max(LIST),
        None => right,
    };
    let layout = InpaintingLayout {
        tiles,
        size_px: [width_px, height_px],
        invariant,
    };
    canvas.into_figure([width, bottom.max(last)], layout)
}

/// The six tiles, all coloured alike.
fn pictures(
    shown: &Inpainting<'_>,
    every: usize,
    tiles: &[Rect; 6],
    options: &InpaintingOptions,
    canvas: &mut Canvas,
) {
    let planes = options.colors.channels.count();
    let thin = |stacked: ArrayView2<'_, f32>| thinned(stacked, planes, every);
    let whole = thin(shown.truth);
    let squares = whole.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>();
    let rms = (squares / whole.len() as f64).sqrt();
    let peak = whole.iter().fold(0.0, |peak: f32, x| peak.max(x.abs()));
    let top = peak.min((TOP_SIGMA * rms) as f32);
    let color = |name, values: &Array3<f32>| {
        let (_, height, width) = values.dim();
        options.colors.raster(name, [width, height], values, top)
    };
    let (rows, columns) = shown.tile.dim();
    let observed = |(y, x)| shown.tile[[y * every % rows, x * every % columns]];
    let (_, height, width) = whole.dim();
    let seen = cover(
        &color("filling-seen", &whole),
        Array2::from_shape_fn((height, width), observed).view(),
        hidden_color(&options.palette),
    );
    let mut rasters = vec![(0, color("filling-truth", &whole)), (3, seen)];
    if let Some(fills) = shown.fills {
        let truth = thin(fills.covered.truth.view());
        let observed = thinned(fills.covered.observed.view(), planes, every);
        let [one, two] = [&fills.one, &fills.two].map(|by| thin(by.filled.view()));
        let hidden = |index, fill: f32| (!observed[index]).then_some(fill);
        let shown = |by: &Array3<f32>| {
            Array3::from_shape_fn(truth.dim(), |at| hidden(at, by[at]).unwrap_or(truth[at]))
        };
        let error = |by: &Array3<f32>| {
            let error = |at| hidden(at, truth[at] - by[at]).unwrap_or(0.0);
            Array3::from_shape_fn(truth.dim(), error)
        };
        rasters.push((1, color("filling-one", &shown(&one))));
        rasters.push((2, color("filling-two", &shown(&two))));
        rasters.push((4, color("filling-error-one", &error(&one))));
        rasters.push((5, color("filling-error-two", &error(&two))));
    }
    for tile in tiles {
        canvas.rect(*tile, options.palette.recess);
    }
    for (place, raster) in rasters {
        canvas.push(Shape::raster(raster, tiles[place]));
    }
}

/// Every so many rows and columns of a picture `[channels * height, width]`, as `[channels, height, width]`.
fn thinned<T: Clone>(stacked: ArrayView2<'_, T>, planes: usize, every: usize) -> Array3<T> {
    let shape = (planes, stacked.nrows() / planes, stacked.ncols());
    let stacked = stacked.as_standard_layout();
    let picture = stacked.to_shape(shape).expect("planes of one size");
    picture.slice(s![.., ..;every, ..;every]).to_owned()
}

/// Of no colour map: green, toned down by the background.
fn hidden_color(palette: &Palette) -> Color {
    palette.series[3].mixed(palette.background, 0.75)
}

/// The raster with hidden pixels in this colour.
fn cover(raster: &Raster, observed: ArrayView2<'_, bool>, Color(r, g, b): Color) -> Arc<Raster> {
    let mut covered = raster.clone();
    let pixels = covered.rgba.chunks_exact_mut(4);
    for (pixel, _) in pixels.zip(observed).filter(|(_, observed)| !**observed) {
        pixel.copy_from_slice(&[r, g, b, 255]);
    }
    Arc::new(covered)
}

/// Titles, SNRs and the verdict.
fn captions(
    shown: &Inpainting<'_>,
    [planes, every]: [usize; 2],
    tiles: &[Rect; 6],
    canvas: &mut Canvas,
) {
    let palette = canvas.palette;
    let titles = [
        "original",
        "filled by one layer",
        "filled by two layers",
        "visible part",
        "error of one layer",
        "error of two layers",
    ];
    for (tile, text) in tiles.iter().zip(titles) {
        title(tile, text, canvas);
    }
    let mut line = |below: &Rect, text: String, size: f32, color: Color| {
        let at = [below.x, below.bottom() + CAPTION / 2.0];
        canvas.text(at, Anchor::Start, text, size, color);
    };
    let share = hidden_share(shown, planes);
    let none = if share > 0.0 {
        "no signal there"
    } else {
        "nothing is hidden"
    };
    let text = format!("{:.0} % hidden", 100.0 * share);
    line(&tiles[0], text, SMALL, palette.weak);
    let Some(fills) = shown.fills else {
        for tile in [1, 2, 4, 5].map(|place| &tiles[place]) {
            let middle = [
                (tile.x + tile.right()) / 2.0,
                (tile.y + tile.bottom()) / 2.0,
            ];
            if let Some(about) = shown.about {
                canvas.text(middle, Anchor::Middle, about, SMALL, palette.weak);
            }
        }
        return;
    };
    let hundredths = |by: &FilledBy| by.snr_db.map(|snr_db| (100.0 * snr_db).round());
    // Which is better says nothing about what is shown where they are of something else.
    let both = hundredths(&fills.two).zip(hundredths(&fills.one));
    let both = both.filter(|_| shown.about.is_none());
    // Of the figures as they are written.
    let gain = both.map(|(two, one)| (two - one) / 100.0);
    let mut caption = |tile: &Rect, by: &FilledBy, is_better: bool| {
        let text = by.snr_db.map_or(none.to_owned(), decibels);
        let color = match shown.about {
            Some(_) => palette.weak,
            None if is_better => palette.accent,
            None => palette.text,
        };
        line(tile, text, LARGE, color);
    };
    caption(&tiles[1], &fills.one, gain.is_some_and(|gain| gain < 0.0));
    caption(&tiles[2], &fills.two, gain.is_some_and(|gain| gain > 0.0));
    let thin = |by: &FilledBy| thinned(by.filled.view(), planes, every);
    let is_silent = |by: &FilledBy| thin(by).iter().all(|&pixel| pixel == 0.0);
    // Where nothing can be told apart from the truth, no sparsity helps.
    if !shown.tile.iter().any(|observed| *observed) {
        let text = "All pixels are hidden: leave some of them visible.".to_owned();
        line(&tiles[3], text, LARGE, palette.text);
    } else if let Some(about) = shown.about {
        line(&tiles[3], about.to_owned(), SMALL, palette.weak);
    } else if both.is_some() && is_silent(&fills.one) && is_silent(&fills.two) {
        let text = "No unit is active, so nothing is filled in: lower α.".to_owned();
        line(&tiles[3], text, LARGE, palette.text);
    } else if let Some(gain) = gain {
        line(&tiles[3], verdict(gain), LARGE, palette.text);
    }
}

/// The share of the pixels that is hidden, 0 to 1: each pixel of the tile is as many of the picture as it repeats.
fn hidden_share(shown: &Inpainting<'_>, planes: usize) -> f64 {
    let (height, width) = (shown.truth.nrows() / planes, shown.truth.ncols());
    let (rows, columns) = shown.tile.dim();
    let repeats = |at: usize, length: usize, period: usize| (length + period - 1 - at) / period;
    let hidden = shown
        .tile
        .indexed_iter()
        .filter(|(_, observed)| !**observed);
    let hidden = hidden.map(|((y, x), _)| repeats(y, height, rows) * repeats(x, width, columns));
    hidden.sum::<usize>() as f64 / (height * width).max(1) as f64
}

/// "SNR 8.31 dB".
pub fn decibels(snr_db: f64) -> String {
    with_minus(&format!("SNR {snr_db:.2} dB"))
}

/// Which of the two is nearer to the truth on the hidden pixels; a hundredth of a decibel is no difference.
fn verdict(gain_db: f64) -> String {
    let by = gain_db.abs();
    match gain_db {
        _ if by < 0.005 => "Both are equally close on the hidden pixels.".to_owned(),
        gain if gain > 0.0 => format!("Two layers are better by {by:.2} dB on the hidden pixels."),
        _ => format!("One layer is better by {by:.2} dB on the hidden pixels."),
    }
}

/// The units of u that are on.
fn units(
    at: [f32; 2],
    rows: usize,
    responses: &[f32],
    atlas: &Atlas,
    strongest: &[Vec<Weight>],
    canvas: &mut Canvas,
) -> Vec<(usize, Rect)> {
    let on = responses.iter().filter(|&&u| u != 0.0).count();
    let text = match on {
        0 => "no active invariant unit".to_owned(),
        _ => format!("active invariant units, u: {on}"),
    };
    title(&Rect::new(at[0], at[1], LIST, 0.0), &text, canvas);
    let rows = unit_rows(at, LIST, responses, rows);
    pooled_tiles(&rows, strongest, atlas, canvas);
    bars(&rows, responses, 0.0, FILTERS, canvas);
    rows
}

/// A patch or picture and what fills it, a line for each pixel: contrast-normalised values, `observed` 1 or
/// 0, and W z by one layer and by two at observed pixels too. Of colour, the planes are below one another.
pub fn inpainting_table(fills: &Fills) -> String {
    let mut table = Csv::new("x_px,y_px,truth,observed,one,two");
    for ((y, x), truth) in fills.covered.truth.indexed_iter() {
        let observed = u8::from(fills.covered.observed[[y, x]]);
        let (one, two) = (fills.one.filled[[y, x]], fills.two.filled[[y, x]]);
        table.line(format_args!("{x},{y},{truth},{observed},{one},{two}"));
    }
    table.finish()
}

/// The same as an array `[4, channels * height, width]`: truth, observed, one, two.
pub fn inpainting_array(fills: &Fills) -> Array3<f32> {
    let (height, width) = fills.covered.truth.dim();
    Array3::from_shape_fn((4, height, width), |(plane, y, x)| match plane {
        0 => fills.covered.truth[[y, x]],
        1 => f32::from(u8::from(fills.covered.observed[[y, x]])),
        2 => fills.one.filled[[y, x]],
        _ => fills.two.filled[[y, x]],
    })
}

//! What maps, polar plots and centres share: in the square of an invariant unit a mark for every
//! simple unit it pools, as bright as its weight.

use ndarray::{ArrayView1, ArrayView2};

use super::grid::{PoolingMapOptions, UnitGrid};
use super::strongest::Weight;
use crate::analysis::GaborFit;
use crate::figure::scene::{Anchor, Canvas, Color, Figure, Rect, distance};
use crate::figure::write::Csv;
use std::f64::consts::{FRAC_PI_2, PI};

/// Weights below this share of the unit's strongest are not drawn: they would be all but black, and
/// there are many of them.
pub const MIN_SHARE: f32 = 0.05;

/// Ground of a square, in every theme: brightness is the weight.
const GROUND: Color = Color(0, 0, 0);
/// Size of the number of a unit, in points.
const NUMBER: f32 = 10.0;
/// Edge of the patch.
const EDGE: Color = Color(0x38, 0x3c, 0x42);
/// Space around the patch, in sides of the square.
const MARGIN: f32 = 0.06;
/// Width of a line, in sides of the square.
pub(super) const LINE: f32 = 0.011;
/// Radius of a dot, in sides of the square.
const DOT: f32 = 0.017;
/// How much thinner or smaller the mark of a poor fit is.
const POOR: f32 = 0.5;
/// How far beside a mark one may point to mean it, in points.
const REACH: f32 = 5.0;

/// What invariant units pool, by the Gabor fits of the filters.
#[derive(Clone, Copy, Debug)]
pub struct FittedPools<'a> {
    /// The fit of each filter, `[K]`; a filter without one is not drawn.
    pub fits: &'a [Option<GaborFit>],
    /// Side of a patch, in pixels.
    pub side_px: usize,
    /// A, `[K, M]`.
    pub pooling: ArrayView2<'a, f32>,
}

/// The mark of a simple unit; positions in sides of the square, from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FitMark {
    /// Both ends of a line, which are the same for a dot.
    pub(super) ends: [[f32; 2]; 2],
    /// Whether the Gabor describes its filter.
    pub(super) is_good: bool,
}

impl FitMark {
    pub(super) fn dot(at: [f32; 2], is_good: bool) -> Self {
        Self {
            ends: [at; 2],
            is_good,
        }
    }

    fn draw(&self, square: &Rect, color: Color, canvas: &mut Canvas) {
        let size = square.width * if self.is_good { 1.0 } else { POOR };
        let points = self.ends.map(|end| on_square(square, end));
        if points[0] == points[1] {
            canvas.disc(points[0], DOT * size, color);
        } else {
            canvas.line(points, LINE * size, color);
        }
    }
}

/// A place in the patch, from its centre, as a position in its square; the nearest one on the edge of
/// the patch when outside.
pub(super) fn in_patch(at_px: [f64; 2], side_px: usize) -> [f32; 2] {
    at_px.map(|at_px| {
        let share = (at_px / side_px as f64 + 0.5).clamp(0.0, 1.0) as f32;
        MARGIN + share * (1.0 - 2.0 * MARGIN)
    })
}

/// The edge of the patch in its square.
pub(super) fn patch_edge(square: &Rect, canvas: &mut Canvas) {
    let [x, y] = on_square(square, [MARGIN; 2]);
    let side = (1.0 - 2.0 * MARGIN) * square.width;
    canvas.outline(&Rect::new(x, y, side, side), 0.75, EDGE);
}

/// A position in sides of a square as one of the scene.
pub(super) fn on_square(square: &Rect, [x, y]: [f32; 2]) -> [f32; 2] {
    [square.x + x * square.width, square.y + y * square.height]
}

/// Where the squares are, and the marks in them.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingMapLayout {
    /// Where the squares are.
    pub squares: UnitGrid,
    /// By simple unit.
    marks: Vec<Option<FitMark>>,
    /// By square, in the order of drawing: weakest first.
    drawn: Vec<Vec<Weight>>,
}

impl PoolingMapLayout {
    /// The simple units marked in square number `place` with their weights, weakest first.
    pub fn drawn(&self, place: usize) -> &[Weight] {
        &self.drawn[place]
    }

    /// Both ends of the mark of a simple unit in square number `place`, in the scene's points; the
    /// same for a dot, `None` for a filter without a fit.
    pub fn mark(&self, place: usize, simple: usize) -> Option<[[f32; 2]; 2]> {
        let mark = self.marks.get(simple)?.as_ref()?;
        let square = self.squares.rect(place);
        Some(mark.ends.map(|end| on_square(&square, end)))
    }

    /// The place of the square at a position, and the simple unit whose mark is nearest, if one is near;
    /// the stronger of two as near.
    pub fn place_at(&self, position: [f32; 2]) -> Option<(usize, Option<usize>)> {
        let place = self.squares.place_at(position)?;
        let mut nearest = (REACH, None);
        for weight in &self.drawn[place] {
            let Some(ends) = self.mark(place, weight.unit) else {
                continue;
            };
            let distance = distance(position, ends);
            if distance <= nearest.0 {
                nearest = (distance, Some(weight.unit));
            }
        }
        Some((place, nearest.1))
    }
}

/// Draws a square for each of `units`, columns of A, below its number: black, with a `backdrop`, and on it the `mark`
/// of each simple unit it pools, weakest first; the strongest is white, zero black.
pub(super) fn draw(
    pools: &FittedPools<'_>,
    units: &[usize],
    mark: impl Fn(&GaborFit) -> FitMark,
    options: &PoolingMapOptions,
    backdrop: impl Fn(&Rect, &mut Canvas),
) -> Figure<PoolingMapLayout> {
    let &FittedPools { fits, pooling, .. } = pools;
    assert_eq!(fits.len(), pooling.nrows(), "a fit for each simple unit");
    let marks: Vec<_> = fits.iter().map(|fit| fit.as_ref().map(&mark)).collect();
    let squares = UnitGrid::new(units, options);
    let mut canvas = Canvas::new(options.palette);
    let mut drawn = Vec::with_capacity(units.len());
    for (place, &unit) in units.iter().enumerate() {
        let (square, number) = (squares.rect(place), squares.strip(place));
        canvas.rect(square, GROUND);
        backdrop(&square, &mut canvas);
        let color = options.palette.weak;
        canvas.text(number, Anchor::Start, unit.to_string(), NUMBER, color);
        let weights = visible(pooling.column(unit), &marks);
        let top = strongest(pooling.column(unit));
        for weight in &weights {
            let grey = (255.0 * weight.weight / top).round() as u8;
            if let Some(mark) = &marks[weight.unit] {
                mark.draw(&square, Color(grey, grey, grey), &mut canvas);
            }
        }
        drawn.push(weights);
    }
    let size = squares.size();
    let layout = PoolingMapLayout {
        squares,
        marks,
        drawn,
    };
    canvas.into_figure(size, layout)
}

/// The weights of an invariant unit that can be seen and have a mark, weakest first.
fn visible(weights: ArrayView1<'_, f32>, marks: &[Option<FitMark>]) -> Vec<Weight> {
    let least = (MIN_SHARE * strongest(weights)).max(f32::MIN_POSITIVE);
    let mut visible: Vec<_> = weights
        .iter()
        .enumerate()
        .map(|(unit, &weight)| Weight { unit, weight })
        .filter(|weight| weight.weight >= least && marks[weight.unit].is_some())
        .collect();
    visible.sort_by(|a, b| a.weight.total_cmp(&b.weight));
    visible
}

fn strongest(weights: ArrayView1<'_, f32>) -> f32 {
    weights.iter().copied().fold(0.0, f32::max)
}

/// What the marks in the squares of a figure show, strongest first; stripes are a quarter turn from
/// the normal, in [0, pi).
///
/// # Panics
/// When there is not one of `fits` for each simple unit drawn.
pub fn marks_table(layout: &PoolingMapLayout, fits: &[Option<GaborFit>]) -> String {
    let mut table = Csv::new(
        "invariant_unit,simple_unit,weight,x0_px,y0_px,stripes_rad,sigma_y_px,\
                     peak_freq_cycles_per_px,is_good",
    );
    for (place, invariant) in layout.squares.units.iter().enumerate() {
        for &Weight { unit, weight } in layout.drawn(place).iter().rev() {
            let Some(fit) = &fits[unit] else { continue };
            table.line(format_args!(
                "{invariant},{unit},{weight},{},{},{},{},{},{}",
                fit.x0_px,
                fit.y0_px,
                (fit.theta_rad + FRAC_PI_2).rem_euclid(PI),
                fit.sigma_y_px,
                fit.peak_freq_cycles_per_px(),
                fit.is_good()
            ));
        }
    }
    table.finish()
}

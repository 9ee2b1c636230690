//! Which frequencies and orientations each invariant unit pools.

use std::f32::consts::TAU;

use super::grid::PoolingMapOptions;
use super::marks::{FitMark, FittedPools, PoolingMapLayout, draw, on_square};
use crate::analysis::GaborFit;
use crate::figure::scene::{Anchor, Canvas, Color, Figure, Rect};

/// Frequencies that the rim can have, in cycles per pixel; the smallest is taken that few filters exceed. Those are drawn on
/// the rim.
const RIMS_CYCLES_PER_PX: [f64; 4] = [0.2, 0.3, 0.4, 0.5];
/// Share of the filters that lie within the rim at least.
const WITHIN: f64 = 0.98;
/// Distance of two rings, in cycles per pixel.
const RING_STEP: f64 = 0.1;
/// Size of the line below all that says what the rings are, in points.
const NOTE: f32 = 10.0;
/// Height of that line, in points.
pub const POLAR_NOTE: f32 = 18.0;
/// Radius of the rim, in sides of the square: room for the orientations around it.
const RIM: f32 = 0.44;
/// Orientations drawn around the rim, at twice their angle.
const ORIENTATIONS: usize = 8;
/// Half the length of each, in sides of the square.
const STROKE: f32 = 0.025;
/// Corners of the polygon that stands for a circle.
const CORNERS: usize = 72;
/// Rings on the ground.
const RING: Color = Color(0x38, 0x3c, 0x42);
/// Orientations around the rim.
const RIM_STROKE: Color = Color(0x60, 0x66, 0x70);

/// The right of the paper's Figure 2. A circle for each of `units`, columns of A; in it a
/// dot for every simple unit: as far from the middle as the frequency its Gabor answers to most, at
/// twice the angle of its stripes (clockwise from the x axis, as on screen), as bright as its weight.
///
/// The short strokes around the rim lie along the orientation they stand for. The dot of a poor fit
/// is smaller; a filter without a fit has none.
///
/// # Panics
/// When there is not a fit for each row of A, or a unit that A has no column for.
pub fn polar_plot(
    pools: &FittedPools<'_>,
    units: &[usize],
    options: &PoolingMapOptions,
) -> Figure<PoolingMapLayout> {
    let rim = rim(pools.fits);
    let dot = |fit: &GaborFit| {
        // Stripes are a quarter turn from their normal, and twice that is half a turn.
        let angle = (2.0 * fit.theta_rad) as f32 + TAU / 2.0;
        let at = on_circle(radius(fit.peak_freq_cycles_per_px(), rim), angle);
        FitMark::dot(at, fit.is_good())
    };
    let backdrop = |square: &Rect, canvas: &mut Canvas| rings(square, rim, canvas);
    let mut figure = draw(pools, units, dot, options, backdrop);
    let mut note = Canvas::new(options.palette);
    let at = [0.0, figure.scene.height + POLAR_NOTE / 2.0];
    let text = format!("rings {RING_STEP} cycles/px apart, rim {rim}");
    note.text(at, Anchor::Start, text, NOTE, options.palette.weak);
    let note = note.into_scene([0.0; 2]).shapes;
    figure.scene.shapes.extend(note);
    figure.scene.height += POLAR_NOTE;
    figure
}

/// The frequency at the rim, in cycles per pixel.
fn rim(fits: &[Option<GaborFit>]) -> f64 {
    let frequencies = fits.iter().flatten();
    let frequencies: Vec<f64> = frequencies.map(GaborFit::peak_freq_cycles_per_px).collect();
    let holds = |rim: &f64| {
        let within = frequencies.iter().filter(|&freq| freq <= rim).count();
        within as f64 >= WITHIN * frequencies.len() as f64
    };
    let [.., largest] = RIMS_CYCLES_PER_PX;
    RIMS_CYCLES_PER_PX
        .into_iter()
        .find(holds)
        .unwrap_or(largest)
}

/// Distance of a frequency from the middle, in sides of the square, where the rim has frequency `rim`.
fn radius(freq_cycles_per_px: f64, rim: f64) -> f32 {
    RIM * (freq_cycles_per_px / rim).min(1.0) as f32
}

/// A position in sides of the square.
fn on_circle(radius: f32, angle_rad: f32) -> [f32; 2] {
    let (sin, cos) = angle_rad.sin_cos();
    [0.5 + radius * cos, 0.5 + radius * sin]
}

/// The rings, and around them the orientations.
fn rings(square: &Rect, rim: f64, canvas: &mut Canvas) {
    let count = (rim / RING_STEP).round() as usize;
    for ring in 1..=count {
        let radius = RIM * ring as f32 / count as f32;
        let corner = |i| on_circle(radius, TAU * i as f32 / CORNERS as f32);
        let ring: Vec<_> = (0..=CORNERS)
            .map(|i| on_square(square, corner(i)))
            .collect();
        canvas.line(ring, 0.75, RING);
    }
    for i in 0..ORIENTATIONS {
        let angle = TAU * i as f32 / ORIENTATIONS as f32;
        let [x, y] = on_circle((RIM + 0.5) / 2.0, angle);
        let (sin, cos) = (angle / 2.0).sin_cos();
        let end = |sign: f32| on_square(square, [x + sign * STROKE * cos, y + sign * STROKE * sin]);
        canvas.line([end(-1.0), end(1.0)], 1.0, RIM_STROKE);
    }
}

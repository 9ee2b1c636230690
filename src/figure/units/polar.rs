//! Which frequencies and orientations each invariant unit pools.

use std::f32::consts::TAU;

use super::grid::PoolingMapOptions;
use super::marks::{FittedPools, Mark, PoolingMapLayout, draw, on_square};
use crate::analysis::GaborFit;
use crate::figure::scene::{Anchor, Canvas, Color, Figure, Rect};

/// Frequency at the rim, in cycles per pixel; few learned filters have a higher one, and they are drawn on
/// the rim.
const RIM_CYCLES_PER_PX: f64 = 0.4;
/// Radius of the rim, in sides of the square: room for the orientations around it.
const RIM: f32 = 0.44;
/// Rings, in cycles per pixel; the last is the rim.
const RINGS: [f64; 4] = [0.1, 0.2, 0.3, RIM_CYCLES_PER_PX];
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
/// Labels of the rings.
const LABEL: Color = Color(0xc8, 0xcc, 0xd2);

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
    let dot = |fit: &GaborFit| {
        // Stripes are a quarter turn from their normal, and twice that is half a turn.
        let angle = (2.0 * fit.theta_rad) as f32 + TAU / 2.0;
        let at = on_circle(radius(fit.peak_freq_cycles_per_px()), angle);
        Mark::dot(at, fit.is_good())
    };
    let mut figure = draw(pools, units, dot, options, rings);
    if !units.is_empty() {
        let mut labels = Canvas::new(options.palette);
        ring_labels(&figure.layout.squares.rect(0), &mut labels);
        figure
            .scene
            .shapes
            .extend(labels.into_scene([0.0; 2]).shapes);
    }
    figure
}

/// Distance of a frequency from the middle, in sides of the square.
fn radius(freq_cycles_per_px: f64) -> f32 {
    RIM * (freq_cycles_per_px / RIM_CYCLES_PER_PX).min(1.0) as f32
}

/// A position in sides of the square.
fn on_circle(radius: f32, angle_rad: f32) -> [f32; 2] {
    let (sin, cos) = angle_rad.sin_cos();
    [0.5 + radius * cos, 0.5 + radius * sin]
}

/// The rings, and around them the orientations.
fn rings(square: &Rect, canvas: &mut Canvas) {
    for ring in RINGS {
        let corner = |i| on_circle(radius(ring), TAU * i as f32 / CORNERS as f32);
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

/// The frequencies of the rings, along a direction between two orientations of the rim.
fn ring_labels(square: &Rect, canvas: &mut Canvas) {
    let size = 0.055 * square.width;
    for ring in RINGS {
        let at = on_square(square, on_circle(radius(ring), 0.19 * TAU));
        canvas.text(at, Anchor::Middle, format!("{ring:.1}"), size, LABEL);
    }
    let corner = on_square(square, [0.98, 0.96]);
    canvas.text(corner, Anchor::End, "cycles/px", size, LABEL);
}

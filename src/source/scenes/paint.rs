//! Paints a thing over what lies behind it, with smooth edges.

use std::f32::consts::TAU;
use std::ops::Range;

use ndarray::{Array2, s};

use super::outline::{Outline, Placed};

/// How the inside of an outline looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill {
    /// Grey level at the middle of the thing.
    pub(super) grey: f32,
    /// Change of the grey level to the right and downwards, per pixel.
    pub(super) shading_per_px: [f32; 2],
    /// Width over which the edge rises, in pixels; at least 1, else the pixel grid would show.
    pub(super) edge_px: f32,
    pub(super) stripes: Option<Stripes>,
}

/// Parallel to the thing's own axes, and on an arc around its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stripes {
    pub(super) period_px: f32,
    /// Grey levels either way.
    pub(super) contrast: f32,
    /// Whether they run along the thing or across it.
    pub(super) along: bool,
}

/// Paints `thing` onto `canvas`.
pub(super) fn paint(canvas: &mut Array2<f32>, thing: &Placed, fill: &Fill) {
    let (height, width) = canvas.dim();
    let [half_x, half_y] = thing.outline.half_box(thing.angle_rad);
    let columns = covered(thing.centre[0], half_x + fill.edge_px, width);
    let rows = covered(thing.centre[1], half_y + fill.edge_px, height);
    let (sin, cos) = thing.angle_rad.sin_cos();
    let mut region = canvas.slice_mut(s![rows.clone(), columns.clone()]);
    for (y, mut row) in rows.zip(region.outer_iter_mut()) {
        let dy = y as f32 - thing.centre[1];
        for (x, pixel) in columns.clone().zip(row.iter_mut()) {
            let dx = x as f32 - thing.centre[0];
            let (u, v) = (cos * dx + sin * dy, cos * dy - sin * dx);
            let cover = ramp(thing.outline.distance(u, v) / fill.edge_px);
            if cover > 0.0 {
                let grey = fill.level(thing.outline, [dx, dy], [u, v]);
                *pixel += cover * (grey - *pixel);
            }
        }
    }
}

/// The pixels of `0..length` within `half` of `centre`.
fn covered(centre: f32, half: f32, length: usize) -> Range<usize> {
    // Casting a negative or too large float to usize saturates, which is what is wanted.
    let start = ((centre - half).floor() as usize).min(length);
    let end = ((centre + half).ceil() as usize + 1).min(length);
    start..end.max(start)
}

/// How much of a pixel is covered: 1 half an edge width inside, 0 half an edge width outside, smooth between.
fn ramp(distance: f32) -> f32 {
    let t = (0.5 - distance).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

impl Fill {
    fn level(&self, outline: Outline, [dx, dy]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
        let shaded = self.grey + self.shading_per_px[0] * dx + self.shading_per_px[1] * dy;
        let striped = self.stripes.map_or(0.0, |stripes| {
            let place = match outline {
                Outline::Arc { .. } => (u * u + v * v).sqrt(),
                _ if stripes.along => v,
                _ => u,
            };
            stripes.contrast * (TAU * place / stripes.period_px).sin()
        });
        (shaded + striped).clamp(0.0, 1.0)
    }
}

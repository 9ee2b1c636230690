//! Paints a thing over what lies behind it, with smooth edges.

use std::ops::Range;

use ndarray::{Array2, s};

use super::outline::Placed;
use super::texture::{Texture, smooth_step};

/// What is inside an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill {
    /// Grey level in the middle.
    pub(super) grey: f32,
    /// Change of the grey level to the right and downwards, per pixel.
    pub(super) shading_per_px: [f32; 2],
    /// Width over which the edge rises, in pixels; below 1 the pixel grid would show as steps.
    pub(super) edge_px: f32,
    /// What runs over it, in the thing's own coordinates.
    pub(super) texture: Option<Texture>,
    /// Whether the texture runs across the thing instead of along it.
    pub(super) texture_upright: bool,
}

/// Paints `thing` onto `canvas` `[height, width]`, grey levels in [0, 1].
pub(super) fn paint(canvas: &mut Array2<f32>, thing: &Placed, fill: &Fill) {
    let (sin, cos) = thing.angle_rad.sin_cos();
    for (y, mut row) in canvas.outer_iter_mut().enumerate() {
        let dy = y as f32 - thing.centre[1];
        let columns = pixels(thing.centre[0], thing.reach(dy, fill.edge_px), row.len());
        for (x, pixel) in columns.clone().zip(row.slice_mut(s![columns])) {
            let dx = x as f32 - thing.centre[0];
            let (u, v) = (cos * dx + sin * dy, cos * dy - sin * dx);
            let inside_px = -thing.outline.distance(u, v);
            let cover = smooth_step((0.5 + inside_px / fill.edge_px).clamp(0.0, 1.0));
            if cover > 0.0 {
                *pixel += cover * (fill.level([dx, dy], [u, v]) - *pixel);
            }
        }
    }
}

/// The pixels of `0..length` between two distances from `centre`.
fn pixels(centre: f32, [from, to]: [f32; 2], length: usize) -> Range<usize> {
    // As a usize, a float below 0 becomes 0 and one too large the largest.
    let start = ((centre + from) as usize).min(length);
    let end = ((centre + to).ceil() as usize).min(length);
    start..end.max(start)
}

impl Fill {
    /// Grey level at a place, given from the middle in the scene's and in the thing's own directions.
    fn level(&self, [dx, dy]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
        let shaded = self.grey + self.shading_per_px[0] * dx + self.shading_per_px[1] * dy;
        let (along, across) = if self.texture_upright { (v, u) } else { (u, v) };
        let textured = self
            .texture
            .map_or(0.0, |texture| texture.deviation(along, across));
        (shaded + textured).clamp(0.0, 1.0)
    }
}

//! Paints objects over one another, with smooth edges.

use std::ops::Range;

use ndarray::{Array2, s};

use super::outline::Placed;
use super::texture::{Texture, smooth_step};

/// The surface inside an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill {
    /// Grey level in the middle.
    pub(super) grey: f32,
    /// Change of the grey level to the right and downwards, per pixel.
    pub(super) shading_per_px: [f32; 2],
    /// Width over which the edge rises, in pixels; below 1 the pixel grid would show as steps.
    pub(super) edge_px: f32,
    /// Its texture, in the object's own coordinates.
    pub(super) texture: Option<Texture>,
    /// Whether the texture runs across the object instead of along it.
    pub(super) texture_upright: bool,
}

/// A pile of things on a background, the lowest first: grey levels `[height, width]` of this size, in [0, 1].
///
/// Painted from the top down, so that covered pixels cost nothing. `left` is the share of a pixel that is not covered yet, `open`
/// how many pixels of a row have such a share.
pub(super) fn pile(
    (height, width): (usize, usize),
    background: f32,
    things: impl DoubleEndedIterator<Item = (Placed, Fill)>,
) -> Array2<f32> {
    let mut levels = Array2::zeros((height, width));
    let mut left = Array2::from_elem((height, width), 1.0);
    let mut open = vec![width; height];
    for (thing, fill) in things.rev() {
        let (sin, cos) = thing.angle_rad.sin_cos();
        let rows = levels.rows_mut().into_iter().zip(left.rows_mut());
        for (y, ((mut levels, mut left), open)) in rows.zip(&mut open).enumerate() {
            if *open == 0 {
                continue;
            }
            let dy = y as f32 - thing.centre[1];
            let columns = pixels(thing.centre[0], thing.reach(dy, fill.edge_px), width);
            let levels = levels.slice_mut(s![columns.clone()]).into_iter();
            let left = left.slice_mut(s![columns.clone()]).into_iter();
            for (x, (level, left)) in columns.zip(levels.zip(left)) {
                if *left == 0.0 {
                    continue;
                }
                let dx = x as f32 - thing.centre[0];
                let (u, v) = (cos * dx + sin * dy, cos * dy - sin * dx);
                let inside_px = -thing.outline.distance(u, v);
                let cover = smooth_step((0.5 + inside_px / fill.edge_px).clamp(0.0, 1.0));
                if cover > 0.0 {
                    *level += *left * cover * fill.level([dx, dy], [u, v]);
                    *left *= 1.0 - cover;
                    *open -= usize::from(*left == 0.0);
                }
            }
        }
    }
    levels.scaled_add(background, &left);
    levels
}

/// The pixels of `0..length` between two distances from `centre`.
fn pixels(centre: f32, [from, to]: [f32; 2], length: usize) -> Range<usize> {
    // As a usize, a float below 0 becomes 0 and one too large the largest.
    let start = ((centre + from) as usize).min(length);
    let end = ((centre + to).ceil() as usize).min(length);
    start..end.max(start)
}

impl Fill {
    /// The same outline, evenly filled with this level.
    pub(super) fn tinted(&self, level: f32) -> Self {
        Self {
            grey: level,
            shading_per_px: [0.0; 2],
            texture: None,
            ..*self
        }
    }

    /// Grey level at a position relative to the centre, given in the scene's and in the object's own axes.
    fn level(&self, [dx, dy]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
        let shaded = self.grey + self.shading_per_px[0] * dx + self.shading_per_px[1] * dy;
        let (along, across) = if self.texture_upright { (v, u) } else { (u, v) };
        let textured = self
            .texture
            .map_or(0.0, |texture| texture.deviation(along, across));
        (shaded + textured).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::super::outline::Outline;
    use super::*;

    /// Paints in white on black at a position between the pixels.
    fn painted(outline: Outline, angle_rad: f32, edge_px: f32) -> Array2<f32> {
        let thing = Placed {
            outline,
            centre: [52.3, 44.6],
            angle_rad,
        };
        let fill = Fill {
            grey: 1.0,
            shading_per_px: [0.0; 2],
            edge_px,
            texture: None,
            texture_upright: false,
        };
        pile((90, 110), 0.0, [(thing, fill)].into_iter())
    }

    #[test]
    fn a_thing_covers_its_area_at_any_angle() {
        let (half_width, half_height) = (30.0, 12.0);
        let outlines = [
            (
                Outline::Rectangle {
                    half_width,
                    half_height,
                },
                4.0 * 30.0 * 12.0,
            ),
            (
                Outline::Ellipse {
                    half_width,
                    half_height,
                },
                PI * 30.0 * 12.0,
            ),
            (
                Outline::Ring {
                    radius: 25.0,
                    half_width: 6.0,
                },
                2.0 * PI * 25.0 * 12.0,
            ),
        ];
        for (outline, area) in outlines {
            for step in 0..16 {
                let angle_rad = step as f32 * PI / 8.0;
                let covered = painted(outline, angle_rad, 1.5).sum();
                let off = (covered / area - 1.0).abs();
                assert!(
                    off < 0.01,
                    "{outline:?} at {angle_rad}: {covered} for {area}"
                );
            }
        }
    }

    #[test]
    fn an_edge_rises_smoothly_over_its_width() {
        let outline = Outline::Rectangle {
            half_width: 20.0,
            half_height: 40.0,
        };
        let canvas = painted(outline, 0.0, 4.0);
        let across: Vec<f32> = canvas.row(45).iter().copied().take(50).collect();
        assert!(across.is_sorted(), "{across:?}");
        let between = across.iter().filter(|&&level| level > 0.0 && level < 1.0);
        assert_eq!(between.count(), 4, "{across:?}");
    }

    /// Paints from the bottom up.
    fn painted_over(background: f32, things: &[(Placed, Fill)]) -> Array2<f32> {
        let mut canvas = Array2::from_elem((90, 110), background);
        for (thing, fill) in things {
            let (sin, cos) = thing.angle_rad.sin_cos();
            for ((y, x), pixel) in canvas.indexed_iter_mut() {
                let [dx, dy] = [x as f32 - thing.centre[0], y as f32 - thing.centre[1]];
                let (u, v) = (cos * dx + sin * dy, cos * dy - sin * dx);
                let inside_px = -thing.outline.distance(u, v);
                let cover = smooth_step((0.5 + inside_px / fill.edge_px).clamp(0.0, 1.0));
                *pixel += cover * (fill.level([dx, dy], [u, v]) - *pixel);
            }
        }
        canvas
    }

    #[test]
    fn what_lies_above_covers_what_lies_below() {
        let rectangle = |half_width, half_height| Outline::Rectangle {
            half_width,
            half_height,
        };
        let outlines = [
            (rectangle(20.0, 40.0), [40.0, 45.0], 0.3, 0.9, 4.0),
            // All of the rows in the middle.
            (rectangle(80.0, 10.0), [55.0, 50.0], 0.0, 0.2, 3.0),
            (
                Outline::Ring {
                    radius: 25.0,
                    half_width: 6.0,
                },
                [52.3, 44.6],
                0.0,
                0.7,
                1.5,
            ),
            (
                Outline::Ellipse {
                    half_width: 30.0,
                    half_height: 12.0,
                },
                [60.0, 30.0],
                1.0,
                0.5,
                2.0,
            ),
        ];
        let things = outlines.map(|(outline, centre, angle_rad, grey, edge_px)| {
            let thing = Placed {
                outline,
                centre,
                angle_rad,
            };
            let fill = Fill {
                grey,
                shading_per_px: [0.001, -0.002],
                edge_px,
                texture: None,
                texture_upright: false,
            };
            (thing, fill)
        });
        for count in 0..=things.len() {
            let found = pile((90, 110), 0.4, things[..count].iter().copied());
            let expected = painted_over(0.4, &things[..count]);
            let furthest = (&found - &expected)
                .iter()
                .fold(0.0f32, |most, off| most.max(off.abs()));
            assert!(furthest < 1e-6, "{count} things: {furthest}");
        }
        assert_eq!(
            pile((1, 1), 0.4, std::iter::empty()),
            Array2::from_elem((1, 1), 0.4)
        );
    }
}

//! The embedded scenes: pictures made from a seed, so that learning can start without any file.
//!
//! A scene is a pile of things lying over one another, as in the dead-leaves model of natural images, the
//! farthest painted first. What matters to the invariant layer is that most edges go on, straight or
//! gently curved, far beyond a patch: units of one orientation then fire together while the patch moves.
//! Piles of small discs teach Gabor-like filters but hardly any pooling. So the things here are mostly
//! long: strips, beams, arcs and big plates.

mod outline;
mod paint;

use std::f32::consts::{FRAC_PI_2, PI};

use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use outline::{Outline, Placed};
use paint::{Fill, Stripes, paint};

/// Number of scenes.
pub(super) const SCENES: usize = 16;
/// Height and width of a scene, in pixels.
const HEIGHT: usize = 320;
const WIDTH: usize = 400;
/// Things in a scene.
const THINGS: usize = 60;
/// Half the length of beams and plates, in pixels: drawn with equal chances per octave.
const HALF_LENGTH_PX: [f32; 2] = [30.0, 260.0];
/// Half the width of a beam, strip or arc, in pixels; equal chances per octave.
const HALF_WIDTH_PX: [f32; 2] = [3.0, 50.0];
/// Radius of an arc, in pixels; equal chances per octave.
const RADIUS_PX: [f32; 2] = [60.0, 400.0];
/// Share of things that stand exactly upright or lie exactly level.
const LEVEL_SHARE: f32 = 0.25;
/// Width over which an edge rises, in pixels: sharp at the focus, soft far away or near.
const EDGE_PX: [f32; 2] = [1.2, 3.0];
/// Share of things with stripes.
const STRIPED_SHARE: f32 = 0.2;
/// Period of stripes, in pixels; equal chances per octave.
const PERIOD_PX: [f32; 2] = [4.0, 16.0];
/// Contrast of stripes, in grey levels either way.
const STRIPE_CONTRAST: [f32; 2] = [0.04, 0.2];
/// Grey levels of things.
const GREY: [f32; 2] = [0.08, 0.92];
/// Steepest shading, in grey levels per pixel.
const SHADING_PER_PX: f32 = 0.0012;

/// The embedded scenes of `seed`: names, and grey levels in [0, 1] as `[height, width]`.
#[must_use]
pub fn scenes(seed: u64) -> Vec<(String, Array2<f32>)> {
    let make = |index| (scene_name(index), scene(seed, index));
    (0..SCENES).into_par_iter().map(make).collect()
}

/// What a scene is called, from "scene 1" on.
pub(super) fn scene_name(index: usize) -> String {
    format!("scene {}", index + 1)
}

/// Makes one scene. Each has a generator of its own, so that any order of making gives the same scenes.
pub(super) fn scene(seed: u64, index: usize) -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..index).for_each(|_| generator.jump());
    let draw = &mut Draw(generator);
    let mut canvas = Array2::from_elem((HEIGHT, WIDTH), draw.between(GREY));
    for _ in 0..THINGS {
        paint(&mut canvas, &placed(draw), &fill(draw));
    }
    canvas
}

fn placed(draw: &mut Draw) -> Placed {
    let outline = match draw.unit() {
        share if share < 0.3 => Outline::Plate {
            half_width: draw.octaves(HALF_LENGTH_PX),
            half_height: draw.octaves(HALF_WIDTH_PX),
        },
        share if share < 0.5 => Outline::Plate {
            half_width: 600.0,
            half_height: draw.octaves(HALF_WIDTH_PX),
        },
        share if share < 0.7 => Outline::Arc {
            radius: draw.octaves(RADIUS_PX),
            half_width: draw.octaves(HALF_WIDTH_PX),
        },
        share if share < 0.85 => Outline::Plate {
            half_width: draw.octaves(HALF_LENGTH_PX),
            half_height: draw.octaves(HALF_LENGTH_PX),
        },
        _ => Outline::Ellipse {
            half_width: draw.octaves(HALF_LENGTH_PX),
            half_height: draw.octaves(HALF_LENGTH_PX),
        },
    };
    let turned = draw.between([0.0, PI]);
    let level = draw.chance(LEVEL_SHARE);
    // A point on the outline falls into the scene: the middle of an arc may be far outside.
    let on_screen = [
        draw.between([0.0, WIDTH as f32]),
        draw.between([0.0, HEIGHT as f32]),
    ];
    let angle_rad = if level {
        (turned / FRAC_PI_2).floor() * FRAC_PI_2
    } else {
        turned
    };
    let away = outline.away_from_middle();
    let heading = draw.between([0.0, 2.0 * PI]);
    Placed {
        outline,
        centre: [
            on_screen[0] + away * heading.cos(),
            on_screen[1] + away * heading.sin(),
        ],
        angle_rad,
    }
}

fn fill(draw: &mut Draw) -> Fill {
    let shading = draw.between([0.0, SHADING_PER_PX]);
    let heading = draw.between([0.0, 2.0 * PI]);
    Fill {
        grey: draw.between(GREY),
        shading_per_px: [shading * heading.cos(), shading * heading.sin()],
        edge_px: draw.octaves(EDGE_PX),
        stripes: draw.chance(STRIPED_SHARE).then(|| Stripes {
            period_px: draw.octaves(PERIOD_PX),
            contrast: draw.between(STRIPE_CONTRAST),
            along: draw.chance(0.5),
        }),
    }
}

/// Random numbers of one scene.
struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f32 {
        self.0.random()
    }

    fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    /// Uniform between two values.
    fn between(&mut self, [low, high]: [f32; 2]) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Between two positive values, every octave with the same chance.
    fn octaves(&mut self, [low, high]: [f32; 2]) -> f32 {
        low * (high / low).powf(self.unit())
    }
}

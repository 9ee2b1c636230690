//! The embedded scenes: pictures made from a seed, so that learning can start without any file.
//!
//! A scene is a pile of objects that cover one another, as in the dead-leaves model of natural images.
//! The invariant layer needs most edges to continue, straight or gently curved, beyond a patch: units of one
//! orientation are then active together while the patch moves. Piles of small discs
//! teach Gabor-like filters but hardly any pooling. So most objects here are long (beams, strips,
//! arcs), with enough short ones among them, and enough texture, to keep the filters small. Streaks of
//! grain side by side repeat an edge a few pixels further on.
//!
//! And as in photographs, there is noise over everything. Contrast normalisation amplifies it, so that few filters
//! explain about as much of a frame (four tenths) as in photographs. Without it they explain
//! seven tenths, responses are far above the thresholds of the invariant layer, and its units respond to
//! a wider range of orientations than their filters do.

mod colour;
mod draw;
mod moving;
mod outline;
mod paint;
mod texture;

use std::f32::consts::{FRAC_PI_2, TAU};

use ndarray::Array3;
use rand::RngExt;

use colour::Colours;
use draw::{Draw, add_noise};
use outline::{Outline, Placed};
use paint::{Fill, pile};
use texture::Texture;

use crate::channels::Channels;

pub(super) use moving::{MOVING_SCENES, MovingScene, moving_scene_name};

/// Number of scenes.
pub(super) const SCENES: usize = 16;
/// Height of a scene, in pixels.
const HEIGHT: usize = 320;
/// Width of a scene, in pixels.
const WIDTH: usize = 400;

// The values below were tuned by training on the scenes. The larger the share of long and plain objects,
// the more alike the filters of a pool (orientation concentration up to 0.94), but the fewer they
// are, and the longer: whole edges instead of Gabor-like filters. More texture widens the range of
// positions that an invariant unit responds to and mixes orientations; noise narrows its ranges of both.
// Arcs mix orientations, too.

/// Objects in a scene.
const THINGS: usize = 250;
/// The kinds of objects and their shares, which add up to 1.
const KINDS: [(Kind, f32); 5] = [
    (Kind::Beam, 0.35),
    (Kind::Strip, 0.2),
    (Kind::Arc, 0.1),
    (Kind::Plate, 0.15),
    (Kind::Ellipse, 0.2),
];
/// Half the length of beams, plates and ellipses, in pixels.
const HALF_LENGTH_PX: [f32; 2] = [12.0, 260.0];
/// Half the width of beams, strips and arcs, in pixels.
const HALF_WIDTH_PX: [f32; 2] = [3.0, 50.0];
/// Radius of arcs, in pixels.
const RADIUS_PX: [f32; 2] = [24.0, 400.0];
/// Share of objects that are vertical or horizontal, as in rooms and streets.
const LEVEL_SHARE: f32 = 0.25;
/// Grey levels of objects.
const GREY: [f32; 2] = [0.08, 0.92];
/// Shading, in grey levels per pixel.
const SHADING_PER_PX: [f32; 2] = [0.0, 0.0012];
/// Width over which an edge rises, in pixels: sharp in focus, soft in front of it and behind.
const EDGE_PX: [f32; 2] = [1.2, 3.0];
/// Share of objects with a texture.
const TEXTURED_SHARE: f32 = 0.8;
/// Share of the textures that are grain; the others are stripes.
const GRAIN_SHARE: f32 = 0.8;
/// Period of stripes and width of two streaks of grain, in pixels.
const PERIOD_PX: [f32; 2] = [4.0, 16.0];
/// How many times longer than wide the streaks of grain are.
const STREAK_ASPECT: [f32; 2] = [6.0, 14.0];
/// Largest deviation of stripes from the object's grey, in grey levels.
const STRIPE_CONTRAST: [f32; 2] = [0.04, 0.2];
/// The same for grain, which seldom reaches it.
const GRAIN_CONTRAST: [f32; 2] = [0.06, 0.3];
/// Largest deviation of the noise of the film from the grey of a pixel, in grey levels; its standard deviation is
/// 0.014. Without noise, responses are far above the threshold of the invariant units, whose tuning becomes broad;
/// with twice as much, a third of 1000 filters learns the noise.
const NOISE: f32 = 0.025;

/// What a scene is called, from "scene 1" on.
pub(super) fn scene_name(index: usize) -> String {
    format!("scene {}", index + 1)
}

/// Makes one scene. Each has its own section of the generator's sequence, so they can be made in any order.
///
/// Its grey is the same in all channels.
pub(super) fn scene(seed: u64, index: usize, channels: Channels) -> Array3<f32> {
    let mut draw = Draw::section(seed, index);
    let background = draw.between(GREY);
    let things: Vec<_> = (0..THINGS).map(|_| thing(&mut draw)).collect();
    let mut canvas = pile((HEIGHT, WIDTH), background, things.iter().copied());
    add_noise(&mut canvas, NOISE, &mut draw);
    let mut colours = Colours::new(seed, index, things.len());
    colours.add(canvas, things.iter().copied(), NOISE, channels)
}

/// One object of a pile.
fn thing(draw: &mut Draw) -> (Placed, Fill) {
    (place(outline(draw), draw), fill(draw))
}

/// The kinds of objects.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A rectangle of any length and a width.
    Beam,
    /// A beam that crosses the whole scene.
    Strip,
    /// A bent strip.
    Arc,
    /// A rectangle of two lengths.
    Plate,
    /// An ellipse of two lengths.
    Ellipse,
}

/// One of [`KINDS`], by their shares.
fn kind(draw: &mut Draw) -> Kind {
    let mut left = draw.0.random::<f32>();
    let chosen = KINDS.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    chosen.map_or(Kind::Ellipse, |&(kind, _)| kind)
}

fn outline(draw: &mut Draw) -> Outline {
    match kind(draw) {
        Kind::Beam => Outline::Rectangle {
            half_width: draw.size(HALF_LENGTH_PX),
            half_height: draw.size(HALF_WIDTH_PX),
        },
        Kind::Strip => Outline::Rectangle {
            half_width: (WIDTH + HEIGHT) as f32,
            half_height: draw.size(HALF_WIDTH_PX),
        },
        Kind::Arc => Outline::Ring {
            radius: draw.size(RADIUS_PX),
            half_width: draw.size(HALF_WIDTH_PX),
        },
        Kind::Plate => Outline::Rectangle {
            half_width: draw.size(HALF_LENGTH_PX),
            half_height: draw.size(HALF_LENGTH_PX),
        },
        Kind::Ellipse => Outline::Ellipse {
            half_width: draw.size(HALF_LENGTH_PX),
            half_height: draw.size(HALF_LENGTH_PX),
        },
    }
}

/// Places an object so that its centre, or the rim of a ring, is at a given point of the scene.
fn place(outline: Outline, draw: &mut Draw) -> Placed {
    let rim = match outline {
        Outline::Ring { radius, .. } => radius,
        _ => 0.0,
    };
    let (sin, cos) = draw.between([0.0, TAU]).sin_cos();
    let centre = [
        draw.between([0.0, WIDTH as f32]) + rim * cos,
        draw.between([0.0, HEIGHT as f32]) + rim * sin,
    ];
    let quarter_turns = draw.between([0.0, 4.0]);
    let angle_rad = if draw.chance(LEVEL_SHARE) {
        quarter_turns.floor() * FRAC_PI_2
    } else {
        quarter_turns * FRAC_PI_2
    };
    Placed {
        outline,
        centre,
        angle_rad,
    }
}

fn fill(draw: &mut Draw) -> Fill {
    let shading = draw.between(SHADING_PER_PX);
    let (sin, cos) = draw.between([0.0, TAU]).sin_cos();
    Fill {
        grey: draw.between(GREY),
        shading_per_px: [shading * cos, shading * sin],
        edge_px: draw.octaves(EDGE_PX),
        texture: draw.chance(TEXTURED_SHARE).then(|| texture(draw)),
        texture_upright: draw.chance(0.5),
    }
}

fn texture(draw: &mut Draw) -> Texture {
    let period_px = draw.octaves(PERIOD_PX);
    if draw.chance(GRAIN_SHARE) {
        let width_px = period_px / 2.0;
        Texture::Grain {
            width_px,
            length_px: width_px * draw.between(STREAK_ASPECT),
            contrast: draw.between(GRAIN_CONTRAST),
            seed: draw.0.random(),
        }
    } else {
        Texture::Stripes {
            period_px,
            contrast: draw.between(STRIPE_CONTRAST),
        }
    }
}

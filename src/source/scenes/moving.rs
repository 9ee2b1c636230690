//! The embedded movie: scenes whose objects move, turn and cover one another.
//!
//! As when one walks past things, all move alike but for a part of their own, and what lies further up in the pile covers
//! and uncovers what lies below.

use std::f32::consts::TAU;

use ndarray::Array3;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::colour::Colours;
use super::draw::{Draw, add_noise};
use super::outline::Placed;
use super::paint::{Fill, pile};
use super::{GREY, HEIGHT, THINGS, WIDTH, thing};
use crate::channels::Channels;
use crate::source::reader::{MovieInfo, MovieReader};

/// Number of scenes that move.
pub(in crate::source) const MOVING_SCENES: usize = 12;
/// Frames of each.
const FRAMES: u64 = 12;
/// Frames per second that it is meant for.
const FPS: f64 = 25.0;
/// Speed of all objects together, in pixels per frame.
const COMMON_PX: [f32; 2] = [0.8, 2.0];
/// An object's own speed, in pixels per frame.
const OWN_PX: [f32; 2] = [0.0, 0.4];
/// Fastest turn of an object, in radians per frame.
const SPIN_RAD: f32 = 0.006;
/// Share of textured objects that are plain instead. What is learned from is chosen by its motion, hence by its texture:
/// with all textures, units pool several orientations (concentration 0.65 instead of 0.75).
const PLAIN_SHARE: f32 = 0.5;
/// Largest deviation of the noise of the film, in grey levels. It differs from frame to frame, and so disturbs the
/// invariant units more than that of a scene at rest.
const NOISE: f32 = 0.006;
/// Keeps the numbers of these scenes apart from those of the scenes at rest.
const SALT: u64 = 0x0B1E_C75A;

/// One scene that moves; each of its frames is painted when it is read.
pub(in crate::source) struct MovingScene {
    seed: u64,
    of: (u64, usize),
    channels: Channels,
    background: f32,
    things: Vec<MovingThing>,
    next: u64,
}

struct MovingThing {
    /// Where it is in the middle of the movie.
    placed: Placed,
    fill: Fill,
    /// Right and down, in pixels per frame.
    velocity_px: [f32; 2],
    spin_rad: f32,
}

impl MovingScene {
    /// The scene of this number, from 0 on.
    pub(in crate::source) fn new(seed: u64, index: usize, channels: Channels) -> Self {
        let mut draw = Draw::section(seed ^ SALT, index);
        let background = draw.between(GREY);
        let common = velocity(&mut draw, COMMON_PX);
        let moving = |_| {
            let (placed, mut fill) = thing(&mut draw);
            if draw.chance(PLAIN_SHARE) {
                fill.texture = None;
            }
            let own = velocity(&mut draw, OWN_PX);
            MovingThing {
                placed,
                fill,
                velocity_px: [common[0] + own[0], common[1] + own[1]],
                spin_rad: draw.between([-SPIN_RAD, SPIN_RAD]),
            }
        };
        let things = (0..THINGS).map(moving).collect();
        Self {
            seed: draw.0.random(),
            of: (seed ^ SALT, index),
            channels,
            background,
            things,
            next: 0,
        }
    }

    fn paint(&self, frame: u64) -> Array3<f32> {
        let since = frame as f32 - (FRAMES - 1) as f32 / 2.0;
        let things = self.things.iter().map(|thing| {
            let mut placed = thing.placed;
            placed.angle_rad += thing.spin_rad * since;
            for (at, velocity) in placed.centre.iter_mut().zip(thing.velocity_px) {
                *at += velocity * since;
            }
            (placed, thing.fill)
        });
        let mut canvas = pile((HEIGHT, WIDTH), self.background, things.clone());
        let generator = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(frame));
        let mut noise = Draw(generator);
        add_noise(&mut canvas, NOISE, &mut noise);
        let (seed, index) = self.of;
        Colours::new(seed, index, THINGS).with_noise_of(noise).add(
            canvas,
            things,
            NOISE,
            self.channels,
        )
    }
}

fn velocity(draw: &mut Draw, speed_px: [f32; 2]) -> [f32; 2] {
    let (sin, cos) = draw.between([0.0, TAU]).sin_cos();
    let speed = draw.between(speed_px);
    [speed * cos, speed * sin]
}

/// What a scene is called, from "moving scene 1" on.
pub(in crate::source) fn moving_scene_name(index: usize) -> String {
    format!("moving scene {}", index + 1)
}

impl MovieReader for MovingScene {
    fn info(&self) -> MovieInfo {
        MovieInfo {
            width: WIDTH,
            height: HEIGHT,
            fps: Some(FPS),
            frames: Some(FRAMES),
        }
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        self.next = frame;
        Ok(())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        if self.next >= FRAMES {
            return Ok(false);
        }
        *frame = self.paint(self.next);
        self.next += 1;
        Ok(true)
    }
}

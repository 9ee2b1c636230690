//! Textures on the surface of an object.

use std::f32::consts::TAU;

/// A texture, running along the first of its two coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Texture {
    /// Regular stripes: a grating.
    Stripes {
        period_px: f32,
        /// Largest deviation, in grey levels.
        contrast: f32,
    },
    /// Streaks of random grey and limited length, as in wood, fur and grass.
    Grain {
        width_px: f32,
        length_px: f32,
        /// Largest deviation, in grey levels.
        contrast: f32,
        seed: u32,
    },
}

impl Texture {
    /// Deviation from the object's grey at the position (along, across), in pixels.
    pub(super) fn deviation(self, along: f32, across: f32) -> f32 {
        match self {
            Self::Stripes {
                period_px,
                contrast,
            } => contrast * (TAU * across / period_px).sin(),
            Self::Grain {
                width_px,
                length_px,
                contrast,
                seed,
            } => contrast * noise(along / length_px, across / width_px, seed),
        }
    }
}

/// Smooth noise in [-1, 1]: a random value at every whole (x, y), blended between.
fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (right_share, bottom_share) = (smooth_step(x - left), smooth_step(y - top));
    let value = |dx, dy| random_value(left as i32 + dx, top as i32 + dy, seed);
    let upper = mix(value(0, 0), value(1, 0), right_share);
    let lower = mix(value(0, 1), value(1, 1), right_share);
    mix(upper, lower, bottom_share)
}

fn mix(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

/// A smooth step from 0 at 0 to 1 at 1, with slope 0 at both ends.
pub(super) fn smooth_step(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// A hash of the position to a number in [-1, 1]: its bits, multiplied by odd constants and
/// folded until neighbours are uncorrelated.
fn random_value(x: i32, y: i32, seed: u32) -> f32 {
    let mut bits = seed;
    for part in [x, y] {
        bits = (bits ^ part.cast_unsigned()).wrapping_mul(0x9E37_79B1);
        bits ^= bits >> 15;
    }
    bits = bits.wrapping_mul(0x85EB_CA77);
    bits ^= bits >> 13;
    bits as f32 / (u32::MAX / 2) as f32 - 1.0
}

//! Colours for the objects of a scene.
//!
//! They have a generator of their own, so that the grey of a scene does not depend on them: an object is evenly tinted,
//! whatever its shading and texture are.

use std::f32::consts::{FRAC_1_SQRT_2, TAU};

use ndarray::{Array2, Array3, Axis, stack};

use super::draw::{Draw, add_noise};
use super::outline::Placed;
use super::paint::{Fill, pile};
use crate::channels::Channels;

/// How far colours are from grey, in levels of red-green and blue-yellow.
const CHROMA: [f32; 2] = [0.0, 0.2];
/// The level of no colour.
const NEUTRAL: f32 = 0.5;
/// Keeps the numbers of colours apart from those of the objects.
const SALT: u64 = 0xC010_0125;

/// The colours of one scene.
pub(super) struct Colours {
    background: [f32; 2],
    things: Vec<[f32; 2]>,
    draw: Draw,
}

impl Colours {
    /// Of a scene of so many objects.
    pub(super) fn new(seed: u64, index: usize, things: usize) -> Self {
        let mut draw = Draw::section(seed ^ SALT, index);
        let background = tint(&mut draw);
        Self {
            background,
            things: (0..things).map(|_| tint(&mut draw)).collect(),
            draw,
        }
    }

    /// The same with noise from another generator.
    pub(super) fn with_noise_of(self, draw: Draw) -> Self {
        Self { draw, ..self }
    }

    /// The planes of a scene whose grey and whose objects, with what fills them, are known. As noise does in R, G and B, it
    /// differs between luminance and colours.
    pub(super) fn add(
        &mut self,
        grey: Array2<f32>,
        things: impl DoubleEndedIterator<Item = (Placed, Fill)> + ExactSizeIterator + Clone,
        noise: f32,
        channels: Channels,
    ) -> Array3<f32> {
        if channels == Channels::Grey {
            return grey.insert_axis(Axis(0));
        }
        let mut tinted = |axis: usize| {
            let tinted = things.clone().zip(&self.things);
            let tinted = tinted.map(|((placed, fill), tint)| (placed, fill.tinted(tint[axis])));
            let mut plane = pile(grey.dim(), self.background[axis], tinted);
            add_noise(&mut plane, FRAC_1_SQRT_2 * noise, &mut self.draw);
            plane
        };
        let [red_green, blue_yellow] = [tinted(0), tinted(1)];
        let planes = [grey.view(), red_green.view(), blue_yellow.view()];
        let mut planes = stack(Axis(0), &planes).expect("planes of one size");
        if channels == Channels::Rgb {
            for mut pixel in planes.lanes_mut(Axis(0)) {
                let deviations = [pixel[0], pixel[1], pixel[2]].map(|level| level - NEUTRAL);
                let rgb = Channels::Opponent.to_rgb(deviations);
                for (to, from) in pixel.iter_mut().zip(rgb) {
                    *to = (NEUTRAL + from).clamp(0.0, 1.0);
                }
            }
        }
        planes
    }
}

/// Levels of red-green and blue-yellow of a colour of any hue.
fn tint(draw: &mut Draw) -> [f32; 2] {
    let (sin, cos) = draw.between([0.0, TAU]).sin_cos();
    let chroma = draw.between(CHROMA);
    [NEUTRAL + chroma * cos, NEUTRAL + chroma * sin]
}

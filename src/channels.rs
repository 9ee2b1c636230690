//! The channels in which colour is read: how many planes a picture and a frame have, and what they mean.

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::named::named;

/// The level of no colour.
const NEUTRAL: f32 = 0.5;

named! {
    /// The channels of pictures. A frame is one plane after the other, each its pixels row by row.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Channels {
        /// One plane, Y = 0.299 R + 0.587 G + 0.114 B.
        #[default]
        Grey = "grey",
        /// Three planes: R, G and B.
        Rgb = "rgb",
        /// Three planes: Y, (1 + R - G) / 2 and (1 + B - (R + G) / 2) / 2.
        Opponent = "opponent",
    }
}

impl Channels {
    /// What they are, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Grey => "luminance alone",
            Self::Rgb => "red, green and blue",
            Self::Opponent => "luminance, red-green and blue-yellow",
        }
    }

    /// Said after what is in colour: " in opponent"; nothing of grey, the usual.
    #[cfg(feature = "window")]
    pub(crate) fn said(self) -> String {
        match self {
            Self::Grey => String::new(),
            others => format!(" in {}", others.name()),
        }
    }

    /// Planes of a picture.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Rgb | Self::Opponent => 3,
        }
    }

    /// The planes of a frame of so many numbers, P. No number is both a square and three times one.
    #[must_use]
    pub fn count_in(pixels: usize) -> usize {
        if pixels.isqrt().pow(2) == pixels {
            1
        } else {
            3
        }
    }

    /// Side of the square patch of such a frame, in pixels.
    #[must_use]
    pub fn side_of(pixels: usize) -> usize {
        (pixels / Self::count_in(pixels)).isqrt()
    }

    /// The level in one plane of a colour with levels in [0, 1]; in [0, 1] too.
    #[must_use]
    pub fn level(self, plane: usize, rgb: [f32; 3]) -> f32 {
        let [red, green, blue] = rgb;
        match (self, plane) {
            (Self::Grey, _) | (Self::Opponent, 0) => 0.299 * red + 0.587 * green + 0.114 * blue,
            (Self::Rgb, plane) => rgb[plane],
            (Self::Opponent, 1) => NEUTRAL + 0.5 * (red - green),
            (Self::Opponent, _) => NEUTRAL + 0.5 * (blue - 0.5 * (red + green)),
        }
    }

    /// The level in one plane of a grey.
    #[must_use]
    pub fn level_of_grey(self, plane: usize, grey: f32) -> f32 {
        if self == Self::Opponent && plane > 0 {
            NEUTRAL
        } else {
            grey
        }
    }

    /// The colour, as deviations of R, G and B, of deviations in the planes; those beyond the first do not matter to grey.
    #[must_use]
    pub fn to_rgb(self, planes: [f32; 3]) -> [f32; 3] {
        let [first, red_green, blue_yellow] = planes;
        match self {
            Self::Grey => [first; 3],
            Self::Rgb => planes,
            Self::Opponent => {
                // The mean of R and G, from Y.
                let yellow = first + 0.288 * red_green - 0.228 * blue_yellow;
                [
                    yellow + red_green,
                    yellow - red_green,
                    yellow + 2.0 * blue_yellow,
                ]
            }
        }
    }

    /// How much more R, G or B varies than the planes do, where these vary alike and independently: about.
    #[must_use]
    pub fn rgb_gain(self) -> f32 {
        match self {
            Self::Grey | Self::Rgb => 1.0,
            Self::Opponent => 2.0,
        }
    }

    /// Grey frames `[n, side^2]` as frames `[n, P]`: the same in R, G and B, or in the luminance alone.
    #[must_use]
    pub fn show_grey(self, frames: Array2<f32>) -> Array2<f32> {
        if self == Self::Grey {
            return frames;
        }
        let (count, plane) = frames.dim();
        Array2::from_shape_fn((count, self.count() * plane), |(row, pixel)| {
            let is_shown = self == Self::Rgb || pixel < plane;
            if is_shown {
                frames[[row, pixel % plane]]
            } else {
                0.0
            }
        })
    }
}

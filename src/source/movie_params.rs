//! How movies are cut, and the ranges of that.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::channels::Channels;
use crate::named::named;
use crate::range::OutOfRange;

/// How fast the movies can move, in pixels per frame.
pub(crate) const SPEEDS_PX: RangeInclusive<f32> = 0.0..=8.0;
/// Frames of a movie file from one frame of a movie to the next.
pub(crate) const STRIDES: RangeInclusive<usize> = 1..=16;

/// Most frames in a movie.
const MAX_FRAMES: usize = 16;

/// What a window that follows its content moves by from each frame to the next, in rows and columns; one fewer than the
/// most frames.
pub type Steps = [[i8; 2]; 15];

named! {
    /// What moves in the movies.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Motion {
        /// The window over a picture; the content of a movie file, in a window at rest.
        #[default]
        Auto = "auto",
        /// The window, over each frame of a movie file too.
        Drift = "drift",
        /// The content of movie files. Pictures are left out.
        Movie = "movie",
        /// As `Auto`, but each frame is from another movie, unrelated to the others.
        Scrambled = "scrambled",
        /// Nothing: the first frame, n_t times.
        Still = "still",
    }
}

impl Motion {
    /// Whether there is nothing in a window that it could follow.
    #[must_use]
    pub fn rests(self) -> bool {
        matches!(self, Self::Drift | Self::Still)
    }

    /// What moves, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Auto => "the content of movie files, and the patch over stills",
            Self::Drift => "the patch, over stills and over single frames of movie files",
            Self::Movie => "the content of movie files; stills are left out",
            Self::Scrambled => "as auto, but each frame is from another, unrelated movie",
            Self::Still => "nothing; one frame repeated",
        }
    }
}

/// How movies are cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MovieParams {
    /// Side of the square window, p, in pixels; 4 to 64.
    pub patch_side: usize,
    /// The channels of the pictures, and so of a frame.
    pub channels: Channels,
    /// Frames in a movie, n_t; 1 to 16.
    pub frames: usize,
    /// What moves in them.
    pub motion: Motion,
    /// Frames of a movie file from one frame of a movie to the next; 1 to 16.
    pub stride: usize,
    /// Whether the patch goes where its content goes in a movie file, so that it holds the same thing in each frame, and
    /// only what is left moves: turns, changes of shape, parts of pixels.
    pub follow: bool,
    /// Slowest motion, drawn or measured, in pixels per frame; 0 to `speed_max_px`.
    pub speed_min_px: f32,
    /// Fastest motion, drawn or measured, in pixels per frame; `speed_min_px` to 8.
    pub speed_max_px: f32,
}

impl Default for MovieParams {
    fn default() -> Self {
        Self {
            patch_side: 20,
            channels: Channels::Grey,
            frames: 3,
            motion: Motion::Auto,
            stride: 1,
            follow: false,
            speed_min_px: 1.0,
            speed_max_px: 2.0,
        }
    }
}

impl MovieParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::within("patch", self.patch_side, 4..=64, " pixels")?;
        OutOfRange::within("frames", self.frames, 1..=MAX_FRAMES, "")?;
        OutOfRange::within("stride", self.stride, STRIDES, "")?;
        OutOfRange::check(
            !(self.follow && self.motion.rests()),
            "follow",
            "off where the motion is drift or still",
            "on",
        )?;
        let fastest = self.speed_max_px;
        OutOfRange::within("fastest motion", fastest, SPEEDS_PX, " pixels per frame")?;
        OutOfRange::check(
            self.speed_min_px >= 0.0 && self.speed_min_px <= fastest,
            "slowest motion",
            format!("from 0 to the fastest motion, {fastest} pixels per frame"),
            self.speed_min_px,
        )
    }

    /// Numbers of a frame, P: the pixels of a patch, in each channel.
    #[must_use]
    pub fn pixels(&self) -> usize {
        self.channels.count() * self.patch_side * self.patch_side
    }

    /// The smallest height and width in pixels of a picture that movies can be cut from: the window,
    /// and the room for its fastest motion along one axis.
    #[must_use]
    pub fn smallest_picture_px(&self) -> usize {
        let steps = self.frames.saturating_sub(1) as f64;
        let travel = (f64::from(self.speed_max_px) * steps).ceil();
        self.patch_side + travel as usize
    }

    /// Whether movies may move at this speed, in pixels per frame: any, where they have one frame.
    #[must_use]
    pub fn has_speed(&self, speed_px: f32) -> bool {
        self.frames == 1 || (self.speed_min_px..=self.speed_max_px).contains(&speed_px)
    }

    /// These, but cut from their source as `other` are: with its motion, stride and following.
    #[must_use]
    pub fn cut_as(self, other: &Self) -> Self {
        Self {
            motion: other.motion,
            stride: other.stride,
            follow: other.follow,
            ..self
        }
    }

    /// Whether a movie is as large as one of `other`: in pixels, channels and frames.
    #[must_use]
    pub(crate) fn has_size_of(&self, other: &Self) -> bool {
        let size = |movies: &Self| (movies.patch_side, movies.channels, movies.frames);
        size(self) == size(other)
    }

    /// How they are cut from their source, in a few words.
    #[must_use]
    pub fn cut_name(&self) -> String {
        let (motion, [slowest, fastest]) =
            (self.motion.name(), [self.speed_min_px, self.speed_max_px]);
        if self.motion == Motion::Still {
            return motion.to_owned();
        }
        let follow = if self.follow { ", followed" } else { "" };
        format!(
            "{motion}, {slowest} to {fastest} px per frame, stride {}{follow}",
            self.stride
        )
    }

    /// Frames of a movie file that one movie spans. A patch that drifts stays on one.
    #[must_use]
    pub fn span(&self) -> usize {
        match self.motion {
            Motion::Drift => 1,
            _ => (self.frames.max(1) - 1) * self.stride + 1,
        }
    }

    /// The smallest height and width in pixels of a movie file.
    #[must_use]
    pub fn smallest_frame_px(&self) -> usize {
        match self.motion {
            Motion::Drift => self.smallest_picture_px(),
            _ => self.patch_side,
        }
    }
}

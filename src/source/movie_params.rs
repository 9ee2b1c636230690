//! How movies are cut, and the ranges of that.

use serde::{Deserialize, Serialize};

use crate::range::OutOfRange;

/// How movies are cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MovieParams {
    /// Side of the square window, p, in pixels; 4 to 64.
    pub patch_side: usize,
    /// Frames in a movie, n_t; 1 to 16.
    pub frames: usize,
    /// Slowest motion, in pixels per frame; 0 to `speed_max_px`.
    pub speed_min_px: f32,
    /// Fastest motion, in pixels per frame; `speed_min_px` to 8.
    pub speed_max_px: f32,
}

impl Default for MovieParams {
    fn default() -> Self {
        Self {
            patch_side: 20,
            frames: 3,
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
        OutOfRange::check(
            (4..=64).contains(&self.patch_side),
            "patch",
            "a side from 4 to 64 pixels",
            self.patch_side,
        )?;
        OutOfRange::within("frames", self.frames, 1..=16, "")?;
        let fastest = self.speed_max_px;
        OutOfRange::within("fastest motion", fastest, 0.0..=8.0, " pixels per frame")?;
        OutOfRange::check(
            self.speed_min_px >= 0.0 && self.speed_min_px <= fastest,
            "slowest motion",
            "from 0 to the fastest motion",
            self.speed_min_px,
        )
    }

    /// The smallest height and width in pixels of a picture that movies can be cut from: the window,
    /// and the room for its fastest motion along one axis.
    #[must_use]
    pub fn smallest_picture_px(&self) -> usize {
        let steps = self.frames.saturating_sub(1) as f64;
        let travel = (f64::from(self.speed_max_px) * steps).ceil();
        self.patch_side + travel as usize
    }
}

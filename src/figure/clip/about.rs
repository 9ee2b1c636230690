//! About how large a clip will be, before anything is drawn.

use super::frame::{STRIP_PX, scale_to};
use super::make::ClipSize;
use super::options::{ClipFormat, ClipOptions};
use super::schedule::{Schedule, moments_shown};

impl ClipFormat {
    /// Bytes of a pixel in the first frame, and in each that follows. Measured on 10 s of a run: at 20 frames per second, of
    /// models of 100 to 400 simple units, a GIF took 0.20 to 0.27 (polar plots 0.02) and an APNG 0.14 to 0.8; at 5 and 20, of
    /// one of 100 and 25 units, an MP4 0.05 to 0.12 and a WebM 0.07 to 0.15. Made smaller a figure has no even squares any more:
    /// at 160 to 640 pixels of 1,257 (filters) and 1,742 (pooling) a GIF took 0.31 to 0.79, an APNG 1.1 to 1.7, an MP4 0.18 to
    /// 0.22 and a WebM 0.25 to 0.29.
    fn bytes_per_pixel(self, is_smaller: bool) -> [f64; 2] {
        match (self, is_smaller) {
            (Self::Gif, false) => [0.3, 0.22],
            (Self::Apng, false) => [0.5, 0.25],
            (Self::Mp4, false) => [0.2, 0.08],
            (Self::WebM, false) => [0.2, 0.1],
            (Self::Gif, true) => [0.6, 0.5],
            (Self::Apng, true) => [1.3, 1.3],
            (Self::Mp4, true) => [0.4, 0.2],
            (Self::WebM, true) => [0.4, 0.27],
        }
    }
}

/// Scale below which a figure counts as made smaller.
const SMALLER: f32 = 0.9;
/// How many bytes a later frame of a filmed window takes, as a share of those of a figure: controls and much else stay as
/// they are. Measured on the whole window with models of 100 and 25 units: 0.25.
const FILMED: f64 = 0.25;

/// How many times as large a clip of filters in colour is. Measured on a GIF of filters: 2.0, on an MP4 of the window 1.5.
const COLORED: f64 = 1.8;

impl ClipOptions {
    /// About how large a clip of a figure of this width and height in points will be, of a run with moments at these `steps`; of
    /// pictures of that size where no width is set, and of filters in colour where `is_colored`. A frame that shows the moment of the
    /// one before takes next to nothing.
    #[must_use]
    pub fn about(
        &self,
        [width, height]: [f32; 2],
        has_caption: bool,
        is_colored: bool,
        steps: &[u64],
    ) -> ClipSize {
        let scale = self
            .width_px
            .map_or(1.0, |pixels| scale_to(pixels, width.max(1.0)));
        let strip = if has_caption { STRIP_PX } else { 0.0 };
        let size = [width * scale, height * scale + strip].map(|side| side.ceil() as usize);
        let schedule = Schedule::new(self.seconds, self.frames_per_sec);
        let [first, later] = self.format.bytes_per_pixel(scale < SMALLER);
        let share = if self.width_px.is_none() { FILMED } else { 1.0 };
        let mut shown = match steps {
            [] => Vec::new(),
            _ => moments_shown(steps, schedule.frames),
        };
        shown.dedup();
        let per_pixel = first + share * later * shown.len().saturating_sub(1) as f64;
        let per_pixel = if is_colored {
            COLORED * per_pixel
        } else {
            per_pixel
        };
        ClipSize {
            bytes: (per_pixel * (size[0] * size[1]) as f64) as u64,
            frames: schedule.in_file(schedule.frames, self.format),
            size,
        }
    }
}

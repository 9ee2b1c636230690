//! What is asked for.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::named::named;
use crate::range::OutOfRange;

named! {
    /// A kind of file that plays.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ClipFormat {
        /// Of 255 colours at most.
        #[default]
        Gif = "GIF",
        /// PNG with frames: all colours, exact.
        Apng = "APNG",
        /// H.264, encoded by ffmpeg.
        Mp4 = "MP4",
        /// VP9, encoded by ffmpeg.
        WebM = "WebM",
    }
}

impl ClipFormat {
    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "png",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
        }
    }

    /// The format of a file, by its extension; `.apng` is APNG as well.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        if extension == "apng" {
            return Some(Self::Apng);
        }
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.extension() == extension)
    }

    /// Whether ffmpeg encodes it.
    #[must_use]
    pub fn needs_ffmpeg(self) -> bool {
        matches!(self, Self::Mp4 | Self::WebM)
    }
}

/// How a clip is made.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipOptions {
    /// The kind of file.
    pub format: ClipFormat,
    /// How long it plays, in seconds.
    pub seconds: f64,
    /// Frames per second.
    pub frames_per_sec: u32,
    /// Width, in pixels; one per point of the figure by default.
    pub width_px: Option<u32>,
    /// Whether it plays again and again. A video cannot say.
    pub loops: bool,
    /// Colours of a GIF at most; by default 64, of pictures in colour 255.
    pub colors: Option<usize>,
    /// The program that encodes videos, started as it is named; `None` for [the one that is found](crate::ffmpeg::find_ffmpeg).
    pub ffmpeg: Option<PathBuf>,
}

impl Default for ClipOptions {
    fn default() -> Self {
        Self {
            format: ClipFormat::default(),
            seconds: 10.0,
            frames_per_sec: 20,
            width_px: None,
            loops: true,
            colors: None,
            ffmpeg: None,
        }
    }
}

impl ClipOptions {
    /// The range of [`Self::seconds`].
    pub const SECONDS: RangeInclusive<f64> = 1.0..=120.0;
    /// The range of [`Self::frames_per_sec`]: players slow a faster GIF down.
    pub const FRAMES_PER_SEC: RangeInclusive<u32> = 1..=50;
    /// The range of [`Self::width_px`].
    pub const WIDTH_PX: RangeInclusive<u32> = 64..=4096;
    /// The range of [`Self::colors`]; a GIF has 256, one of which stands for "as before".
    pub const COLORS: RangeInclusive<usize> = 4..=255;

    /// Checks the ranges.
    ///
    /// # Errors
    /// When a value is out of its range, or a video would have an odd width, which its colours, halved in resolution,
    /// do not allow.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::within("seconds", self.seconds, Self::SECONDS, "")?;
        OutOfRange::within("fps", self.frames_per_sec, Self::FRAMES_PER_SEC, "")?;
        if let Some(colors) = self.colors {
            OutOfRange::within("colors", colors, Self::COLORS, "")?;
        }
        let Some(width) = self.width_px else {
            return Ok(());
        };
        OutOfRange::within("width", width, Self::WIDTH_PX, " pixels")?;
        let is_odd = self.format.needs_ffmpeg() && width % 2 == 1;
        let even = || format!("even in {}", self.format.name());
        OutOfRange::check(!is_odd, "width", even(), width)
    }
}

//! Movies to learn from: what a file or folder is, how long it is, and the footage read from it.

mod advice;
mod footage;
mod kind;
mod motion;
mod reel;

pub use advice::Advice;
pub(super) use advice::advice;
pub(super) use footage::{Footage, Treatment};
pub(super) use kind::{FilmKind, kind_of, numbered_runs};
pub(super) use motion::{Window, grid_step};
pub use reel::Reel;

use std::path::PathBuf;

use super::decode::budget::{DECODING, movie_bytes};
use super::decode::{check_size, decoding};
use super::error::Skipped;
use super::movie_params::MovieParams;
use super::reader::{GoesOn, MovieInfo, is_sound_beyond};
use crate::channels::Channels;
use crate::words::counted;

/// Normalised frames held whole, in bytes; of more, a round at a time is held.
pub(super) const HELD_BYTES: u64 = 200_000_000;
/// Pixels of a frame above which it is halved, once or more: half of 1080p has edges as wide as the filters, and few of
/// its frames are large.
const MAX_KEPT_PIXELS: usize = 600_000;

/// A movie of known size and length. It is opened for each reading.
#[derive(Clone, Debug)]
pub(super) struct Film {
    /// File or folder; for an embedded movie, its name.
    pub(super) path: PathBuf,
    kind: FilmKind,
    pub(super) info: MovieInfo,
    /// Number of frames; that of a video file is about what the file tells, until its [end is found](Self::find_end).
    pub(super) frames: u64,
}

impl Film {
    /// Opens a movie, checks its size and counts its frames where it does not say how many there are.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(super) fn open(
        path: PathBuf,
        kind: FilmKind,
        movies: &MovieParams,
        goes_on: GoesOn<'_>,
    ) -> Result<Self, Skipped> {
        let open = || {
            let _share = kind.share_to_open(&path, movies.channels)?;
            let mut reader = kind.open(&path, movies.channels, goes_on)?;
            let MovieInfo { width, height, .. } = reader.info();
            check_size(width, height, movies.smallest_frame_px())?;
            let frames = match reader.info().frames {
                Some(frames) => frames,
                None => reader.count(goes_on)?,
            };
            // Some tell their speed once they were read.
            Ok((reader.info(), frames))
        };
        let opened = decoding(open).map_err(|reason| Skipped::new(&path, reason));
        let (info, frames) = opened?;
        let film = Self {
            path,
            kind,
            info,
            frames,
        };
        film.check_length(movies).map(|()| film)
    }

    /// Finds the last frame of a video file, whose sound may go on for long after it. Other movies tell their length.
    ///
    /// # Errors
    /// When it cannot be read, or is too short.
    pub(super) fn find_end(
        mut self,
        movies: &MovieParams,
        goes_on: GoesOn<'_>,
    ) -> Result<Self, Skipped> {
        if matches!(self.kind, FilmKind::Video) {
            let count = || {
                let _share = DECODING.take(self.decoding_bytes(movies.channels))?;
                // Which channels does not matter to the length.
                let mut reader = self.kind.open(&self.path, Channels::Grey, goes_on)?;
                reader.count(goes_on)
            };
            let counted = decoding(count);
            self.frames = counted.map_err(|reason| Skipped::new(&self.path, reason))?;
        }
        self.check_length(movies).map(|()| self)
    }

    /// Takes the number of frames that a video file was found to have for its length, where what the file tells beyond them
    /// is not lost but only sound.
    pub(super) fn without_sound_beyond(mut self, frames: u64, goes_on: GoesOn<'_>) -> Self {
        let is_sound = || is_sound_beyond(&self.path, self.info, frames, goes_on);
        if matches!(self.kind, FilmKind::Video) && frames < self.frames && is_sound() {
            self.frames = frames;
        }
        self
    }

    /// How movies become shorter.
    fn way_out(movies: &MovieParams) -> &'static str {
        match movies.stride {
            1 => "lower the frames of a movie",
            _ => "lower one of them",
        }
    }

    fn check_length(&self, movies: &MovieParams) -> Result<(), Skipped> {
        let (frames, span) = (self.frames, movies.span() as u64);
        if frames >= span {
            return self.check_size(movies, span);
        }
        let reason = format!(
            "{}, but movies of {} at a stride of {} need {span}; {}",
            counted(frames as usize, "frame"),
            counted(movies.frames, "frame"),
            movies.stride,
            Self::way_out(movies)
        );
        Err(Skipped::new(&self.path, reason))
    }

    /// Refuses movies of which not even one can be held.
    fn check_size(&self, movies: &MovieParams, span: u64) -> Result<(), Skipped> {
        if span * self.frame_bytes(movies) <= HELD_BYTES {
            return Ok(());
        }
        let reason = format!(
            "movies of {} at a stride of {} span {span} frames, which take more than the {} MB that are held; {}",
            counted(movies.frames, "frame"),
            movies.stride,
            HELD_BYTES / 1_000_000,
            Self::way_out(movies)
        );
        Err(Skipped::new(&self.path, reason))
    }

    /// Bytes that its decoder takes.
    pub(super) fn decoding_bytes(&self, channels: Channels) -> u64 {
        movie_bytes(self.info.width, self.info.height, channels)
    }

    /// How often its frames are halved to be kept.
    fn halvings(&self, movies: &MovieParams) -> u32 {
        let (mut height, mut width, mut times) = (self.info.height, self.info.width, 0);
        while height * width > MAX_KEPT_PIXELS
            && height.min(width) / 2 >= movies.smallest_frame_px()
        {
            (height, width, times) = (height / 2, width / 2, times + 1);
        }
        times
    }

    /// Bytes of a frame as it is kept.
    pub(super) fn frame_bytes(&self, movies: &MovieParams) -> u64 {
        let times = self.halvings(movies);
        let pixels = (self.info.width >> times) * (self.info.height >> times);
        (movies.channels.count() * pixels * size_of::<f32>()) as u64
    }

    /// Seconds it lasts, where its speed is known.
    pub(super) fn secs(&self) -> Option<f64> {
        self.info.fps.map(|fps| self.frames as f64 / fps)
    }
}

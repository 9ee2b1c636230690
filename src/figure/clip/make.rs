//! From figures to the file.

use std::ops::ControlFlow;
use std::path::Path;

use rayon::prelude::*;

use super::colors::Colors;
use super::encoder::encoder;
use super::error::{ClipError, ShotError};
use super::frame::{Frame, Shot};
use super::frame_writer::{FrameWriter, Watch};
use super::options::ClipOptions;
use super::schedule::{Schedule, moments_shown};
use crate::files::{PendingFile, temporary};

/// Places along the clip at which two frames in a row are drawn before it begins: they tell its colours and its size.
const SAMPLES: usize = 6;
/// Frames in the file from which on its size tells how large it will be.
const KNOWN_FROM: usize = 20;
/// Frames in memory, for each thread.
const FRAMES_PER_THREAD: usize = 2;

/// A clip to be made.
pub struct Clip<'a> {
    /// How.
    pub options: &'a ClipOptions,
    /// The minibatches of the moments to choose from, in order.
    pub steps: &'a [u64],
    /// Makes the figures of the moment of this number; called on many threads.
    pub shot: &'a (dyn Fn(usize) -> Result<Shot, ShotError> + Sync),
}

/// How large a clip is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipSize {
    /// Bytes of its file.
    pub bytes: u64,
    /// The frames in its file.
    pub frames: usize,
    /// Width and height, in pixels.
    pub size: [usize; 2],
}

/// How far a clip has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipProgress {
    /// Frames here and there are being drawn.
    Begun,
    /// Frames here and there were drawn; it will be about so large.
    Estimated(ClipSize),
    /// So many frames are in the file.
    Written(usize),
}

impl Clip<'_> {
    /// Writes it, whole or not at all, and returns its true size. `report` hears how it goes, and may stop it.
    ///
    /// # Errors
    /// What was asked for is out of range, a frame cannot be made, the file cannot be written, ffmpeg fails, or it was
    /// stopped.
    ///
    /// # Panics
    /// When there are no moments, or they are not in order.
    pub fn write(
        &self,
        path: &Path,
        report: &mut dyn FnMut(ClipProgress) -> ControlFlow<()>,
    ) -> Result<ClipSize, ClipError> {
        self.options.check()?;
        let stopped = || ClipError::Stopped(path.to_owned());
        let mut tell = |progress| match report(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(stopped()),
        };
        let schedule = Schedule::new(self.options.seconds, self.options.frames_per_sec);
        let shown = moments_shown(self.steps, schedule.frames);
        tell(ClipProgress::Begun)?;
        let samples = self.frames(&sampled(&shown))?;
        let size = samples[0].size;
        check_even(&samples, size)?;
        let making = Making {
            options: self.options,
            colors: Colors::of(&samples, self.options.colors),
            schedule,
            size,
        };
        let estimate = ClipSize {
            bytes: making.estimate(&samples, path, &mut || tell(ClipProgress::Begun))?,
            frames: schedule.in_file(shown.len(), self.options.format),
            size,
        };
        tell(ClipProgress::Estimated(estimate))?;
        let file = PendingFile::beside(path).map_err(|error| ClipError::file(path, error))?;
        let encoder = making.encoder(file.path());
        let mut encoder = encoder.map_err(|error| error.of(path))?;
        let in_file = |drawn| schedule.in_file(drawn, self.options.format);
        let mut written = 0;
        for chunk in shown.chunks(FRAMES_PER_THREAD * rayon::current_num_threads()) {
            let frames = self.frames(chunk)?;
            check_even(&frames, size)?;
            let sent = encoder.write(&frames, &mut || {
                tell(ClipProgress::Written(in_file(written)))
            });
            sent.map_err(|error| error.of(path))?;
            written += frames.len();
            tell(ClipProgress::Written(in_file(written)))?;
            let so_far = file.path().metadata().map_or(0, |file| file.len());
            // ffmpeg holds frames back.
            if written >= KNOWN_FROM && so_far > 0 && !self.options.format.needs_ffmpeg() {
                let bytes = so_far * shown.len() as u64 / written as u64;
                tell(ClipProgress::Estimated(ClipSize { bytes, ..estimate }))?;
            }
        }
        let ended = encoder.finish(&mut || tell(ClipProgress::Written(in_file(written))));
        ended.map_err(|error| error.of(path))?;
        let bytes = file.keep().map_err(|error| ClipError::file(path, error))?;
        Ok(ClipSize { bytes, ..estimate })
    }

    /// The frames that show these moments; a moment that is shown in several frames in a row is drawn once.
    fn frames(&self, shown: &[usize]) -> Result<Vec<Frame>, ClipError> {
        let (width, is_even) = (self.options.width_px, self.options.format.needs_ffmpeg());
        let draw = |moment: &usize| {
            let shot = (self.shot)(*moment).map_err(ClipError::Shot)?;
            shot.draw(width, is_even)
        };
        let runs: Vec<&[usize]> = shown.chunk_by(|a, b| a == b).collect();
        let drawn = runs.par_iter().map(|run| draw(&run[0]));
        let drawn: Vec<Frame> = drawn.collect::<Result<_, _>>()?;
        let repeated = drawn.into_iter().zip(runs);
        Ok(repeated
            .flat_map(|(frame, run)| std::iter::repeat_n(frame, run.len()))
            .collect())
    }
}

/// What is the same in the whole clip.
struct Making<'a> {
    options: &'a ClipOptions,
    colors: Colors,
    schedule: Schedule,
    size: [usize; 2],
}

impl Making<'_> {
    fn encoder(&self, path: &Path) -> Result<Box<dyn FrameWriter + '_>, ClipError> {
        encoder(path, self.options, self.schedule, self.size, &self.colors)
    }

    /// The bytes of the whole: of few frames that of a clip of them, else from pairs of frames, by what the second of each adds to a
    /// clip of the first ones.
    fn estimate(&self, samples: &[Frame], path: &Path, watch: Watch<'_>) -> Result<u64, ClipError> {
        let more = self.schedule.frames as u64 - 1;
        if self.schedule.frames <= samples.len() {
            // They are all there.
            return self.bytes(samples, path, watch);
        }
        let firsts: Vec<_> = samples.iter().step_by(2).cloned().collect();
        let mut bytes = |frames: &[Frame]| self.bytes(frames, path, &mut *watch);
        let [one, apart, pairs] = [bytes(&firsts[..1])?, bytes(&firsts)?, bytes(samples)?];
        let added = pairs.saturating_sub(apart);
        Ok(one + added * more / firsts.len() as u64)
    }

    /// The size of a clip of these frames, each as short as can be. What its format cannot hold is told of `path`.
    fn bytes(&self, frames: &[Frame], path: &Path, watch: Watch<'_>) -> Result<u64, ClipError> {
        let io = |error| ClipError::file(&std::env::temp_dir(), error);
        let file = temporary().map_err(io)?.into_temp_path();
        let schedule = self.schedule.of(frames.len());
        let of = |error: ClipError| match error {
            ClipError::Encode { .. } => error.of(path),
            error => error,
        };
        let encoder = encoder(&file, self.options, schedule, self.size, &self.colors);
        let mut encoder = encoder.map_err(of)?;
        encoder.write(frames, &mut *watch).map_err(of)?;
        encoder.finish(watch).map_err(of)?;
        Ok(file.metadata().map_err(io)?.len())
    }
}

/// The moments of two frames in a row at each of a few places.
fn sampled(shown: &[usize]) -> Vec<usize> {
    if shown.len() <= 2 * SAMPLES {
        return shown.to_vec();
    }
    let last = shown.len() - 2;
    let places = (0..SAMPLES).map(|sample| last * sample / (SAMPLES - 1));
    places
        .flat_map(|place| [shown[place], shown[place + 1]])
        .collect()
}

fn check_even(frames: &[Frame], size: [usize; 2]) -> Result<(), ClipError> {
    let is_even = frames.iter().all(|frame| frame.size == size);
    is_even.then_some(()).ok_or(ClipError::Uneven)
}

//! Footage: frames of a movie in their order, normalised, with the cuts between them and the windows that move.

use ndarray::{Array, Array2, Array3, Axis, Dimension, s};
use rayon::prelude::*;

use super::Film;
use super::advice::is_little;
use super::motion::{Window, windows};
use crate::source::decode::planes::halve;
use crate::source::decode::{check_range, decoding};
use crate::source::error::Skipped;
use crate::source::movie_params::{Motion, MovieParams};
use crate::source::normalise::{NormaliseParams, normalise_planes};
use crate::source::reader::{GoesOn, MovieReader};

/// Frames read before they are normalised together.
const TOGETHER: usize = 16;
/// Largest mean difference of grey levels between a frame and its duplicate.
const DUPLICATE: f32 = 0.0005;
/// Side of the blocks whose means are compared to find cuts, in pixels.
const BLOCK: usize = 8;
/// Least mean difference of these between the frames before and after a cut, in grey levels.
const CUT: f32 = 0.04;
/// How much larger it is than that of the frames next to the cut.
const CUT_ABOVE: f32 = 2.5;
/// Least share of the frames that differ so from the one before where no two are alike: then each begins after a cut.
const ALL_CUT: f32 = 0.9;

/// What is done to frames.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Treatment {
    /// Contrast normalisation; `None` keeps grey levels, and no window is chosen.
    pub(in crate::source) normalise: Option<NormaliseParams>,
    /// The movies that are to be cut.
    pub(in crate::source) movies: MovieParams,
}

impl Treatment {
    /// A picture as it is kept.
    pub(in crate::source) fn apply(&self, picture: Array3<f32>) -> Array3<f32> {
        match &self.normalise {
            Some(params) => normalise_planes(&picture, params),
            None => picture,
        }
    }

    /// Whether windows are chosen by their motion.
    pub(in crate::source) fn chooses(&self) -> bool {
        self.normalise.is_some() && self.movies.motion != Motion::Drift
    }
}

/// Consecutive frames of a movie.
#[derive(Clone, Debug, Default)]
pub(in crate::source) struct Footage {
    /// The frames, `[channels, height, width]` each, without duplicates.
    pub(in crate::source) frames: Vec<Array3<f32>>,
    /// The number of each frame in its movie, from 0 on.
    pub(in crate::source) numbers: Vec<u64>,
    /// The usable windows; their pictures are counted from the first frame.
    pub(in crate::source) windows: Vec<Window>,
    /// Windows of the grid, usable or not.
    pub(in crate::source) places: usize,
    /// Cuts between frames; where no two successive ones are alike, each begins after one, though motion is searched all the same.
    pub(in crate::source) cuts: usize,
    /// Frames left out because they were as the ones before.
    pub(in crate::source) duplicates: usize,
    /// Whether some of them were decoded though the file is damaged there.
    pub(in crate::source) is_damaged: bool,
    /// Whether the movie was read from its first frame to its last.
    pub(in crate::source) is_whole: bool,
}

impl Footage {
    /// Frames that were read, duplicates among them.
    pub(in crate::source) fn frames_read(&self) -> u64 {
        (self.numbers.len() + self.duplicates) as u64
    }
}

impl Film {
    /// Reads up to `most` frames from frame `start` on.
    ///
    /// # Errors
    /// Why the movie cannot be read. Stops early, without an error, when `goes_on` says so.
    pub(in crate::source) fn read(
        &self,
        start: u64,
        most: usize,
        treatment: &Treatment,
        goes_on: GoesOn<'_>,
    ) -> Result<Footage, Skipped> {
        decoding(|| self.read_frames(start, most, treatment, goes_on))
            .map_err(|reason| Skipped::new(&self.path, reason))
    }

    fn read_frames(
        &self,
        start: u64,
        most: usize,
        treatment: &Treatment,
        goes_on: GoesOn<'_>,
    ) -> Result<Footage, String> {
        let of = (self.info, treatment.movies.channels);
        let mut reader = self.kind.open_at(&self.path, of, start, goes_on)?;
        let mut footage = Footage::default();
        let mut changes = Changes::default();
        let mut left = most;
        while left > 0 && goes_on() {
            let frames = self.some(reader.as_mut(), left.min(TOGETHER), &treatment.movies)?;
            if frames.is_empty() {
                footage.is_whole = start == 0;
                break;
            }
            let first = start + (most - left) as u64;
            left -= frames.len();
            let kept: Vec<_> = (first..)
                .zip(frames)
                .filter(|(_, frame)| changes.is_new(frame))
                .collect();
            footage
                .numbers
                .extend(kept.iter().map(|(number, _)| number));
            let normalised = kept
                .into_par_iter()
                .map(|(_, frame)| treatment.apply(frame));
            footage.frames.par_extend(normalised);
        }
        footage.is_damaged = reader.is_damaged();
        let shots = changes.shots();
        footage.cuts = shots.last().map_or(0, |&last| last as usize);
        footage.duplicates = changes.duplicates;
        if let Some(params) = &treatment.normalise
            && treatment.chooses()
        {
            let found = windows(&footage.frames, &shots, &treatment.movies, params.gain);
            (footage.windows, footage.places) = found;
        }
        // What moves fast differs as much, but is found again.
        let is_lost = is_little(footage.windows.len(), footage.places);
        if let Some(cuts) = changes.all_cut().filter(|_| is_lost) {
            footage.cuts = cuts;
        }
        Ok(footage)
    }

    /// The next frames, up to `most`, in the size in which they are kept.
    fn some(
        &self,
        reader: &mut dyn MovieReader,
        most: usize,
        movies: &MovieParams,
    ) -> Result<Vec<Array3<f32>>, String> {
        let mut frames = Vec::with_capacity(most);
        let mut frame = Array3::zeros((0, 0, 0));
        while frames.len() < most && reader.next(&mut frame)? {
            check_range(&frame)?;
            let mut kept = std::mem::take(&mut frame);
            for _ in 0..self.halvings(movies) {
                kept = halve(&kept);
            }
            frames.push(kept);
        }
        Ok(frames)
    }
}

/// How much each frame differs from the one before it.
#[derive(Default)]
struct Changes {
    last: Option<(Array3<f32>, Array2<f32>)>,
    /// Mean difference of each frame but the first from the one before it.
    differences: Vec<f32>,
    duplicates: usize,
}

impl Changes {
    /// Takes the next frame; false for a duplicate of the last one.
    fn is_new(&mut self, frame: &Array3<f32>) -> bool {
        let blocks = block_means(frame);
        if let Some((last, last_blocks)) = &self.last {
            if mean_difference(last, frame) <= DUPLICATE {
                self.duplicates += 1;
                return false;
            }
            self.differences.push(mean_difference(last_blocks, &blocks));
        }
        self.last = Some((frame.clone(), blocks));
        true
    }

    /// The number of each frame's shot: one more after each cut.
    fn shots(&self) -> Vec<u32> {
        let mut shots = vec![0; self.differences.len() + usize::from(self.last.is_some())];
        let at = |index: Option<usize>| {
            let near = index.and_then(|index| self.differences.get(index));
            near.copied().unwrap_or(0.0)
        };
        for (index, &difference) in self.differences.iter().enumerate() {
            let around = at(index.checked_sub(1)).max(at(index.checked_add(1)));
            let is_cut = difference >= CUT && difference > CUT_ABOVE * around;
            shots[index + 1] = shots[index] + u32::from(is_cut);
        }
        shots
    }

    /// How many frames differ from the one before as at a cut, where nearly all do: none of these is above the ones next to it.
    fn all_cut(&self) -> Option<usize> {
        let differences = self.differences.iter();
        let cuts = differences.filter(|difference| **difference >= CUT).count();
        (cuts as f32 >= ALL_CUT * self.differences.len() as f32).then_some(cuts)
    }
}

fn mean_difference<D: Dimension>(a: &Array<f32, D>, b: &Array<f32, D>) -> f32 {
    let total: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
    total / a.len() as f32
}

/// The means of blocks of pixels in the first plane, which is luminance or has much of it; those cut off at the right and the
/// bottom are left out, unless there are no others.
fn block_means(frame: &Array3<f32>) -> Array2<f32> {
    let grey = frame.index_axis(Axis(0), 0);
    let block = BLOCK.min(grey.nrows()).min(grey.ncols());
    let shape = (grey.nrows() / block, grey.ncols() / block);
    Array2::from_shape_fn(shape, |(y, x)| {
        let (y, x) = (y * block, x * block);
        grey.slice(s![y..y + block, x..x + block]).sum() / (block * block) as f32
    })
}

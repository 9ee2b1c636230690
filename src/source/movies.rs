//! Short movies: a window moved over a picture at constant velocity.

use ndarray::parallel::prelude::*;
use ndarray::{Array2, Axis};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::lines::draw_lines;
use super::movie_path::MoviePath;
use super::pictures::Pictures;
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
        OutOfRange::check(
            (1..=16).contains(&self.frames),
            "frames",
            "from 1 to 16",
            self.frames,
        )?;
        OutOfRange::check(
            (0.0..=8.0).contains(&self.speed_max_px),
            "fastest motion",
            "from 0 to 8 pixels per frame",
            self.speed_max_px,
        )?;
        OutOfRange::check(
            self.speed_min_px >= 0.0 && self.speed_min_px <= self.speed_max_px,
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

/// Cuts one movie after another until `frames` is full.
///
/// `frames` is `[movies * n_t, P]`: one frame a row, its pixels row by row, the n_t frames of a movie in
/// successive rows. For each movie the picture, the direction in [0, 2 pi), the speed between
/// its limits and the place are drawn uniformly; the place among all where every frame
/// lies inside the picture. Positions are rounded to whole pixels, because interpolation would blur some
/// frames more than others.
///
/// Lines of the toy example are drawn, not cut: they do not move, and have one size only.
///
/// The number of draws per movie is fixed and `generator` is used in one sequence: the movies depend on
/// its state alone, not on the number of threads.
///
/// # Panics
/// If `frames` does not hold whole movies of P pixels, or if a picture is smaller than
/// [`MovieParams::smallest_picture_px`]; [`load`](super::load) returns no such picture.
pub fn cut_movies(
    pictures: &Pictures,
    params: &MovieParams,
    generator: &mut Xoshiro256PlusPlus,
    frames: &mut Array2<f32>,
) {
    let (rows, pixels) = frames.dim();
    assert_eq!(
        pixels,
        params.patch_side * params.patch_side,
        "pixels in a row, and P"
    );
    assert_eq!(rows % params.frames, 0, "rows left over after whole movies");
    if pictures.are_lines() {
        *frames = draw_lines(rows, generator);
        return;
    }
    let paths: Vec<MoviePath> = (0..rows / params.frames)
        .map(|_| MoviePath::draw(pictures.images(), params, generator))
        .collect();
    frames
        .axis_chunks_iter_mut(Axis(0), params.frames)
        .into_par_iter()
        .zip(&paths)
        .for_each(|(movie, path)| path.copy(pictures.images(), params.patch_side, movie));
}

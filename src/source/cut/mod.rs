//! Short movies: a window moved over a picture at constant velocity, or at rest in a movie file.

pub(super) mod excerpt;
pub(super) mod minibatches;
pub(super) mod movie_path;

use ndarray::parallel::prelude::*;
use ndarray::{Array2, Axis};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::slice::ParallelSlice;

use crate::source::cut::movie_path::MoviePath;
use crate::source::lines::draw_lines;
use crate::source::movie_params::{Motion, MovieParams};
use crate::source::pictures::Pictures;

/// Cuts one movie after another until `frames` is full.
///
/// `frames` is `[movies * n_t, P]`: one frame a row, its planes one after the other, each its pixels row by row, the n_t
/// frames of a movie in successive rows. For each movie the picture, the direction in [0, 2 pi), the speed between
/// its limits and the place are drawn uniformly; the place among all where every frame
/// lies inside the picture. Positions are rounded to whole pixels, because interpolation would blur some
/// frames more than others.
///
/// Lines of the toy example are drawn, not cut: they do not move, and have one size only.
///
/// In movie files the window rests, and the frames are those of the file; [`Motion`] says what else can be cut.
///
/// Returns the way of each movie; none over lines, nor where each frame is from another movie.
///
/// `generator` is used in one sequence: the movies depend on
/// its state alone, not on the number of threads.
///
/// # Panics
/// If `frames` does not hold whole movies of P pixels, or if a picture is smaller than
/// [`MovieParams::smallest_picture_px`]; [`load`](crate::source::load()) returns no such picture.
pub fn cut_movies(
    pictures: &Pictures,
    params: &MovieParams,
    generator: &mut Xoshiro256PlusPlus,
    frames: &mut Array2<f32>,
) -> Vec<MoviePath> {
    cut(pictures, params, generator, frames, |path| path)
}

/// The same, with movies that learning never sees: in files of movies it has windows on a grid, and these are between them. Over
/// pictures all places are drawn, and another seed is enough.
///
/// # Panics
/// As [`cut_movies`].
pub fn cut_new_movies(
    pictures: &Pictures,
    params: &MovieParams,
    generator: &mut Xoshiro256PlusPlus,
    frames: &mut Array2<f32>,
) -> Vec<MoviePath> {
    cut(pictures, params, generator, frames, |path| {
        let size = pictures.size_px(path.picture);
        path.off_the_grid(size, params)
    })
}

fn cut(
    pictures: &Pictures,
    params: &MovieParams,
    generator: &mut Xoshiro256PlusPlus,
    frames: &mut Array2<f32>,
    place: impl Fn(MoviePath) -> MoviePath,
) -> Vec<MoviePath> {
    let (rows, pixels) = frames.dim();
    assert_eq!(pixels, params.pixels(), "pixels in a row, and P");
    assert_eq!(rows % params.frames, 0, "rows left over after whole movies");
    if pictures.are_lines() {
        *frames = draw_lines(rows, generator);
        return Vec::new();
    }
    // A scrambled movie takes each frame from a movie of its own.
    let is_scrambled = params.motion == Motion::Scrambled;
    let sources = if is_scrambled { params.frames } else { 1 };
    let paths = (0..rows / params.frames * sources).map(|_| {
        let path = place(MoviePath::draw(pictures, params, generator));
        match params.motion {
            Motion::Still => path.at_rest(),
            _ => path,
        }
    });
    let paths: Vec<MoviePath> = paths.collect();
    let (images, side) = (pictures.images(), params.patch_side);
    frames
        .axis_chunks_iter_mut(Axis(0), params.frames)
        .into_par_iter()
        .zip(paths.par_chunks(sources))
        .for_each(|(mut movie, paths)| {
            for (t, frame) in movie.outer_iter_mut().enumerate() {
                paths[t % sources].copy_frame(images, side, t, frame);
            }
        });
    if is_scrambled { Vec::new() } else { paths }
}

//! Frames of movies as pixels.

use std::sync::Arc;

use ndarray::{Array2, Array3};

use crate::channels::Channels;
use crate::figure::scene::{PixelColors, Raster};

/// Values of a picture beyond so many standard deviations get the ends of the colours.
pub(super) const TOP_DEVIATIONS: f32 = 2.5;

/// A row of frames for each movie `[n_t, P]`; values of magnitude `top` and beyond get the ends of the colours.
///
/// # Panics
/// If the movies are of different sizes.
pub(super) fn frames_raster(
    name: &'static str,
    movies: &[&Array2<f32>],
    top: f32,
    colors: PixelColors,
) -> Arc<Raster> {
    let (frames, pixels) = movies.first().map_or((1, 1), |movie| movie.dim());
    let (planes, side) = (Channels::count_in(pixels), Channels::side_of(pixels));
    let (height, width) = (movies.len() * side, frames * side);
    let values = Array3::from_shape_fn((planes, height, width), |(plane, y, x)| {
        let pixel = (plane * side + y % side) * side + x % side;
        movies[y / side][[x / side, pixel]]
    });
    colors.raster(name, [width, height], &values, top)
}

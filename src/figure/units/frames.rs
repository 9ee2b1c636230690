//! Frames of movies as pixels.

use std::sync::Arc;

use ndarray::Array2;

use crate::figure::scene::{ColorMap, Raster};

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
    map: ColorMap,
) -> Arc<Raster> {
    let (frames, pixels) = movies.first().map_or((1, 1), |movie| movie.dim());
    let side = pixels.isqrt();
    let (height, width) = (movies.len() * side, frames * side);
    let values = Array2::from_shape_fn((height, width), |(y, x)| {
        movies[y / side][[x / side, y % side * side + x % side]]
    });
    map.raster(name, [width, height], &values, top)
}

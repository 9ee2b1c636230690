//! Movies one minibatch after the other, as learning takes them.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::source::cut::cut_movies;
use crate::source::error::SourceError;
use crate::source::load::films::load_round;
use crate::source::movie_params::MovieParams;
use crate::source::pictures::Pictures;

/// The movies that a model of one seed learns from. Of movie files that are not held whole each round is read when it is
/// reached.
#[derive(Debug)]
pub struct Minibatches {
    pictures: Arc<Pictures>,
    generator: Xoshiro256PlusPlus,
    movies_cut: u64,
    frames: Array2<f32>,
}

impl Minibatches {
    /// Those of a model that begins to learn from these pictures.
    pub fn new(pictures: Arc<Pictures>, seed: u64) -> Self {
        Self {
            pictures,
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            movies_cut: 0,
            frames: Array2::zeros((0, 0)),
        }
    }

    /// The next `movies` movies, `[movies * n_t, P]`.
    ///
    /// # Errors
    /// As [`load_round`].
    ///
    /// # Panics
    /// As [`cut_movies`].
    pub fn cut(
        &mut self,
        params: &MovieParams,
        movies: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<ArrayView2<'_, f32>, SourceError> {
        if let Some((reel, round)) = self.pictures.round_due(self.movies_cut) {
            self.pictures = Arc::new(load_round(reel, round, goes_on)?);
        }
        let shape = (movies * params.frames, params.pixels());
        if self.frames.dim() != shape {
            self.frames = Array2::zeros(shape);
        }
        cut_movies(
            &self.pictures,
            params,
            &mut self.generator,
            &mut self.frames,
        );
        self.movies_cut += movies as u64;
        Ok(self.frames.view())
    }
}

//! What all micro benchmarks work on: a minibatch of movies from the embedded scenes, and weights that
//! learned from them. The same bits in every run.

use cellscope::config::Config;
use cellscope::model::{Learner, LearningParams, ModelParams, Weights};
use cellscope::source::{MovieParams, NormaliseParams, Pictures, SourceSpec, cut_movies, load};
use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

/// Movies in the minibatch.
pub(crate) const MOVIES: usize = 128;
/// Frames of a movie.
pub(crate) const FRAMES: usize = 3;
/// Pixels of a frame.
pub(crate) const PIXELS: usize = 400;
/// Minibatches learned from at the paper's sparsity: filters are edges and pools have formed by then.
const FIRST_STEPS: usize = 200;
/// Minibatches learned from at the sparsity asked for.
const STEPS: usize = 60;

/// The paper's settings: a few hundredths of z are on.
pub(crate) fn sparse() -> ModelParams {
    ModelParams::default()
}

/// `[MOVIES * FRAMES, PIXELS]`, not those learned from.
pub(crate) fn movies() -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    cut(&pictures(), &mut generator)
}

/// Weights that learned for a while, at the paper's sparsity first: at a low one random filters are slow.
pub(crate) fn trained(params: &ModelParams) -> Weights {
    let (pictures, learning) = (pictures(), LearningParams::default());
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut learner = Learner::new(PIXELS, params, 0);
    for (params, steps) in [(&sparse(), FIRST_STEPS), (params, STEPS)] {
        for _ in 0..steps {
            let batch = cut(&pictures, &mut generator);
            learner.step(batch.view(), FRAMES, params, &learning);
        }
    }
    learner.weights
}

fn pictures() -> Pictures {
    let Config {
        normalise, movies, ..
    } = Config::default();
    let (normalise, movies): (NormaliseParams, MovieParams) = (normalise, movies);
    load(&SourceSpec::default(), 0, &normalise, &movies, &|_, _| {
        ControlFlow::Continue(())
    })
    .expect("the embedded scenes")
}

fn cut(pictures: &Pictures, generator: &mut Xoshiro256PlusPlus) -> Array2<f32> {
    let mut frames = Array2::zeros((MOVIES * FRAMES, PIXELS));
    cut_movies(pictures, &MovieParams::default(), generator, &mut frames);
    frames
}

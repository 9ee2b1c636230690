//! What the order of time in movies does: models of the same settings that learn from movies of each kind.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::spectral_concentration;
use crate::analysis::tuning::TuningSummary;
use crate::config::Config;
use crate::model::Learner;
use crate::source::{Motion, Pictures, SourceError, SourceSpec, cut_movies, load};
use crate::telemetry::{Measured, TimeRun};

/// Models of each kind.
const SEEDS: u64 = 3;
/// The kinds, in the order of the figure.
const KINDS: [Motion; 4] = [
    Motion::Drift,
    Motion::Movie,
    Motion::Scrambled,
    Motion::Still,
];
/// Models in all.
pub const TIME_RUNS: u64 = KINDS.len() as u64 * SEEDS;

/// How far the models are.
#[derive(Clone, Copy, Debug)]
pub enum TimeProgress<'a> {
    /// The pictures of a kind are being loaded, or a model of it has learned from one more minibatch.
    Busy {
        /// The kind.
        motion: &'static str,
        /// Minibatches learned from, by all models together.
        minibatches: u64,
    },
    /// A model is done.
    Done(&'a TimeRun),
}

/// Trains models of these settings for so many minibatches each, on drift, movies, movies of frames put together at random and
/// stills, three seeds each. The movies of files are theirs; of other pictures those are the embedded movie. `watch` hears
/// how it goes, and may stop it.
///
/// # Errors
/// When pictures cannot be loaded; [`SourceError::Cancelled`] when it was stopped.
pub fn time_runs(
    config: &Config,
    steps: u64,
    watch: &mut (dyn FnMut(TimeProgress<'_>) -> ControlFlow<()> + Send),
) -> Result<Vec<TimeRun>, SourceError> {
    let mut runs = Vec::new();
    let mut minibatches = 0;
    for motion in KINDS {
        let name = motion.name();
        let busy = |minibatches| TimeProgress::Busy {
            motion: name,
            minibatches,
        };
        let (config, pictures) = pictures_of(config, motion, &mut || watch(busy(minibatches)))?;
        for seed in 0..SEEDS {
            let learner = train(&config, &pictures, (seed, steps), &mut || {
                minibatches += 1;
                watch(busy(minibatches))
            })?;
            let run = TimeRun {
                motion: name,
                seed,
                measured: measure(&config, &learner),
            };
            go_on(watch(TimeProgress::Done(&run)))?;
            runs.push(run);
        }
    }
    Ok(runs)
}

fn go_on(flow: ControlFlow<()>) -> Result<(), SourceError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SourceError::Cancelled),
    }
}

/// The pictures cut in this way; the embedded movie where the model's own source has none.
fn pictures_of(
    config: &Config,
    motion: Motion,
    busy: &mut (dyn FnMut() -> ControlFlow<()> + Send),
) -> Result<(Config, Pictures), SourceError> {
    let mut config = config.clone();
    config.movies.motion = motion;
    let busy = Mutex::new(busy);
    let load = |config: &Config| {
        let (normalise, movies) = (&config.normalise, &config.movies);
        load(&config.source, config.seed, normalise, movies, &|_, _| {
            (busy.lock().unwrap_or_else(PoisonError::into_inner))()
        })
    };
    let pictures = match load(&config) {
        Err(SourceError::Cancelled) => return Err(SourceError::Cancelled),
        Err(_) if motion == Motion::Movie => {
            config.source = SourceSpec::Movie;
            load(&config)?
        }
        loaded => loaded?,
    };
    Ok((config, pictures))
}

/// A model of this seed that learned from so many minibatches.
fn train(
    config: &Config,
    pictures: &Pictures,
    (seed, steps): (u64, u64),
    busy: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Learner, SourceError> {
    let frames = config.movies.frames;
    let mut learner = Learner::new(config.pixels(), &config.model, seed);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut minibatch = Array2::zeros((config.learning.batch_movies * frames, config.pixels()));
    for _ in 0..steps {
        cut_movies(pictures, &config.movies, &mut generator, &mut minibatch);
        learner.step(minibatch.view(), frames, &config.model, &config.learning);
        go_on(busy())?;
    }
    Ok(learner)
}

fn measure(config: &Config, learner: &Learner) -> Measured {
    let (weights, movies) = (&learner.weights, &config.movies);
    let mut measured = Measured::default();
    measured.take_concentration(spectral_concentration(weights, movies.patch_side).as_ref());
    let tuning = TuningSummary::coarse(weights, &config.model, movies, &config.normalise);
    measured.take_tuning(&tuning);
    measured
}

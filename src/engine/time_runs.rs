//! What the order of time in movies does: models of the same settings that learn from movies of each kind.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use crate::analysis::spectral_concentration;
use crate::analysis::tuning::{StudiedModel, TuningSummary};
use crate::config::Config;
use crate::model::Learner;
use crate::source::{Minibatches, Motion, MovieParams, Pictures, SourceError, SourceSpec, load};
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

/// Whether movies of the kinds differ: in those of one frame nothing moves.
pub(crate) fn has_kinds(movies: &MovieParams) -> bool {
    movies.frames > 1
}

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

/// Trains models of these settings, with the sparsities as they were set, for `steps` minibatches each, on drift, movies, movies
/// of frames put together at random and stills, three seeds each. The movies of files are theirs; of other pictures those are the
/// embedded movie. `watch` hears how it goes, and may stop it.
///
/// # Errors
/// When pictures cannot be loaded; [`SourceError::Cancelled`] when it was stopped.
pub fn time_runs(
    config: &Config,
    steps: u64,
    watch: &mut (dyn FnMut(TimeProgress<'_>) -> ControlFlow<()> + Send),
) -> Result<Vec<TimeRun>, SourceError> {
    let mut runs = Vec::new();
    for motion in KINDS {
        let name = motion.name();
        let busy = |minibatches| TimeProgress::Busy {
            motion: name,
            minibatches,
        };
        let before = runs.len() as u64 * steps;
        let (config, pictures) = pictures_of(config, motion, &mut || watch(busy(before)))?;
        for seed in 0..SEEDS {
            let before = runs.len() as u64 * steps;
            let mut learned = |minibatches| watch(busy(before + minibatches));
            let mut config = config.clone();
            let learner = train(&mut config, &pictures, (seed, steps), &mut learned)?;
            let run = TimeRun {
                motion: name,
                seed,
                source: config.source.to_string(),
                measured: tuning_of(&config, &learner),
            };
            if watch(TimeProgress::Done(&run)).is_break() {
                return Err(SourceError::Cancelled);
            }
            runs.push(run);
        }
    }
    Ok(runs)
}

/// The pictures cut in this way; the embedded movie where the model's own source has none.
fn pictures_of(
    config: &Config,
    motion: Motion,
    busy: &mut (dyn FnMut() -> ControlFlow<()> + Send),
) -> Result<(Config, Arc<Pictures>), SourceError> {
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
    Ok((config, Arc::new(pictures)))
}

/// A model of `seed` that learned from `steps` minibatches, as the engine would; `busy` hears how many it has learned from. Prices
/// that are adapted end up in the configuration.
fn train(
    config: &mut Config,
    pictures: &Arc<Pictures>,
    (seed, steps): (u64, u64),
    busy: &mut (dyn FnMut(u64) -> ControlFlow<()> + Send),
) -> Result<Learner, SourceError> {
    let (pixels, model, movies) = (config.pixels(), &mut config.model, &config.movies);
    let mut learning = config.learning.clone();
    // Layers beside A change neither W nor A.
    learning.extra_betas.clear();
    let mut learner = Learner::begin(pixels, model, &learning, seed);
    let mut minibatches = Minibatches::new(Arc::clone(pictures), seed);
    let busy = Mutex::new(busy);
    let goes_on = |learned: u64| {
        let mut busy = busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy(learned).is_continue()
    };
    for step in 0..steps {
        let frames = minibatches.cut(movies, learning.batch_movies, &|| goes_on(step))?;
        let report = learner.step(frames, movies.frames, model, &learning);
        model.adapt_prices(&report, learning.batch_movies);
        learner.revive_due(frames, movies.frames, model, &learning, step + 1);
        for diverged in report.diverged {
            diverged.halve_rate(&mut learning);
        }
        if !goes_on(step + 1) {
            return Err(SourceError::Cancelled);
        }
    }
    Ok(learner)
}

/// What complex cells must show, measured of a model of pictures.
pub(crate) fn tuning_of(config: &Config, learner: &Learner) -> Measured {
    let (weights, movies) = (&learner.weights, &config.movies);
    let mut measured = Measured::default();
    measured.take_concentration(spectral_concentration(weights, movies.patch_side).as_ref());
    let studied = StudiedModel::new(0, learner, &config.model, movies, &config.normalise);
    measured.take_tuning(&TuningSummary::quick(&studied));
    measured
}

//! Pictures loaded with a progress bar, and movies cut from them.

use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{bail, ensure};
use ndarray::{Array2, Axis, s};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::progress;
use crate::analysis::{HELD_OUT, MEASURED_GAP};
use crate::cli::argument_error::ArgumentError;
use crate::config::Config;
use crate::console::tell;
use crate::model::{BatchCodes, Weights};
use crate::source::{
    Minibatches, Motion, MovieParams, Pictures, SourceError, SourceSpec, cut_new_movies, load,
    load_levels, load_round,
};

/// How a line begins that tells of a file which was left out.
pub(crate) const SKIPPED: &str = "skipped ";
/// Rounds that movies are cut from which are too long to be held.
const ROUNDS: usize = 8;

/// Largest array of movies, in bytes.
pub(crate) const MAX_BYTES: usize = 4 << 30;

/// Refuses movies that would not fit into the memory of most machines.
///
/// # Errors
/// When `count` movies of `frames` frames take more than 4 GB.
pub(crate) fn check_size(
    flag: &str,
    count: usize,
    frames: usize,
    config: &Config,
) -> anyhow::Result<()> {
    let bytes = frames * config.pixels() * size_of::<f32>();
    let most = MAX_BYTES / bytes;
    ensure!(
        count <= most,
        ArgumentError(format!(
            "{flag} {count}: at {bytes} bytes each that is more than {} GB; ask for at most {most}",
            MAX_BYTES >> 30
        ))
    );
    Ok(())
}

/// Loads the pictures of a configuration with a progress bar; skipped files are named on standard error.
pub(crate) fn load_pictures(config: &Config) -> anyhow::Result<Pictures> {
    with_bar(|progress| {
        let normalise = &config.normalise;
        load(
            &config.source,
            config.seed,
            normalise,
            &config.movies,
            progress,
        )
    })
}

/// Names the way out where pictures cannot be loaded that `are_own`, those of a model: a flag that names others.
pub(crate) fn or_others<T>(
    pictures: anyhow::Result<T>,
    are_own: bool,
    flag: &str,
) -> anyhow::Result<T> {
    match pictures {
        Err(error) if are_own => bail!("{error:#}; {flag} names other pictures"),
        pictures => pictures,
    }
}

/// Loads the pictures of `source` as levels, without contrast normalisation, for excerpts that drift: frames of movies are
/// pictures among others.
pub(crate) fn load_levels_of(source: &SourceSpec, config: &Config) -> anyhow::Result<Pictures> {
    let movies = MovieParams {
        motion: Motion::Drift,
        follow: false,
        ..config.movies
    };
    with_bar(|progress| load_levels(source, config.seed, &movies, progress))
}

type Report<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

fn with_bar(
    load: impl FnOnce(Report<'_>) -> Result<Pictures, SourceError>,
) -> anyhow::Result<Pictures> {
    let bar = progress::loading();
    let pictures = load(&|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    for skipped in pictures.skipped() {
        tell(format_args!("{SKIPPED}{skipped}"));
    }
    for movie in pictures.movies() {
        tell(movie);
    }
    Ok(pictures)
}

/// Movies that learning never sees, cut at random by a generator of this seed, `[movies * n_t, P]`; of
/// files too long to be held as many from each of [`ROUNDS`] rounds that the seed draws.
///
/// # Errors
/// When a movie can no longer be read.
pub(crate) fn movies_of(
    config: &Config,
    pictures: &Pictures,
    movies: usize,
    seed: u64,
) -> anyhow::Result<Array2<f32>> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let n_t = config.movies.frames;
    let mut frames = Array2::zeros((movies * n_t, config.pixels()));
    let Some((reel, _)) = pictures.reel() else {
        cut_new_movies(pictures, &config.movies, &mut generator, &mut frames);
        return Ok(frames);
    };
    let reel = Arc::new(reel.drawn_by(seed));
    let rows = movies.div_ceil(ROUNDS) * n_t;
    for (round, mut wanted) in (0..).zip(frames.axis_chunks_iter_mut(Axis(0), rows)) {
        let pictures = load_round(&reel, round, &|| true)?;
        let mut some = Array2::zeros(wanted.raw_dim());
        cut_new_movies(&pictures, &config.movies, &mut generator, &mut some);
        wanted.assign(&some);
    }
    Ok(frames)
}

/// The codes of movies that learning never sees, cut by [`movies_of`], and the sum of the squares of their pixels.
///
/// # Errors
/// When a movie can no longer be read.
pub(crate) fn held_out_codes(
    config: &Config,
    pictures: &Pictures,
    weights: &Weights,
    movies: usize,
    seed: u64,
) -> anyhow::Result<(BatchCodes, f64)> {
    let frames = movies_of(config, pictures, movies, seed ^ HELD_OUT)?;
    let power = frames.iter().map(|&x| f64::from(x).powi(2)).sum();
    let n_t = config.movies.frames;
    let codes = weights.encode(frames.view(), n_t, &config.model, MEASURED_GAP);
    Ok((codes, power))
}

/// The first movies that training with this configuration learns from, `[movies * n_t, P]`.
///
/// # Errors
/// When a movie can no longer be read.
pub(crate) fn first_movies(
    config: &Config,
    pictures: Pictures,
    movies: usize,
) -> anyhow::Result<Array2<f32>> {
    let mut minibatches = Minibatches::new(Arc::new(pictures), config.seed);
    let mut frames = Array2::zeros((movies * config.movies.frames, config.pixels()));
    let batch = config.learning.batch_movies;
    let rows = batch * config.movies.frames;
    for mut wanted in frames.axis_chunks_iter_mut(Axis(0), rows) {
        let minibatch = minibatches.cut(&config.movies, batch, &|| true)?;
        let rows = wanted.nrows();
        wanted.assign(&minibatch.slice(s![..rows, ..]));
    }
    Ok(frames)
}

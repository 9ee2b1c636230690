//! Cost against K, P, n_t and density, beside the operation count.

use anyhow::Context;
use cellscope::analysis::HELD_OUT;
use cellscope::config::Config;
use cellscope::model::{InvariantCoder, SimpleCoder};
use cellscope::source::Pictures;
use ndarray::ArrayView2;
use serde::Serialize;

use super::clock::{Crew, interleaved};
use super::files::movies_of;
use super::movies;
use super::roofline::SimpleWork;
use super::subject::{Samples, Subject};

/// Simple units, as shares of those asked for.
const UNIT_SHARES: [f64; 4] = [0.25, 0.5, 1.0, 2.0];
/// Sides of a patch, in pixels.
const SIDES_PX: [usize; 4] = [12, 16, 20, 28];
/// Frames of a movie.
const FRAMES: [usize; 5] = [1, 2, 3, 5, 8];
/// Relative duality gap of the codes.
const GAP: f64 = 1e-4;

/// What one size costs, at relative gap 1e-4 on the largest number of threads.
#[derive(Debug, Serialize)]
pub(crate) struct Cost {
    /// What was varied: K, P, n_t or density.
    pub(crate) varied: &'static str,
    /// To what.
    pub(crate) value: f64,
    pub(crate) alpha: f32,
    pub(crate) density: f64,
    /// E1, warm-started within a movie.
    pub(crate) secs_per_frame: f64,
    /// Operations that E1 cannot do without.
    pub(crate) flop_per_frame: f64,
    /// E2.
    pub(crate) secs_per_movie: f64,
    /// Operations that E2 cannot do without.
    pub(crate) flop_per_movie: f64,
}

/// By which power of what was varied the cost and the operations of E1 grow: the slope of their
/// logarithms, by least squares.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Growth {
    pub(crate) varied: &'static str,
    pub(crate) secs_per_frame: f64,
    pub(crate) flop_per_frame: f64,
    pub(crate) secs_per_movie: f64,
    pub(crate) flop_per_movie: f64,
}

/// Where patches are from and how long each dictionary learns.
pub(super) struct Setting<'a> {
    pub(super) learn_from: &'a Pictures,
    pub(super) code: &'a Pictures,
    pub(super) seconds: f64,
    pub(super) patches: usize,
    pub(super) runs: usize,
    pub(super) crew: &'a Crew,
}

/// Fails early where one of the sizes is out of range.
pub(super) fn check(base: &Config) -> anyhow::Result<()> {
    for share in UNIT_SHARES {
        let config = with_units(base, share);
        config.check().with_context(|| {
            let (units, times) = (base.model.simple, share);
            format!("scaling trains {times} times {units} units; give fewer units, or leave it out by --only")
        })?;
    }
    Ok(())
}

/// So many times as many simple units.
fn with_units(base: &Config, share: f64) -> Config {
    let mut config = base.clone();
    config.model.simple = ((base.model.simple as f64 * share) as usize).max(1);
    config
}

/// Costs at other sizes than those of `base`, each with weights trained at its size.
pub(super) fn measure(base: &Config, setting: &Setting<'_>) -> Vec<Cost> {
    let mut costs = Vec::new();
    for share in UNIT_SHARES {
        let config = with_units(base, share);
        let value = config.model.simple as f64;
        costs.push(cost_at("K", value, &train(&config, setting), setting));
    }
    for side in SIDES_PX {
        let mut config = base.clone();
        config.movies.patch_side = side;
        let value = config.pixels() as f64;
        costs.push(cost_at("P", value, &train(&config, setting), setting));
    }
    let mut subject = train(base, setting);
    for frames in FRAMES {
        subject.config.movies.frames = frames;
        costs.push(cost_at("n_t", frames as f64, &subject, setting));
    }
    costs
}

/// Costs of trained subjects of one size, by their density.
pub(super) fn by_density(
    subjects: &[&Subject],
    samples: &Samples,
    runs: usize,
    crew: &Crew,
) -> Vec<Cost> {
    let costs = subjects.iter().map(|subject| {
        let mut cost = cost("density", 0.0, subject, samples.movies.view(), runs, crew);
        cost.value = cost.density;
        cost
    });
    costs.collect()
}

fn train(config: &Config, setting: &Setting<'_>) -> Subject {
    let alphas = [config.model.alpha];
    let crew = setting.crew;
    let mut trained = crew
        .pool
        .install(|| Subject::train_all(config, &alphas, setting.learn_from, setting.seconds));
    trained.remove(0)
}

fn cost_at(varied: &'static str, value: f64, subject: &Subject, setting: &Setting<'_>) -> Cost {
    let config = &subject.config;
    let movies = setting.patches.div_ceil(config.movies.frames);
    let frames = movies_of(config, setting.code, movies, config.seed ^ HELD_OUT);
    let (runs, crew) = (setting.runs, setting.crew);
    cost(varied, value, subject, frames.view(), runs, crew)
}

fn cost(
    varied: &'static str,
    value: f64,
    subject: &Subject,
    frames: ArrayView2<'_, f32>,
    runs: usize,
    crew: &Crew,
) -> Cost {
    let (weights, params) = (&subject.weights, &subject.config.model);
    let movie_frames = subject.config.movies.frames;
    let products = weights.gram_cache();
    let simple = SimpleCoder::new(weights.dictionary.view(), &products, params.alpha, GAP);
    let invariant = InvariantCoder::new(weights.pooling().view(), params.alpha, params.beta, GAP);
    crew.pool.install(|| {
        let z = simple.encode(frames, movie_frames).codes;
        let pooled = movies::pooled(&z, movie_frames);
        let u = invariant.encode(&pooled).codes;
        let simple_secs = interleaved(runs, 1, |_| simple.encode(frames, movie_frames));
        let invariant_secs = interleaved(runs, 1, |_| invariant.encode(&pooled));
        let (samples, movies) = (frames.nrows() as f64, pooled.rows() as f64);
        let work = SimpleWork {
            samples,
            pixels: frames.ncols() as f64,
            units: params.simple as f64,
            on: z.entries() as f64,
        };
        Cost {
            varied,
            value,
            alpha: params.alpha,
            density: z.density(),
            secs_per_frame: simple_secs[0].median_secs / samples,
            flop_per_frame: work.codes().flop / samples,
            secs_per_movie: invariant_secs[0].median_secs / movies,
            flop_per_movie: movies::work(&pooled, &u).codes().flop / movies,
        }
    })
}

/// How the costs grow with each thing varied, where there are two values of it at least.
pub(crate) fn growth(costs: &[Cost]) -> Vec<Growth> {
    let mut varied: Vec<&'static str> = costs.iter().map(|cost| cost.varied).collect();
    varied.dedup();
    let growth_of = |varied| {
        let of: Vec<&Cost> = costs.iter().filter(|cost| cost.varied == varied).collect();
        let slope_of = |of_cost: fn(&Cost) -> f64| {
            slope(of.iter().map(|cost| (cost.value.ln(), of_cost(cost).ln())))
        };
        Some(Growth {
            varied,
            secs_per_frame: slope_of(|cost| cost.secs_per_frame)?,
            flop_per_frame: slope_of(|cost| cost.flop_per_frame)?,
            secs_per_movie: slope_of(|cost| cost.secs_per_movie)?,
            flop_per_movie: slope_of(|cost| cost.flop_per_movie)?,
        })
    };
    varied.into_iter().filter_map(growth_of).collect()
}

/// The slope of y over x by least squares; none without two different x.
pub(crate) fn slope(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = points.clone().count() as f64;
    let (x, y) = points
        .clone()
        .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (x_mean, y_mean) = (x / count, y / count);
    let (with, square) = points.fold((0.0, 0.0), |(with, square), (x, y)| {
        let x = x - x_mean;
        (with + x * (y - y_mean), square + x * x)
    });
    (square > 0.0).then(|| with / square)
}

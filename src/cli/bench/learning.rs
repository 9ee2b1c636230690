//! A minibatch of learning, and what its parts take of it.

use std::time::{Duration, Instant};

use ndarray::{Array2, ArrayView2, s};
use serde::Serialize;

use super::clock::{Crew, Timing, interleaved};
use super::machine::Machine;
use super::movies;
use super::roofline::{Needed, Roof, SimpleWork};
use super::subject::Subject;
use crate::model::{
    BatchCodes, InvariantCoder, Learner, LearningParams, Products, SimpleCoder,
    invariant_gradients, simple_gradients,
};

/// Minibatches that are learned from in one run: a single one takes too little time.
const BATCHES: usize = 8;
/// Fewer are enough where coding those takes so long.
const ENOUGH: Duration = Duration::from_secs(1);
/// Relative duality gap of the codes learned from.
const GAP: f64 = 1e-3;
/// The parts, in their order. Gradients are worked out alone here; learning takes each filter's step as soon as it has the
/// gradient.
const PARTS: [&str; 5] = ["W'W", "E1", "-dE1/dW", "E2", "-dE2/dA"];

/// Learning on one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct LearningReport {
    threads: usize,
    batch_movies: usize,
    pub(super) movies_per_second: f64,
    /// A minibatch from its frames to the new weights.
    secs_per_minibatch: f64,
    parts: Vec<Part>,
    /// The share of everything else: the checks and the steps of the weights, and the running means.
    share_of_rest: f64,
}

/// A part of a minibatch, timed alone.
#[derive(Debug, Serialize)]
struct Part {
    name: &'static str,
    secs_per_minibatch: f64,
    share: f64,
}

/// What the stage found, and its rows of the roofline table.
pub(super) struct LearningMeasured {
    pub(super) speeds: Vec<LearningReport>,
    pub(super) roofs: Vec<Roof>,
}

/// A minibatch and its codes.
struct Batch<'a> {
    frames: ArrayView2<'a, f32>,
    codes: BatchCodes,
    /// x - W z.
    left: Array2<f32>,
}

/// Times learning from the first minibatches of `movies` `[movies * n_t, P]` on every crew.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    (crews, machine): (&[Crew], &Machine),
    runs: usize,
) -> LearningMeasured {
    let config = &subject.config;
    let frames = config.movies.frames;
    let rows = movies.nrows().min(config.learning.batch_movies * frames);
    let enough = Instant::now() + ENOUGH;
    let batches: Vec<Batch<'_>> = (0..(movies.nrows() / rows).min(BATCHES))
        .take_while(|&batch| batch == 0 || Instant::now() < enough)
        .map(|batch| movies.slice_move(s![batch * rows..(batch + 1) * rows, ..]))
        .map(|frames_of| {
            let weights = &subject.weights;
            let (codes, left) = weights.encode_leaving(frames_of, frames, &config.model, GAP);
            Batch {
                frames: frames_of,
                codes,
                left,
            }
        })
        .collect();
    let needed = needed(subject, &batches);
    let measured = |crew: &Crew| {
        let timings = crew.pool.install(|| time_parts(subject, &batches, runs));
        let rates = machine.rates_of(crew.threads);
        let roofs = rates.map(|rates| roofs(&timings[1..], &needed, rates));
        let report = report(crew.threads, rows / frames, batches.len(), &timings);
        (report, roofs.unwrap_or_default())
    };
    let (speeds, roofs): (Vec<_>, Vec<_>) = crews.iter().map(measured).unzip();
    LearningMeasured {
        speeds,
        roofs: roofs.into_iter().flatten().collect(),
    }
}

/// Times of the whole and then of each part, over all minibatches.
fn time_parts(subject: &Subject, batches: &[Batch<'_>], runs: usize) -> Vec<Timing> {
    let (weights, config) = (&subject.weights, &subject.config);
    let (params, frames) = (&config.model, config.movies.frames);
    let mut learner = Learner {
        weights: weights.clone(),
        ..Learner::new(config.pixels(), params, config.seed)
    };
    // At rate 0 the weights stay, so that every run has the same codes to find. No step is then so long that what it raises
    // must be worked out exactly, as it seldom is at other rates.
    let at_rest = LearningParams {
        simple_rate: 0.0,
        invariant_rate: 0.0,
        ..config.learning.clone()
    };
    let dictionary = weights.dictionary.view();
    let products = Products::of(dictionary);
    let simple = SimpleCoder::new(dictionary, &products, params.alpha, GAP);
    let invariant = InvariantCoder::new(weights.pooling.view(), params.alpha, params.beta, GAP);
    let mut renewed = Products::default();
    // The results are kept from the optimiser by `black_box`. Learning keeps the room for W'W, and drops the others at once.
    let mut part_of = |case: usize, batch: &Batch<'_>| match case {
        0 => drop(learner.step(batch.frames, frames, params, &at_rest)),
        1 => {
            renewed.renew(dictionary);
            std::hint::black_box(&renewed);
        }
        2 => drop(std::hint::black_box(simple.encode(batch.frames, frames))),
        3 => drop(std::hint::black_box(simple_gradients(
            batch.left.view(),
            &batch.codes.simple.codes,
        ))),
        4 => drop(std::hint::black_box(invariant.encode(&batch.codes.pooled))),
        _ => drop(std::hint::black_box(invariant_gradients(
            params.alpha,
            &batch.codes.invariant.remaining,
            &batch.codes.invariant.codes,
        ))),
    };
    interleaved(runs, 1 + PARTS.len(), |case| {
        batches.iter().for_each(|batch| part_of(case, batch));
    })
}

/// Operations and bytes of each part over all minibatches.
fn needed(subject: &Subject, batches: &[Batch<'_>]) -> [Needed; PARTS.len()] {
    let mut all = [Needed {
        flop: 0.0,
        bytes: 0.0,
    }; PARTS.len()];
    for batch in batches {
        let simple = SimpleWork {
            samples: batch.frames.nrows() as f64,
            pixels: batch.frames.ncols() as f64,
            units: subject.config.model.simple as f64,
            on: batch.codes.simple.codes.entries() as f64,
        };
        let invariant = movies::work(&batch.codes.pooled, &batch.codes.invariant.codes);
        let parts = [
            simple.gram(),
            simple.codes(),
            simple.gradients(),
            invariant.codes(),
            invariant.gradients(),
        ];
        for (all, part) in all.iter_mut().zip(parts) {
            all.flop += part.flop;
            all.bytes += part.bytes;
        }
    }
    all
}

fn roofs(
    parts: &[Timing],
    needed: &[Needed; PARTS.len()],
    rates: &super::machine::Rates,
) -> Vec<Roof> {
    let rows = PARTS.iter().zip(parts.iter().zip(needed));
    rows.map(|(name, (timing, &needed))| {
        Roof::new(format!("learning: {name}"), timing, needed, rates)
    })
    .collect()
}

fn report(
    threads: usize,
    batch_movies: usize,
    batches: usize,
    timings: &[Timing],
) -> LearningReport {
    let batches = batches as f64;
    let whole = timings[0].median_secs;
    let parts: Vec<Part> = PARTS
        .iter()
        .zip(&timings[1..])
        .map(|(&name, timing)| Part {
            name,
            secs_per_minibatch: timing.median_secs / batches,
            share: timing.median_secs / whole,
        })
        .collect();
    LearningReport {
        threads,
        batch_movies,
        movies_per_second: batches * batch_movies as f64 / whole,
        secs_per_minibatch: whole / batches,
        share_of_rest: 1.0 - parts.iter().map(|part| part.share).sum::<f64>(),
        parts,
    }
}

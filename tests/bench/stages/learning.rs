//! A minibatch of learning, and what its parts take of it.

use std::time::{Duration, Instant};

use cellscope::model::{
    BatchCodes, GramCache, InvariantCoder, Learner, LearningParams, SimpleCoder,
    dictionary_descent, pooling_descent,
};
use ndarray::{Array2, ArrayView2, s};
use rayon::ThreadPool;
use serde::Serialize;

use super::clock::{Crew, Lap, Timing, interleaved_warm, pool_of};
use super::machine::Machine;
use super::movies;
use super::roofline::{Needed, Roof, SimpleWork};
use super::subject::Subject;

/// Minibatches that are learned from: a single one takes too little time.
const BATCHES: usize = 8;
/// Times that a run goes through them, after once that is not timed.
const ROUNDS: f64 = 4.0;
/// Fewer are enough where coding takes so long.
const ENOUGH: Duration = Duration::from_secs(1);
/// Movies that the learners have seen: so many that all sparsities are the final ones.
const SEEN: u64 = 10_000_000;
/// Relative duality gap of the codes learned from.
const GAP: f64 = 1e-3;
/// The parts, in their order. Gradients are worked out alone here; learning takes each filter's step as soon as it has the
/// gradient.
const PARTS: [&str; 5] = ["W'W", "E1", "-dE1/dW", "E2", "-dE2/dA"];
/// What is timed on each crew: learning as a whole, as many learners apart as there are threads, and the parts.
const CASES: usize = FIRST_PART + PARTS.len();
const WHOLE: usize = 0;
const APART: usize = 1;
const FIRST_PART: usize = 2;

/// Learning on one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct LearningReport {
    threads: usize,
    batch_movies: usize,
    pub(super) movies_per_second: f64,
    /// The same of as many learners as threads, each with one thread and nothing in common: what the cores give.
    movies_per_second_apart: f64,
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
) -> anyhow::Result<LearningMeasured> {
    let config = &subject.config;
    let frames = config.movies.frames;
    let rows = movies.nrows().min(config.learning.batch_movies * frames);
    let started = Instant::now();
    let batches: Vec<Batch<'_>> = (0..(movies.nrows() / rows).min(BATCHES))
        .take_while(|&batch| batch == 0 || started.elapsed() < ENOUGH)
        .map(|batch| movies.slice_move(s![batch * rows..(batch + 1) * rows, ..]))
        .map(|frames_of| {
            let weights = &subject.weights;
            let (codes, left) =
                weights.encode_with_residuals(frames_of, frames, &config.model, GAP);
            Batch {
                frames: frames_of,
                codes,
                left,
            }
        })
        .collect();
    let rounds = ENOUGH.as_secs_f64() / started.elapsed().as_secs_f64();
    let rounds = rounds.clamp(1.0, ROUNDS) as usize;
    let needed = needed(subject, &batches, rounds as f64);
    let timings = time_parts(subject, (&batches, rounds), crews, runs)?;
    let (mut speeds, mut all_roofs) = (Vec::new(), Vec::new());
    for (crew, timings) in crews.iter().zip(timings.chunks_exact(CASES)) {
        speeds.push(report(
            crew.threads,
            rows / frames,
            batches.len() * rounds,
            timings,
        ));
        if let Some(rates) = machine.rates_of(crew.threads) {
            all_roofs.extend(roofs(&timings[FIRST_PART..], &needed, rates));
        }
    }
    Ok(LearningMeasured {
        speeds,
        roofs: all_roofs,
    })
}

/// What a crew learns with: all of it together, and each thread alone.
struct Class<'a> {
    crew: &'a Crew,
    together: Learner,
    apart: Vec<(ThreadPool, Learner)>,
    products: GramCache,
}

impl<'a> Class<'a> {
    fn new(crew: &'a Crew, subject: &Subject) -> anyhow::Result<Self> {
        let config = &subject.config;
        let learner = || Learner {
            weights: subject.weights.clone(),
            movies_seen: SEEN,
            ..Learner::new(config.pixels(), &config.model, config.seed)
        };
        let alone = |_| Ok((pool_of(1)?, learner()));
        let apart: anyhow::Result<_> = (0..crew.threads).map(alone).collect();
        Ok(Self {
            crew,
            together: learner(),
            apart: apart?,
            products: GramCache::default(),
        })
    }
}

/// Times of [`CASES`] over all minibatches, crew by crew; the crews take turns.
fn time_parts(
    subject: &Subject,
    (batches, rounds): (&[Batch<'_>], usize),
    crews: &[Crew],
    runs: usize,
) -> anyhow::Result<Vec<Timing>> {
    let (weights, config) = (&subject.weights, &subject.config);
    let (params, frames) = (&config.model, config.movies.frames);
    // At rate 0 the weights stay, so that every run has the same codes to find. No step is then so long that what it raises
    // must be worked out exactly, as it seldom is at other rates.
    let at_rest = LearningParams {
        simple_rate: 0.0,
        invariant_rate: 0.0,
        ..config.learning.clone()
    };
    let learn = |learner: &mut Learner, batch: &Batch<'_>| {
        drop(learner.step(batch.frames, frames, params, &at_rest));
    };
    let classes = crews.iter().map(|crew| Class::new(crew, subject));
    let mut classes: Vec<Class<'_>> = classes.collect::<anyhow::Result<_>>()?;
    let dictionary = weights.dictionary.view();
    let products = GramCache::new(dictionary);
    let simple = SimpleCoder::new(dictionary, &products, params.alpha, GAP);
    let invariant = InvariantCoder::new(weights.pooling().view(), params.alpha, params.beta, GAP);
    // The results are kept from the optimiser by `black_box`. Learning keeps the room for W'W, and drops the others at once.
    let part_of = |part: usize, batch: &Batch<'_>, renewed: &mut GramCache| match part {
        0 => {
            renewed.update(dictionary);
            std::hint::black_box(renewed);
        }
        1 => drop(std::hint::black_box(simple.encode(batch.frames, frames))),
        2 => {
            let mut descent = Array2::zeros((dictionary.ncols(), dictionary.nrows()));
            let codes = &batch.codes.simple.codes;
            dictionary_descent(batch.left.view(), codes, descent.view_mut());
            drop(std::hint::black_box(descent));
        }
        3 => drop(std::hint::black_box(invariant.encode(&batch.codes.pooled))),
        _ => drop(std::hint::black_box(pooling_descent(
            params.alpha,
            &batch.codes.invariant().remaining,
            &batch.codes.invariant().codes,
        ))),
    };
    let cases = classes.len() * CASES;
    let timings = interleaved_warm(runs, cases, |case, lap| {
        let rounds = if lap == Lap::Timed { rounds } else { 1 };
        let batches = || batches.iter().cycle().take(rounds * batches.len());
        // Crew after crew, so that what is compared is timed one after the other.
        let class = &mut classes[case % crews.len()];
        let pool = &class.crew.pool;
        match case / crews.len() {
            WHOLE => pool.install(|| {
                let together = &mut class.together;
                batches().for_each(|batch| learn(together, batch));
            }),
            APART => std::thread::scope(|scope| {
                for (pool, learner) in &mut class.apart {
                    scope.spawn(|| {
                        pool.install(|| batches().for_each(|batch| learn(learner, batch)));
                    });
                }
            }),
            part => pool.install(|| {
                let renewed = &mut class.products;
                let part = part - FIRST_PART;
                batches().for_each(|batch| part_of(part, batch, renewed));
            }),
        }
    });
    let of_crew = |crew| timings.iter().skip(crew).step_by(crews.len());
    Ok((0..crews.len()).flat_map(of_crew).copied().collect())
}

/// Operations and bytes of each part over so many rounds of all minibatches.
fn needed(subject: &Subject, batches: &[Batch<'_>], rounds: f64) -> [Needed; PARTS.len()] {
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
        let invariant = movies::work(&batch.codes.pooled, &batch.codes.invariant().codes);
        let parts = [
            simple.gram(),
            simple.codes(),
            simple.gradients(),
            invariant.codes(),
            invariant.gradients(),
        ];
        for (all, part) in all.iter_mut().zip(parts) {
            all.flop += rounds * part.flop;
            all.bytes += rounds * part.bytes;
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
    let whole = timings[WHOLE].median_secs;
    let movies = batches * batch_movies as f64;
    let parts: Vec<Part> = PARTS
        .iter()
        .zip(&timings[FIRST_PART..])
        .map(|(&name, timing)| Part {
            name,
            secs_per_minibatch: timing.median_secs / batches,
            share: timing.median_secs / whole,
        })
        .collect();
    LearningReport {
        threads,
        batch_movies,
        movies_per_second: movies / whole,
        movies_per_second_apart: threads as f64 * movies / timings[APART].median_secs,
        secs_per_minibatch: whole / batches,
        share_of_rest: 1.0 - parts.iter().map(|part| part.share).sum::<f64>(),
        parts,
    }
}

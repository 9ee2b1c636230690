//! A minibatch of learning, and what its parts take of it.

use std::time::Instant;

use cellscope::model::{GramCache, Learner};
use ndarray::ArrayView2;
use rayon::ThreadPool;
use serde::Serialize;

use super::clock::{Crew, Lap, Timing, interleaved_warm, pool_of};
use super::machine::Machine;
use super::minibatch::{Batch, ENOUGH, PARTS, Parts, first_batches, learn, learner};
use super::movies;
use super::roofline::{Needed, Roof, SimpleWork};
use super::subject::Subject;

/// Times that a run goes through them, after once that is not timed.
const ROUNDS: f64 = 4.0;
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

/// Times learning from the first minibatches of `movies` `[movies * n_t, P]` on every crew.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    (crews, machine): (&[Crew], &Machine),
    runs: usize,
) -> anyhow::Result<LearningMeasured> {
    let started = Instant::now();
    let batches = first_batches(subject, movies);
    let batch_movies = batches[0].frames.nrows() / subject.config.movies.frames;
    let rounds = ENOUGH.as_secs_f64() / started.elapsed().as_secs_f64();
    let rounds = rounds.clamp(1.0, ROUNDS) as usize;
    let needed = needed(subject, &batches, rounds as f64);
    let timings = time_parts(subject, (&batches, rounds), crews, runs)?;
    let (mut speeds, mut all_roofs) = (Vec::new(), Vec::new());
    for (crew, timings) in crews.iter().zip(timings.chunks_exact(CASES)) {
        speeds.push(report(
            crew.threads,
            batch_movies,
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
        let alone = |_| Ok((pool_of(1)?, learner(subject)));
        let apart: anyhow::Result<_> = (0..crew.threads).map(alone).collect();
        Ok(Self {
            crew,
            together: learner(subject),
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
    let classes = crews.iter().map(|crew| Class::new(crew, subject));
    let mut classes: Vec<Class<'_>> = classes.collect::<anyhow::Result<_>>()?;
    let products = GramCache::new(subject.weights.dictionary.view());
    let parts = Parts::new(subject, &products);
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
                batches().for_each(|batch| learn(together, subject, batch));
            }),
            APART => std::thread::scope(|scope| {
                for (pool, learner) in &mut class.apart {
                    scope.spawn(|| {
                        let learn = |batch| learn(learner, subject, batch);
                        pool.install(|| batches().for_each(learn));
                    });
                }
            }),
            part => pool.install(|| {
                let renewed = &mut class.products;
                let part = part - FIRST_PART;
                batches().for_each(|batch| parts.run(part, batch, renewed));
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

//! Times of the same work done again and again.

use std::time::Instant;

use anyhow::Context;
use rayon::ThreadPool;
use serde::Serialize;

/// Frames that stand for all where those would take too long.
pub(crate) const FEW_ROWS: usize = 600;
/// A run is too long from so many seconds on.
const LONG_SECS: f64 = 5.0;

/// What several runs of the same work took, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Timing {
    pub(crate) median_secs: f64,
    pub(crate) fastest_secs: f64,
    pub(crate) slowest_secs: f64,
    pub(crate) runs: usize,
}

impl Timing {
    pub(crate) fn of(mut secs: Vec<f64>) -> Self {
        secs.sort_by(f64::total_cmp);
        let (runs, middle) = (secs.len(), secs.len() / 2);
        let median_secs = match runs % 2 {
            _ if runs == 0 => 0.0,
            1 => secs[middle],
            _ => 0.5 * (secs[middle - 1] + secs[middle]),
        };
        Self {
            median_secs,
            fastest_secs: secs.first().copied().unwrap_or(0.0),
            slowest_secs: secs.last().copied().unwrap_or(0.0),
            runs,
        }
    }
}

/// Runs each case in turn, all of them `runs` times after once for warming up, so that what slows the
/// machine for a while hits all cases alike. Results are dropped outside of the time.
pub(crate) fn interleaved<T>(
    runs: usize,
    cases: usize,
    mut work: impl FnMut(usize) -> T,
) -> Vec<Timing> {
    interleaved_warm(runs, cases, |case, lap| match lap {
        Lap::Warm => None,
        Lap::Timed => Some(work(case)),
    })
}

/// What work is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lap {
    /// To have threads awake, each on a core, and caches full of what is worked on, as they are in the midst of long work.
    Warm,
    /// To be timed.
    Timed,
}

/// The same where each timed run follows a warm one of its own case.
pub(crate) fn interleaved_warm<T>(
    runs: usize,
    cases: usize,
    mut work: impl FnMut(usize, Lap) -> T,
) -> Vec<Timing> {
    let mut secs = vec![Vec::with_capacity(runs); cases];
    for round in 0..=runs {
        for (case, secs) in secs.iter_mut().enumerate() {
            drop(work(case, Lap::Warm));
            let started = Instant::now();
            let result = std::hint::black_box(work(case, Lap::Timed));
            let taken = started.elapsed().as_secs_f64();
            drop(result);
            if round > 0 {
                secs.push(taken);
            }
        }
    }
    secs.into_iter().map(Timing::of).collect()
}

/// How many of `all` samples to work on so that a run stays short: all of them, or the first `few` where
/// those alone tell that all would take too long.
pub(crate) fn affordable(all: usize, few: usize, work: impl FnOnce(usize)) -> usize {
    let few = few.min(all);
    let started = Instant::now();
    work(few);
    let secs_of_all = started.elapsed().as_secs_f64() * all as f64 / few.max(1) as f64;
    if secs_of_all > LONG_SECS { few } else { all }
}

/// So many threads, and a pool that has them.
pub(crate) struct Crew {
    pub(crate) threads: usize,
    pub(crate) pool: ThreadPool,
}

/// A crew for each number of threads asked for, 0 for all cores; each number once, the smallest first.
pub(crate) fn crews(asked: &[usize]) -> anyhow::Result<Vec<Crew>> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts: Vec<usize> = asked
        .iter()
        .map(|&threads| if threads == 0 { all } else { threads })
        .collect();
    counts.sort_unstable();
    counts.dedup();
    let crew = |threads| {
        let pool = pool_of(threads)?;
        Ok(Crew { threads, pool })
    };
    counts.into_iter().map(crew).collect()
}

/// A pool of so many threads.
pub(crate) fn pool_of(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("no threads to compute with")
}

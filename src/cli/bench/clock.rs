//! Times of the same work done again and again.

use std::time::Instant;

use anyhow::Context;
use rayon::ThreadPool;
use serde::Serialize;

/// Frames that stand for all where those would take too long.
pub(super) const FEW_ROWS: usize = 600;
/// A run is too long from so many seconds on.
const LONG_SECS: f64 = 5.0;

/// What several runs of the same work took, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Timing {
    pub(super) median_secs: f64,
    pub(super) fastest_secs: f64,
    pub(super) slowest_secs: f64,
    pub(super) runs: usize,
}

impl Timing {
    fn of(mut secs: Vec<f64>) -> Self {
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
pub(super) fn interleaved<T>(
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
pub(super) enum Lap {
    /// To have threads awake, each on a core, and caches full of what is worked on, as they are in the midst of long work.
    Warm,
    /// To be timed.
    Timed,
}

/// The same where each timed run follows a warm one of its own case.
pub(super) fn interleaved_warm<T>(
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
pub(super) fn affordable(all: usize, few: usize, work: impl FnOnce(usize)) -> usize {
    let few = few.min(all);
    let started = Instant::now();
    work(few);
    let secs_of_all = started.elapsed().as_secs_f64() * all as f64 / few.max(1) as f64;
    if secs_of_all > LONG_SECS { few } else { all }
}

/// So many threads, and a pool that has them.
pub(super) struct Crew {
    pub(super) threads: usize,
    pub(super) pool: ThreadPool,
}

/// A crew for each number of threads asked for, 0 for all cores; each number once, the smallest first.
pub(super) fn crews(asked: &[usize]) -> anyhow::Result<Vec<Crew>> {
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
pub(super) fn pool_of(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("no threads to compute with")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_lies_in_the_middle_of_the_sorted_runs() {
        let odd = Timing::of(vec![3.0, 1.0, 2.0]);
        assert_eq!((odd.median_secs, odd.runs), (2.0, 3));
        assert_eq!(Timing::of(vec![4.0, 1.0, 3.0, 2.0]).median_secs, 2.5);
        assert_eq!((odd.fastest_secs, odd.slowest_secs), (1.0, 3.0));
    }

    #[test]
    fn cases_take_turns_and_the_first_round_is_not_counted() {
        let mut order = Vec::new();
        let timings = interleaved(2, 3, |case| order.push(case));
        assert_eq!(order, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
        assert!(timings.iter().all(|timing| timing.runs == 2));
    }

    #[test]
    fn a_timed_run_follows_a_warm_one() {
        let mut order = Vec::new();
        let timings = interleaved_warm(1, 2, |case, lap| order.push((case, lap == Lap::Timed)));
        let round = [(0, false), (0, true), (1, false), (1, true)];
        assert_eq!(order, [round, round].concat());
        assert!(timings.iter().all(|timing| timing.runs == 1));
    }

    #[test]
    fn all_samples_are_worked_on_where_that_is_quick() {
        assert_eq!(affordable(10_000, 600, |_| {}), 10_000);
        assert_eq!(affordable(7, 600, |rows| assert_eq!(rows, 7)), 7);
    }

    #[test]
    fn a_number_of_threads_is_measured_once() {
        let crews = crews(&[2, 1, 2]).expect("threads");
        let counts: Vec<_> = crews.iter().map(|crew| crew.threads).collect();
        assert_eq!(counts, [1, 2]);
        assert!(
            crews
                .iter()
                .all(|c| c.pool.current_num_threads() == c.threads)
        );
    }
}

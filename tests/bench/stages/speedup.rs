//! The predicted speedup of learning on more threads than the machine has, from the times of its parts on one.

use std::time::Duration;

use cellscope::compute::task_graph::TaskGraph;
use cellscope::model::GramCache;
use ndarray::ArrayView2;
use rayon::ThreadPool;
use serde::Serialize;

use super::clock::pool_of;
use super::minibatch::{PARTS, Parts, first_batches, learn, learner};
use super::subject::Subject;

/// A minibatch, or a part of it, on so many threads.
#[derive(Debug, Serialize)]
pub(super) struct SpeedupReport {
    name: &'static str,
    threads: usize,
    /// Of all parts, done one after the other.
    work_secs: f64,
    /// On any number of threads.
    critical_path_secs: f64,
    /// On these threads, none of which rests while a part is ready.
    secs: f64,
    /// The work on the first number of threads, shared out evenly, over that time.
    efficiency: f64,
}

/// Records learning from the first minibatches of `movies` `[movies * n_t, P]`, and its parts, as shared out to each of these
/// numbers of threads, which take turns, `runs` times; of each minibatch the one that is fastest on these threads counts.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    threads: &[usize],
    runs: usize,
) -> anyhow::Result<Vec<SpeedupReport>> {
    let batches = first_batches(subject, movies);
    let products = GramCache::new(subject.weights.dictionary.view());
    let parts = Parts::new(subject, &products);
    let mut learner = learner(subject);
    let mut renewed = GramCache::default();
    // How work is cut depends on the number of threads of the pool.
    let pools: Vec<ThreadPool> = threads
        .iter()
        .copied()
        .map(pool_of)
        .collect::<anyhow::Result<_>>()?;
    let mut reports = Vec::new();
    for part in 0..=PARTS.len() {
        let mut totals = vec![[Duration::ZERO; 3]; threads.len()];
        for batch in &batches {
            let graphs = fastest(&pools, runs, || match part.checked_sub(1) {
                None => learn(&mut learner, subject, batch),
                Some(part) => parts.run(part, batch, &mut renewed),
            });
            for ((total, graph), &threads) in totals.iter_mut().zip(graphs).zip(threads) {
                total[0] += graph.work();
                total[1] += graph.critical_path();
                total[2] += graph.on_threads(threads);
            }
        }
        let mean = |time: Duration| time.as_secs_f64() / batches.len() as f64;
        let totals: Vec<[f64; 3]> = totals.into_iter().map(|total| total.map(mean)).collect();
        for (&[work_secs, critical_path_secs, secs], &threads) in totals.iter().zip(threads) {
            reports.push(SpeedupReport {
                name: part.checked_sub(1).map_or("minibatch", |part| PARTS[part]),
                threads,
                work_secs,
                critical_path_secs,
                secs,
                efficiency: totals[0][0] / (threads as f64 * secs),
            });
        }
    }
    Ok(reports)
}

/// Of `runs` recordings on each of the pools, which take turns, the one that is fastest on its threads; after one for warming up.
fn fastest(pools: &[ThreadPool], runs: usize, mut work: impl FnMut() + Send) -> Vec<TaskGraph> {
    let mut record = |pool: &ThreadPool| pool.install(|| TaskGraph::record(&mut work)).1;
    pools.iter().for_each(|pool| drop(record(pool)));
    let mut fastest: Vec<TaskGraph> = pools.iter().map(&mut record).collect();
    for _ in 1..runs {
        for (pool, fastest) in pools.iter().zip(&mut fastest) {
            let (graph, threads) = (record(pool), pool.current_num_threads());
            if graph.on_threads(threads) < fastest.on_threads(threads) {
                *fastest = graph;
            }
        }
    }
    fastest
}

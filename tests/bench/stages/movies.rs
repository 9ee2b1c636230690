//! Invariant codes, E2, movie by movie, beside E1 of the same movies.

use std::path::Path;

use cellscope::model::{InvariantCoder, SimpleCoder, SparseRows};
use ndarray::{ArrayView2, Axis, s};
use serde::Serialize;

use super::clock::{Crew, FEW_ROWS, Timing, affordable, interleaved};
use super::files::write_npy;
use super::machine::Machine;
use super::roofline::{InvariantWork, Roof};
use super::subject::Subject;

/// E2 of all movies at one gap on one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct MovieReport {
    relative_gap_asked: f64,
    threads: usize,
    /// Movies coded, the first of all: fewer where all would take long.
    movies: usize,
    pub(super) movies_per_second: f64,
    /// The time of E2 over that of E1 of the same movies, both at this gap.
    share_of_simple: f64,
    simple: Timing,
    invariant: Timing,
    /// Share of entries of u that are not 0.
    density: f64,
    /// Largest duality gap of E2, as a share of its energy.
    largest_relative_gap: f64,
}

/// What one movie stage takes and gives.
pub(super) struct MoviesMeasured {
    pub(super) speeds: Vec<MovieReport>,
    pub(super) roofs: Vec<Roof>,
}

/// Times E1 and E2 of `movies` `[movies * n_t, P]` at one gap on every crew. With a folder, z* and u go there
/// as pooled.npy and u-GAP.npy.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    gap: f64,
    (crews, machine): (&[Crew], &Machine),
    runs: usize,
    folder: Option<&Path>,
) -> anyhow::Result<MoviesMeasured> {
    let (weights, params) = (&subject.weights, &subject.config.model);
    let frames = subject.config.movies.frames;
    let products = weights.gram_cache();
    let simple = SimpleCoder::new(weights.dictionary.view(), &products, params.alpha, gap);
    let invariant = InvariantCoder::new(weights.pooling().view(), params.alpha, params.beta, gap);
    let few = affordable(movies.nrows(), FEW_ROWS, |rows| {
        let _codes = simple.encode(movies.slice(s![..rows / frames * frames, ..]), frames);
    });
    let movies = movies.slice_move(s![..few / frames * frames, ..]);
    let pooled = pooled(&simple.encode(movies, frames).codes, frames);
    let codes = invariant.encode(&pooled);
    if let Some(folder) = folder {
        write_npy(&folder.join("pooled.npy"), &pooled.to_dense())?;
        write_npy(
            &folder.join(format!("u-{gap:e}.npy")),
            &codes.codes.to_dense(),
        )?;
    }
    let on_crew = |case: usize| &crews[case].pool;
    let simple_timings = interleaved(runs, crews.len(), |case| {
        on_crew(case).install(|| simple.encode(movies, frames))
    });
    let timings = interleaved(runs, crews.len(), |case| {
        on_crew(case).install(|| invariant.encode(&pooled))
    });
    let work = work(&pooled, &codes.codes);
    let energies = codes.modulated.iter().zip(&codes.sparsity);
    let shares = codes.gap.iter().zip(energies.map(|(a, b)| a + b));
    let largest_relative_gap = shares
        .filter(|&(_, energy)| energy > 0.0)
        .map(|(gap, energy)| gap / energy)
        .fold(0.0, f64::max);
    let (mut speeds, mut roofs) = (Vec::new(), Vec::new());
    for (crew, (simple, invariant)) in crews.iter().zip(simple_timings.into_iter().zip(timings)) {
        if let Some(rates) = machine.rates_of(crew.threads) {
            let stage = format!("E2 at {gap:e}");
            roofs.push(Roof::new(stage, &invariant, work.codes(), rates));
        }
        speeds.push(MovieReport {
            relative_gap_asked: gap,
            threads: crew.threads,
            movies: pooled.rows(),
            movies_per_second: pooled.rows() as f64 / invariant.median_secs,
            share_of_simple: invariant.median_secs / simple.median_secs,
            simple,
            invariant,
            density: codes.codes.density(),
            largest_relative_gap,
        });
    }
    Ok(MoviesMeasured { speeds, roofs })
}

/// The size of the work of E2 on these codes.
pub(super) fn work(pooled: &SparseRows, codes: &SparseRows) -> InvariantWork {
    let on = |codes: &SparseRows, movie| codes.row(movie).0.len();
    let (mut pairs, mut where_on) = (0, 0);
    for movie in (0..pooled.rows()).filter(|&movie| on(codes, movie) > 0) {
        pairs += on(pooled, movie) * on(codes, movie);
        where_on += on(pooled, movie);
    }
    InvariantWork {
        pooled: pooled.entries() as f64,
        pooled_where_on: where_on as f64,
        units: pooled.width() as f64,
        invariant: codes.width() as f64,
        on: codes.entries() as f64,
        pairs: pairs as f64,
    }
}

/// z* of movies of so many frames: the sums of abs(z) over them.
pub(super) fn pooled(codes: &SparseRows, frames: usize) -> SparseRows {
    let mut all = SparseRows::new(codes.width());
    for movie in codes.to_dense().exact_chunks((frames, codes.width())) {
        let sums = movie.map_axis(Axis(0), |unit| unit.iter().map(|z| z.abs()).sum::<f32>());
        let sums = sums.iter().zip(0..).filter(|(sum, _)| **sum > 0.0);
        all.push_row(sums.map(|(&sum, unit)| (unit, sum)));
    }
    all
}

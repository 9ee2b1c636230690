//! Codes of the joint model, z and u in one energy, beside E1 of the same movies.

use std::path::Path;

use cellscope::model::{BatchCodes, Coupling, MovieCoder, SimpleCoder};
use ndarray::{Array1, ArrayView2, s};
use serde::Serialize;

use super::clock::{Crew, Timing, affordable, interleaved, pool_of};
use super::files::write_npy;
use super::last_prices::{self, LastPrices};
use super::subject::Subject;

/// Movies that stand for all where those would take too long: the joint model takes many times as long as E1.
const FEW_MOVIES: usize = 96;

/// Joint codes of all movies at one gap on one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct JointReport {
    relative_gap_asked: f64,
    threads: usize,
    /// Movies coded, the first of all: fewer where all would take long.
    movies: usize,
    movies_per_second: f64,
    /// The time of joint codes over that of E1 of the same movies, both at this gap.
    share_of_simple: f64,
    simple: Timing,
    joint: Timing,
    /// Share of entries of z that are not 0.
    simple_density: f64,
    /// Share of entries of u that are not 0.
    density: f64,
    /// Mean joint energy of a movie.
    energy: f64,
    at_last_prices: LastPrices,
}

/// Times E1 and the joint model of `movies` `[movies * n_t, P]` at one gap on every crew, W'W known before. With
/// a folder, z `[movies * n_t, K]`, u `[movies, M]` and the energy of each movie go there as joint-z-GAP.npy,
/// joint-u-GAP.npy and joint-energy-GAP.npy.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    gap: f64,
    crews: &[Crew],
    runs: usize,
    folder: Option<&Path>,
) -> anyhow::Result<Vec<JointReport>> {
    let (weights, params) = (&subject.weights, &subject.config.model);
    let frames = subject.config.movies.frames;
    let products = weights.gram_cache();
    let simple = SimpleCoder::new(weights.dictionary.view(), &products, params.alpha, gap);
    let below = simple.clone();
    let joint = MovieCoder::new(
        Coupling::Joint,
        below,
        &[(weights.pooling().view(), params.beta)],
    );
    let few = affordable(movies.nrows() / frames, FEW_MOVIES, |movie| {
        let _codes = joint.encode(movies.slice(s![..movie * frames, ..]), frames);
    });
    let movies = movies.slice_move(s![..few * frames, ..]);
    let codes = joint.encode(movies, frames);
    if let Some(folder) = folder {
        write(&codes, frames, gap, folder)?;
    }
    let cases = interleaved(runs, 2 * crews.len(), |case| {
        crews[case / 2].pool.install(|| match case % 2 {
            0 => drop(simple.encode(movies, frames)),
            _ => drop(joint.encode(movies, frames)),
        });
    });
    let at_last_prices =
        pool_of(1)?.install(|| last_prices::measure(subject, movies, &codes, gap, runs));
    let reports = crews.iter().zip(cases.chunks_exact(2));
    let reports = reports.map(|(crew, timings)| JointReport {
        relative_gap_asked: gap,
        threads: crew.threads,
        movies: few,
        movies_per_second: few as f64 / timings[1].median_secs,
        share_of_simple: timings[1].median_secs / timings[0].median_secs,
        simple: timings[0],
        joint: timings[1],
        simple_density: codes.simple.codes.density(),
        density: codes.invariant().codes.density(),
        energy: codes.energies().total(),
        at_last_prices,
    });
    Ok(reports.collect())
}

/// Writes what others need to reach as much.
fn write(codes: &BatchCodes, frames: usize, gap: f64, folder: &Path) -> anyhow::Result<()> {
    let to = |name: &str| folder.join(format!("joint-{name}-{gap:e}.npy"));
    write_npy(&to("z"), &codes.simple.codes.to_dense())?;
    write_npy(&to("u"), &codes.invariant().codes.to_dense())?;
    write_npy(&to("energy"), &energies(codes, frames))
}

/// The joint energy of every movie.
fn energies(codes: &BatchCodes, frames: usize) -> Array1<f64> {
    let (simple, invariant) = (&codes.simple, &codes.invariant());
    let of_frames = simple.reconstruction.iter().zip(&simple.sparsity);
    let of_frames: Vec<f64> = of_frames.map(|(a, b)| a + b).collect();
    let below = of_frames
        .chunks_exact(frames)
        .map(|movie| movie.iter().sum::<f64>());
    let above = invariant.modulated.iter().zip(&invariant.sparsity);
    below
        .zip(above)
        .map(|(below, (a, b))| below + a + b)
        .collect()
}

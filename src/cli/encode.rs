//! `cellscope encode`: the codes of given movies.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use ndarray::{Array2, Array3};
use ndarray_npy::ReadNpyExt;
use serde::Serialize;

use super::args::EncodeArgs;
use super::frames::with_threads;
use super::report::{make_folder, write_json, write_npy};
use crate::config::Config;
use crate::engine::Checkpoint;
use crate::model::{BatchCodes, Energies};

pub(super) fn encode(args: &EncodeArgs) -> anyhow::Result<()> {
    let model = Checkpoint::open(&args.model)?;
    let mut config = model.config;
    config.model.alpha = args.alpha.unwrap_or(config.model.alpha);
    config.model.beta = args.beta.unwrap_or(config.model.beta);
    config.check()?;
    let frames = read_movies(&args.frames, &config)?;
    make_folder(&args.out)?;
    let (codes, secs) = with_threads(args.threads, || {
        let started = Instant::now();
        let weights = &model.learner.weights;
        let codes = weights.encode(frames.view(), config.movies.frames, &config.model, args.gap);
        Ok((codes, started.elapsed().as_secs_f64()))
    })?;
    let (movies, per_movie) = (codes.pooled.rows(), config.movies.frames);
    let z = codes.simple.codes.to_dense();
    let shape = (movies, per_movie, config.model.simple);
    write_npy(&args.out.join("z.npy"), &z.into_shape_with_order(shape)?)?;
    write_npy(&args.out.join("pooled.npy"), &codes.pooled.to_dense())?;
    write_npy(&args.out.join("u.npy"), &codes.invariant.codes.to_dense())?;
    let report = EncodeReport::new(&config, &codes, args.gap, frames.nrows() as f64 / secs);
    write_json(&args.out.join("codes.json"), &report)
}

/// Movies from an .npy file, checked against the model, as one row per frame.
fn read_movies(path: &Path, config: &Config) -> anyhow::Result<Array2<f32>> {
    let file = File::open(path).with_context(|| format!("{}", path.display()))?;
    let movies = Array3::<f32>::read_npy(BufReader::new(file)).with_context(|| {
        format!(
            "{}: not an .npy array of f32 with three axes [N, n_t, P]",
            path.display()
        )
    })?;
    let (count, frames, pixels) = movies.dim();
    if (frames, pixels) != (config.movies.frames, config.pixels()) {
        bail!(
            "{}: movies of {frames} frames of {pixels} pixels, but the model takes {} frames of {} pixels",
            path.display(),
            config.movies.frames,
            config.pixels()
        );
    }
    if count == 0 {
        bail!("{}: holds no movies", path.display());
    }
    if let Some(((movie, frame, pixel), value)) =
        movies.indexed_iter().find(|(_, value)| !value.is_finite())
    {
        bail!(
            "{}: movie {movie}, frame {frame}, pixel {pixel} is {value}; every value should be finite",
            path.display()
        );
    }
    let rows = movies.as_standard_layout().into_owned();
    Ok(rows.into_shape_with_order((count * frames, pixels))?)
}

/// What `codes.json` holds.
#[derive(Serialize)]
struct EncodeReport<'a> {
    movies: usize,
    frames: usize,
    alpha: f32,
    beta: f32,
    relative_gap_asked: f64,
    /// Frames coded per second, both layers, reading and writing left out.
    patches_per_second: f64,
    density_z: f64,
    density_u: f64,
    /// Energies by term, mean per movie.
    energies: Energies,
    /// Largest duality gap of E1 over its energy.
    worst_relative_gap_z: f64,
    /// Largest duality gap of E2 over its energy.
    worst_relative_gap_u: f64,
    /// E1 of every frame.
    energy_z: Vec<f64>,
    /// Duality gap of E1 of every frame.
    gap_z: &'a [f64],
    /// E2 of every movie.
    energy_u: Vec<f64>,
    /// Duality gap of E2 of every movie.
    gap_u: &'a [f64],
}

impl<'a> EncodeReport<'a> {
    fn new(config: &Config, codes: &'a BatchCodes, gap: f64, patches_per_second: f64) -> Self {
        let sums =
            |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };
        let (simple, invariant) = (&codes.simple, &codes.invariant);
        let energy_z = sums(&simple.reconstruction, &simple.sparsity);
        let energy_u = sums(&invariant.modulated, &invariant.sparsity);
        Self {
            movies: codes.pooled.rows(),
            frames: config.movies.frames,
            alpha: config.model.alpha,
            beta: config.model.beta,
            relative_gap_asked: gap,
            patches_per_second,
            density_z: simple.codes.density(),
            density_u: invariant.codes.density(),
            energies: codes.energies(),
            worst_relative_gap_z: worst_ratio(&simple.gap, &energy_z),
            worst_relative_gap_u: worst_ratio(&invariant.gap, &energy_u),
            energy_z,
            gap_z: &simple.gap,
            energy_u,
            gap_u: &invariant.gap,
        }
    }
}

/// The largest gap relative to its energy; 0 where the energy is 0.
fn worst_ratio(gaps: &[f64], energies: &[f64]) -> f64 {
    gaps.iter()
        .zip(energies)
        .filter(|&(_, &energy)| energy > 0.0)
        .map(|(gap, energy)| gap / energy)
        .fold(0.0, f64::max)
}

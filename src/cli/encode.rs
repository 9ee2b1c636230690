//! `cellscope encode`: the codes of given movies.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::ensure;
use serde::Serialize;

use super::args::model::MomentArgs;
use super::args::threads::ThreadArgs;
use super::args::values::{number, of_flag, share};
use super::argument_error::ArgumentError;
use super::io::movies::MAX_BYTES;
use super::io::open::read_movies;
use super::io::replaced::{Kind, check_replaced};
use super::io::report::{
    check_apart, check_layers, layer_file, make_folder, report, tell_results, write_json, write_npy,
};
use crate::config::Config;
use crate::console::tell;
use crate::model::{BatchCodes, Coupling, Learner, Weights};
use crate::words::counted;

/// Files written, beside those of the layers above the invariant one.
const RESULTS: [&str; 4] = ["z.npy", "pooled.npy", "u.npy", "codes.json"];

/// The arguments of `encode`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    moment: MomentArgs,
    /// Movies as `cellscope frames` writes them, an .npy array [N, n_t, P] of f32
    #[arg(long, value_name = "X.npy")]
    frames: PathBuf,
    /// Largest duality gap that a code is accepted at, relative to its energy. In the joint model codes are found in rounds, until
    /// the last one lowers the energy by less than this share; gap_z of codes.json is at the u written, and may be larger
    #[arg(long, value_name = "X", default_value_t = 1e-4, value_parser = share)]
    gap: f64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Sparsity of z [default: the model's]
    #[arg(long, value_name = "X", value_parser = number)]
    alpha: Option<f32>,
    /// Sparsity of u [default: the model's]; without a third layer, with the extra A trained at this beta if there is one
    #[arg(long, value_name = "X", value_parser = number)]
    beta: Option<f32>,
    /// Sparsity of v, the code of a third layer [default: the model's]
    #[arg(long, value_name = "X", value_parser = number)]
    gamma: Option<f32>,
    /// Folder to write z.npy, pooled.npy, u.npy, codes.json and, with a third layer, v.npy to; made if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let model = args.moment.open()?;
    let config = args.set_in(&model.config)?;
    let weights = weights_at(&model.learner, model.config.model.beta, config.model.beta);
    let frames = read_movies(&args.frames, &config)?;
    check_codes(&args.frames, frames.nrows(), &config)?;
    let above = 1..weights.layers.len();
    let above: Vec<_> = above.map(|index| layer_file("v", index + 2)).collect();
    args.make_room(&above)?;
    let (codes, secs) = args.threads.install(|| {
        let started = Instant::now();
        let codes = weights.encode(frames.view(), config.movies.frames, &config.model, args.gap);
        Ok((codes, started.elapsed().as_secs_f64()))
    })?;
    args.write(&config, &codes, &above)?;
    let report = encode_report(&config, &codes, args.gap, frames.nrows() as f64 / secs);
    write_json(&args.out.join("codes.json"), &report)?;
    tell_inaccurate(&codes, args.gap);
    Ok(())
}

impl Args {
    /// The configuration of a model with the sparsities that are asked for.
    fn set_in(&self, config: &Config) -> anyhow::Result<Config> {
        let mut config = config.clone();
        config.model.alpha = self.alpha.unwrap_or(config.model.alpha);
        config.model.beta = self.beta.unwrap_or(config.model.beta);
        if let Some(gamma) = self.gamma {
            ensure!(
                config.model.top > 0,
                ArgumentError(format!(
                    "--gamma {gamma}: {} has no third layer; leave it out",
                    self.moment.model.display()
                ))
            );
            config.model.gamma = gamma;
        }
        config.check().map_err(of_flag)?;
        Ok(config)
    }

    /// Makes the folder, and tells what is written there, with these files of the layers above the invariant one; replaces nothing
    /// that is read or of another kind.
    fn make_room(&self, above: &[String]) -> anyhow::Result<()> {
        let results = RESULTS.into_iter().chain(above.iter().map(String::as_str));
        let results: Vec<_> = results.collect();
        for result in &results {
            check_apart(&self.out.join(result), &[&self.moment.model, &self.frames])?;
        }
        make_folder(&self.out, &results)?;
        check_replaced(&self.out.join("codes.json"), Kind::Json)?;
        check_layers(&self.out, "v", 2 + above.len())?;
        tell_results(&self.out, &results);
        Ok(())
    }

    /// Writes the codes, those of the layers above the invariant one to these files.
    fn write(&self, config: &Config, codes: &BatchCodes, above: &[String]) -> anyhow::Result<()> {
        let (movies, per_movie) = (codes.pooled.rows(), config.movies.frames);
        let z = codes.simple.codes.to_dense();
        let shape = (movies, per_movie, config.model.simple);
        write_npy(&self.out.join("z.npy"), &z.into_shape_with_order(shape)?)?;
        write_npy(&self.out.join("pooled.npy"), &codes.pooled.to_dense())?;
        write_npy(&self.out.join("u.npy"), &codes.invariant().codes.to_dense())?;
        for (name, layer) in above.iter().zip(&codes.layers[1..]) {
            write_npy(&self.out.join(name), &layer.codes.to_dense())?;
        }
        Ok(())
    }
}

/// Tells how many codes are less accurate than was asked for, and what to do.
fn tell_inaccurate(codes: &BatchCodes, gap: f64) {
    let (accuracy, unsettled) = (codes.accuracy(), codes.unsettled);
    if unsettled > 0 {
        let movies = counted(unsettled, "movie");
        tell(format_args!(
            "{movies} did not converge: every round of z and u still lowered the energy by more than {gap:e} of it. Ask for a larger --gap"
        ));
    }
    let unconverged = accuracy.unconverged - unsettled;
    if unconverged > 0 {
        let worst = accuracy.worst_gap;
        tell(format_args!(
            "{unconverged} codes did not reach the gap {gap:e}, the worst has {worst:.1e}: ask for a larger --gap, or leave out those \
             whose gap in codes.json is too large"
        ));
    }
}

/// Refuses movies whose codes would not fit into the memory of most machines.
fn check_codes(path: &Path, frames: usize, config: &Config) -> anyhow::Result<()> {
    let each = config.model.simple * size_of::<f32>();
    let most = MAX_BYTES / each / config.movies.frames;
    ensure!(
        frames <= most * config.movies.frames,
        "{}: z.npy of {} movies would have more than {} GB; encode at most {most} at a time",
        path.display(),
        frames / config.movies.frames,
        MAX_BYTES >> 30
    );
    Ok(())
}

/// The weights of a model at this beta: if it is not the model's own, with the extra A trained at it. With a third layer
/// always with the model's own A, because B pools its units.
fn weights_at(learner: &Learner, own_beta: f32, beta: f32) -> Weights {
    let mut weights = learner.weights.clone();
    let beside = learner.extra.iter().find(|layer| layer.sparsity == beta);
    if let Some(layer) = beside
        && weights.layers.len() == 1
        && beta != own_beta
    {
        weights.layers = vec![layer.clone()];
    }
    weights
}

/// The sums of two energies of the same movies or frames.
fn sums(a: &[f64], b: &[f64]) -> Vec<f64> {
    // A sum of nothing is -0.
    a.iter().zip(b).map(|(a, b)| a + b + 0.0).collect()
}

/// The energy that z minimises, of every frame.
fn simple_energy(config: &Config, codes: &BatchCodes) -> Vec<f64> {
    let simple = &codes.simple;
    let energy = sums(&simple.reconstruction, &simple.sparsity);
    match config.model.coupling {
        Coupling::Split => energy,
        // Half of each price is in the term of the layer above.
        Coupling::Joint => sums(&energy, &modulated_by_frame(codes, config.movies.frames)),
    }
}

/// The energy that a pooling layer minimises, 0 the invariant one, of every movie.
fn layer_energy(config: &Config, codes: &BatchCodes, index: usize) -> Vec<f64> {
    let layer = &codes.layers[index];
    let energy = sums(&layer.modulated, &layer.sparsity);
    match (config.model.coupling, codes.layers.get(index + 1)) {
        (Coupling::Joint, Some(above)) => sums(&energy, &above.modulated),
        _ => energy,
    }
}

/// What `codes.json` has of a third layer.
fn top_report(config: &Config, codes: &BatchCodes) -> Option<impl Serialize> {
    let top = codes.layers.get(1)?;
    let energy_v = layer_energy(config, codes, 1);
    Some(report! {
        gamma: config.model.gamma,
        density_v: top.codes.density(),
        /// Largest duality gap of the third layer's energy over it.
        worst_relative_gap_v: worst_ratio(&top.gap, &energy_v),
        /// Energy that the third layer minimises, of every movie; with a fourth in the joint model its part at the codes found.
        energy_v: energy_v,
        /// Duality gap of that, of every movie.
        gap_v: &top.gap,
    })
}

/// What `codes.json` has of the fourth layer and those above it.
fn deeper_report(config: &Config, codes: &BatchCodes) -> Option<impl Serialize> {
    let deeper = codes.layers.iter().enumerate().skip(2);
    let deeper: Vec<_> = deeper
        .map(|(index, layer)| {
            let energy = layer_energy(config, codes, index);
            report! {
                layer: index + 2,
                density: layer.codes.density(),
                /// Largest duality gap of the energy over it.
                worst_relative_gap: worst_ratio(&layer.gap, &energy),
                /// Energy that the layer minimises, of every movie.
                energy: energy,
                /// Duality gap of that, of every movie.
                gap: &layer.gap,
            }
        })
        .collect();
    (!deeper.is_empty()).then(|| {
        report! {
            /// Of the fourth layer and those above it.
            deeper: deeper,
        }
    })
}

/// The contents of `codes.json`.
fn encode_report(
    config: &Config,
    codes: &BatchCodes,
    gap: f64,
    patches_per_second: f64,
) -> impl Serialize {
    let (simple, invariant) = (&codes.simple, codes.invariant());
    let accuracy = codes.accuracy();
    let energy_z = simple_energy(config, codes);
    let energy_u = layer_energy(config, codes, 0);
    report! {
        movies: codes.pooled.rows(),
        frames: config.movies.frames,
        alpha: config.model.alpha,
        beta: config.model.beta,
        relative_gap_asked: gap,
        /// Frames coded per second by all layers, without reading and writing.
        patches_per_second: patches_per_second,
        density_z: simple.codes.density(),
        density_u: invariant.codes.density(),
        /// Energies by term, mean per movie.
        energies: codes.energies(),
        /// Largest duality gap of E1 over its energy.
        worst_relative_gap_z: worst_ratio(&simple.gap, &energy_z),
        /// Largest duality gap of E2 over its energy.
        worst_relative_gap_u: worst_ratio(&invariant.gap, &energy_u),
        /// Codes of any layer that hit the iteration limit, above the gap asked for.
        unconverged: accuracy.unconverged,
        /// Largest duality gap that a code of any layer was accepted at, as a share of its energy.
        worst_gap: accuracy.worst_gap,
        /// E1 of every frame; in the joint model z's part of the energy at the u found.
        energy_z: energy_z,
        /// Duality gap of E1 of every frame; in the joint model at the u found, which changed after z was found.
        gap_z: &simple.gap,
        /// E2 of every movie; with a third layer in the joint model u's part of the energy at the v found.
        energy_u: energy_u,
        /// Duality gap of E2 of every movie; with a third layer in the joint model at the v found.
        gap_u: &invariant.gap,
        #[serde(flatten)]
        top: top_report(config, codes),
        #[serde(flatten)]
        deeper: deeper_report(config, codes),
    }
}

/// The part of its movie's modulated price that each frame pays: for unit i, in proportion to its share of z*_i, the sum
/// of abs(z_i) over the frames.
fn modulated_by_frame(codes: &BatchCodes, frames: usize) -> Vec<f64> {
    let (simple, invariant) = (&codes.simple.codes, codes.invariant());
    // The price of an abs(z_i) of 1; never read for a unit whose z*_i is 0.
    let mut price = vec![0.0; simple.width()];
    let mut paid = Vec::with_capacity(simple.rows());
    for (movie, modulated) in invariant.modulated.iter().enumerate() {
        let remaining = || invariant.remaining.pairs(movie);
        let all: f64 = remaining().map(|(_, left)| f64::from(left)).sum();
        for ((unit, left), (_, pooled)) in remaining().zip(codes.pooled.pairs(movie)) {
            price[unit] = modulated * f64::from(left) / (all * f64::from(pooled));
        }
        paid.extend((movie * frames..(movie + 1) * frames).map(|frame| {
            let pays = simple
                .pairs(frame)
                .map(|(unit, z)| price[unit] * f64::from(z.abs()));
            pays.sum::<f64>()
        }));
    }
    paid
}

/// The largest gap relative to its energy; 0 where the energy is 0.
fn worst_ratio(gaps: &[f64], energies: &[f64]) -> f64 {
    gaps.iter()
        .zip(energies)
        .filter(|&(_, &energy)| energy > 0.0)
        .map(|(gap, energy)| gap / energy)
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Preset;

    #[test]
    fn another_beta_has_the_a_that_learned_at_it_unless_a_third_layer_pools_the_first() {
        let mut params = Config::preset(Preset::Quick).model;
        for top in [0, 4] {
            params.top = top;
            let mut learner = Learner::new(100, &params, 1);
            learner.set_extra_betas(&[0.7]);
            learner.extra[0].weights.fill(0.5);
            let own = learner.weights.pooling().clone();
            let pooling_at = |beta| weights_at(&learner, 0.3, beta).pooling().clone();
            assert_eq!(pooling_at(0.3), own);
            assert_eq!(pooling_at(0.4), own);
            let beside = &learner.extra[0].weights;
            assert_eq!(&pooling_at(0.7), if top == 0 { beside } else { &own });
        }
    }
}

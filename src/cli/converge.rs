//! `cellscope converge`: how fast the energies of a trained model fall, against the proven bounds.

use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;

use super::args::choices::ThemeArg;
use super::args::values::{count, threads};
use super::io::movies::{load_pictures, movies_of, with_threads};
use super::io::open::open_model;
use super::io::report::{check_apart, check_json, check_writable, write_json};
use crate::analysis::HELD_OUT;
use crate::analysis::convergence::{Convergence, RandomModels};
use crate::figure::{ConvergenceOptions, convergence, write_svg};
use crate::source::SourceSpec;

/// More patches than this would hold too many curves at once.
const MAX_PATCHES: usize = 100_000;
/// More random models than this would say nothing new.
const MAX_RANDOM: usize = 100_000;
/// More iterations than this would show rounding alone.
const MAX_ITERATIONS: usize = 100_000;

/// What `converge --json` writes.
#[derive(Serialize)]
struct Report<'a> {
    /// Where the pictures come from.
    source: String,
    alpha: f32,
    beta: f32,
    #[serde(flatten)]
    convergence: &'a Convergence,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<RandomModels>,
}

/// What `converge` takes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The model file
    model: PathBuf,
    /// Pictures to measure on [default: new movies from the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    images: Vec<PathBuf>,
    /// How many movies; E1 is that of the first patch of each
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = count)]
    patches: usize,
    /// Iterations of every method
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = count)]
    iterations: usize,
    /// Also compare capped momentum with none on so many random models of 1 to 4 layers, seeds 0 to N - 1
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    random: Option<usize>,
    /// Threads that compute, 0 for all cores; any number gives the same figures
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    threads: usize,
    /// Where to write the measures; - for standard output.
    ///
    /// k: the iterations of the curves. energies: for E1, E2, joint and three_layers, over the samples, best
    /// and start (energies), distance_sq (from the start to the minimum), top_on (units on in the topmost
    /// layer), lipschitz, coder_excess (of the fast coder, as a share), coder (the same at several gaps, and
    /// how many iterations FISTA needs to get as deep), lemma (slack of Lemma 2.3 as a share of start: pairs,
    /// violations, smallest), capped_against_none (ended_above by more than 1e-9, ended_below,
    /// fewer_iterations: those to 1e-4 without momentum over those with it) and methods. Of each method: excess
    /// (energy above the best at each k), bound (values at each k, violations over all k), slope (of log
    /// excess over log k, from iteration slope_first until the excess is down to slope_floor),
    /// iterations_to_converge (to 1e-4 of the best), rising_samples, multiply_adds (per iteration). random, with
    /// --random: capped against none over all random models and by_layers.
    #[arg(long, value_name = "FILE")]
    json: PathBuf,
    /// Where to draw the curves and their bounds
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Theme of the drawing
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    theme: ThemeArg,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_counts(args)?;
    check_outputs(args)?;
    let model = open_model(&args.model)?;
    let mut config = model.config;
    if !args.images.is_empty() {
        config.source = SourceSpec::Images(args.images.clone());
    }
    let (measured, random) = with_threads(args.threads, || {
        let pictures = load_pictures(&config)?;
        let seed = config.seed ^ HELD_OUT;
        let frames = movies_of(&config, &pictures, args.patches, seed);
        let measured = Convergence::measure(
            &model.learner.weights,
            frames.view(),
            config.movies.frames,
            &config.model,
            args.iterations,
        );
        let random = args
            .random
            .map(|models| RandomModels::measure(models, args.iterations));
        Ok((measured, random))
    })?;
    if let Some(svg) = &args.svg {
        let options = ConvergenceOptions {
            palette: args.theme.palette(),
            ..ConvergenceOptions::default()
        };
        write_svg(&convergence(&measured, &options), svg)?;
    }
    let report = Report {
        source: config.source.to_string(),
        alpha: config.model.alpha,
        beta: config.model.beta,
        convergence: &measured,
        random,
    };
    write_json(&args.json, &report)
}

fn check_counts(args: &Args) -> anyhow::Result<()> {
    if args.patches > MAX_PATCHES {
        bail!("--patches {}: ask for at most {MAX_PATCHES}", args.patches);
    }
    if let Some(random) = args.random.filter(|random| *random > MAX_RANDOM) {
        bail!("--random {random}: ask for at most {MAX_RANDOM}");
    }
    if args.iterations > MAX_ITERATIONS {
        bail!(
            "--iterations {}: ask for at most {MAX_ITERATIONS}",
            args.iterations
        );
    }
    Ok(())
}

fn check_outputs(args: &Args) -> anyhow::Result<()> {
    check_json(&args.json, args.images.iter().chain([&args.model]))?;
    if let Some(svg) = &args.svg {
        check_writable(svg)?;
        check_apart(svg, &[&args.model, &args.json])?;
        check_apart(svg, &args.images)?;
    }
    Ok(())
}

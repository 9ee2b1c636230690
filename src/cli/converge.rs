//! `cellscope converge`: how fast solvers converge on a trained model, against their proven bounds.

use std::path::PathBuf;

use super::args::choices::ThemeArg;
use super::args::model::ModelArgs;
use super::args::values::{at_most, count};
use super::io::movies::{check_size, movies_of};
use super::io::replaced::Kind;
use super::io::report::{check_output, report, tell_there, write_json};
use crate::analysis::HELD_OUT;
use crate::analysis::convergence::{Convergence, RandomModels};
use crate::figure::{Document, Format, convergence};

/// More patches than this need too much memory for their curves.
const MAX_PATCHES: usize = 100_000;
/// More random models than this add nothing.
const MAX_RANDOM: usize = 100_000;
/// More iterations than this show only rounding.
const MAX_ITERATIONS: usize = 100_000;

/// The arguments of `converge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    on: ModelArgs,
    /// Number of movies; E1 takes the first frame of each
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count)]
    patches: usize,
    /// Iterations of each method
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    iterations: usize,
    /// Also compare capped momentum with none on N random models of 1 to 4 layers, seeds 0 to N - 1
    #[arg(long, value_name = "N", value_parser = count)]
    random: Option<usize>,
    /// JSON file to write, - for standard output.
    ///
    /// k: the iterations at which the curves are given.
    ///
    /// energies: E1, E2, joint and three_layers, each over all samples. best and start: lowest energy and energy
    /// at the start. unconverged: samples in which the search for the minimum used up its iterations. distance_sq: squared distance from the start to the minimum. top_on: active units of the
    /// topmost layer. lipschitz: Lipschitz constant of the gradient. coder_excess: energy of the fast coder above
    /// best, relative to it. coder: the same at several gaps, with the iterations that FISTA needs for as low an
    /// energy. lemma: slack of Lemma 2.3 relative to start (pairs, violations, smallest, and unbounded:
    /// pairs without an L that bounds all layers). capped_against_none:
    /// samples where capped momentum ended above none by more than 1e-9 (ended_above) or below it (ended_below),
    /// and iterations to 1e-4 without momentum over those with it (fewer_iterations).
    ///
    /// methods, of each energy. excess: energy above best at each k. bound: its values at each k, and violations
    /// over all k. slope: of log excess over log k, from iteration slope_first until the excess falls to
    /// slope_floor. iterations_to_converge: to 1e-4 of best, of samples that do not begin there
    /// (converged_at_start), one more than --iterations where those were too few. rising_samples: samples whose energy rose.
    /// multiply_adds: per iteration.
    ///
    /// random, with --random: capped momentum against none over all random models, and by_layers.
    #[arg(long, value_name = "FILE")]
    json: PathBuf,
    /// SVG file to draw the curves and their bounds in
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Theme of the drawing
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    theme: ThemeArg,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_counts(args)?;
    check_outputs(args)?;
    let model = args.on.open()?;
    let config = &model.config;
    let (measured, random) = args.on.threads.install(|| {
        check_size("--patches", args.patches, config.movies.frames, config)?;
        let pictures = args.on.load_pictures(config)?;
        let seed = config.seed ^ HELD_OUT;
        let frames = movies_of(config, &pictures, args.patches, seed)?;
        let results = std::iter::once(&args.json).chain(&args.svg);
        results.for_each(|result| tell_there(result, "replaced"));
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
        let palette = args.theme.palette();
        Document::new(|| convergence(&measured, &palette)).write(svg, Format::Svg, 1.0)?;
    }
    let report = report! {
        /// Where the pictures come from.
        source: config.source.to_string(),
        alpha: config.model.alpha,
        beta: config.model.beta,
        #[serde(flatten)]
        convergence: &measured,
        #[serde(flatten)]
        random: random.map(|random| report! { random: random, }),
    };
    write_json(&args.json, &report)
}

fn check_counts(args: &Args) -> anyhow::Result<()> {
    at_most("--patches", args.patches, MAX_PATCHES)?;
    at_most("--random", args.random.unwrap_or(0), MAX_RANDOM)?;
    at_most("--iterations", args.iterations, MAX_ITERATIONS)
}

fn check_outputs(args: &Args) -> anyhow::Result<()> {
    args.on.check_json(&args.json)?;
    if let Some(svg) = &args.svg {
        let others = [&args.on.moment.model, &args.json].into_iter();
        let others: Vec<_> = others.chain(&args.on.images).collect();
        check_output("--svg", svg, &others, Kind::Svg)?;
    }
    Ok(())
}

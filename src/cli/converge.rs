//! `cellscope converge`: how fast the energies of a trained model fall, against the proven bounds.

use anyhow::bail;
use serde::Serialize;

use super::args::ConvergeArgs;
use super::frames::{load_pictures, movies_of, with_threads};
use super::input::open_model;
use super::report::{check_apart, check_json, check_writable, write_json};
use crate::analysis::HELD_OUT;
use crate::analysis::convergence::{Convergence, RandomModels};
use crate::figure::{ConvergenceOptions, Document, Format, convergence};
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

pub(super) fn converge(args: &ConvergeArgs) -> anyhow::Result<()> {
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
        Document::new(|| convergence(&measured, &options)).write(svg, Format::Svg, 1.0)?;
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

fn check_counts(args: &ConvergeArgs) -> anyhow::Result<()> {
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

fn check_outputs(args: &ConvergeArgs) -> anyhow::Result<()> {
    check_json(&args.json, args.images.iter().chain([&args.model]))?;
    if let Some(svg) = &args.svg {
        check_writable(svg)?;
        check_apart(svg, &[&args.model, &args.json])?;
        check_apart(svg, &args.images)?;
    }
    Ok(())
}

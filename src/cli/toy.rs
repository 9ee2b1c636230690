//! `cellscope toy`: learns the paper's toy example and checks the result.

use std::path::PathBuf;

use anyhow::ensure;
use serde::Serialize;

use super::args::threads::ThreadArgs;
use super::args::values::seed;
use super::io::report::{check_json, report, tell_there, write_json};
use super::train::session::{Length, Training};
use crate::analysis::LineMeasures;
use crate::config::{Config, Preset};
use crate::model::COMPETITIVE_MOVIES;

/// The arguments of `toy`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Seed of the patches and the initial weights
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// JSON file to write active_units, lines_found, purity_min, orientations and seconds to, - for standard output
    #[arg(long, value_name = "FILE")]
    json: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_json(&args.json, [])?;
    let mut config = Config::preset(Preset::Toy);
    config.seed = args.seed;
    let steps = COMPETITIVE_MOVIES.div_ceil(config.learning.batch_movies as u64);
    let mut training = Training::with(config, args.threads.count())?;
    tell_there(&args.json, "replaced");
    let trained = training.train(Length::Steps(steps))?;
    ensure!(
        !training.is_interrupted(),
        "interrupted; nothing is written"
    );
    let report = args.threads.install(|| {
        let measures = LineMeasures::held_out(trained.weights(), &trained.config.model, args.seed);
        Ok(report! {
            seed: args.seed,
            #[serde(flatten)]
            lines: line_report(&measures),
            /// Seconds of learning.
            seconds: trained.status.elapsed_secs,
        })
    })?;
    write_json(&args.json, &report)
}

/// How well the lines were learned.
pub(super) fn line_report(measures: &LineMeasures) -> impl Serialize + use<> {
    report! {
        /// Invariant units active in at least a thousandth of 4,000 new patches; 4 is expected.
        active_units: measures.active_units.len(),
        /// Lines that some filter correlates with by at least 0.9; 40 are expected.
        lines_found: measures.lines_found,
        /// Lowest share, over the active units, of squared weights on filters of one orientation; 0.95 or more is expected. None where
        /// no unit is active.
        purity_min: measures.least_purity(),
        /// Orientations that have an active unit; 4 are expected.
        orientations: measures.orientations,
    }
}

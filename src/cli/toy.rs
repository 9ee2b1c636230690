//! `cellscope toy`: the paper's toy example from one seed, and whether it came out right.

use std::path::PathBuf;

use serde::Serialize;

use super::args::values::{seed, threads};
use super::io::movies::with_threads;
use super::io::report::{check_json, write_json};
use super::train::session::{Length, Training};
use crate::analysis::LineMeasures;
use crate::config::{Config, Preset};
use crate::model::COMPETITIVE_MOVIES;

/// What `toy --json` writes.
#[derive(Serialize)]
struct Report {
    seed: u64,
    /// Invariant units on in at least a thousandth of 4,000 new patches; right is 4.
    active_units: usize,
    /// Lines that some filter correlates with by at least 0.9; right is 40.
    lines_found: usize,
    /// The lowest share, over the active units, of squared weights on filters of one orientation; right is
    /// 0.95 or more.
    purity_min: f64,
    /// Orientations that an active unit stands for; right is 4.
    orientations: usize,
    /// Seconds of learning.
    seconds: f64,
}

/// What `toy` takes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Seed of the patches and the initial weights
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    /// Threads that compute, 0 for all cores; any number gives the same bits
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    threads: usize,
    /// Where to write active_units, lines_found, purity_min, orientations and seconds; - for standard output
    #[arg(long, value_name = "FILE")]
    json: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_json(&args.json, [])?;
    let mut config = Config::preset(Preset::Toy);
    config.seed = args.seed;
    let steps = COMPETITIVE_MOVIES.div_ceil(config.learning.batch_movies as u64);
    let mut training = Training::with(config, args.threads)?;
    let trained = training.train(Length::Steps(steps))?;
    let report = with_threads(args.threads, || {
        let measures = LineMeasures::held_out(&trained.weights(), &trained.config.model, args.seed);
        Ok(Report {
            seed: args.seed,
            active_units: measures.active_units.len(),
            lines_found: measures.lines_found,
            purity_min: measures.purity_min(),
            orientations: measures.orientations,
            seconds: trained.status.elapsed_secs,
        })
    })?;
    write_json(&args.json, &report)
}

//! `cellscope sweep collect`: all results as one table.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::folder::FolderArgs;
use crate::cli::argument_error::ArgumentError;
use crate::cli::io::replaced::{Kind, check_replaced};
use crate::cli::io::report::{check_writable, print, tell_there, write, write_json};
use crate::sweep::{results_json, results_parquet, results_table};

/// The arguments of `sweep collect`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// File to write: .csv, .json, .parquet, or - for CSV on standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let out = &args.out;
    let folder = args.folder.open()?;
    if out == Path::new("-") {
        let table = results_table(&folder);
        return print(&table);
    }
    let ending = out.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_ascii_lowercase);
    let ending = ending.as_deref();
    ensure!(
        matches!(ending, Some("csv" | "json" | "parquet")),
        ArgumentError::ending("--out", out, ".csv, .json or .parquet")
    );
    check_writable(out)?;
    if ending == Some("json") {
        check_replaced(out, Kind::Json)?;
    }
    tell_there(out, "replaced");
    match ending {
        Some("csv") => write(out, results_table(&folder).as_bytes()),
        Some("json") => write_json(out, &results_json(&folder)),
        _ => write(out, &results_parquet(&folder)?),
    }
}

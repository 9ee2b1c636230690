//! `cellscope sweep collect`: all results as one table.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::folder::FolderArgs;
use crate::cli::io::report::{check_writable, write_json};
use crate::files::write_atomically;
use crate::sweep::{results_json, results_table};

/// The arguments of `sweep collect`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// File to write: .csv, .json, or - for CSV on standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let out = &args.out;
    let folder = args.folder.open()?;
    if out == Path::new("-") {
        let table = results_table(&folder)?;
        return Ok(std::io::stdout().write_all(table.as_bytes())?);
    }
    match out.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => {
            check_writable(out)?;
            let table = results_table(&folder)?;
            let written = write_atomically(out, table.as_bytes());
            written.with_context(|| format!("{}: not written", out.display()))
        }
        Some("json") => {
            check_writable(out)?;
            write_json(out, &results_json(&folder)?)
        }
        _ => bail!("{}: the file should end in .csv or .json", out.display()),
    }
}

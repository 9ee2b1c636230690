//! `cellscope sweep status`: how far the tasks are.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::folder::FolderArgs;
use crate::cli::io::report::{check_json, print, report, tell_there, write_json};
use crate::sweep::{StateCounts, SweepProgress};
use crate::words::{counted, printable};

/// The arguments of `sweep status`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// JSON file to write it to instead, - for standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let progress = args.folder.read()?;
    let Some(json) = &args.json else {
        return print(&text(&progress));
    };
    check_json(json, [])?;
    tell_there(json, "replaced");
    let failed = progress.failed();
    let failed: Vec<_> = failed
        .map(|(task, reason)| {
            report! {
                task: task,
                reason: reason,
            }
        })
        .collect();
    let counts = progress.counts();
    let report = report! {
        tasks: progress.folder().sweep().len(),
        done: counts.done,
        running: counts.running,
        waiting: counts.waiting,
        failed: failed,
    };
    write_json(json, &report)
}

/// The same for people: a line of numbers, and a line for each task that failed.
fn text(progress: &SweepProgress) -> String {
    let sweep = progress.folder().sweep();
    let tasks = counted(sweep.len(), "task");
    let StateCounts {
        done,
        running,
        waiting,
        failed,
    } = progress.counts();
    let mut text =
        format!("{tasks}: {done} done, {running} running, {waiting} waiting, {failed} failed\n");
    for (index, reason) in progress.failed() {
        let settings = sweep.describe(index);
        let line = format!("task {index} ({settings}): {reason}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", printable(&line));
    }
    if failed > 0 {
        text += "`sweep run --retry` retries failed tasks\n";
    }
    text
}

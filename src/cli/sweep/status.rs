//! `cellscope sweep status`: how far the tasks are.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::folder::FolderArgs;
use crate::cli::io::report::{check_json, print, report, write_json};
use crate::sweep::{SweepFolder, TaskState};
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

/// How many tasks there are of each kind, and those that failed.
pub(super) struct Counts {
    pub(super) done: usize,
    running: usize,
    waiting: usize,
    pub(super) failed: Vec<(usize, String)>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.folder.open()?;
    let counts = count_states(&folder);
    let Some(json) = &args.json else {
        let text = text(&folder, &counts);
        return print(&text);
    };
    check_json(json, [])?;
    let failed = counts.failed.iter();
    let failed: Vec<_> = failed
        .map(|(task, reason)| {
            report! {
                task: *task,
                reason: reason.clone(),
            }
        })
        .collect();
    let report = report! {
        tasks: folder.sweep().len(),
        done: counts.done,
        running: counts.running,
        waiting: counts.waiting,
        failed: failed,
    };
    write_json(json, &report)
}

pub(super) fn count_states(folder: &SweepFolder) -> Counts {
    let mut counts = Counts {
        done: 0,
        running: 0,
        waiting: 0,
        failed: Vec::new(),
    };
    for index in 0..folder.sweep().len() {
        match folder.state(index) {
            TaskState::Done(_) => counts.done += 1,
            TaskState::Running => counts.running += 1,
            TaskState::Waiting => counts.waiting += 1,
            TaskState::Failed(reason) => counts.failed.push((index, reason)),
        }
    }
    counts
}

/// The same for people: a line of numbers, and a line for each task that failed.
fn text(folder: &SweepFolder, counts: &Counts) -> String {
    let tasks = counted(folder.sweep().len(), "task");
    let Counts {
        done,
        running,
        waiting,
        failed,
    } = counts;
    let failures = failed.len();
    let mut text =
        format!("{tasks}: {done} done, {running} running, {waiting} waiting, {failures} failed\n");
    for (index, reason) in failed {
        let settings = folder.sweep().describe(*index);
        let line = format!("task {index} ({settings}): {reason}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", printable(&line));
    }
    if failures > 0 {
        text += "`sweep run --retry` retries failed tasks\n";
    }
    text
}

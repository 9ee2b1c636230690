//! `cellscope sweep run`: all tasks, in a pool of processes of this machine.

use anyhow::{Context, bail};
use std::thread::available_parallelism;

use super::folder::FolderArgs;
use super::pool::Pool;
use crate::cli::args::values::{count, threads};
use crate::console::tell;
use crate::interrupt;
use crate::sweep::StateCounts;
use crate::words::counted;

/// The arguments of `sweep run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Tasks at a time [default: as many as the cores have room for]
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<usize>,
    /// Threads of each task, 0 for all cores; the results do not depend on it [default: by the plan]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Retry failed tasks
    #[arg(long)]
    retry: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let progress = args.folder.read()?;
    let folder = progress.folder();
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(folder.sweep().job().threads);
    // One task of all cores at a time.
    let room = cores.checked_div(threads).unwrap_or(1).max(1);
    let to_do = progress.to_do(args.retry);
    // Tasks end by themselves, each with its model saved.
    interrupt::listen(|| {}).context("Ctrl-C cannot be handled")?;
    let jobs = args.jobs.unwrap_or(room);
    let pool = Pool::new(folder, threads, args.retry)?;
    let unnoted = pool.work(&to_do, jobs)?;
    let mut counts = progress.read_again().counts();
    counts.failed += unnoted;
    counts.waiting = counts.waiting.saturating_sub(unnoted);
    let line = summary(counts);
    if interrupt::exit_code().is_some() {
        tell(format_args!(
            "interrupted: {line}; the same command goes on"
        ));
        return Ok(());
    }
    if counts.failed > 0 {
        bail!("{line}; --retry retries failed tasks");
    }
    tell(line);
    Ok(())
}

/// How far the tasks are, each counted once: of those that another process was at work on, some may be done by now, and some may
/// have been left.
fn summary(counts: StateCounts) -> String {
    let StateCounts {
        done,
        running,
        waiting,
        failed,
    } = counts;
    let tasks = counted(done + running + waiting + failed, "task");
    let others = [
        (failed, "failed"),
        (running, "at work elsewhere"),
        (waiting, "waiting"),
    ];
    let others = others.iter().filter(|(count, _)| *count > 0);
    let others = others.map(|(count, how)| format!(", {count} {how}"));
    format!("{done} of {tasks} done{}", others.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_is_counted_once() {
        let counts = |done, running, waiting, failed| StateCounts {
            done,
            running,
            waiting,
            failed,
        };
        assert_eq!(summary(counts(8, 0, 0, 0)), "8 of 8 tasks done");
        assert_eq!(
            summary(counts(6, 1, 0, 1)),
            "6 of 8 tasks done, 1 failed, 1 at work elsewhere"
        );
        assert_eq!(summary(counts(2, 0, 1, 0)), "2 of 3 tasks done, 1 waiting");
    }
}

//! `cellscope sweep run`: all tasks, in a pool of processes of this machine.

use anyhow::{Context, bail};
use std::thread::available_parallelism;

use super::folder::FolderArgs;
use super::pool::Pool;
use crate::cli::args::values::{count, threads};
use crate::console::tell;
use crate::interrupt;
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
    let ended = pool.work(&to_do, jobs)?;
    let counts = progress.read_again().counts();
    let tasks = counted(folder.sweep().len(), "task");
    let mut line = format!("{} of {tasks} done", counts.done);
    let failed = counts.failed + ended.unnoted;
    if failed > 0 {
        line += &format!(", {failed} failed");
    }
    if interrupt::exit_code().is_some() {
        tell(format_args!(
            "interrupted: {line}; the same command goes on"
        ));
        return Ok(());
    }
    if !ended.elsewhere.is_empty() {
        line += &format!(", {} at work elsewhere", ended.elsewhere.len());
    }
    if failed > 0 {
        bail!("{line}; --retry retries failed tasks");
    }
    tell(line);
    Ok(())
}

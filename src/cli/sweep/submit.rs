//! `cellscope sweep submit`: the tasks as jobs of a batch system, which runs them on its machines.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use super::folder::FolderArgs;
use crate::cli::io::report::{print, write};
use crate::command_line::quoted;
use crate::console::tell;
use crate::sweep::{Job, StateCounts};
use crate::words::counted;

/// Tasks of one array: Slurm takes indices up to 1000 if it is not told otherwise.
const CHUNK: usize = 1000;
/// The script of a task, in the folder of the sweep, and that of one that may have failed before: tasks that are queued have theirs.
const SCRIPT: &str = "task.sh";
const RETRY_SCRIPT: &str = "retry.sh";
/// The folder of what tasks say, in that of the sweep.
const LOGS: &str = "logs";

/// A batch system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchSystem {
    /// Slurm: an array of jobs, by sbatch
    Slurm,
    /// HyperQueue: an array of tasks, by hq submit; the server must be running
    Hyperqueue,
}

/// The arguments of `sweep submit`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Batch system; the folder and this program must have the same paths on its machines
    #[arg(long, value_enum)]
    engine: BatchSystem,
    /// Submit failed tasks too
    #[arg(long)]
    retry: bool,
    /// Print the commands instead of running them; the script that they name is written
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let progress = args.folder.read()?;
    let folder = progress.folder();
    let whole = std::path::absolute(folder.path()).context("the folder has no absolute path")?;
    let program = std::env::current_exe().context("the program's own file is not known")?;
    let job = folder.sweep().job();
    let logs = whole.join(LOGS);
    std::fs::create_dir_all(&logs).with_context(|| logs.display().to_string())?;
    let path = whole.join(if args.retry { RETRY_SCRIPT } else { SCRIPT });
    let text = script(&program, &whole, job, args.retry)?;
    write(&path, text.as_bytes())?;
    let to_begin = progress.to_begin(args.retry);
    for chunk in to_begin.chunk_by(|a, b| a / CHUNK == b / CHUNK) {
        let mut command = args.engine.command(job, chunk, (&whole, &path))?;
        if args.dry_run {
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            let words: Vec<_> = words.map(|word| quoted(&word.to_string_lossy())).collect();
            print(&format!("{}\n", words.join(" ")))?;
            continue;
        }
        submit(&mut command, &path)?;
    }
    let tasks = counted(to_begin.len(), "task");
    let left_out = left_out(progress.counts(), args.retry);
    let folder = folder.path().display();
    tell(format_args!("{folder}: {tasks} to do{left_out}"));
    Ok(())
}

/// How many tasks that are not done are not submitted, and why.
fn left_out(counts: StateCounts, retry: bool) -> String {
    let StateCounts {
        running, failed, ..
    } = counts;
    let mut left_out = String::new();
    if running > 0 {
        left_out += &format!(", {running} running already");
    }
    if failed > 0 && !retry {
        left_out += &format!(", {failed} failed; --retry submits those again");
    }
    left_out
}

/// Does one task, whichever batch system gives its index. That of HyperQueue comes first: its tasks have the environment of a worker,
/// which may be a task of a Slurm array itself.
fn script(program: &Path, folder: &Path, job: Job, retry: bool) -> anyhow::Result<String> {
    let word = |path: &Path| {
        let text = path
            .to_str()
            .with_context(|| format!("{}: is not UTF-8; rename it", path.display()))?;
        anyhow::Ok(quoted(text))
    };
    let retry = if retry { " --retry" } else { "" };
    Ok(format!(
        "#!/bin/sh\n\
         # One task of a sweep, for Slurm and HyperQueue. CELLSCOPE_FIRST is the task of index 0.\n\
         index=${{HQ_TASK_ID:-$SLURM_ARRAY_TASK_ID}}\n\
         exec {} sweep task {} $((${{CELLSCOPE_FIRST:-0}} + index)) --threads {}{retry}\n",
        word(program)?,
        word(folder)?,
        job.threads,
    ))
}

impl BatchSystem {
    /// What submits tasks of one chunk.
    fn command(
        self,
        job: Job,
        tasks: &[usize],
        (folder, script): (&Path, &Path),
    ) -> anyhow::Result<Command> {
        let first = tasks.first().map_or(0, |task| task - task % CHUNK);
        let array = ranges(tasks.iter().map(|task| task - first));
        let logs = folder.join(LOGS);
        let Job {
            threads,
            minutes,
            memory_mb,
            ..
        } = job;
        let log = |name: &str| text(logs.join(name));
        let (program, words) = match self {
            Self::Slurm => (
                "sbatch",
                vec![
                    "--parsable".to_owned(),
                    "--job-name=cellscope".to_owned(),
                    // A task of a machine that fails begins again where it was.
                    "--requeue".to_owned(),
                    format!("--array={array}"),
                    format!("--cpus-per-task={threads}"),
                    format!("--time={minutes}"),
                    format!("--mem={memory_mb}M"),
                    format!("--export=ALL,CELLSCOPE_FIRST={first}"),
                    format!("--output={}", log("slurm-%A_%a.log")?),
                    text(script.to_owned())?,
                ],
            ),
            Self::Hyperqueue => (
                "hq",
                vec![
                    "submit".to_owned(),
                    "--name=cellscope".to_owned(),
                    format!("--array={array}"),
                    format!("--cpus={threads}"),
                    format!("--resource=mem={memory_mb}"),
                    format!("--time-limit={minutes}m"),
                    format!("--env=CELLSCOPE_FIRST={first}"),
                    "--stdout=none".to_owned(),
                    format!("--stderr={}", log("hyperqueue-%{JOB_ID}_%{TASK_ID}.log")?),
                    "--".to_owned(),
                    "sh".to_owned(),
                    text(script.to_owned())?,
                ],
            ),
        };
        let mut command = Command::new(program);
        command.args(words);
        Ok(command)
    }
}

fn text(path: PathBuf) -> anyhow::Result<String> {
    let text = path.into_os_string().into_string();
    text.map_err(|path| anyhow::anyhow!("{}: is not UTF-8; rename it", path.display()))
}

/// Runs a command that submits, and tells what it says.
fn submit(command: &mut Command, script: &Path) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| {
        let script = script.display();
        format!("{script} is written, but {program}, which submits it, cannot be started")
    })?;
    let said = String::from_utf8_lossy(&output.stdout);
    let problem = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("{program}: {}: {}", output.status, problem.trim());
    }
    ensure!(!said.trim().is_empty(), "{program}: gave no job number");
    tell(format_args!("{program}: {}", said.trim()));
    Ok(())
}

/// Numbers in ascending order as ranges: "0-3,7".
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number, number]),
        }
    }
    let word = |[first, last]: [usize; 2]| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.into_iter().map(word).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_that_follow_each_other_are_a_range() {
        let of = |numbers: &[usize]| ranges(numbers.iter().copied());
        assert_eq!(of(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
        assert_eq!(of(&[5]), "5");
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn what_is_not_submitted_is_told() {
        let counts = StateCounts {
            running: 2,
            failed: 3,
            ..StateCounts::default()
        };
        assert_eq!(left_out(StateCounts::default(), false), "");
        assert_eq!(left_out(counts, true), ", 2 running already");
        assert_eq!(
            left_out(counts, false),
            ", 2 running already, 3 failed; --retry submits those again"
        );
    }
}

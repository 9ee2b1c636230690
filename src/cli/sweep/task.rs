//! `cellscope sweep task`: one task, from where it was left to its result.

use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail, ensure};

use super::folder::FolderArgs;
use super::measures::measures_of;
use crate::cli::args::threads::ThreadArgs;
use crate::cli::args::values::{threads, whole};
use crate::cli::argument_error::ArgumentError;
use crate::cli::train::session::{Length, Training};
use crate::config::Config;
use crate::console::tell;
use crate::engine::{Checkpoint, Options};
use crate::fault::guarded;
use crate::files::{Lock, free_name_beside};
use crate::interrupt;
use crate::parameter::Parameter;
use crate::sweep::{SweepFolder, Task, TaskState};

/// How long to wait for another process that is at work on the task: one that was ended saves its model.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to look whether it has ended.
const LOOK: Duration = Duration::from_millis(50);

/// The arguments of `sweep task`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Index of the task, from 0 on
    #[arg(value_name = "INDEX", value_parser = whole)]
    index: usize,
    /// Retry it if it failed before
    #[arg(long)]
    retry: bool,
    /// Threads to compute with, 0 for all cores; the results do not depend on it [default: by the plan]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// End at the end of standard input, as when the parent process ends
    #[arg(long, hide = true)]
    while_input: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (folder, index) = (args.folder.open()?, args.index);
    let tasks = folder.sweep().len();
    let there = || format!("task {index}: the tasks are 0 to {}", tasks - 1);
    ensure!(index < tasks, ArgumentError(there()));
    let Some(_lock) = lock(&folder, index)? else {
        let problem = format!("task {index}: another process is at work on it");
        ensure!(args.while_input, problem);
        // Whoever runs the sweep goes on with the other tasks.
        tell(problem);
        return Ok(());
    };
    match folder.state(index) {
        TaskState::Done(_) => {
            tell(format_args!("task {index} is done already"));
            return Ok(());
        }
        TaskState::Failed(reason) if !args.retry => {
            bail!("task {index} failed: {reason}; --retry tries it again");
        }
        TaskState::Failed(_) | TaskState::Running | TaskState::Waiting => {}
    }
    folder.forget_failure(index);
    if args.while_input {
        end_with_input()?;
    }
    let worked = guarded(|| work(&folder, args));
    let done = worked.unwrap_or_else(|fault| Err(anyhow!("failed because of {fault}")));
    let Err(error) = done else { return done };
    // Before there was anything to keep.
    if interrupt::exit_code().is_some() {
        return Err(error);
    }
    let reason = crate::cli::one_line(&error);
    folder
        .fail(index, &reason)
        .with_context(|| reason.clone())?;
    Err(error)
}

/// The lock of a task, waited for a while.
fn lock(folder: &SweepFolder, index: usize) -> anyhow::Result<Option<Lock>> {
    let started = Instant::now();
    loop {
        let lock = folder.lock(index)?;
        if lock.is_some() || started.elapsed() > PATIENCE {
            return Ok(lock);
        }
        std::thread::sleep(LOOK);
    }
}

/// Asks the program to end when its standard input does.
fn end_with_input() -> anyhow::Result<()> {
    let thread = std::thread::Builder::new().name("cellscope-input".to_owned());
    let watch = || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        interrupt::request();
    };
    thread
        .spawn(watch)
        .context("no thread to hear the end of the input")?;
    Ok(())
}

/// Trains the model of a task to its end and writes the result; where the program is asked to end, it keeps the model.
fn work(folder: &SweepFolder, args: &Args) -> anyhow::Result<()> {
    let (index, job) = (args.index, folder.sweep().job());
    let problem = |problem| anyhow!("task {index}: {problem}");
    let Task { config, length } = folder.sweep().task(index).map_err(problem)?;
    let model = folder.model(index);
    let threads = ThreadArgs {
        asked: args.threads.or(Some(job.threads)),
    };
    let options = Options {
        threads: threads.count(),
        open: begun(&model, &config)?.then(|| model.clone()),
        paused: true,
        ..Options::default()
    };
    let mut training = Training::begin(config, options, Vec::new())?;
    training.save_every(job.save_every, &model);
    if let Some(rest) = rest(length, &training) {
        let trained = training.train(rest);
        if training.can_be_saved() {
            training.save(&model)?;
            // A task is done without its history.
            training.check_history().unwrap_or_else(tell);
        }
        trained?;
    }
    if training.is_interrupted() {
        let step = training.latest().status.step;
        let kept = if model.exists() {
            "; its model is kept"
        } else {
            ""
        };
        tell(format_args!(
            "task {index}: interrupted at step {step}{kept}"
        ));
        return Ok(());
    }
    let measures = threads.install(|| measures_of(training.latest()))?;
    Ok(folder.finish(index, measures)?)
}

/// Whether there is a model to go on with.
///
/// # Errors
/// When it is one of other settings, or one that cannot be opened nor moved aside.
fn begun(model: &Path, planned: &Config) -> anyhow::Result<bool> {
    if !model.exists() {
        return Ok(false);
    }
    match Checkpoint::open(model) {
        Ok(opened) => {
            ensure!(
                is_as_planned(opened.config, planned),
                "{}: is of another plan; plan into another folder, or remove this file",
                model.display()
            );
            Ok(true)
        }
        Err(error) => {
            // It may be of a newer version, or of a disk that fails for a while.
            let aside = free_name_beside(model);
            std::fs::rename(model, &aside).with_context(|| format!("{error}; not moved aside"))?;
            let aside = aside.display();
            tell(format_args!(
                "{error}; it is {aside} now, and the task begins anew"
            ));
            Ok(false)
        }
    }
}

/// Whether a model was begun with these settings; learning itself may change some.
fn is_as_planned(mut begun: Config, planned: &Config) -> bool {
    // A step that is undone halves a rate.
    for rate in [Parameter::SimpleRate, Parameter::InvariantRate] {
        let [now, before] = [&begun, planned].map(|config| rate.get(config));
        let halvings = (before / now).log2();
        if halvings >= 0.0 && halvings.fract() == 0.0 {
            rate.set(&mut begun, before);
        }
    }
    begun.is_but_for_adapted(planned)
}

/// How much longer to train; `None` where it is over.
fn rest(length: Length, training: &Training) -> Option<Length> {
    let status = &training.latest().status;
    match length {
        Length::Steps(steps) => {
            let rest = steps.saturating_sub(status.step);
            (rest > 0).then_some(Length::Steps(rest))
        }
        Length::Seconds(seconds) => {
            let rest = seconds - status.elapsed_secs;
            (rest > 0.0).then_some(Length::Seconds(rest))
        }
    }
}

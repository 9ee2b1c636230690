//! Training without a window: the engine, a progress bar, saves on the way, and requests to end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;

use super::saves::{Saves, outcome};
use crate::cli::args::run::RunArgs;
use crate::cli::io::movies::{SKIPPED, or_others};
use crate::cli::io::progress;
use crate::config::Config;
use crate::console::tell;
use crate::engine::{Command, Engine, Event, Options, Snapshot};
use crate::files::is_stream;
use crate::interrupt;
use crate::source::{MovieParams, Pictures, SourceSpec};
pub(crate) use crate::sweep::Length;
use crate::words::{loaded, update_undone};

/// How often the progress bar and requests to end are checked.
const POLL: Duration = Duration::from_millis(20);

/// A paused engine with its pictures loaded.
pub(crate) struct Training {
    engine: Engine,
    latest: Arc<Snapshot>,
    /// Minibatches learned from before.
    begun: u64,
    saves: Option<Saves>,
    /// The last problem beside the model that was told.
    told: Option<String>,
    /// Why the history is not beside the model that was saved last.
    without_history: Option<String>,
    is_interrupted: bool,
}

impl Training {
    /// Starts an engine with the configuration [of these arguments](RunArgs::config) and waits for its pictures. The history is
    /// in this folder while it learns, where one is given.
    ///
    /// # Errors
    /// Settings out of range, a model file or pictures that cannot be used.
    pub(crate) fn start(
        args: &RunArgs,
        config: Config,
        history_folder: Option<PathBuf>,
    ) -> anyhow::Result<Self> {
        let changes = args.changes(&config);
        let options = Options {
            history_folder,
            ..args.engine_options(true)
        };
        let begun = Self::begin(config, options, changes);
        let is_of_pictures = begun.as_ref().is_err_and(|error| error.is::<NotLoaded>());
        let are_own = is_of_pictures && args.open.is_some() && args.images.is_empty();
        or_others(begun, are_own, "--images")
    }

    /// Starts one from a configuration, on so many threads, 0 for all cores.
    ///
    /// # Errors
    /// Settings out of range or pictures that cannot be used.
    pub(crate) fn with(config: Config, threads: usize) -> anyhow::Result<Self> {
        let options = Options {
            threads,
            paused: true,
            ..Options::default()
        };
        Self::begin(config, options, Vec::new())
    }

    /// Starts one with these options, paused, from the model that they name or from a configuration; with changes to it.
    ///
    /// # Errors
    /// Settings out of range, a model file or pictures that cannot be used.
    pub(crate) fn begin(
        config: Config,
        options: Options,
        changes: Vec<Command>,
    ) -> anyhow::Result<Self> {
        // The training ends, and the model is kept.
        interrupt::listen(|| {}).context("Ctrl-C cannot be handled")?;
        let input = (config.source.clone(), config.movies);
        let engine = Engine::spawn(config, options, || {});
        for change in changes {
            send(&engine, change)?;
        }
        let latest = wait_for_pictures(&engine, &input)?;
        Ok(Self {
            engine,
            begun: latest.status.step,
            latest,
            saves: None,
            told: None,
            without_history: None,
            is_interrupted: false,
        })
    }

    /// What it learns from.
    pub(crate) fn pictures(&self) -> Option<&Pictures> {
        self.latest.pictures.as_deref()
    }

    /// Saves the model to a file after so many seconds again and again while it learns, never at 0; a file that is there now is
    /// replaced.
    pub(crate) fn save_every(&mut self, seconds: f64, path: &Path) {
        let every = Duration::try_from_secs_f64(seconds).ok();
        let every = every.filter(|every| !every.is_zero());
        self.saves = Some(Saves::new(every.unwrap_or(Duration::MAX), path));
    }

    /// Trains, and returns the trained model. A request to end the program ends the training early.
    ///
    /// # Errors
    /// When the engine fails.
    pub(crate) fn train(&mut self, length: Length) -> anyhow::Result<Arc<Snapshot>> {
        let start = self.latest.status.clone();
        let bar = training_bar(length);
        send(
            &self.engine,
            match length {
                Length::Steps(steps) => Command::Step(steps),
                Length::Seconds(_) => Command::Resume,
            },
        )?;
        let mut stopping = false;
        loop {
            match self.engine.wait_event(POLL) {
                Some(Event::Paused { .. }) => break,
                Some(Event::Problem(problem) | Event::WithoutHistory(problem)) => {
                    bar.suspend(|| self.tell_once(problem));
                }
                Some(event) => {
                    let problem = self.saves.as_mut().and_then(|saves| saves.note(&event));
                    if let Some(problem) = problem {
                        bar.suspend(|| tell(format_args!("{problem}; learning goes on")));
                    }
                    report(&bar, &event)?;
                }
                None if self.engine.is_finished() => bail!("the training thread has stopped"),
                None => {}
            }
            self.take_snapshot();
            let status = &self.latest.status;
            let secs = status.elapsed_secs - start.elapsed_secs;
            let done = match length {
                Length::Steps(_) => false,
                Length::Seconds(limit) => secs >= limit,
            };
            show(&bar, &self.latest, start.step, secs, length);
            let is_interrupted = interrupt::exit_code().is_some();
            if !stopping && (done || is_interrupted) {
                self.is_interrupted = !done;
                send(&self.engine, Command::Pause)?;
                stopping = true;
            }
            self.save_when_due()?;
        }
        self.take_snapshot();
        if let Length::Steps(steps) = length {
            self.is_interrupted &= self.latest.status.step < start.step.saturating_add(steps);
        }
        bar.finish_and_clear();
        Ok(Arc::clone(&self.latest))
    }

    /// The model as it is.
    pub(crate) fn latest(&self) -> &Arc<Snapshot> {
        &self.latest
    }

    /// Whether it learned, and can still be saved.
    pub(crate) fn can_be_saved(&mut self) -> bool {
        self.take_snapshot();
        self.latest.status.step > self.begun && !self.engine.is_finished()
    }

    /// Whether the program was asked to end before the training was over.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Minibatches learned from by the last save on the way.
    pub(crate) fn saved_step(&self) -> Option<u64> {
        self.saves.as_ref().and_then(Saves::saved_step)
    }

    /// Writes the model to a file. A file that another program wrote since the start is left alone.
    ///
    /// # Errors
    /// When it is not written.
    pub(crate) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        if self.saves.as_mut().is_some_and(Saves::take_awaited)
            && let Err(error) = self.wait_for_save()
        {
            tell(format_args!("{error:#}"));
        }
        let saves = self.saves.as_ref().filter(|saves| saves.path() == path);
        let command = match saves {
            Some(saves) => saves.command(),
            // Into a pipe or a device, whatever was there before.
            None if is_stream(path) => Command::Replace(path.to_path_buf()),
            None => Command::Save(path.to_path_buf()),
        };
        send(&self.engine, command)?;
        if let Some(problem) = self.without_history.take() {
            self.tell_once(problem);
        }
        self.wait_for_save()
    }

    /// Checks that the last save of the model wrote its history, too.
    ///
    /// # Errors
    /// Why it did not.
    pub(crate) fn check_history(&mut self) -> anyhow::Result<()> {
        match self.without_history.take() {
            Some(problem) => bail!(problem),
            None => Ok(()),
        }
    }

    /// Saves the model on the way when it is time.
    fn save_when_due(&mut self) -> anyhow::Result<()> {
        let step = self.latest.status.step;
        let command = self.saves.as_mut().and_then(|saves| saves.when_due(step));
        command.map_or(Ok(()), |command| send(&self.engine, command))
    }

    fn wait_for_save(&mut self) -> anyhow::Result<()> {
        loop {
            let event = self.engine.wait_event(POLL);
            if let Some(outcome) = event.as_ref().and_then(outcome) {
                return outcome;
            }
            match event {
                Some(Event::Problem(problem)) => self.tell_once(problem),
                Some(Event::WithoutHistory(problem)) => self.without_history = Some(problem),
                Some(Event::Crashed(reason)) => bail!(reason),
                None if self.engine.is_finished() => bail!("the training thread has stopped"),
                _ => {}
            }
        }
    }

    /// Tells a problem beside the model, which comes again with each save while it lasts.
    fn tell_once(&mut self, problem: String) {
        if self.told.as_ref() != Some(&problem) {
            tell(&problem);
            self.told = Some(problem);
        }
    }

    fn take_snapshot(&mut self) {
        if let Some(snapshot) = self.engine.snapshot() {
            self.latest = snapshot;
        }
    }
}

fn send(engine: &Engine, command: Command) -> anyhow::Result<()> {
    if engine.send(command).is_err() {
        bail!("the training thread has stopped");
    }
    Ok(())
}

/// Why there are no pictures.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct NotLoaded(String);

/// Waits until there are pictures of this source, to be cut like this.
fn wait_for_pictures(
    engine: &Engine,
    input: &(SourceSpec, MovieParams),
) -> anyhow::Result<Arc<Snapshot>> {
    let bar = progress::loading();
    let mut failed = None;
    let mut latest = None;
    loop {
        if interrupt::exit_code().is_some() {
            bar.finish_and_clear();
            bail!("interrupted while pictures were read; nothing is written");
        }
        match engine.wait_event(POLL) {
            Some(Event::Loaded {
                pictures,
                skipped,
                movies,
            }) => {
                bar.finish_and_clear();
                movies.iter().for_each(tell);
                let skips = skipped.iter();
                skips.for_each(|line| tell(format_args!("{SKIPPED}{line}")));
                if !skipped.is_empty() {
                    let found = loaded(pictures, movies.len());
                    tell(format_args!("{found}, {} skipped", skipped.len()));
                }
                failed = None;
                latest = None;
            }
            Some(Event::Loading { done, total }) => {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            }
            Some(Event::NotLoaded(reason)) => failed = Some(NotLoaded(reason).into()),
            Some(Event::Failed(reason)) => failed = Some(anyhow!(reason)),
            Some(Event::Problem(problem)) => bar.suspend(|| tell(problem)),
            Some(Event::Crashed(reason)) => bail!(reason),
            Some(_) => {}
            None if engine.is_finished() => bail!("the training thread has stopped"),
            None => {
                if let Some(error) = failed {
                    return Err(error);
                }
                if let Some(snapshot) = engine.snapshot() {
                    latest = Some(snapshot);
                }
                let is_of_input = |snapshot: &&Arc<Snapshot>| {
                    let config = &snapshot.config;
                    snapshot.status.pictures > 0
                        && (&config.source, &config.movies) == (&input.0, &input.1)
                };
                if let Some(snapshot) = latest.as_ref().filter(is_of_input) {
                    return Ok(Arc::clone(snapshot));
                }
            }
        }
    }
}

/// Reports an undone step in a line of its own; an error ends the training.
fn report(bar: &ProgressBar, event: &Event) -> anyhow::Result<()> {
    match event {
        Event::StepUndone { layer, step, rate } => bar.suspend(|| {
            tell(update_undone(layer.weights(), *step, *rate));
        }),
        Event::NotLoaded(reason) | Event::Failed(reason) | Event::Crashed(reason) => {
            bar.finish_and_clear();
            bail!("{reason}")
        }
        _ => {}
    }
    Ok(())
}

fn training_bar(length: Length) -> ProgressBar {
    match length {
        Length::Steps(steps) => progress::bar(steps, "training {bar:30} {pos}/{len} {msg}"),
        Length::Seconds(secs) => {
            progress::bar(secs.ceil() as u64, "training {bar:30} {pos}/{len} s {msg}")
        }
    }
}

fn show(bar: &ProgressBar, snapshot: &Snapshot, first_step: u64, secs: f64, length: Length) {
    let status = &snapshot.status;
    bar.set_position(match length {
        Length::Steps(_) => status.step - first_step,
        Length::Seconds(_) => secs as u64,
    });
    let emergence = status
        .concentration
        .map_or_else(String::new, |c| format!(", concentration {c:.2}"));
    bar.set_message(format!(
        "{:.0} patches/s, z {:.1} %, u {:.1} % on{emergence}",
        status.patches_per_sec,
        100.0 * status.simple_density,
        100.0 * status.invariant_density,
    ));
}

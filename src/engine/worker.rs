//! The training thread: take commands, learn from a minibatch, say what happened.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, never, select};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::loader::{LoaderNews, Loading, Purpose};
use super::messages::{Command, Event, Layer, Run};
use super::outlet::Outlet;
use super::priority::give_way;
use super::run::TrainingRun;
use super::{Options, panic_text};
use crate::config::{Config, OutOfRange};
use crate::source::{Pictures, SourceError, SourceSpec};

/// Snapshots come no faster than a screen shows them.
const SNAPSHOT_EVERY: Duration = Duration::from_millis(33);
/// How often an idle worker looks whether events it could not hand over have room now.
const IDLE: Duration = Duration::from_millis(50);

/// How long to go on learning.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Endless,
    Count(u64),
    Pause,
}

/// The thread's state.
pub(super) struct Worker<'a> {
    commands: Receiver<Command>,
    outlet: &'a mut Outlet,
    pool: Arc<ThreadPool>,
    run: TrainingRun,
    goal: Goal,
    loading: Option<Loading>,
    keep: Option<PathBuf>,
    /// Generation and minibatch of the model as it was saved or opened last.
    saved: (u64, u64),
    last_snapshot: Option<Instant>,
}

impl<'a> Worker<'a> {
    /// The body of the thread. Ends when the handle is dropped; a panic ends it too and is reported.
    pub(super) fn run(
        config: Config,
        options: Options,
        commands: Receiver<Command>,
        mut outlet: Outlet,
    ) {
        let handle = commands.clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            match Worker::start(config, options, commands, &mut outlet) {
                Ok(mut worker) => {
                    worker.work();
                    worker.keep_unsaved();
                }
                Err(reason) => outlet.say(Event::Crashed(reason)),
            }
        }));
        if let Err(panic) = outcome {
            outlet.say(Event::Crashed(panic_text(panic.as_ref())));
        }
        // Nothing is lost on the way out, as long as somebody listens.
        while outlet.has_waiting() && handle.try_recv() != Err(TryRecvError::Disconnected) {
            std::thread::sleep(IDLE);
            outlet.flush();
        }
    }

    fn start(
        config: Config,
        options: Options,
        commands: Receiver<Command>,
        outlet: &'a mut Outlet,
    ) -> Result<Self, String> {
        let in_background = options.in_background;
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .thread_name(|index| format!("cellscope-compute-{index}"))
            .start_handler(move |_| {
                if in_background {
                    give_way();
                }
            })
            .build()
            .map_err(|error| format!("no threads to compute with: {error}"))?;
        config.check().map_err(|error| error.to_string())?;
        let run = match &options.open {
            Some(path) => TrainingRun::open(path, 0).map_err(|error| error.to_string())?,
            None => TrainingRun::new(config, 0, None),
        };
        let goal = if options.paused {
            Goal::Pause
        } else {
            Goal::Endless
        };
        let mut worker = Self {
            commands,
            outlet,
            pool: Arc::new(pool),
            run,
            goal,
            loading: None,
            keep: options.keep,
            saved: (0, 0),
            last_snapshot: None,
        };
        worker.saved = worker.run.age();
        if let Some(path) = options.open {
            worker.outlet.say(Event::Opened(path));
        }
        worker.load(worker.run.config.clone(), Purpose::GoOn);
        worker.publish();
        Ok(worker)
    }

    fn work(&mut self) {
        loop {
            if !self.take_commands() {
                return;
            }
            self.take_pictures();
            self.outlet.flush();
            if self.learning() {
                self.learn();
            } else if !self.wait() {
                return;
            }
        }
    }

    fn learning(&self) -> bool {
        let restarting = self.loading.as_ref().map(Loading::purpose) == Some(Purpose::Restart);
        self.goal != Goal::Pause && self.run.pictures().is_some() && !restarting
    }

    fn learn(&mut self) {
        let pool = Arc::clone(&self.pool);
        let events = pool.install(|| self.run.minibatch());
        events.into_iter().for_each(|event| self.outlet.say(event));
        if let Goal::Count(left) = self.goal {
            self.goal = Goal::Count(left - 1);
        }
        if self.goal == Goal::Count(0) {
            self.pause();
        } else if self
            .last_snapshot
            .is_none_or(|last| last.elapsed() >= SNAPSHOT_EVERY)
        {
            self.publish();
        }
    }

    /// Waits for something to do; false when the handle is gone.
    fn wait(&mut self) -> bool {
        let nothing = never();
        let news = self
            .loading
            .as_ref()
            .map_or(&nothing, |loading| loading.news());
        select! {
            recv(self.commands) -> command => match command {
                Ok(command) => self.obey(command),
                Err(_) => return false,
            },
            recv(news) -> news => match news {
                Ok(news) => self.take_news(news),
                Err(_) => self.lose_loader(),
            },
            default(IDLE) => {}
        }
        true
    }

    /// Obeys the commands that are there; false when the handle is gone.
    fn take_commands(&mut self) -> bool {
        loop {
            match self.commands.try_recv() {
                Ok(command) => self.obey(command),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Resume => self.goal = Goal::Endless,
            Command::Step(0) => self.pause(),
            Command::Step(count) => self.goal = Goal::Count(count),
            Command::Alpha(alpha) => {
                self.change(
                    |config| config.model.alpha = alpha,
                    |run| run.set_alpha(alpha),
                );
            }
            Command::Beta(beta) => {
                self.change(|config| config.model.beta = beta, |run| run.set_beta(beta));
            }
            Command::Gamma(gamma) => {
                self.change(
                    |config| config.model.gamma = gamma,
                    |run| run.set_gamma(gamma),
                );
            }
            Command::ExtraBetas(betas) => self.change(
                |config| config.learning.extra_betas.clone_from(&betas),
                |run| run.set_extra_betas(&betas),
            ),
            Command::Rate(layer, rate) => self.change(
                |config| match layer {
                    Layer::Simple => config.learning.simple_rate = rate,
                    Layer::Invariant => config.learning.invariant_rate = rate,
                },
                |run| run.set_rate(layer, rate),
            ),
            Command::Freeze(layer, frozen) => self.run.freeze(layer, frozen),
            Command::Revive(layer) => self.revive(layer),
            Command::Reset => self.restart(self.run.config.clone()),
            Command::NewSeed(seed) => self.restart(Config {
                seed,
                ..self.run.config.clone()
            }),
            Command::NewSource(source) => self.load(
                Config {
                    source,
                    ..self.run.config.clone()
                },
                Purpose::GoOn,
            ),
            Command::CancelLoading => {
                if let Some(loading) = &self.loading {
                    loading.cancel();
                }
            }
            Command::Rebuild(config) => match config.check() {
                Ok(()) => self.restart(*config),
                Err(error) => self.outlet.say(Event::Failed(error.to_string())),
            },
            Command::Save(path) => self.save(path),
            Command::Open(path) => self.open(&path, Event::Opened(path.clone())),
            Command::Restore => self.restore(),
            Command::Note {
                generation,
                measured,
            } => self.run.note(generation, *measured),
            #[cfg(test)]
            Command::Panic => panic!("asked to panic"),
        }
        if self.goal == Goal::Pause {
            self.publish();
        }
    }

    fn pause(&mut self) {
        let was_learning = self.goal != Goal::Pause;
        self.goal = Goal::Pause;
        if was_learning {
            let pool = Arc::clone(&self.pool);
            pool.install(|| self.run.measure());
        }
        self.publish();
        self.outlet.say(Event::Paused {
            step: self.run.step(),
        });
    }

    /// Applies a change of one setting if it keeps the configuration sound.
    fn change(&mut self, set: impl Fn(&mut Config), apply: impl Fn(&mut TrainingRun)) {
        let mut changed = self.run.config.clone();
        set(&mut changed);
        match changed.check() {
            Ok(()) => apply(&mut self.run),
            Err(error @ OutOfRange { .. }) => self.outlet.say(Event::Failed(error.to_string())),
        }
    }

    fn revive(&mut self, layer: Layer) {
        let pool = Arc::clone(&self.pool);
        match pool.install(|| self.run.revive(layer)) {
            Some(units) => self.outlet.say(Event::Revived { layer, units }),
            None => self.outlet.say(Event::Failed(
                "no pictures to revive units from yet".to_owned(),
            )),
        }
    }

    /// Starts again with `config`: at once where the pictures would come out the same, else as soon
    /// as they are there. Until then the model stays as it is, and stays for good should they fail.
    fn restart(&mut self, config: Config) {
        let old = &self.run.config;
        let is_made = matches!(config.source, SourceSpec::Scenes | SourceSpec::Lines);
        let scenes_differ = is_made && config.seed != old.seed;
        let same_pictures = config.source == old.source
            && config.normalise == old.normalise
            && config.movies == old.movies
            && !scenes_differ;
        match self.run.pictures().filter(|_| same_pictures).cloned() {
            Some(pictures) => {
                let generation = self.run.generation + 1;
                self.replace(TrainingRun::new(config, generation, Some(pictures)));
            }
            None => self.load(config, Purpose::Restart),
        }
    }

    fn save(&mut self, path: PathBuf) {
        self.outlet.say(match self.run.save(&path) {
            Ok(()) => {
                self.saved = self.run.age();
                Event::Saved(path)
            }
            Err(error) => Event::Failed(format!("not saved: {error}")),
        });
    }

    fn open(&mut self, path: &Path, opened: Event) {
        match TrainingRun::open(path, self.run.generation + 1) {
            Ok(run) => {
                self.replace(run);
                self.saved = self.run.age();
                self.outlet.say(opened);
                self.load(self.run.config.clone(), Purpose::GoOn);
            }
            Err(error) => self
                .outlet
                .say(Event::Failed(format!("not opened: {error}"))),
        }
    }

    fn restore(&mut self) {
        match self.keep.clone().filter(|path| path.exists()) {
            Some(path) => self.open(&path, Event::Restored),
            None => self.outlet.say(Event::Failed(
                "there is no earlier model to go back to yet".to_owned(),
            )),
        }
    }

    /// Puts another model in the place of this one, which is kept.
    fn replace(&mut self, run: TrainingRun) {
        self.keep_unsaved();
        self.run = run;
        self.publish();
    }

    /// Keeps the model where it would be lost otherwise.
    fn keep_unsaved(&mut self) {
        let Some(path) = &self.keep else { return };
        if self.run.step() == 0 || self.run.age() == self.saved {
            return;
        }
        if let Some(folder) = path.parent() {
            // Where it cannot be made, saving says so.
            let _ = std::fs::create_dir_all(folder);
        }
        if let Err(error) = self.run.save(path) {
            let text = format!("the model before could not be kept: {error}");
            self.outlet.say(Event::Failed(text));
        }
    }

    fn load(&mut self, config: Config, purpose: Purpose) {
        self.loading = None;
        self.outlet.say(Event::Loading { done: 0, total: 0 });
        match Loading::start(config, purpose, Arc::clone(&self.pool)) {
            Ok(loading) => self.loading = Some(loading),
            Err(error) => self.outlet.say(Event::Failed(format!(
                "no thread to load pictures: {error}"
            ))),
        }
    }

    fn take_pictures(&mut self) {
        while let Some(news) = self
            .loading
            .as_ref()
            .map(|loading| loading.news().try_recv())
        {
            match news {
                Ok(news) => self.take_news(news),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.lose_loader(),
            }
        }
    }

    fn lose_loader(&mut self) {
        self.loading = None;
        let text = "loading pictures ended with a fault of the program; the pictures before stay";
        self.outlet.say(Event::Failed(text.to_owned()));
    }

    fn take_news(&mut self, news: LoaderNews) {
        let outcome = match news {
            LoaderNews::Progress(done, total) => {
                return self.outlet.say(Event::Loading { done, total });
            }
            LoaderNews::Done(outcome) => outcome,
        };
        let Some(loading) = self.loading.take() else {
            return;
        };
        match outcome {
            Ok(pictures) => self.accept(pictures, &loading),
            Err(SourceError::Cancelled) => self.outlet.say(Event::LoadingCancelled),
            Err(error) => self.outlet.say(Event::Failed(error.to_string())),
        }
    }

    fn accept(&mut self, pictures: Pictures, loading: &Loading) {
        let (count, skipped) = (pictures.len(), pictures.skipped());
        let skipped = skipped.iter().map(ToString::to_string).collect();
        let pictures = Arc::new(pictures);
        let config = loading.config();
        match loading.purpose() {
            Purpose::Restart => {
                let generation = self.run.generation + 1;
                self.replace(TrainingRun::new(config.clone(), generation, Some(pictures)));
            }
            Purpose::GoOn => {
                if self.run.pictures().is_some() {
                    self.run.mark(format!("pictures: {}", config.source));
                }
                self.run.set_pictures(config.source.clone(), pictures);
            }
        }
        self.outlet.say(Event::Loaded {
            pictures: count,
            skipped,
        });
        self.publish();
    }

    fn publish(&mut self) {
        let run = match self.goal {
            Goal::Pause => Run::Paused,
            _ if self.run.pictures().is_none() => Run::Waiting,
            Goal::Endless => Run::Running,
            Goal::Count(left) => Run::Counting(left),
        };
        self.outlet.publish(self.run.snapshot(run));
        self.last_snapshot = Some(Instant::now());
    }
}

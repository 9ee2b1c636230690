//! What each command does to the run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::loader::{Loading, Purpose};
use super::run::TrainingRun;
use super::worker::{Goal, Safe, Worker};
use crate::config::Config;
use crate::engine::messages::{Command, Event, Layer};
use crate::engine::store::AutosaveStore;
use crate::range::OutOfRange;
use crate::source::SourceSpec;

impl Worker<'_> {
    pub(crate) fn apply(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Resume => self.goal = Goal::Endless,
            Command::Step(0) => self.pause(),
            Command::Step(count) => {
                let left = match self.goal {
                    Goal::Count(left) => left,
                    _ => 0,
                };
                self.goal = Goal::Count(left.saturating_add(count));
            }
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
            Command::Freeze(layer, frozen) => self.change(
                |config| match layer {
                    Layer::Simple => config.learning.freeze_simple = frozen,
                    Layer::Invariant => config.learning.freeze_invariant = frozen,
                },
                |run| run.freeze(layer, frozen),
            ),
            Command::Revive(layer) => self.revive(layer),
            Command::Reset => self.restart(self.config_to_come()),
            Command::NewSeed(seed) => self.restart(Config {
                seed,
                ..self.config_to_come()
            }),
            Command::NewSource(source) => self.load(
                Config {
                    source,
                    ..self.config_to_come()
                },
                self.pending().map_or(Purpose::GoOn, Loading::purpose),
            ),
            Command::CancelLoading => {
                if let Some(loading) = &self.loading {
                    loading.cancel();
                }
            }
            Command::Rebuild(config) => match config.check() {
                Ok(()) => self.rebuild(*config),
                Err(error) => self.publisher.say(Event::Failed(error.to_string())),
            },
            Command::Save(path) if self.holds_another(&path) => {
                self.publisher.say(Event::WouldReplace(path));
            }
            Command::Save(path) | Command::Replace(path) => self.save(path),
            Command::Open(path) => self.open(path),
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

    /// Applies a change of one setting if it keeps the configuration sound, to this model and to one that is to start
    /// with the pictures on their way.
    fn change(&mut self, set: impl Fn(&mut Config), apply: impl Fn(&mut TrainingRun)) {
        let mut changed = self.run.config.clone();
        set(&mut changed);
        match changed.check() {
            Ok(()) => {
                apply(&mut self.run);
                if let Some(config) = self.next_start() {
                    let mut next = config.clone();
                    set(&mut next);
                    if next.check().is_ok() {
                        *config = next;
                    }
                }
            }
            Err(error @ OutOfRange { .. }) => self.publisher.say(Event::Failed(error.to_string())),
        }
    }

    /// The configuration that a new model starts with as soon as its pictures are there.
    fn next_start(&mut self) -> Option<&mut Config> {
        let loading = self.loading.as_mut()?;
        let will_start = loading.purpose() == Purpose::Restart && !loading.is_cancelled();
        will_start.then(|| loading.config_mut())
    }

    fn revive(&mut self, layer: Layer) {
        let pool = Arc::clone(&self.pool);
        match pool.install(|| self.run.revive(layer)) {
            Some(units) => self.publisher.say(Event::Revived { layer, units }),
            None => self.publisher.say(Event::Failed(
                "no pictures to revive units from yet".to_owned(),
            )),
        }
    }

    /// The pictures that will be there, unless they fail.
    fn pending(&self) -> Option<&Loading> {
        let loading = self.loading.as_ref();
        loading.filter(|loading| !loading.is_cancelled())
    }

    /// The configuration as it will be when the pictures that are being loaded are there.
    fn config_to_come(&self) -> Config {
        let now = self.run.config.clone();
        match self.pending() {
            Some(loading) if loading.purpose() == Purpose::Restart => loading.config().clone(),
            Some(loading) => Config {
                source: loading.config().source.clone(),
                ..now
            },
            None => now,
        }
    }

    /// Starts again with `config`, from the pictures that are being loaded unless it names others than those of now, and
    /// likewise with the seed.
    fn rebuild(&mut self, mut config: Config) {
        let to_come = self.config_to_come();
        if config.source == self.run.config.source {
            config.source = to_come.source;
        }
        if config.seed == self.run.config.seed {
            config.seed = to_come.seed;
        }
        self.restart(config);
    }

    /// Starts again with `config`: at once where the pictures would come out the same, else as soon
    /// as they are there. Until then the model stays as it is, and stays for good should they fail. A start that
    /// waited for its pictures is off.
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
                if self.next_start().is_some() {
                    self.loading = None;
                    self.publisher.say(Event::LoadingCancelled);
                }
                let generation = self.run.generation + 1;
                self.replace(TrainingRun::new(config, generation, Some(pictures)));
            }
            None => self.load(config, Purpose::Restart),
        }
    }

    /// Whether a file is there that this model was not saved to or opened from.
    fn holds_another(&self, path: &Path) -> bool {
        path.exists() && self.run.file.as_deref() != Some(path)
    }

    fn save(&mut self, path: PathBuf) {
        let outcome = match self.run.checkpoint().save(&path) {
            Ok(()) => {
                self.run.file = Some(path.clone());
                self.lies_at(path.clone());
                Event::Saved(path)
            }
            Err(error) => Event::Failed(format!("not saved: {error}")),
        };
        self.publisher.say(outcome);
    }

    /// Goes on with the model in a file. A kept one counts as saved nowhere.
    fn open(&mut self, path: PathBuf) {
        match TrainingRun::open(&path, self.run.generation + 1) {
            Ok(run) => {
                if self.replace(run) {
                    self.lies_at(path.clone());
                    let is_kept = self
                        .autosaves
                        .as_ref()
                        .is_some_and(|autosaves| autosaves.has(&path));
                    self.publisher.say(if is_kept {
                        Event::Restored
                    } else {
                        self.run.file = Some(path.clone());
                        Event::Opened(path)
                    });
                    self.load(self.run.config.clone(), Purpose::GoOn);
                }
            }
            Err(error) => self
                .publisher
                .say(Event::Failed(format!("not opened: {error}"))),
        }
    }

    fn restore(&mut self) {
        let own = self.safe.as_ref().map(|safe| &*safe.path);
        match self
            .autosaves
            .as_ref()
            .and_then(|autosaves| autosaves.newest_but(own))
        {
            Some(path) => self.open(path),
            None => self.publisher.say(Event::Failed(
                "there is no earlier model to go back to yet".to_owned(),
            )),
        }
    }

    /// Puts another model in the place of this one, which is kept; false, and this one stays, where it cannot be.
    pub(crate) fn replace(&mut self, run: TrainingRun) -> bool {
        if let Err(error) = self.keep() {
            self.publisher.say(Event::Failed(format!(
                "{error}; so it stays: save it elsewhere, then try again"
            )));
            return false;
        }
        self.run = run;
        self.safe = None;
        self.publish();
        true
    }

    /// Keeps the model where it would be lost otherwise.
    pub(crate) fn keep(&mut self) -> Result<(), String> {
        match self.autosaves.clone() {
            Some(autosaves) => self.keep_on(&autosaves),
            None => Ok(()),
        }
    }

    fn keep_on(&mut self, autosaves: &AutosaveStore) -> Result<(), String> {
        self.kept = Instant::now();
        let age = self.run.age();
        let is_safe = |safe: &Safe| safe.age == age && safe.path.exists();
        if self.run.step() == 0 || self.safe.as_ref().is_some_and(is_safe) {
            return Ok(());
        }
        let earlier = self.safe.as_ref().map(|safe| &*safe.path);
        let kept = autosaves.keep(self.run.movies_seen(), earlier, |path| {
            self.run.checkpoint().save(path)
        });
        let path = kept.map_err(|error| format!("the model could not be kept: {error}"))?;
        self.lies_at(path);
        Ok(())
    }

    /// Notes that the model lies in this file as it is now. A kept file of an earlier state of it is not needed any more.
    pub(crate) fn lies_at(&mut self, path: PathBuf) {
        let age = self.run.age();
        let before = self.safe.take().filter(|before| before.path != path);
        if let (Some(autosaves), Some(before)) = (&self.autosaves, before) {
            autosaves.remove(&before.path);
        }
        self.safe = Some(Safe { age, path });
    }

    /// Keeps the model at the end; where its folder refuses it, in the system's one for temporary files.
    pub(crate) fn leave(&mut self) {
        if let Err(error) = self.keep() {
            let autosaves = AutosaveStore::new(std::env::temp_dir().join("cellscope"));
            let outcome = self.keep_on(&autosaves);
            let place = self.safe.as_ref().filter(|_| outcome.is_ok());
            eprintln!("cellscope: {error}");
            match place {
                Some(safe) => eprintln!("cellscope: it is in {}", safe.path.display()),
                None => eprintln!("cellscope: nor could it be kept among temporary files"),
            }
        }
    }
}

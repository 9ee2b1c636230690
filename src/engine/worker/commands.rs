//! What each command does to the run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::loader::Purpose;
use super::super::messages::{Command, Event, Layer};
use super::super::run::TrainingRun;
use super::{Goal, Worker};
use crate::config::{Config, OutOfRange};
use crate::source::SourceSpec;

impl Worker<'_> {
    pub(super) fn obey(&mut self, command: Command) {
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
    pub(super) fn replace(&mut self, run: TrainingRun) {
        self.keep_unsaved();
        self.run = run;
        self.publish();
    }

    /// Keeps the model where it would be lost otherwise.
    pub(super) fn keep_unsaved(&mut self) {
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
}

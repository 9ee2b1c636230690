//! What each command does to the run.

use std::sync::Arc;
use std::time::Instant;

use crate::config::Config;
use crate::engine::messages::{Command, Event, Layer};
use crate::engine::record::{Origin, Recorder, Resumed};
use crate::engine::threads;
use crate::engine::train::goal::Goal;
use crate::engine::train::loader::{Loader, Purpose};
use crate::engine::train::run::TrainingRun;
use crate::engine::train::worker::{Worker, pace};
use crate::parameter::Parameter;
use crate::source::{MovieParams, SourceSpec};

impl Worker<'_> {
    pub(crate) fn apply(&mut self, command: Command) {
        self.applied += 1;
        let was = self.goal;
        let mut is_otherwise = false;
        match command {
            // Publishes, then says so: another snapshot after that might be on its way when this one is fetched.
            Command::Pause | Command::Step(0) => return self.pause(),
            Command::Resume => {
                self.goal = Goal::Endless;
                self.try_pictures_again();
            }
            Command::Step(count) => {
                let left = match self.goal {
                    Goal::Count(left) => left,
                    _ => 0,
                };
                self.goal = Goal::Count(left.saturating_add(count));
                self.try_pictures_again();
            }
            Command::StepTo(step) => match step.saturating_sub(self.run.step()) {
                0 => return self.pause(),
                left => {
                    self.goal = Goal::Count(left);
                    self.try_pictures_again();
                }
            },
            Command::Set(parameter, value) => {
                self.change(&command, |run| run.set(parameter, value));
                // It was refused, or the sparsity is now what had been adapted to a share.
                let adapts = matches!(
                    parameter,
                    Parameter::SimpleShare | Parameter::InvariantShare
                );
                is_otherwise = parameter.get(&self.run.config) != value || (adapts && value == 0.0);
            }
            Command::ExtraBetas(ref betas) => {
                self.change(&command, |run| run.set_extra_betas(betas));
            }
            Command::Pace(minibatches_per_sec) => {
                self.pace = minibatches_per_sec.map(pace);
                if let Some(pace) = self.pace {
                    // Not at the end of a longer wait, of the pace before.
                    self.next_minibatch = self.next_minibatch.min(Instant::now() + pace);
                }
            }
            Command::Share(runs) => self.share(runs),
            Command::PauseWhenEmerged(pauses) => self.pauses_when_emerged = pauses,
            Command::HistoryBytes(most_bytes) => self.limit_history(most_bytes),
            Command::Branch(step) => self.branch(step),
            Command::Freeze(layer, frozen) => {
                self.change(&command, |run| run.freeze(layer, frozen));
            }
            Command::Revive(layer) => self.revive(layer),
            Command::KeepAlive(keeps) => self.change(&command, |run| run.keep_alive(keeps)),
            Command::Reset => self.restart(self.run.as_set(self.config_to_come())),
            Command::NewSeed(seed) => self.restart(Config {
                seed,
                ..self.run.as_set(self.config_to_come())
            }),
            Command::NewSource(source) => {
                let movies = self.config_to_come().movies;
                self.cut(Some(source), movies);
            }
            Command::Cut { source, movies } => self.cut(source, movies),
            Command::CancelLoading => {
                if let Some(loading) = &self.loading {
                    loading.cancel();
                }
            }
            Command::Rebuild(config) => match config.check() {
                Ok(()) => self.rebuild(*config),
                Err(error) => self.publisher.say(Event::Failed(error.to_string())),
            },
            Command::Save(path) => self.save(path, false),
            Command::Replace(path) => self.save(path, true),
            Command::Open(path) => self.open(path, true),
            Command::OpenCopy(path) => self.open(path, false),
            Command::Restore => self.restore(),
            Command::Keep => self.keep_now(),
            Command::Visit(visited) => self.visit(visited),
            Command::Return => self.come_back(),
            Command::Stay => self.stay(),
            Command::Note {
                generation,
                measured,
            } => self.run.note(generation, *measured),
            #[cfg(test)]
            Command::Panic => panic!("asked to panic"),
        }
        // Whoever asked sees at once that learning goes on, and which values are in force; the next minibatch may take minutes.
        if self.goal == Goal::Pause || was == Goal::Pause || is_otherwise {
            self.publish();
        }
    }

    /// Takes a pool of one run's share of the threads, of `runs` in all, where it is another number than now.
    fn share(&mut self, runs: usize) {
        let threads = (self.loaders.current_num_threads() / runs.max(1)).max(1);
        if threads == self.pool.current_num_threads() {
            return;
        }
        match threads::pool(threads, self.in_background, "compute") {
            Ok(pool) => self.pool = pool,
            Err(reason) => self.publisher.say(Event::Problem(reason)),
        }
    }

    /// Applies a change of one setting, if the configuration stays valid and fits the pictures, to this model and to what
    /// waits for its pictures.
    fn change(&mut self, command: &Command, apply: impl Fn(&mut TrainingRun)) {
        let mut changed = self.run.config.clone();
        command.set_in(&mut changed);
        let fits = self
            .run
            .pictures()
            .map_or(Ok(()), |pictures| pictures.check(&changed.movies));
        let checked = changed.check().map_err(|error| error.to_string());
        match checked.and_then(|()| fits.map_err(|error| error.to_string())) {
            Ok(()) => {
                apply(&mut self.run);
                if let Some(config) = self.pending_config() {
                    let mut next = config.clone();
                    command.set_in(&mut next);
                    if next.check().is_ok() {
                        *config = next;
                    }
                }
            }
            Err(reason) => self.publisher.say(Event::Failed(reason)),
        }
    }

    /// The configuration that waits for its pictures.
    fn pending_config(&mut self) -> Option<&mut Config> {
        let loading = self.loading.as_mut();
        let loading = loading.filter(|loading| !loading.is_cancelled())?;
        Some(loading.config_mut())
    }

    /// Loads pictures to go on with, for movies that are cut like this.
    fn cut(&mut self, source: Option<SourceSpec>, movies: MovieParams) {
        let to_come = self.config_to_come();
        if !movies.has_size_of(&to_come.movies) {
            let reason = "movies of another size need a restart: set them under Sizes, and press Apply and restart";
            return self.publisher.say(Event::NotLoaded(reason.to_owned()));
        }
        let config = Config {
            source: source.unwrap_or(to_come.source),
            movies,
            ..to_come
        };
        let purpose = self.pending().map_or(Purpose::GoOn, Loader::purpose);
        match config.check() {
            Ok(()) => self.load(config, purpose),
            Err(error) => self.publisher.say(Event::NotLoaded(error.to_string())),
        }
    }

    /// Goes on from the recorded moment nearest to this minibatch, with the settings and pictures of that moment.
    fn branch(&mut self, step: u64) {
        let recording = self.recorder.recording();
        let Some(index) = recording.nearest(step) else {
            let reason = "no moment of this run is recorded".to_owned();
            return self.publisher.say(Event::Failed(reason));
        };
        let run = match recording.read(index) {
            Ok(past) => {
                let pictures = self.pictures_for(&past.config);
                self.run.branch(past, self.run.generation + 1, pictures)
            }
            Err(error) => return self.publisher.say(Event::Failed(error.to_string())),
        };
        let step = run.step();
        let from = Origin::Recording(recording);
        if self.replace(run, Some(Resumed { from, step })) {
            self.stay();
            self.publisher.say(Event::Branched(step));
            if self.run.pictures().is_some() {
                self.drop_loading();
            } else {
                self.load(self.run.config.clone(), Purpose::GoOn);
            }
        }
    }

    fn limit_history(&mut self, most_bytes: u64) {
        self.record_place.most_bytes = most_bytes;
        self.recorder.limit(most_bytes);
        if most_bytes > 0 && self.recorder.has_failed() {
            let from = Origin::Recording(self.recorder.recording());
            let resumed = Resumed {
                from,
                step: self.run.step(),
            };
            self.recorder = Recorder::start(&self.record_place, self.run.id, Some(resumed));
        }
    }

    fn revive(&mut self, layer: Layer) {
        if !self.run.is_in_round() {
            let reason =
                "units cannot be revived while the next movies are read: resume, then try again";
            return self.publisher.say(Event::Failed(reason.to_owned()));
        }
        let pool = Arc::clone(&self.pool);
        match pool.install(|| self.run.revive(layer)) {
            Some(units) => {
                if self.goal == Goal::Pause {
                    // What was measured as it stopped is of other weights.
                    pool.install(|| self.run.measure(false));
                }
                self.publisher.say(Event::Revived { layer, units });
            }
            None => self.publisher.say(Event::Failed(
                "units cannot be revived before pictures are loaded".to_owned(),
            )),
        }
    }

    /// The loading in progress, unless it was cancelled.
    fn pending(&self) -> Option<&Loader> {
        let loading = self.loading.as_ref();
        loading.filter(|loading| !loading.is_cancelled())
    }

    /// Leaves the pictures being loaded, and says so.
    fn drop_loading(&mut self) {
        if self.loading.take().is_some() {
            self.publisher.say(Event::LoadingCancelled);
        }
    }

    /// The configuration as it will be once the pictures being loaded are there.
    fn config_to_come(&self) -> Config {
        let now = self.run.config.clone();
        match self.pending() {
            Some(loading) if loading.purpose() == Purpose::Restart => loading.config().clone(),
            Some(loading) => Config {
                source: loading.config().source.clone(),
                movies: loading.config().movies,
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

    /// Starts again with `config`: at once where its pictures are the present ones, else when they are loaded. Until
    /// then, and if loading fails, the model stays. What was being loaded, for another start or for the model of now, is
    /// cancelled.
    fn restart(&mut self, config: Config) {
        match self.pictures_for(&config) {
            Some(pictures) => {
                let is_for_it = |loading: &mut Loader| {
                    let wanted = loading.config();
                    wanted.source == config.source && wanted.movies == config.movies
                };
                match self.loading.take_if(is_for_it) {
                    Some(_) => self.publisher.say(Event::LoadingSpared),
                    None => self.drop_loading(),
                }
                let generation = self.run.generation + 1;
                self.begin(TrainingRun::new(config, generation, Some(pictures)));
            }
            None => self.load(config, Purpose::Restart),
        }
    }
}

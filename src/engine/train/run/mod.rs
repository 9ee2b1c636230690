//! One run: the model, its pictures and its clock, without threads or channels.
//!
//! - `settings`: changes of its settings; `revival`: units reinitialised;
//! - `emergence`: what is measured to see whether complex cells have emerged; `verdict`: whether they have; `backlog`: moments
//!   that passed too fast to be measured;
//! - `speed`: how fast it learns;
//! - `whole_state`: the model as it was in the last snapshot.

pub(super) mod backlog;
pub(super) mod emergence;
mod revival;
mod settings;
mod speed;
mod verdict;
pub(super) mod whole_state;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::engine::file_error::FileError;
use crate::engine::messages::{Event, Layer};
use crate::engine::record::{PastState, Recorder};
use crate::engine::store::{Age, Checkpoint, RunId, RunState};
use crate::engine::train::run::emergence::EmergenceState;
use crate::engine::train::run::speed::Speed;
use crate::files::{Stamp, stamp};
use crate::model::{
    CodeAccuracy, Diverged, Learner, Schedule, StepProgress, StepReport, layer_name,
};
use crate::parameter::Parameter;
use crate::source::{MoviePath, Pictures, SourceSpec, cut_movies};
use crate::telemetry::{History, MAX_SECS, Mark, Measured, Point};

/// Movies of the last minibatch that a snapshot holds.
pub(in crate::engine::train) const INPUT_MOVIES: usize = 16;

/// A model that learns from pictures, and all that is known about how it goes.
pub(crate) struct TrainingRun {
    pub(crate) config: Config,
    pub(crate) generation: u64,
    /// Which run it is; `None` where it goes on from a file that does not say.
    pub(crate) id: Option<RunId>,
    /// The file it was saved to or opened from last.
    pub(crate) file: Option<PathBuf>,
    /// That file as the program wrote or read it.
    pub(crate) stamp: Option<Stamp>,
    /// The model as it is in that file; without a file as it is part of the program, or was kept by it.
    pub(crate) saved: Option<Age>,
    /// Whether it goes on from a model that the program kept.
    pub(crate) is_kept: bool,
    /// The file whose model it is a copy of, until it is saved.
    pub(crate) copy_of: Option<PathBuf>,
    /// Seconds it had learned for when it was made or opened.
    pub(in crate::engine::train) began_secs: f64,
    /// The parameter that was changed last, when, and after how many minibatches.
    pub(in crate::engine::train) changed_last: Option<(Parameter, Instant, u64)>,
    /// How often units were reinitialised on request.
    pub(in crate::engine::train) revivals: u64,
    pub(in crate::engine::train) learner: Learner,
    /// A copy of the learner as it is now, made for the last snapshot or save; `None` once it has changed.
    pub(in crate::engine::train) copy: Option<Arc<Learner>>,
    pub(in crate::engine::train) state: RunState,
    pub(in crate::engine::train) pictures: Option<Arc<Pictures>>,
    pub(in crate::engine::train) frames: Array2<f32>,
    /// Where the first of them were cut from.
    pub(in crate::engine::train) input_paths: Vec<MoviePath>,
    /// The pictures that they were cut from.
    pub(in crate::engine::train) input_pictures: Option<Arc<Pictures>>,
    pub(in crate::engine::train) speed: Speed,
    /// How near to their minima all codes came since the run was made or opened.
    pub(in crate::engine::train) accuracy: CodeAccuracy,
    pub(in crate::engine::train) emergence: EmergenceState,
}

impl TrainingRun {
    /// A run from the start.
    pub(crate) fn new(config: Config, generation: u64, pictures: Option<Arc<Pictures>>) -> Self {
        let (model, learning) = (&config.model, &config.learning);
        let learner = Learner::begin(config.pixels(), model, learning, config.seed);
        let state = RunState {
            step: 0,
            movies_seen: 0,
            elapsed_secs: 0.0,
            emerged_secs: None,
            generator: Xoshiro256PlusPlus::seed_from_u64(config.seed),
            prices_set: None,
            history: History::default(),
        };
        let id = Some(RunId::new());
        Self::assemble(config, generation, id, learner, state, pictures)
    }

    /// A run that goes on from a moment of this one; without `pictures` they are yet to come.
    pub(in crate::engine::train) fn branch(
        &self,
        past: PastState,
        generation: u64,
        pictures: Option<Arc<Pictures>>,
    ) -> Self {
        let state = past.run_state(self.state.clone());
        let id = Some(RunId::new());
        Self::assemble(past.config, generation, id, past.learner, state, pictures)
    }

    /// A run that goes on from a file; its pictures are yet to come.
    pub(crate) fn open(path: &Path, generation: u64) -> Result<Self, FileError> {
        // Before it is read: what is written into it meanwhile is another file.
        let stamp = stamp(path);
        let run = Self::of(Checkpoint::open(path)?, generation);
        Ok(Self { stamp, ..run })
    }

    /// A run that goes on from what a file holds; its pictures are yet to come.
    pub(in crate::engine::train) fn of(checkpoint: Checkpoint, generation: u64) -> Self {
        let Checkpoint {
            config,
            learner,
            state,
            run,
        } = checkpoint;
        let learner = Arc::unwrap_or_clone(learner);
        Self::assemble(config, generation, run, learner, state, None)
    }

    fn assemble(
        config: Config,
        generation: u64,
        id: Option<RunId>,
        learner: Learner,
        mut state: RunState,
        pictures: Option<Arc<Pictures>>,
    ) -> Self {
        state.prices_set = state.prices_set.or(config.model.adapted_prices());
        let concentrated = state.history.concentration_point_by(state.step);
        let concentrated = concentrated.map(Point::concentrated).unwrap_or_default();
        let measured = state.history.measured_by(state.step);
        Self {
            emergence: EmergenceState {
                measured: measured.with_concentration_of(&concentrated),
                ..EmergenceState::default()
            },
            frames: Array2::zeros((0, config.pixels())),
            input_paths: Vec::new(),
            input_pictures: None,
            began_secs: state.elapsed_secs,
            changed_last: None,
            config,
            generation,
            id,
            file: None,
            stamp: None,
            saved: None,
            is_kept: false,
            copy_of: None,
            revivals: 0,
            learner,
            copy: None,
            state,
            pictures,
            speed: Speed::default(),
            accuracy: CodeAccuracy::default(),
        }
    }

    /// All that a file of the run holds.
    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            config: self.config.clone(),
            learner: self.share(),
            state: self.state.clone(),
            run: self.id,
        }
    }

    /// The learner as it is now, copied at most once for each of its states.
    pub(in crate::engine::train) fn share(&mut self) -> Arc<Learner> {
        let learner = &self.learner;
        Arc::clone(self.copy.get_or_insert_with(|| Arc::new(learner.clone())))
    }

    /// Records the run when a moment is due.
    pub(in crate::engine::train) fn record(&mut self, recorder: &mut Recorder) {
        if recorder.is_due(self.state.step) {
            let learner = self.share();
            recorder.record(&self.state, &self.config, learner);
        }
    }

    /// The last mark, if it is of this moment.
    pub(in crate::engine::train) fn mark_of_now(&self) -> Option<&Mark> {
        let mark = self.state.history.marks().last();
        mark.filter(|mark| mark.last_step() == self.state.step)
    }

    /// Which model this is, and how far it has come.
    pub(crate) fn age(&self) -> Age {
        Age {
            generation: self.generation,
            step: self.state.step,
            config: self.config.clone(),
            revivals: self.revivals,
        }
    }

    pub(crate) fn step(&self) -> u64 {
        self.state.step
    }

    pub(crate) fn pictures(&self) -> Option<&Arc<Pictures>> {
        self.pictures.as_ref()
    }

    pub(crate) fn set_pictures(&mut self, source: SourceSpec, pictures: Arc<Pictures>) {
        self.emergence.forget_lines();
        self.config.source = source;
        self.pictures = Some(pictures);
    }

    /// Learns from one minibatch and returns the steps that diverged; `None` without pictures, and where it was stopped: the next is
    /// of the same movies.
    pub(crate) fn minibatch(&mut self, progress: &StepProgress) -> Option<Vec<Event>> {
        let started = Instant::now();
        let (generator, input) = (self.state.generator.clone(), self.input());
        if !self.cut(self.config.learning.batch_movies) {
            return None;
        }
        self.copy = None;
        let report = self.learner.step_unless_stopped(
            self.frames.view(),
            self.config.movies.frames,
            &self.config.model,
            &self.config.learning,
            progress,
        );
        let Some(report) = report else {
            self.state.generator = generator;
            // Those of now were not learned from.
            self.show_input(input);
            return None;
        };
        let movies = self.config.learning.batch_movies;
        self.config.model.adapt_prices(&report, movies);
        self.state.step += 1;
        let before = self.state.movies_seen;
        self.state.movies_seen = self.learner.movies_seen;
        self.mark_layers_begun(before);
        let revived = self.revive_due();
        let undone = self.undo_diverged(&report);
        self.keep_time(started.elapsed(), &report, revived);
        Some(undone)
    }

    /// Marks which layers begin to learn with this minibatch; `before` are the movies seen before it.
    fn mark_layers_begun(&mut self, before: u64) {
        if self.config.learning.schedule == Schedule::Steady {
            for index in 1..self.config.model.pooling_layers().len() {
                let from = Schedule::steady_from(index);
                if (before + 1..=self.state.movies_seen).contains(&from) {
                    self.mark_event(format!("layer {} begins to learn", index + 2));
                }
            }
        }
    }

    /// Cuts the next movies into `frames`; false without pictures.
    pub(in crate::engine::train) fn cut(&mut self, movies: usize) -> bool {
        let Some(pictures) = &self.pictures else {
            return false;
        };
        let shape = (movies * self.config.movies.frames, self.config.pixels());
        if self.frames.dim() != shape {
            self.frames = Array2::zeros(shape);
        }
        let generator = &mut self.state.generator;
        let mut paths = cut_movies(pictures, &self.config.movies, generator, &mut self.frames);
        paths.truncate(INPUT_MOVIES);
        self.input_paths = paths;
        self.input_pictures = Some(Arc::clone(pictures));
        true
    }

    /// Halves the rate of a layer whose step was not taken, and says so.
    fn undo_diverged(&mut self, report: &StepReport) -> Vec<Event> {
        let mut events = Vec::new();
        for diverged in &report.diverged {
            let layer = match *diverged {
                Diverged::Simple => Layer::Simple,
                Diverged::Pooling(0) => Layer::Invariant,
                Diverged::Pooling(index) => {
                    self.mark_event(format!("step of {} undone", layer_name(index)));
                    continue;
                }
                Diverged::Extra(index) => {
                    // Its rate is that of A, which an extra layer must not change.
                    let beta = self.learner.extra[index].sparsity;
                    self.mark_event(format!("step of A at beta {beta} undone"));
                    continue;
                }
            };
            if let Some(rate) = diverged.halve_rate(&mut self.config.learning) {
                self.mark(format!("step of {} undone, rate {rate}", layer.weights()));
                events.push(Event::StepUndone {
                    layer,
                    step: self.state.step,
                    rate,
                });
            }
        }
        events
    }

    fn keep_time(&mut self, taken: Duration, report: &StepReport, revived: usize) {
        let secs = taken.as_secs_f64();
        self.state.elapsed_secs = (self.state.elapsed_secs + secs).min(MAX_SECS);
        self.speed.add(self.frames.nrows() as f64, secs);
        self.accuracy = self.accuracy.and(report.accuracy);
        self.state.history.push(Point {
            step: self.state.step,
            movies_seen: self.state.movies_seen,
            elapsed_secs: self.state.elapsed_secs,
            energies: report.energies,
            simple_density: report.simple_density,
            invariant_density: report.layer_densities[0],
            top_density: report.layer_densities.get(1).copied(),
            concentration: None,
            concentration_shuffled: None,
            prices: self.config.model.adapted_prices(),
            revived: self.revived() + revived as u64,
        });
    }

    /// Records measures of an earlier snapshot of this model.
    pub(crate) fn note(&mut self, generation: u64, measured: Measured) {
        if generation == self.generation && measured.step <= self.state.step {
            self.state.history.note(measured);
        }
    }
}

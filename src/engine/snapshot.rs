//! The model and its figures at one moment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::Array2;

use crate::analysis::LineMeasures;
use crate::analysis::tuning::InvariantLayer;
use crate::config::Config;
use crate::engine::dead::{are_most_dead, dead_by_layer};
use crate::engine::file_error::FileError;
use crate::engine::record::{PastState, Recording};
use crate::engine::store::{Checkpoint, RunId};
use crate::model::{Learner, ModelParams, PoolingLayer, Weights};
use crate::source::{MovieParams, MoviePath, Pictures, SourceSpec};
use crate::telemetry::{Criterion, History, STATUS_MOVIES, line_criteria};

/// Whether the engine learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// No pictures yet.
    #[default]
    Waiting,
    /// Learning without end.
    Running,
    /// Learning, with the number of minibatches to go.
    Counting(u64),
    /// Not learning.
    Paused,
}

impl Run {
    /// Whether minibatches are being learned from.
    pub fn is_learning(self) -> bool {
        matches!(self, Self::Running | Self::Counting(_))
    }
}

/// The figures of a status line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// Whether the engine learns.
    pub run: Run,
    /// Minibatches learned from.
    pub step: u64,
    /// Movies learned from.
    pub movies_seen: u64,
    /// Frames coded per second of learning, over about the last second.
    pub patches_per_sec: f64,
    /// Seconds spent learning.
    pub elapsed_secs: f64,
    /// Share of entries of z that are not 0, running mean.
    pub simple_density: f64,
    /// Share of entries of u that are not 0, running mean.
    pub invariant_density: f64,
    /// The same of a third layer, where there is one.
    pub top_density: Option<f64>,
    /// Rarely active units of each layer, the simple one first; see [`Self::dead`].
    pub dead_by_layer: Vec<usize>,
    /// Median orientation concentration of all invariant units, once measured; 0 to 1.
    pub concentration: Option<f64>,
    /// What complex cells must show, with the newest measures; or what those of the toy example must.
    pub criteria: Vec<Criterion>,
    /// The minibatch after which edges and gratings were shown for these; `None` where they were not.
    pub judged_step: Option<u64>,
    /// Elapsed seconds since when they show all of it, as far as it is measured; `None` when they do not.
    pub emerged_secs: Option<f64>,
    /// Codes that hit the solver's iteration limit, above the gap asked for, since the model was made or opened.
    pub unconverged: usize,
    /// Largest duality gap of a code since then, as a share of its energy.
    pub worst_gap: f64,
    /// Pictures learned from.
    pub pictures: usize,
    /// What the pictures are: the embedded scenes, or the folders and files.
    pub source: String,
    /// The file that the model was saved to or opened from last.
    pub file: Option<PathBuf>,
    /// Minibatches that the model in that file has learned from; without a file those of the model that is part of the
    /// program, or that it kept, while the run goes on from that.
    pub saved_step: Option<u64>,
    /// Whether settings were changed or units revived since then.
    pub is_changed: bool,
    /// Whether the run goes on from a model that the program kept.
    pub is_kept: bool,
    /// The file whose model it is a copy of, until it is saved.
    pub copy_of: Option<PathBuf>,
    /// Alpha and beta as they were set, where one of them is adapted to a share of units on.
    pub prices_set: Option<[f32; 2]>,
    /// Commands that the engine has applied since it was started.
    pub commands: u64,
    /// The generation of the model that was replaced last, where it was kept for [`Command::Restore`](crate::engine::Command::Restore).
    pub restorable: Option<u64>,
    /// Minibatches after which it was kept last, named or not; `None` if it was not.
    pub kept_step: Option<u64>,
}

impl Status {
    /// Rarely active units of a layer: 0 is the simple one, 1 the invariant one.
    pub fn dead(&self, layer: usize) -> usize {
        self.dead_by_layer.get(layer).copied().unwrap_or(0)
    }

    /// The same, once a model of this configuration has learned from enough movies to tell.
    pub fn known_dead(&self, layer: usize, config: &Config) -> Option<usize> {
        let schedule = config.learning.schedule;
        let from = schedule.dead_known_from(layer, config.model.simple);
        (self.movies_seen >= from).then(|| self.dead(layer))
    }

    /// Whether it is known that most units of one of the first two layers are dead: their weights are left from when they were
    /// alive, and tell nothing of the model.
    pub fn are_most_dead(&self, config: &Config) -> bool {
        are_most_dead(&self.dead_by_layer, self.movies_seen, config)
    }

    /// The concentration, unless most units of a layer are dead: it says nothing of a model then.
    pub fn concentration_of_alive(&self, config: &Config) -> Option<f64> {
        self.concentration.filter(|_| !self.are_most_dead(config))
    }

    /// This status with what the curves of the run and the weights say of its step.
    fn within(self, config: &Config, learner: &Learner, history: &History) -> Self {
        let lately = history.mean_by(self.step, STATUS_MOVIES);
        let point = lately.unwrap_or_default();
        let measured = history.measured_by(self.step);
        // The lines of the toy example are not on the curves; see [`Snapshot::lines`].
        let criteria = match config.source {
            SourceSpec::Lines => Vec::new(),
            _ => measured.criteria(),
        };
        Self {
            simple_density: point.simple_density,
            invariant_density: point.invariant_density,
            top_density: point.top_density,
            dead_by_layer: dead_by_layer(learner, self.step),
            concentration: measured.concentration,
            criteria,
            judged_step: measured.taken().map(|taken| taken.step),
            emerged_secs: history.emerged_by(self.elapsed_secs, self.emerged_secs),
            ..self
        }
    }
}

/// The model and its figures at one moment; immutable, shared by `Arc`.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Counts restarts (reset, new seed, new sizes, opened file): a change means a new model.
    pub generation: u64,
    /// Its run; `None` of a model that was written before runs had numbers.
    pub run: Option<RunId>,
    /// The configuration with alpha, beta, rates and frozen layers as they are now.
    pub config: Arc<Config>,
    /// The weights of every layer, and how often their units are on.
    pub learner: Arc<Learner>,
    /// The pictures learned from, contrast-normalised; `None` until they are there.
    pub pictures: Option<Arc<Pictures>>,
    /// The status line.
    pub status: Status,
    /// The curves.
    pub history: Arc<History>,
    /// The recorded moments of the run.
    pub recording: Recording,
    /// The first movies of the last minibatch.
    pub input: InputMovies,
}

/// Movies that were learned from.
#[derive(Clone, Debug)]
pub struct InputMovies {
    /// Their frames, `[movies * n_t, P]`; none before the first minibatch.
    pub frames: Array2<f32>,
    /// Frames in a movie, n_t.
    pub movie_frames: usize,
    /// The minibatch that they are of.
    pub step: u64,
    /// Where each was cut from; none over lines, which are drawn, nor where each frame is from another movie.
    pub paths: Vec<MoviePath>,
    /// The pictures that they were cut from.
    pub pictures: Option<Arc<Pictures>>,
}

impl Default for InputMovies {
    /// None.
    fn default() -> Self {
        Self {
            frames: Array2::zeros((0, 0)),
            movie_frames: 1,
            step: 0,
            paths: Vec::new(),
            pictures: None,
        }
    }
}

impl InputMovies {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.frames.nrows() / self.movie_frames
    }
}

impl Snapshot {
    /// The model at a recorded moment, with the curves of now, and the pictures if they are cut now as they were then.
    ///
    /// # Errors
    /// When the history cannot be read.
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn past(&self, index: usize) -> Result<Self, FileError> {
        let moment = self.recording.moments()[index];
        let PastState {
            config, learner, ..
        } = self.recording.read(index)?;
        let status = Status {
            step: moment.step,
            movies_seen: moment.movies_seen,
            elapsed_secs: moment.elapsed_secs,
            // How fast it learned then is not recorded.
            patches_per_sec: 0.0,
            // Nor are these.
            unconverged: 0,
            worst_gap: 0.0,
            ..self.status.clone()
        };
        let status = status.within(&config, &learner, &self.history);
        Ok(Self {
            pictures: self.pictures_cut_as(&config.movies),
            config: Arc::new(config),
            learner: Arc::new(learner),
            status,
            ..self.clone()
        })
    }

    /// Its pictures, if movies like these can be cut from them: films are held for one cut, and other pictures may be too small.
    pub(crate) fn pictures_cut_as(&self, then: &MovieParams) -> Option<Arc<Pictures>> {
        let now = &self.config.movies;
        let is_alike = then.cut_as(now) == *then && then.has_size_of(now);
        let fit = |pictures: &&Arc<Pictures>| {
            (is_alike || pictures.movies().is_empty()) && pictures.check(then).is_ok()
        };
        self.pictures.as_ref().filter(fit).cloned()
    }

    /// The model of a file, as it stands there: nothing learns from it, and it has no pictures.
    #[must_use]
    pub fn opened(opened: Checkpoint, path: &Path) -> Self {
        let Checkpoint {
            config,
            learner,
            state,
            run,
        } = opened;
        let status = Status {
            run: Run::Paused,
            step: state.step,
            movies_seen: state.movies_seen,
            elapsed_secs: state.elapsed_secs,
            emerged_secs: state.emerged_secs,
            source: config.source.to_string(),
            file: Some(path.to_owned()),
            saved_step: Some(state.step),
            prices_set: state.prices_set,
            ..Status::default()
        };
        Self {
            generation: 0,
            run,
            status: status.within(&config, &learner, &state.history),
            config: Arc::new(config),
            learner,
            pictures: None,
            history: Arc::new(state.history),
            recording: Recording::default(),
            input: InputMovies::default(),
        }
    }

    /// How well the lines of the toy example were learned, on patches not learned from; `None` for other pictures.
    #[must_use]
    pub fn lines(&self) -> Option<LineMeasures> {
        let (config, model) = (&self.config, self.model_in_force());
        (config.source == SourceSpec::Lines)
            .then(|| LineMeasures::held_out(self.weights(), &model, config.seed))
    }

    /// Tells, of the toy example, what its lines must show and do: quick to find, and not noted along a run.
    pub fn tell_lines(&mut self) {
        if let Some(lines) = self.lines() {
            self.status.criteria = line_criteria(&lines);
        }
    }

    /// The model with the sparsities that are in force after its movies.
    pub fn model_in_force(&self) -> ModelParams {
        self.config.model_in_force(self.status.movies_seen)
    }

    /// The configuration with the sparsities as they were set, in the place of those that are adapted to a share of units on.
    pub fn config_as_set(&self) -> Config {
        self.config.with_prices(self.status.prices_set)
    }

    /// W, A and those of further layers.
    pub fn weights(&self) -> &Weights {
        &self.learner.weights
    }

    /// W, `[P, K]`, column-major.
    pub fn dictionary(&self) -> &Array2<f32> {
        &self.learner.weights.dictionary
    }

    /// A, `[K, M]`, row-major.
    pub fn pooling(&self) -> &Array2<f32> {
        self.learner.weights.pooling()
    }

    /// Share of frames in which each simple unit is on, running mean, `[K]`.
    pub fn simple_use(&self) -> &[f32] {
        self.learner
            .simple_use
            .as_slice()
            .expect("a contiguous vector")
    }

    /// Share of movies in which each invariant unit is on, running mean, `[M]`.
    pub fn invariant_use(&self) -> &[f32] {
        self.learner.weights.layers[0].unit_use()
    }

    /// The same, empty before anything was learned.
    pub fn known_use(&self) -> &[f32] {
        match self.status.movies_seen {
            0 => &[],
            _ => self.invariant_use(),
        }
    }

    /// The third layer, if there is one.
    pub fn top(&self) -> Option<&PoolingLayer> {
        self.learner.weights.layers.get(1)
    }

    /// Whether this is the same model in the same state: all that answers to stimuli depend on. Its run,
    /// its pictures and its curves may differ.
    pub fn is_same_model(&self, other: &Self) -> bool {
        self.generation == other.generation
            && self.status.step == other.status.step
            && (Arc::ptr_eq(&self.config, &other.config) || self.config == other.config)
            && (Arc::ptr_eq(&self.learner, &other.learner) || self.learner == other.learner)
    }

    /// Whether both have the very same pictures, or none.
    pub fn has_pictures_of(&self, other: &Self) -> bool {
        match (&self.pictures, &other.pictures) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// The invariant layer at this sparsity of u: the one that learned at it, where there is one, else
    /// the model's own A at this beta.
    pub fn layer_at(&self, beta: f32) -> InvariantLayer<'_> {
        InvariantLayer::at(beta, &self.learner, self.config.model.beta)
    }
}

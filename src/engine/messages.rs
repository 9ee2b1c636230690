//! What goes into the engine and what comes out.

use std::path::PathBuf;
use std::sync::Arc;

use ndarray::Array2;

use crate::analysis::tuning::InvariantLayer;
use crate::config::Config;
use crate::model::{ExtraLayer, Weights};
use crate::source::{Pictures, SourceSpec};
use crate::telemetry::{History, Measured};

/// One of the two layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Simple units: W and z.
    Simple,
    /// Invariant units: A and u.
    Invariant,
}

impl Layer {
    /// "simple" or "invariant".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Invariant => "invariant",
        }
    }

    /// The symbol of the layer's weights: "W" or "A".
    #[must_use]
    pub fn weights(self) -> &'static str {
        match self {
            Self::Simple => "W",
            Self::Invariant => "A",
        }
    }
}

/// What the engine is asked to do. A command acts before the next minibatch.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Stop learning until [`Command::Resume`] or [`Command::Step`].
    Pause,
    /// Learn without end.
    Resume,
    /// Learn for this many minibatches more, then pause.
    Step(u64),
    /// Set the sparsity of z.
    Alpha(f32),
    /// Set the sparsity of u.
    Beta(f32),
    /// Set the sparsity of v, the code of a third layer.
    Gamma(f32),
    /// Let an A of its own learn at each of these sparsities of u, beside the model's, and no others.
    ExtraBetas(Vec<f32>),
    /// Set the relative learning rate of a layer (1 is the default).
    Rate(Layer, f32),
    /// Leave the weights of a layer as they are, or let them learn again.
    Freeze(Layer, bool),
    /// Draw the dead units of a layer anew from the data.
    Revive(Layer),
    /// Start again from the configured seed.
    Reset,
    /// Start again from another seed.
    NewSeed(u64),
    /// Load other pictures; learning goes on with the old ones until they are there, then W and A
    /// go on learning from the new ones.
    NewSource(SourceSpec),
    /// Stop loading pictures.
    CancelLoading,
    /// Start again with another configuration.
    Rebuild(Box<Config>),
    /// Write the model to a file. One that is there already and is not the model's own is left as it is, and
    /// [`Event::WouldReplace`] answers.
    Save(PathBuf),
    /// Write the model to a file, whatever is there.
    Replace(PathBuf),
    /// Replace the model by that of a file, paused or running as now.
    Open(PathBuf),
    /// Bring back the model that was kept last, be it replaced, left when the engine ended, or learning when it was
    /// killed; the present one is kept as well.
    Restore,
    /// Put measures of a snapshot on the curves. Those of another generation come too late: they are
    /// left out in silence.
    Note {
        /// Generation of the snapshot measured.
        generation: u64,
        /// The measures, with the step of the snapshot.
        measured: Box<Measured>,
    },
    /// Panic, to test what happens then.
    #[cfg(test)]
    Panic,
}

/// What the engine has to say, in order, none lost.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Pictures are being loaded: how many of how many are done.
    Loading {
        /// Pictures read so far, usable or not.
        done: usize,
        /// Pictures to read.
        total: usize,
    },
    /// Pictures are there: how many, and what was left out, one line each with its reason.
    Loaded {
        /// Usable pictures.
        pictures: usize,
        /// One line per file left out: its path and why.
        skipped: Vec<String>,
    },
    /// Loading was stopped on request; the previous pictures stay.
    LoadingCancelled,
    /// Learning stopped, on request or because the minibatches asked for are done.
    Paused {
        /// Minibatches learned from.
        step: u64,
    },
    /// A step diverged and was undone; the rate of that layer was halved.
    StepUndone {
        /// The layer whose step was undone.
        layer: Layer,
        /// The minibatch.
        step: u64,
        /// The new relative rate.
        rate: f32,
    },
    /// Dead units were drawn anew.
    Revived {
        /// Their layer.
        layer: Layer,
        /// How many.
        units: usize,
    },
    /// The model was written to this file.
    Saved(PathBuf),
    /// The model was not written, because this file is there and holds something else.
    WouldReplace(PathBuf),
    /// The model was read from this file.
    Opened(PathBuf),
    /// The model that was replaced or left last is back.
    Restored,
    /// Pictures could not be loaded; those before stay.
    NotLoaded(String),
    /// Another command could not be carried out; learning goes on as before.
    Failed(String),
    /// The training thread panicked and is gone; the engine must be started anew.
    Crashed(String),
}

/// Whether the engine learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// No pictures yet.
    Waiting,
    /// Learning without end.
    Running,
    /// Learning for so many minibatches more.
    Counting(u64),
    /// Not learning.
    Paused,
}

/// The figures of a status line.
#[derive(Clone, Debug, PartialEq)]
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
    /// Simple units hardly ever on.
    pub simple_dead: usize,
    /// Invariant units hardly ever on.
    pub invariant_dead: usize,
    /// Median orientation concentration of all invariant units, once measured; 0 to 1.
    pub concentration: Option<f64>,
    /// Elapsed seconds when the concentration was first at least 0.7, and 0.4 above its shuffled control.
    pub emerged_secs: Option<f64>,
    /// Pictures learned from.
    pub pictures: usize,
    /// What the pictures are: the embedded scenes, or the folders and files.
    pub source: String,
    /// The file that the model was saved to or opened from last.
    pub file: Option<PathBuf>,
}

/// The third layer at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct TopLayer {
    /// B, `[M, N]`, >= 0, row-major.
    pub pooling: Array2<f32>,
    /// Share of movies in which each of its units is on, running mean, `[N]`.
    pub unit_use: Vec<f32>,
}

/// The model and its figures at one moment; immutable, shared by `Arc`.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Counts restarts (reset, new seed, new sizes, opened file): a change means a new model.
    pub generation: u64,
    /// The configuration in force: alpha, beta, rates and frozen layers as they are now.
    pub config: Arc<Config>,
    /// W, `[P, K]`, column-major.
    pub dictionary: Array2<f32>,
    /// A, `[K, M]`, row-major.
    pub pooling: Array2<f32>,
    /// Share of frames in which each simple unit is on, running mean, `[K]`.
    pub simple_use: Vec<f32>,
    /// Share of movies in which each invariant unit is on, running mean, `[M]`.
    pub invariant_use: Vec<f32>,
    /// The invariant layers that learn beside A, each at its own beta.
    pub extra: Vec<ExtraLayer>,
    /// The third layer, if there is one.
    pub top: Option<TopLayer>,
    /// The pictures learned from, contrast-normalised; `None` until they are there.
    pub pictures: Option<Arc<Pictures>>,
    /// The status line.
    pub status: Status,
    /// The curves.
    pub history: Arc<History>,
}

impl Snapshot {
    /// Its W, A and B.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights {
            dictionary: self.dictionary.clone(),
            pooling: self.pooling.clone(),
            top: self.top.as_ref().map(|top| top.pooling.clone()),
        }
    }

    /// Whether this is the same model in the same state: all that answers to stimuli depend on. Its run,
    /// its pictures and its curves may differ.
    #[must_use]
    pub fn is_same_model(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        self.generation == other.generation
            && self.status.step == other.status.step
            && self.config == other.config
            && self.dictionary == other.dictionary
            && self.pooling == other.pooling
            && self.extra == other.extra
            && self.top == other.top
    }

    /// The invariant layer at this sparsity of u: the one that learned at it, where there is one, else
    /// the model's own A at this beta.
    #[must_use]
    pub fn layer_at(&self, beta: f32) -> InvariantLayer<'_> {
        let own = InvariantLayer {
            pooling: self.pooling.view(),
            beta: self.config.model.beta,
        };
        own.or_extra(&self.extra, beta)
    }
}

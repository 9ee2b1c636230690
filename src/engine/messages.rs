//! What goes into the engine and what comes out.

use std::path::PathBuf;

use crate::config::Config;
use crate::source::SourceSpec;
use crate::telemetry::Measured;

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

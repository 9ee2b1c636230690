//! What goes into the engine and what comes out.

use std::path::PathBuf;

pub use crate::analysis::Layer;
use crate::config::Config;
use crate::parameter::Parameter;
use crate::source::{MovieParams, SourceSpec};
use crate::telemetry::Measured;

/// A model to be visited.
#[derive(Clone, Debug, PartialEq)]
pub enum Visited {
    /// An untrained one.
    New(Box<Config>),
    /// The trained one that is part of the program.
    Trained,
}

/// A request to the engine. A command acts before the next minibatch; where it does not wait, the present
/// one is left, and learned from later.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Stop learning until [`Command::Resume`] or [`Command::Step`].
    Pause,
    /// Learn without end.
    Resume,
    /// Learn for this many minibatches more, then pause.
    Step(u64),
    /// Learn until the model has learned from this many minibatches, then pause; pause where it has.
    StepTo(u64),
    /// Set a parameter.
    Set(Parameter, f32),
    /// Train a separate A at each of these sparsities of u, beside the model's own, and at no others.
    ExtraBetas(Vec<f32>),
    /// Largest number of minibatches to learn from per second, > 0; `None` for full pace.
    Pace(Option<f32>),
    /// The number of runs that learn at once: compute on the share of one of them in the threads it was started with, on one at least.
    Share(usize),
    /// Whether to pause as soon as complex cells have emerged.
    PauseWhenEmerged(bool),
    /// Bytes of the run's history at most, 0 for no more of it: of more, every second moment goes.
    HistoryBytes(u64),
    /// Start a new run from the recorded moment nearest to this minibatch. The present model is kept first.
    Branch(u64),
    /// Freeze the weights of a layer, or let them learn again.
    Freeze(Layer, bool),
    /// Reinitialise the rarely active units of a layer from the data.
    Revive(Layer),
    /// Whether to keep reinitialising rarely active units.
    KeepAlive(bool),
    /// Start again from the configured seed.
    Reset,
    /// Start again from another seed.
    NewSeed(u64),
    /// Load other pictures. Training continues with the previous pictures until these are loaded, then W and A
    /// learn from these.
    NewSource(SourceSpec),
    /// Cut movies of the same size in another way, from other pictures if a source is given. Loads as
    /// [`Command::NewSource`] does.
    Cut {
        /// The pictures; those of now if none are given.
        source: Option<SourceSpec>,
        /// How movies are cut from them.
        movies: MovieParams,
    },
    /// Stop loading pictures.
    CancelLoading,
    /// Start again with another configuration.
    Rebuild(Box<Config>),
    /// Write the model to a file. An existing file that is not the model's own is not replaced:
    /// [`Event::WouldReplace`] answers.
    Save(PathBuf),
    /// Write the model to a file, replacing an existing one.
    Replace(PathBuf),
    /// Replace the model by that of a file, paused or running as now.
    Open(PathBuf),
    /// Replace the model by a copy of that of a file, paused: the file is not the copy's own, and saving asks for another.
    OpenCopy(PathBuf),
    /// Restore the model that was replaced last, or else the one that was kept last, as when the engine ended or was
    /// killed. The present model is kept first.
    Restore,
    /// Keep the model now in the folder of kept models, unless it is in a file as it is: [`Event::Kept`] answers.
    Keep,
    /// Put another model in the place of the present one until [`Command::Return`]. What was there when the first was visited
    /// is laid aside as it is. The visit ends where another model than the one visited is opened, restored or begun.
    Visit(Visited),
    /// Bring back the model that was laid aside, as it was. What was visited is dropped. Does nothing once
    /// [`Event::VisitEnded`] was told.
    Return,
    /// Make the model that is visited the present one. What was laid aside is dropped; it was kept.
    Stay,
    /// Record measures of a snapshot for the curves. Measures of another generation are ignored.
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

impl Command {
    /// Changes a configuration as it changes settings of the model that learns.
    pub fn set_in(&self, config: &mut Config) {
        match self {
            Self::Set(parameter, value) => parameter.set(config, *value),
            Self::ExtraBetas(betas) => config.learning.extra_betas.clone_from(betas),
            Self::Freeze(layer, is_frozen) => {
                *layer.frozen_mut(&mut config.learning) = *is_frozen;
            }
            Self::KeepAlive(keeps) => config.learning.keep_alive = *keeps,
            Self::Cut {
                source: None,
                movies,
            } => config.movies = config.movies.cut_as(movies),
            _ => {}
        }
    }

    /// Whether it does not wait for the end of the present minibatch: with the largest models that may take minutes. Changes of
    /// settings and saves wait, so that learning gets on however often they come.
    pub(super) fn stops_minibatch(&self) -> bool {
        match self {
            Self::Pause
            | Self::Branch(_)
            | Self::Revive(_)
            | Self::Reset
            | Self::NewSeed(_)
            | Self::NewSource(_)
            | Self::Cut { .. }
            | Self::CancelLoading
            | Self::Rebuild(_)
            | Self::Open(_)
            | Self::OpenCopy(_)
            | Self::Restore
            | Self::Visit(_)
            | Self::Return
            | Self::Stay => true,
            Self::Resume
            | Self::Step(_)
            | Self::StepTo(_)
            | Self::Set(..)
            | Self::ExtraBetas(_)
            | Self::Pace(_)
            | Self::Share(_)
            | Self::PauseWhenEmerged(_)
            | Self::HistoryBytes(_)
            | Self::Freeze(..)
            | Self::KeepAlive(_)
            | Self::Save(_)
            | Self::Replace(_)
            | Self::Keep
            | Self::Note { .. } => false,
            #[cfg(test)]
            Self::Panic => false,
        }
    }
}

/// What the engine reports, in order, none lost.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Pictures are being loaded: how many of how many are done.
    Loading {
        /// Pictures read so far, usable or not.
        done: usize,
        /// Pictures to read.
        total: usize,
    },
    /// Pictures were loaded, or left out, one line each with its reason.
    Loaded {
        /// Usable pictures, without the frames of movies.
        pictures: usize,
        /// One line per file left out: its path and why.
        skipped: Vec<String>,
        /// One line per movie: frames, seconds, cuts and the share of its windows that can be used.
        movies: Vec<String>,
    },
    /// Loading was stopped on request; training continues with the previous pictures.
    LoadingCancelled,
    /// What was being loaded is not needed any more: a new model learns in that way from pictures that are there.
    LoadingSpared,
    /// Learning stopped, on request or after the requested number of minibatches.
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
    /// Rarely active units were reinitialised.
    Revived {
        /// Their layer.
        layer: Layer,
        /// How many.
        units: usize,
    },
    /// The model is written, and why its history is not. [`Self::Saved`] comes then, where the model has a name.
    WithoutHistory(String),
    /// The model was written to this file.
    Saved(PathBuf),
    /// The model was not written to this file.
    NotSaved {
        /// The file.
        path: PathBuf,
        /// Why, with the file.
        reason: String,
    },
    /// The model was not written, because this file exists and is not the model's own.
    WouldReplace(PathBuf),
    /// The model was read from a file.
    Opened {
        /// The file.
        path: PathBuf,
        /// Whether it is a copy of that in the file.
        is_copy: bool,
        /// Whether the model that was there before can be restored.
        is_restorable: bool,
    },
    /// The program was killed while a run of it learned, or the power went: the newest kept model is its last state.
    EndedUnexpectedly,
    /// A model that was kept is restored.
    Restored {
        /// Movies it has learned from.
        movies_seen: u64,
    },
    /// The answer to [`Command::Keep`], and the last word of an engine: the file that the model is in, none where it has not
    /// learned or is not to be kept; or why it could not be kept.
    Kept(Result<Option<PathBuf>, String>),
    /// A new run goes on from a moment of the last one: the minibatches learned from by then.
    Branched(u64),
    /// The model that was laid aside is back, under this generation; pictures that the visited one still loaded are not loaded
    /// any more.
    CameBack(u64),
    /// The model that was visited is the present one, or another has taken its place: nothing comes back.
    VisitEnded {
        /// Whether the model that was laid aside can be restored.
        is_restorable: bool,
    },
    /// No other model is visited, as [`Self::Failed`] said before: the present one stays.
    NotVisited,
    /// Pictures could not be loaded; training continues with the previous ones.
    NotLoaded(String),
    /// Another command failed, and changed nothing; or there are no more movies to learn from, and learning pauses.
    Failed(String),
    /// Something beside the model is not as it should be, such as what is recorded of it; learning goes on.
    Problem(String),
    /// The training thread failed. The model is kept in this file as it was in the last snapshot; [`Self::Crashed`] comes next.
    Rescued {
        /// The file.
        path: PathBuf,
        /// Movies that the model in it has learned from.
        movies_seen: u64,
    },
    /// The training thread failed, by a panic or for want of threads, and is gone; the engine must be started anew.
    Crashed(String),
}

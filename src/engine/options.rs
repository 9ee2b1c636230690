//! How the engine is started.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::interval::Interval;
use super::snapshot::Snapshot;

/// Most threads that compute, above the cores of most machines: with many more, each waits for the others.
pub const MAX_THREADS: usize = 256;

/// How often the model is kept or saved while it learns, unless another time is asked for.
pub const SAVE_EVERY: Duration = Duration::from_secs(120);

/// How to start.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads that compute, at most [`MAX_THREADS`]; 0 for all cores. Any number gives the same bits.
    pub threads: usize,
    /// A model file to go on from; its configuration then replaces the one given.
    pub open: Option<PathBuf>,
    /// Where to keep models for [`Command::Restore`](super::Command::Restore) to bring them back; nowhere by default.
    pub keep: Option<Keep>,
    /// Bytes of a run's history at most: of more, every second moment goes. 0 by default: nothing is recorded.
    pub history_bytes: u64,
    /// Where the history is while the run goes on, if no models are kept; by default in the system's folder for temporary
    /// files.
    pub history_folder: Option<PathBuf>,
    /// Minibatches per second at most; as many as there can be by default.
    pub pace: Option<f32>,
    /// Pause as soon as complex cells have emerged.
    pub pause_when_emerged: bool,
    /// Run the computing threads at a lower priority than the window's.
    pub in_background: bool,
    /// Wait for [`Command::Resume`](super::Command::Resume) or [`Command::Step`](super::Command::Step) instead of learning at once.
    pub paused: bool,
    /// A run that this one learns beside: of its pictures those that would be loaded again are shared.
    pub beside: Option<Arc<Snapshot>>,
    /// How often snapshots come while the model learns.
    pub snapshot_every: Interval,
}

/// How to keep models that would be lost otherwise: one that is replaced, or not saved at the end.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The folder; created when it is missing.
    pub folder: PathBuf,
    /// How often the model is kept while it learns, in case the program or the machine stops unexpectedly.
    pub every: Duration,
}

//! A model that waits while another is visited.

use super::goal::Goal;
use super::loader::Loader;
use super::run::TrainingRun;
use crate::engine::record::Recorder;
use crate::engine::store::Saved;

/// A model that is laid aside, with all that goes with it.
pub(super) struct Aside {
    pub(super) run: TrainingRun,
    pub(super) recorder: Recorder,
    pub(super) saved: Option<Saved>,
    pub(super) loading: Option<Loader>,
    /// Whether the pictures that it waits for are those of the model visited, or were on their way to that.
    pub(super) awaits_pictures: bool,
    pub(super) goal: Goal,
}

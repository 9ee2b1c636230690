//! The units of a pinned run, matched with those of the run.

use std::sync::Arc;
use std::time::Instant;

use crate::analysis::Matching;
use crate::engine::Snapshot;

/// Units that were matched with those of a run as it was then.
pub(crate) struct Matched {
    /// The run.
    pub(super) run: Arc<Snapshot>,
    /// The pinned run.
    pub(super) pin: Arc<Snapshot>,
    /// Or why they cannot be matched.
    pub(super) result: Result<Arc<Matching>, String>,
    /// From when on it is worth to match again while the run learns.
    pub(super) again_at: Instant,
}

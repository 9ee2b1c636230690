//! What is being measured of a pinned run.

use std::sync::Arc;

use crate::analysis::tuning::EdgeStudy;
use crate::engine::Analysis;

/// What is being measured.
pub(super) struct AskedOf {
    pub(super) generation: u64,
    pub(super) k_rad_per_px: f64,
    pub(super) betas: Vec<f32>,
}

impl AskedOf {
    /// Whether this has all of it.
    pub(super) fn is_answered_by(&self, analysis: &Analysis) -> bool {
        let (snapshot, edges) = (&analysis.snapshot, analysis.edges.as_ref());
        let gratings = analysis.gratings.as_ref();
        let step = snapshot.status.step;
        let is_at = |edges: &Arc<EdgeStudy>| {
            edges.step == step && edges.is_at(self.k_rad_per_px, &self.betas)
        };
        snapshot.generation == self.generation
            && edges.is_some_and(is_at)
            && gratings.is_some_and(|gratings| gratings.step == step)
    }
}

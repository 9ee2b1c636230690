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
        let edges = analysis.edges.as_ref();
        let is_at = |edges: &Arc<EdgeStudy>| edges.is_at(self.k_rad_per_px, &self.betas);
        analysis.snapshot.generation == self.generation
            && is_whole(analysis)
            && edges.is_some_and(is_at)
    }
}

/// Whether edges and gratings were shown to the very state that was measured.
pub(super) fn is_whole(analysis: &Analysis) -> bool {
    let step = Some(analysis.snapshot.status.step);
    let edges = analysis.edges.as_ref().map(|study| study.step);
    let gratings = analysis.gratings.as_ref().map(|study| study.step);
    edges == step && gratings == step
}

//! What the analyst is asked, and its answer.

use std::sync::Arc;

use crate::analysis::tuning::{EdgeParams, EdgeStudy, GratingStudy};
use crate::analysis::{
    Concentration, GaborFit, LineMeasures, Preference, preferences, spectral_concentration,
};
use crate::engine::snapshot::Snapshot;
use crate::source::SourceSpec;
use crate::telemetry::Measured;

/// A part of the answer that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnalysisStage {
    /// Gabor fits, and what is computed from them.
    Fits,
    /// Edges; gratings come after them. Normally after the fits; first where edges are awaited of a model that learns and of which
    /// nothing was measured yet.
    Edges,
}

/// What to measure.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The model.
    pub snapshot: Arc<Snapshot>,
    /// k of the edges shown.
    pub k_rad_per_px: f64,
    /// Sparsities of u to show the edges at, beside the model's own.
    pub betas: Vec<f32>,
    /// Whether to show edges.
    pub edges: bool,
    /// Whether to show gratings.
    pub gratings: bool,
    /// What is waited for. It then comes soon even while the model learns: the first answer of a model, and fits of a
    /// model that has outgrown the last.
    pub awaited: Option<AnalysisStage>,
}

/// What was measured. Parts that were not requested, or not measured yet, are those of an earlier snapshot of the
/// same generation: each study has the step it was made at.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The snapshot measured.
    pub snapshot: Arc<Snapshot>,
    /// Gabor fits of its filters, `[K]`; empty while only edges were shown, see [`Self::is_fitted`].
    pub fits: Arc<Vec<Option<GaborFit>>>,
    /// What each invariant unit prefers by these fits, `[M]`; empty without them.
    pub preferences: Arc<Vec<Option<Preference>>>,
    /// Orientation concentration over all invariant units, as everywhere along a run: by the spectra of the filters.
    pub concentration: Option<Concentration>,
    /// How well the lines were learned, where the model learns the toy example.
    pub lines: Option<Arc<LineMeasures>>,
    /// Responses to edges.
    pub edges: Option<Arc<EdgeStudy>>,
    /// Responses to gratings.
    pub gratings: Option<Arc<GratingStudy>>,
    /// Summary of what was measured of this snapshot itself.
    pub measured: Measured,
}

/// Whether measures of a model that had learned from so many movies, or minibatches, may no longer hold: it has learned from as many
/// again since.
pub(super) fn is_outgrown(then: u64, now: u64) -> bool {
    2 * then <= now
}

impl AnalysisRequest {
    /// Whether the model learns meanwhile, so that cores are left to it.
    pub(super) fn is_learning(&self) -> bool {
        self.snapshot.status.run.is_learning()
    }

    /// Whether the model learns, and measures of what has outgrown it since are awaited.
    pub(super) fn is_outgrown_by(&self, next: &Self) -> bool {
        let movies_seen = |request: &Self| request.snapshot.status.movies_seen;
        let is_outgrown = is_outgrown(movies_seen(self), movies_seen(next));
        self.is_learning() && next.awaited.is_some() && is_outgrown
    }

    /// Whether this has all of it, measured of one state of its model.
    pub fn is_answered_by(&self, analysis: &Analysis) -> bool {
        let edges = analysis.edges.as_ref();
        analysis.snapshot.generation == self.snapshot.generation
            && analysis.is_whole()
            && edges.is_some_and(|edges| edges.is_at(self.k_rad_per_px, &self.betas))
    }

    /// Whether the model is the toy example, which learns in a second or two, and is measured quickly.
    pub(super) fn is_of_toy(&self) -> bool {
        self.snapshot.config.source == SourceSpec::Lines
    }
}

impl Analysis {
    /// Whether the model has since seen at least as many movies again, so that these measures may no longer hold.
    pub fn is_outgrown_by(&self, snapshot: &Snapshot) -> bool {
        is_outgrown(
            self.snapshot.status.movies_seen,
            snapshot.status.movies_seen,
        )
    }

    /// Responses to edges of the very state that was measured.
    pub fn edges_of_now(&self) -> Option<&Arc<EdgeStudy>> {
        let edges = self.edges.as_ref();
        edges.filter(|study| study.step == self.snapshot.status.step)
    }

    /// Responses to gratings of the very state that was measured.
    pub fn gratings_of_now(&self) -> Option<&Arc<GratingStudy>> {
        let gratings = self.gratings.as_ref();
        gratings.filter(|study| study.step == self.snapshot.status.step)
    }

    /// Whether edges and gratings were shown to the very state that was measured.
    pub fn is_whole(&self) -> bool {
        self.edges_of_now().is_some() && self.gratings_of_now().is_some()
    }

    /// About how much memory it takes, with the weights of its snapshot.
    pub fn bytes(&self) -> usize {
        let responses = self.edges.as_ref().map_or(0, |study| {
            let of = &study.responses;
            of.simple.len() + of.invariant.iter().map(|layer| layer.len()).sum::<usize>()
        });
        let weights = self.snapshot.dictionary().len() + self.snapshot.pooling().len();
        size_of::<f32>() * (responses + weights)
    }

    /// Whether its filters were fitted.
    pub fn is_fitted(&self) -> bool {
        !self.fits.is_empty()
    }

    /// Whether this is an answer about the same model, in sizes as well.
    pub(super) fn is_of(&self, snapshot: &Snapshot) -> bool {
        self.snapshot.generation == snapshot.generation
            && self.snapshot.dictionary().ncols() == snapshot.dictionary().ncols()
    }

    /// The same with responses to edges of this moment. Widths at other edges than the usual ones are another measure: they are
    /// seen in the view alone.
    pub(super) fn with_edges(mut self, study: Arc<EdgeStudy>) -> Self {
        if study.responses.grid.k_rad_per_px == EdgeParams::default().k_rad_per_px {
            self.measured.take_edges(study.summary.as_ref());
        }
        self.edges = Some(study);
        self
    }

    /// The first stage, with the other parts of the answer `before`; no `fits` where the filters are not fitted yet.
    pub(super) fn begin(
        snapshot: &Arc<Snapshot>,
        fits: Vec<Option<GaborFit>>,
        before: Option<Self>,
    ) -> Self {
        let status = &snapshot.status;
        let side = snapshot.config.movies.patch_side;
        let concentration = spectral_concentration(&snapshot.learner.weights, side);
        let mut measured = Measured::at(status.step, status.movies_seen, status.elapsed_secs);
        measured.take_fits(&fits, concentration.as_ref());
        let (edges, gratings) = before.map_or((None, None), |last| (last.edges, last.gratings));
        Self {
            snapshot: Arc::clone(snapshot),
            preferences: Arc::new(if fits.is_empty() {
                Vec::new()
            } else {
                preferences(snapshot.pooling().view(), &fits)
            }),
            fits: Arc::new(fits),
            concentration,
            lines: snapshot.lines().map(Arc::new),
            edges,
            gratings,
            measured,
        }
    }
}

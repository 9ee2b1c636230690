//! When to ask for which measures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::state::past::{is_past, is_pinned};
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{AnalysisRequest, AnalysisStage, Answer, Question, Run, Snapshot};
use crate::source::SourceSpec;

/// While no view shows edges, they are shown to the cells this often, for the curves and the cards of units.
const EDGES_EVERY: Duration = Duration::from_secs(8);
/// The same of gratings.
const GRATINGS_EVERY: Duration = Duration::from_secs(16);

/// Movies before which nothing is measured while the model learns: the filters are noise at first, and
/// fits of noise are slow.
const FIRST_MOVIES: u64 = 8_000;

/// What was asked last, and when the slower measures came last: of the run, or of the moments of its past.
#[derive(Debug, Default)]
pub(crate) struct MeasureRequests {
    is_of_past: bool,
    asked: Option<AnalysisRequest>,
    edges_at: Option<Instant>,
    gratings_at: Option<Instant>,
}

impl MeasureRequests {
    /// What is asked of moments of the past.
    pub(crate) fn of_past() -> Self {
        Self {
            is_of_past: true,
            ..Self::default()
        }
    }
}

impl WorkerState for MeasureRequests {
    /// Asks about each new snapshot once. Fits are always asked for; edges and gratings when a view shows them, and now
    /// and then for curves and cards. While the model is paused, all is asked for. Of a moment of the past only what views show
    /// and lack is.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let snapshot = &shown.model.snapshot;
        let stands_still = snapshot.status.run == Run::Paused;
        let is_past = self.is_of_past;
        // Of pinned runs all is measured, whatever is shown.
        if shown.model.is_other != is_past || is_pinned(snapshot) {
            return None;
        }
        let is_idle = stands_still && !is_past;
        if !is_measurable(snapshot) {
            return None;
        }
        let is_due = |at: Option<Instant>, every| at.is_none_or(|at| at.elapsed() >= every);
        let shows_unit = is_idle || shown.has("unit");
        let shows_edges = shows_unit || shown.has("responses");
        if is_past && !lacks_measures(shown) {
            return None;
        }
        let request = AnalysisRequest {
            snapshot: Arc::clone(snapshot),
            k_rad_per_px: shown.settings.k_rad_per_px,
            betas: shown.settings.betas.to_vec(),
            edges: shows_edges || (!is_past && is_due(self.edges_at, EDGES_EVERY)),
            gratings: shows_unit || (!is_past && is_due(self.gratings_at, GRATINGS_EVERY)),
            awaited: if shows_edges {
                Some(AnalysisStage::Edges)
            } else {
                shown.model.is_missed().then_some(AnalysisStage::Fits)
            },
        };
        if let Some(asked) = &mut self.asked
            && covers(asked, &request, stands_still)
        {
            // Compared once: the same model comes again and again while its curves grow.
            asked.snapshot = request.snapshot;
            return None;
        }
        self.asked = Some(request.clone());
        Some(Request::Ask(Question::Analysis(request)))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        let model = shown.model;
        let lacks = if model.is_other {
            lacks_measures(shown)
        } else {
            model.is_missed()
        };
        self.is_of_past == model.is_other && is_measurable(&model.snapshot) && lacks
    }

    /// Notes which measures arrived, even where no unit responded.
    fn take_answer(&mut self, answer: &Answer) {
        let Answer::Analysis(analysis) = answer else {
            return;
        };
        if is_past(analysis.snapshot.generation) != self.is_of_past || is_pinned(&analysis.snapshot)
        {
            return;
        }
        if analysis.edges_of_now().is_some() {
            self.edges_at = Some(Instant::now());
        }
        if analysis.gratings_of_now().is_some() {
            self.gratings_at = Some(Instant::now());
        }
    }

    fn forget(&mut self) {
        *self = Self {
            is_of_past: self.is_of_past,
            ..Self::default()
        };
    }
}

/// Whether a model is measured: one that learns not before it has seen enough, one that stands still, and the small one of the toy
/// example, as soon as it has learned.
fn is_measurable(snapshot: &Snapshot) -> bool {
    let status = &snapshot.status;
    let is_toy = snapshot.config.source == SourceSpec::Lines;
    let enough = if is_toy || status.run == Run::Paused {
        1
    } else {
        FIRST_MOVIES
    };
    status.movies_seen >= enough
}

/// Whether the views on screen lack measures of the very moment that is shown.
fn lacks_measures(shown: &Shown<'_>) -> bool {
    let (model, settings) = (shown.model, shown.settings);
    let step = model.snapshot.status.step;
    let known = model.known.as_ref();
    let edges = known.and_then(|known| known.edges.as_ref());
    let has_edges = edges.is_some_and(|edges| {
        edges.step == step && edges.is_at(settings.k_rad_per_px, &settings.betas)
    });
    let gratings = known.and_then(|known| known.gratings.as_ref());
    let has_gratings = gratings.is_some_and(|gratings| gratings.step == step);
    let shows_unit = shown.has("unit");
    model.is_missed()
        || ((shows_unit || shown.has("responses")) && !has_edges)
        || (shows_unit && !has_gratings)
}

/// Whether the answer to `asked` answers `request` as well.
fn covers(asked: &AnalysisRequest, request: &AnalysisRequest, stands_still: bool) -> bool {
    let is_same = Arc::ptr_eq(&asked.snapshot, &request.snapshot)
        || (stands_still && asked.snapshot.is_same_model(&request.snapshot));
    is_same
        && asked.k_rad_per_px == request.k_rad_per_px
        && asked.betas == request.betas
        && asked.edges >= request.edges
        && asked.gratings >= request.gratings
}

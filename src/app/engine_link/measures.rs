//! When to ask for which measures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::state::model_view::Drawing;
use crate::app::state::settings::Settings;
use crate::engine::{Analysis, AnalysisRequest, AnalysisStage, Run, Snapshot};
use crate::pane::Pane;

/// While no view shows edges, they are shown to the cells this often, for the curves.
const EDGES_EVERY: Duration = Duration::from_secs(8);
/// The same of gratings.
const GRATINGS_EVERY: Duration = Duration::from_secs(16);

/// Movies before which nothing is measured while the model learns: the filters are noise at first, and
/// fits of noise are slow.
const FIRST_MOVIES: u64 = 3_000;

/// What was asked.
#[derive(Debug)]
struct Asked {
    snapshot: Arc<Snapshot>,
    k_rad_per_px: f64,
    betas: [f32; 4],
    /// Whether edges and gratings were asked for.
    wants: [bool; 2],
}

/// What was asked last, and when.
#[derive(Debug, Default)]
pub(crate) struct Consultation {
    asked: Option<Asked>,
    edges_at: Option<Instant>,
    gratings_at: Option<Instant>,
}

impl Consultation {
    /// The request for the newest snapshot; `None` when it was made already. Fits are always asked for;
    /// edges and gratings when a view shows them, and now and then for the curves. While nothing is
    /// learned, all is asked for.
    pub(crate) fn request(
        &mut self,
        drawing: &Drawing,
        settings: &Settings,
        visible: &[Pane],
    ) -> Option<AnalysisRequest> {
        let snapshot = &drawing.snapshot;
        let is_idle = snapshot.status.run == Run::Paused;
        let movies_seen = snapshot.status.movies_seen;
        if movies_seen == 0 || (!is_idle && movies_seen < FIRST_MOVIES) {
            return None;
        }
        let is_due =
            |at: Option<Instant>, every| at.is_none_or(|at: Instant| at.elapsed() >= every);
        let shows = |panes: &[Pane]| panes.iter().any(|pane| visible.contains(pane));
        let shows_edges = is_idle || shows(&[Pane::Responses, Pane::Unit]);
        let edges = shows_edges || is_due(self.edges_at, EDGES_EVERY);
        let gratings = is_idle || shows(&[Pane::Unit]) || is_due(self.gratings_at, GRATINGS_EVERY);
        let wants = [edges, gratings];
        let awaited = if shows_edges {
            Some(AnalysisStage::Edges)
        } else {
            drawing.is_missed().then_some(AnalysisStage::Fits)
        };
        let (k_rad_per_px, betas) = (settings.k_rad_per_px, settings.betas);
        let is_asked = self.asked.as_ref().is_some_and(|asked| {
            let is_more = |(wants, known): (&bool, &bool)| *wants && !known;
            let is_same = Arc::ptr_eq(&asked.snapshot, snapshot)
                || (is_idle && asked.snapshot.is_same_model(snapshot));
            is_same
                && asked.k_rad_per_px == k_rad_per_px
                && asked.betas == betas
                && !wants.iter().zip(&asked.wants).any(is_more)
        });
        if is_asked {
            // Compared once: the same model comes again and again while its curves grow.
            if let Some(asked) = &mut self.asked {
                asked.snapshot = Arc::clone(snapshot);
            }
            return None;
        }
        self.asked = Some(Asked {
            snapshot: Arc::clone(snapshot),
            k_rad_per_px,
            betas,
            wants,
        });
        Some(AnalysisRequest {
            snapshot: Arc::clone(snapshot),
            k_rad_per_px,
            betas: betas.to_vec(),
            edges,
            gratings,
            awaited,
        })
    }

    /// Notes which measures arrived, even where no unit answered.
    pub(crate) fn received(&mut self, analysis: &Analysis) {
        let now = analysis.snapshot.status.step;
        if analysis
            .edges
            .as_ref()
            .is_some_and(|study| study.step == now)
        {
            self.edges_at = Some(Instant::now());
        }
        if analysis
            .gratings
            .as_ref()
            .is_some_and(|study| study.step == now)
        {
            self.gratings_at = Some(Instant::now());
        }
    }
}

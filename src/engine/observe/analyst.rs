//! The slower measures of a snapshot, on a thread of their own that leaves the cores to learning.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::s;

use super::analysis::{Analysis, AnalysisRequest, AnalysisStage};
use super::worker::{WorkerHandle, WorkerPort};
use crate::analysis::tuning::{EdgeGrid, EdgeStudy, GratingGrid, GratingStudy, SimpleLayer};
use crate::analysis::{GaborFit, fit_filters};
use crate::engine::threads::give_way_to_all;
use crate::model::is_dead;
use crate::source::SourceSpec;

/// While the model learns, the analyst is busy at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.04;
/// The same where the first answer about a model is awaited, or one for a model that has outgrown the last.
const AWAITED_SHARE: f64 = 0.5;
/// Filters fitted between two pauses.
const FIT_BLOCK: usize = 32;

/// Fits filters and shows edges and gratings. A request is answered in stages: the fits, then the edges as well, then
/// the gratings.
pub type Analyst = WorkerHandle<AnalysisRequest, Analysis>;

impl Analyst {
    /// Starts the thread. `on_news` is called on it whenever an answer or a fault is there.
    #[must_use]
    pub fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let mut last = None;
        Self::start("cellscope-analyst", on_news, move |request, port| {
            give_way_to_all();
            answer(&request, &mut last, port)
        })
    }
}

/// A request that is being answered.
struct PacedRequest<'a> {
    request: &'a AnalysisRequest,
    /// What is still missing; a request that waits for it, or for later stages, is answered soon.
    urgent_from: Option<AnalysisStage>,
}

impl std::ops::Deref for PacedRequest<'_> {
    type Target = AnalysisRequest;

    fn deref(&self) -> &AnalysisRequest {
        self.request
    }
}

impl PacedRequest<'_> {
    /// Whether the present work is urgent for the request `asked`.
    fn is_urgent(&self, asked: &AnalysisRequest) -> bool {
        // The toy example learns in a second or two; its measures are quick.
        let is_toy = asked.snapshot.config.source == SourceSpec::Lines;
        is_toy
            || self
                .urgent_from
                .is_some_and(|stage| asked.awaited >= Some(stage))
    }
}

type AnalystPort = WorkerPort<AnalysisRequest, Analysis>;

/// Answers one request in stages; `last` is the last answer, to start from and to leave the next.
fn answer(
    request: &AnalysisRequest,
    last: &mut Option<Analysis>,
    port: &mut AnalystPort,
) -> ControlFlow<()> {
    let snapshot = &request.snapshot;
    let before = last.take().filter(|last| last.is_of(snapshot));
    let edges = before.as_ref().and_then(|before| before.edges.as_ref());
    let lacks_edges = !edges.is_some_and(|edges| edges.is_at(request.k_rad_per_px, &request.betas));
    let for_edges = lacks_edges.then_some(AnalysisStage::Edges);
    let lacks_fits = before
        .as_ref()
        .is_none_or(|before| before.is_outgrown_by(snapshot));
    let for_fits = lacks_fits.then_some(AnalysisStage::Fits).or(for_edges);
    let paced = |urgent_from| PacedRequest {
        request,
        urgent_from,
    };
    let fits = fit(&paced(for_fits), before.as_ref(), port)?;
    let request = &paced(for_edges);
    let mut tell = |analysis: &Analysis, port: &mut AnalystPort| {
        *last = Some(analysis.clone());
        port.publish(analysis.clone());
        throttle(request, port)
    };
    let mut analysis = Analysis::begin(snapshot, fits, before);
    tell(&analysis, port)?;
    if !request.edges && !request.gratings {
        return ControlFlow::Continue(());
    }
    let (model, frames) = (&snapshot.config.model, snapshot.config.movies.frames);
    let simple = SimpleLayer::new(snapshot.dictionary().view(), model, frames);
    if request.edges {
        let study = show_edges(request, &simple, port)?;
        analysis.measured.take_edges(study.summary.as_ref());
        analysis.edges = Some(Arc::new(study));
        tell(&analysis, port)?;
    }
    if request.gratings {
        let study = show_gratings(request, &simple, port)?;
        analysis.measured.take_gratings(study.summary.as_ref());
        analysis.gratings = Some(Arc::new(study));
        tell(&analysis, port)?;
    }
    ControlFlow::Continue(())
}

/// Pauses after a piece of work while the model learns. Breaks when the handle is gone, or when the next request is about
/// another model.
fn throttle(request: &PacedRequest<'_>, port: &mut AnalystPort) -> ControlFlow<()> {
    let is_urgent = |asked: &AnalysisRequest| request.is_urgent(asked);
    let urgent = is_urgent(request) || port.waiting().is_some_and(is_urgent);
    let is_learning =
        request.is_learning() && port.waiting().is_none_or(AnalysisRequest::is_learning);
    let share = match (is_learning, urgent) {
        (false, _) => 1.0,
        (true, true) => AWAITED_SHARE,
        (true, false) => BUSY_SHARE,
    };
    port.throttle(share, |waiting| {
        !waiting.is_learning() || !urgent && is_urgent(waiting)
    })?;
    match port.waiting() {
        Some(next) if next.snapshot.generation != request.snapshot.generation => {
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Fits the filters, starting from the fits of the answer `before`.
fn fit(
    request: &PacedRequest<'_>,
    before: Option<&Analysis>,
    port: &mut AnalystPort,
) -> ControlFlow<(), Vec<Option<GaborFit>>> {
    let snapshot = &*request.request.snapshot;
    let (units, side) = (
        snapshot.dictionary().ncols(),
        snapshot.config.movies.patch_side,
    );
    let previous = before.map_or(&[][..], |before| &before.fits);
    let mut fits = Vec::with_capacity(units);
    for first in (0..units).step_by(FIT_BLOCK) {
        let block = first..units.min(first + FIT_BLOCK);
        let known = previous.get(block.clone()).unwrap_or_default();
        fits.extend(fit_filters(
            snapshot.dictionary().slice(s![.., block]),
            side,
            known,
        ));
        throttle(request, port)?;
    }
    ControlFlow::Continue(fits)
}

fn show_edges(
    request: &PacedRequest<'_>,
    simple: &SimpleLayer<'_>,
    port: &mut AnalystPort,
) -> ControlFlow<(), EdgeStudy> {
    let snapshot = &*request.request.snapshot;
    let config = &snapshot.config;
    let at = |&beta: &f32| snapshot.layer_at(beta);
    EdgeStudy::new(
        snapshot.status.step,
        simple,
        &snapshot.layer_at(config.model.beta),
        &request.betas.iter().map(at).collect::<Vec<_>>(),
        EdgeGrid::new(
            config.movies.patch_side,
            request.k_rad_per_px,
            &config.normalise,
        ),
        |unit| !is_dead(snapshot.invariant_use()[unit]),
        &mut || {
            throttle(request, port)?;
            // The next request may be for other edges or sparsities.
            let is_off = |next: &AnalysisRequest| {
                next.k_rad_per_px != request.k_rad_per_px || next.betas != request.betas
            };
            if port.waiting().is_some_and(is_off) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    )
}

fn show_gratings(
    request: &PacedRequest<'_>,
    simple: &SimpleLayer<'_>,
    port: &mut AnalystPort,
) -> ControlFlow<(), GratingStudy> {
    let snapshot = &*request.request.snapshot;
    let config = &snapshot.config;
    GratingStudy::new(
        snapshot.status.step,
        simple,
        &snapshot.layer_at(config.model.beta),
        GratingGrid::new(config.movies.patch_side, &config.normalise),
        |unit| !is_dead(snapshot.invariant_use()[unit]),
        &mut || throttle(request, port),
    )
}

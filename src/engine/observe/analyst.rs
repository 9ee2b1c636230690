//! The slower measures of a snapshot, on a thread of their own that leaves the cores to learning.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::s;

use super::slot::{WorkerHandle, WorkerPort};
use crate::analysis::tuning::{EdgeGrid, EdgeStudy, GratingGrid, GratingStudy, SimpleLayer};
use crate::analysis::{
    Concentration, GaborFit, LineMeasures, Preference, fit_filters, orientation_concentration,
    preferences,
};
use crate::engine::snapshot::{Run, Snapshot};
use crate::engine::threads::give_way_to_all;
use crate::model::is_dead;
use crate::source::SourceSpec;
use crate::telemetry::Measured;

/// While the model learns, the analyst is busy at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.04;
/// The same where somebody waits for the first answer about a model, or for one that it has not outgrown.
const AWAITED_SHARE: f64 = 0.5;
/// Filters fitted between two rests.
const FIT_BLOCK: usize = 32;

/// A part of the answer that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnalysisStage {
    /// Gabor fits, and what is made of them.
    Fits,
    /// Edges, for which the fits come first, and gratings after them.
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
    /// What somebody waits for. Though the model learns, the first of it then comes soon, and so do fits where it has
    /// outgrown the last.
    pub awaited: Option<AnalysisStage>,
}

/// What was measured. Parts not asked for, or still to come, are those of an earlier model of the
/// same generation: each study says at which step it was made.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The snapshot measured.
    pub snapshot: Arc<Snapshot>,
    /// Gabor fits of its filters, `[K]`.
    pub fits: Arc<Vec<Option<GaborFit>>>,
    /// What each invariant unit prefers by these fits, `[M]`.
    pub preferences: Arc<Vec<Option<Preference>>>,
    /// Orientation concentration by these fits, over all invariant units.
    pub concentration: Option<Concentration>,
    /// Whether the lines came out right, where the model learns the toy example.
    pub lines: Option<Arc<LineMeasures>>,
    /// The answers to edges.
    pub edges: Option<Arc<EdgeStudy>>,
    /// The answers to gratings.
    pub gratings: Option<Arc<GratingStudy>>,
    /// All of it that was measured of this very snapshot, as a few numbers.
    pub measured: Measured,
}

/// Measures what takes longer. A request is answered in stages, first with the fits, then with the edges as
/// well, then with the gratings.
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
struct Paced<'a> {
    request: &'a AnalysisRequest,
    /// Somebody who waits for so much is given it soon; `None` where there is one already.
    hurries_for: Option<AnalysisStage>,
}

impl std::ops::Deref for Paced<'_> {
    type Target = AnalysisRequest;

    fn deref(&self) -> &AnalysisRequest {
        self.request
    }
}

impl Paced<'_> {
    /// Whether the work of now is to be done soon for who asked that.
    fn hurries(&self, asked: &AnalysisRequest) -> bool {
        // The toy example is over in a second or two, and is measured fast enough to keep up with it.
        let is_toy = asked.snapshot.config.source == SourceSpec::Lines;
        is_toy
            || self
                .hurries_for
                .is_some_and(|stage| asked.awaited >= Some(stage))
    }
}

type AnalystPort = WorkerPort<AnalysisRequest, Analysis>;

impl AnalysisRequest {
    /// Whether cores are to be left to learning.
    fn is_learning(&self) -> bool {
        matches!(self.snapshot.status.run, Run::Running | Run::Counting(_))
    }
}

/// Answers one request in stages; `last` is the last answer, to start from and to leave the next.
fn answer(
    request: &AnalysisRequest,
    last: &mut Option<Analysis>,
    port: &mut AnalystPort,
) -> ControlFlow<()> {
    let snapshot = &request.snapshot;
    let before = last.take().filter(|last| fits_model(last, snapshot));
    let edges = before.as_ref().and_then(|before| before.edges.as_ref());
    let lacks_edges = !edges.is_some_and(|edges| edges.is_at(request.k_rad_per_px, &request.betas));
    let for_edges = lacks_edges.then_some(AnalysisStage::Edges);
    let lacks_fits = before
        .as_ref()
        .is_none_or(|before| before.is_outgrown_by(snapshot));
    let for_fits = lacks_fits.then_some(AnalysisStage::Fits).or(for_edges);
    let paced = |hurries_for| Paced {
        request,
        hurries_for,
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

/// Whether an earlier answer is of the same model, in sizes as well.
fn fits_model(last: &Analysis, snapshot: &Snapshot) -> bool {
    last.snapshot.generation == snapshot.generation
        && last.fits.len() == snapshot.dictionary().ncols()
}

/// Leaves the cores to learning after a piece of work; goes on at once where nobody learns. Breaks when nobody
/// waits for the answer any more, or when another model is asked for meanwhile.
fn throttle(request: &Paced<'_>, port: &mut AnalystPort) -> ControlFlow<()> {
    let hurries = |asked: &AnalysisRequest| request.hurries(asked);
    let hurried = hurries(request) || port.waiting().is_some_and(hurries);
    let is_learning =
        request.is_learning() && port.waiting().is_none_or(AnalysisRequest::is_learning);
    let share = match (is_learning, hurried) {
        (false, _) => 1.0,
        (true, true) => AWAITED_SHARE,
        (true, false) => BUSY_SHARE,
    };
    port.throttle(share, |waiting| {
        !waiting.is_learning() || !hurried && hurries(waiting)
    })?;
    match port.waiting() {
        Some(next) if next.snapshot.generation != request.snapshot.generation => {
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    }
}

impl Analysis {
    /// Whether the model has since seen as many movies again, or more: what was measured may tell nothing of it.
    #[must_use]
    pub fn is_outgrown_by(&self, snapshot: &Snapshot) -> bool {
        2 * self.snapshot.status.movies_seen <= snapshot.status.movies_seen
    }

    /// The first stage, with the other parts of the answer `before`.
    fn begin(snapshot: &Arc<Snapshot>, fits: Vec<Option<GaborFit>>, before: Option<Self>) -> Self {
        let status = &snapshot.status;
        let thetas: Vec<_> = fits
            .iter()
            .map(|fit| fit.map(|fit| fit.theta_rad))
            .collect();
        let concentration = orientation_concentration(snapshot.pooling().view(), &thetas, |_| true);
        let mut measured = Measured {
            step: status.step,
            movies_seen: status.movies_seen,
            elapsed_secs: status.elapsed_secs,
            ..Measured::default()
        };
        measured.take_fits(&fits, concentration.as_ref());
        let (edges, gratings) = before.map_or((None, None), |last| (last.edges, last.gratings));
        Self {
            snapshot: Arc::clone(snapshot),
            preferences: Arc::new(preferences(snapshot.pooling().view(), &fits)),
            fits: Arc::new(fits),
            concentration,
            lines: measure_lines(snapshot),
            edges,
            gratings,
            measured,
        }
    }
}

/// Whether the lines came out right, on patches not learned from; `None` for other pictures.
fn measure_lines(snapshot: &Snapshot) -> Option<Arc<LineMeasures>> {
    let config = &snapshot.config;
    if config.source != SourceSpec::Lines {
        return None;
    }
    let model = config
        .learning
        .schedule
        .in_force(&config.model, snapshot.status.movies_seen);
    let measures = LineMeasures::held_out(snapshot.weights(), &model, config.seed);
    Some(Arc::new(measures))
}

/// Fits the filters, starting from the fits of the answer `before`.
fn fit(
    request: &Paced<'_>,
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
    request: &Paced<'_>,
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
            // Nobody waits for edges or sparsities that are not asked for any more.
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
    request: &Paced<'_>,
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

//! The slower measures of a snapshot, on a thread of their own that leaves the cores to learning.

use std::sync::Arc;
use std::time::Duration;

use ndarray::{ArrayView2, s};

use super::latest::{Desk, Dropped, Latest};
use super::messages::{Run, Snapshot};
use crate::analysis::tuning::{
    EdgeGrid, EdgeStudy, GratingGrid, GratingStudy, InvariantLayer, SimpleLayer,
};
use crate::analysis::{
    Concentration, GaborFit, Measured, Preference, fit_filters, orientation_concentration,
    preferences,
};
use crate::model::is_dead;

/// While the model learns, the analyst is busy at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.1;
/// Filters fitted between two rests.
const FIT_BLOCK: usize = 32;

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
}

/// What was measured. Parts not asked for, or still to come, are those of an earlier model of the
/// same generation: each study says at which step it was made.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Generation of the snapshot measured.
    pub generation: u64,
    /// Minibatches that it had learned from.
    pub step: u64,
    /// Movies that it had learned from.
    pub movies_seen: u64,
    /// Seconds that it had spent learning.
    pub elapsed_secs: f64,
    /// The snapshot measured.
    pub snapshot: Arc<Snapshot>,
    /// Gabor fits of its filters, `[K]`.
    pub fits: Arc<Vec<Option<GaborFit>>>,
    /// What each invariant unit prefers by these fits, `[M]`.
    pub preferences: Arc<Vec<Option<Preference>>>,
    /// Orientation concentration by these fits, over all invariant units.
    pub concentration: Option<Concentration>,
    /// The answers to edges.
    pub edges: Option<Arc<EdgeStudy>>,
    /// The answers to gratings.
    pub gratings: Option<Arc<GratingStudy>>,
    /// All of it that was measured of this very snapshot, as a few numbers.
    pub measured: Measured,
}

/// The handle of the analyst's thread. Dropping it stops the thread and waits for it to end.
#[derive(Debug)]
pub struct Analyst(Latest<AnalysisRequest, Analysis>);

impl Analyst {
    /// Starts an analyst. `on_news` is called on its thread whenever an answer or a fault is there.
    #[must_use]
    pub fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let mut last = None;
        Self(Latest::spawn(
            "cellscope-analyst",
            on_news,
            move |request, desk| answer(&request, &mut last, desk),
        ))
    }

    /// Asks for measures, in place of a request that was not begun; never waits.
    pub fn ask(&self, request: AnalysisRequest) {
        self.0.ask(request);
    }

    /// The newest answer not yet taken; never waits. A request is answered in stages, first with the
    /// fits, then with the edges as well, then with the gratings.
    #[must_use]
    pub fn answer(&self) -> Option<Arc<Analysis>> {
        self.0.answer()
    }

    /// Why a request was given up, if that was not taken yet; never waits. The analyst goes on with the
    /// next.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.0.fault()
    }
}

type AnalystDesk = Desk<AnalysisRequest, Analysis>;

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
    desk: &mut AnalystDesk,
) -> Result<(), Dropped> {
    let before = last
        .take()
        .filter(|last| fits_model(last, &request.snapshot));
    let Some(mut analysis) = fit(request, before, desk)? else {
        return Ok(());
    };
    *last = Some(analysis.clone());
    desk.publish(analysis.clone());
    if !request.edges && !request.gratings {
        return Ok(());
    }
    let snapshot = &request.snapshot;
    let (model, frames) = (&snapshot.config.model, snapshot.config.movies.frames);
    let dictionary = snapshot.dictionary.view();
    let (simple, taken) = desk.compute(|| SimpleLayer::new(dictionary, model.alpha, frames))?;
    rest(request, taken, desk)?;
    if request.edges && !is_outdated(request, desk) {
        let (study, taken) = desk.compute(|| show_edges(request, &simple))?;
        analysis.measured.take_edges(study.summary.as_ref());
        analysis.edges = Some(Arc::new(study));
        *last = Some(analysis.clone());
        desk.publish(analysis.clone());
        rest(request, taken, desk)?;
    }
    if request.gratings && !is_outdated(request, desk) {
        let (study, taken) = desk.compute(|| show_gratings(request, &simple))?;
        analysis.measured.take_gratings(study.summary.as_ref());
        analysis.gratings = Some(Arc::new(study));
        *last = Some(analysis.clone());
        desk.publish(analysis);
        rest(request, taken, desk)?;
    }
    Ok(())
}

/// Whether an earlier answer is of the same model, in sizes as well.
fn fits_model(last: &Analysis, snapshot: &Snapshot) -> bool {
    last.generation == snapshot.generation && last.fits.len() == snapshot.dictionary.ncols()
}

/// Leaves the cores to learning after a stage that took so long; does nothing while nobody learns.
fn rest(request: &AnalysisRequest, taken: Duration, desk: &mut AnalystDesk) -> Result<(), Dropped> {
    if !request.is_learning() {
        return Ok(());
    }
    let length = taken.mul_f64((1.0 - BUSY_SHARE) / BUSY_SHARE);
    desk.rest(length, |waiting| !waiting.is_learning())
}

/// Whether a request for another model waits.
fn is_outdated(request: &AnalysisRequest, desk: &mut AnalystDesk) -> bool {
    let generation = request.snapshot.generation;
    desk.waiting()
        .is_some_and(|waiting| waiting.snapshot.generation != generation)
}

/// Fits the filters, starting from the fits `before`; `None` when another model is asked for meanwhile.
fn fit(
    request: &AnalysisRequest,
    before: Option<Analysis>,
    desk: &mut AnalystDesk,
) -> Result<Option<Analysis>, Dropped> {
    let snapshot = &*request.snapshot;
    let dictionary = snapshot.dictionary.view();
    let units = dictionary.ncols();
    let previous = before.as_ref().map_or(&[][..], |before| &before.fits);
    let mut fits = Vec::with_capacity(units);
    for first in (0..units).step_by(FIT_BLOCK) {
        let block = first..units.min(first + FIT_BLOCK);
        let known = previous.get(block.clone()).unwrap_or_default();
        let filters: ArrayView2<'_, f32> = dictionary.slice(s![.., block]);
        let side = snapshot.config.movies.patch_side;
        let (found, taken) = desk.compute(|| fit_filters(filters, side, known))?;
        fits.extend(found);
        rest(request, taken, desk)?;
        if is_outdated(request, desk) {
            return Ok(None);
        }
    }
    let thetas: Vec<_> = fits
        .iter()
        .map(|fit| fit.map(|fit| fit.theta_rad))
        .collect();
    let (concentration, _) =
        desk.compute(|| orientation_concentration(snapshot.pooling.view(), &thetas, |_| true))?;
    let (preferences, _) = desk.compute(|| preferences(snapshot.pooling.view(), &fits))?;
    let status = &snapshot.status;
    let mut measured = Measured {
        step: status.step,
        movies_seen: status.movies_seen,
        elapsed_secs: status.elapsed_secs,
        ..Measured::default()
    };
    measured.take_fits(&fits, concentration.as_ref());
    let (edges, gratings) = before.map_or((None, None), |last| (last.edges, last.gratings));
    Ok(Some(Analysis {
        generation: snapshot.generation,
        step: status.step,
        movies_seen: status.movies_seen,
        elapsed_secs: status.elapsed_secs,
        snapshot: Arc::clone(&request.snapshot),
        fits: Arc::new(fits),
        preferences: Arc::new(preferences),
        concentration,
        edges,
        gratings,
        measured,
    }))
}

fn show_edges(request: &AnalysisRequest, simple: &SimpleLayer<'_>) -> EdgeStudy {
    let snapshot = &*request.snapshot;
    let config = &snapshot.config;
    let others: Vec<InvariantLayer<'_>> = request
        .betas
        .iter()
        .map(|&beta| snapshot.layer_at(beta))
        .collect();
    EdgeStudy::new(
        snapshot.status.step,
        simple,
        &snapshot.layer_at(config.model.beta),
        &others,
        EdgeGrid::new(
            config.movies.patch_side,
            request.k_rad_per_px,
            &config.normalise,
        ),
        |unit| !is_dead(snapshot.invariant_use[unit]),
    )
}

fn show_gratings(request: &AnalysisRequest, simple: &SimpleLayer<'_>) -> GratingStudy {
    let snapshot = &*request.snapshot;
    let config = &snapshot.config;
    GratingStudy::new(
        snapshot.status.step,
        simple,
        &snapshot.layer_at(config.model.beta),
        GratingGrid::new(config.movies.patch_side, &config.normalise),
        |unit| !is_dead(snapshot.invariant_use[unit]),
    )
}

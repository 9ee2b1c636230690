//! The slower measures of a snapshot, on a thread of their own that leaves the cores to learning.

use std::cell::LazyCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ndarray::Axis;

use super::analysis::{Analysis, AnalysisRequest, AnalysisStage, is_outgrown};
use super::worker::{Inquiry, WorkerPort};
use crate::analysis::tuning::{EdgeStudy, GratingGrid, GratingStudy, StudiedModel};
use crate::analysis::{GaborFit, fit_filters};

/// While the model learns, the analyst computes at most this share of the time, on one core.
const BUSY_SHARE: f64 = 0.04;
/// The same where an answer is awaited for a model that has outgrown the last.
const AWAITED_SHARE: f64 = 0.5;
/// The same where the first fits or edges of a model are awaited: a view is empty until then.
const FIRST_SHARE: f64 = 1.0;
/// Filters fitted between two pauses.
const FIT_BLOCK: usize = 32;
/// While people go through moments that stand still, edges shown so recently are left for the next moment.
const FRESH: Duration = Duration::from_secs(1);

/// The last answer, to start from.
#[derive(Default)]
pub struct LastAnalysis {
    analysis: Option<Analysis>,
    /// When edges were last shown to the end.
    edges_at: Option<Instant>,
}

impl Inquiry for AnalysisRequest {
    type Answer = Analysis;
    type Memory = LastAnalysis;
    const THREAD: &'static str = "cellscope-analyst";
    const WORK: &'static str = "Measuring the units";

    fn can_wait(&self) -> bool {
        self.is_learning() && self.awaited.is_none() && !self.is_of_toy()
    }

    /// Answers in stages: the fits, then the edges as well, then the gratings. Edges that a learning model of which nothing is
    /// known awaits come first: they are shown in less time than filters are fitted.
    fn answer(self, last: &mut LastAnalysis, port: &mut AnalystPort) -> ControlFlow<()> {
        let snapshot = &*self.snapshot;
        let before = last.analysis.clone().filter(|last| last.is_of(snapshot));
        let edges = before.as_ref().and_then(|before| before.edges.as_ref());
        let has_edges = edges.is_some_and(|edges| {
            !is_outgrown(edges.step, snapshot.status.step)
                && edges.is_at(self.k_rad_per_px, &self.betas)
        });
        let for_edges = (!has_edges).then_some(AnalysisStage::Edges);
        let outgrown = before
            .as_ref()
            .is_none_or(|before| !before.is_fitted() || before.is_outgrown_by(snapshot));
        let awaits_edges = self.edges && self.awaited == Some(AnalysisStage::Edges);
        let are_first = awaits_edges && self.is_learning() && before.is_none();
        let mut work = Work {
            request: &self,
            is_first: edges.is_none(),
            urgent_from: outgrown.then_some(AnalysisStage::Fits).or(for_edges),
            port,
        };
        // With W'W, which is made once where it is needed.
        let model = LazyCell::new(|| {
            let (config, step) = (&snapshot.config, snapshot.status.step);
            let (movies, normalise) = (&config.movies, &config.normalise);
            StudiedModel::new(step, &snapshot.learner, &config.model, movies, normalise)
        });
        let mut study = None;
        if are_first {
            let shown = Arc::new(work.show_edges(&model, last)?);
            let analysis = Analysis::begin(&self.snapshot, Vec::new(), None);
            work.publish(&analysis.with_edges(Arc::clone(&shown)), last)?;
            study = Some(shown);
        }
        let fits = work.fit(before.as_ref())?;
        work.urgent_from = for_edges;
        let mut analysis = Analysis::begin(&self.snapshot, fits, before);
        if let Some(shown) = study {
            analysis = analysis.with_edges(shown);
        }
        work.publish(&analysis, last)?;
        if self.edges && !are_first {
            analysis = analysis.with_edges(Arc::new(work.show_edges(&model, last)?));
            work.publish(&analysis, last)?;
        }
        if self.gratings {
            let study = work.show_gratings(&model)?;
            analysis.measured.take_gratings(study.summary.as_ref());
            analysis.gratings = Some(Arc::new(study));
            work.publish(&analysis, last)?;
        }
        ControlFlow::Continue(())
    }
}

type AnalystPort = WorkerPort<AnalysisRequest, Analysis>;

/// A request that is being answered.
struct Work<'a> {
    request: &'a AnalysisRequest,
    /// No edges were shown to this model before.
    is_first: bool,
    /// What is still missing; a request that waits for it, or for later stages, is answered soon.
    urgent_from: Option<AnalysisStage>,
    port: &'a mut AnalystPort,
}

impl Work<'_> {
    fn publish(&mut self, analysis: &Analysis, last: &mut LastAnalysis) -> ControlFlow<()> {
        last.analysis = Some(analysis.clone());
        self.port.publish(analysis.clone());
        self.throttle()
    }

    /// Pauses after a piece of work while the model learns. Breaks when the handle is gone, when the next request is about
    /// another model, when this one can wait and the next one cannot, or when nobody waits for what is missing of this one, and
    /// somebody for measures of the model as it has become.
    fn throttle(&mut self) -> ControlFlow<()> {
        let (urgent_from, generation) = (self.urgent_from, self.request.snapshot.generation);
        let is_urgent = |asked: &AnalysisRequest| {
            asked.is_of_toy() || urgent_from.is_some_and(|stage| asked.awaited >= Some(stage))
        };
        let next = self.port.waiting();
        let urgent = is_urgent(self.request) || next.is_some_and(is_urgent);
        let is_learning =
            self.request.is_learning() && next.is_none_or(AnalysisRequest::is_learning);
        let share = match (is_learning, urgent) {
            (false, _) => 1.0,
            (true, true) if self.is_first => FIRST_SHARE,
            (true, true) => AWAITED_SHARE,
            (true, false) => BUSY_SHARE,
        };
        let request = self.request;
        let yields_to = |next: &AnalysisRequest| {
            next.snapshot.generation != generation || (!urgent && request.is_outgrown_by(next))
        };
        self.port.throttle(share, |next| {
            yields_to(next) || !next.is_learning() || !urgent && is_urgent(next)
        })?;
        match self.port.waiting() {
            Some(next) if yields_to(next) => ControlFlow::Break(()),
            // That one is answered on a thread that does not give way to learning.
            Some(next) if self.request.can_wait() && is_urgent(next) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Fits the filters; while they learn, from the fits of the answer `before`. Of a model that stands still the fits are those of the
    /// command line, whatever was seen before.
    fn fit(&mut self, before: Option<&Analysis>) -> ControlFlow<(), Vec<Option<GaborFit>>> {
        let snapshot = &*self.request.snapshot;
        let side = snapshot.config.movies.patch_side;
        let is_learning = self.request.is_learning();
        let is_same = |before: &&Analysis| {
            let before = &before.snapshot;
            let stood_still = !before.status.run.is_learning();
            stood_still && Arc::ptr_eq(&before.learner, &snapshot.learner)
        };
        if let Some(before) = before.filter(is_same).filter(|before| before.is_fitted()) {
            return ControlFlow::Continue(before.fits.to_vec());
        }
        let before = before.filter(|_| is_learning);
        let previous = before.map_or(&[][..], |before| &before.fits);
        let mut fits = Vec::new();
        for block in snapshot.dictionary().axis_chunks_iter(Axis(1), FIT_BLOCK) {
            let units = fits.len()..fits.len() + block.ncols();
            let known = previous.get(units).unwrap_or_default();
            fits.extend(fit_filters(block, side, known));
            self.throttle()?;
        }
        ControlFlow::Continue(fits)
    }

    /// Whether the next request is about another moment, of a model that stands still: people go through its past.
    fn is_passed(&mut self) -> bool {
        let request = self.request;
        !request.is_learning()
            && self.port.waiting().is_some_and(|next| {
                !next.is_learning() && next.snapshot.status.step != request.snapshot.status.step
            })
    }

    /// Breaks also when the next request is about another moment, where the last edges are fresh.
    fn show_edges(
        &mut self,
        model: &StudiedModel<'_>,
        last: &mut LastAnalysis,
    ) -> ControlFlow<(), EdgeStudy> {
        let request = self.request;
        let are_fresh = last.edges_at.is_some_and(|at| at.elapsed() < FRESH);
        let (k_rad_per_px, betas) = (request.k_rad_per_px, &request.betas);
        let study = EdgeStudy::new(
            model,
            k_rad_per_px,
            betas,
            |unit| model.is_alive(unit),
            &mut || {
                self.throttle()?;
                // The next request may be for other edges or sparsities.
                if are_fresh && self.is_passed() {
                    return ControlFlow::Break(());
                }
                match self.port.waiting() {
                    Some(next) if next.k_rad_per_px != k_rad_per_px || next.betas != *betas => {
                        ControlFlow::Break(())
                    }
                    _ => ControlFlow::Continue(()),
                }
            },
        )?;
        last.edges_at = Some(Instant::now());
        ControlFlow::Continue(study)
    }

    fn show_gratings(&mut self, model: &StudiedModel<'_>) -> ControlFlow<(), GratingStudy> {
        let config = &self.request.snapshot.config;
        GratingStudy::new(
            model,
            GratingGrid::new(&config.movies, &config.normalise),
            |unit| model.is_alive(unit),
            &mut || {
                self.throttle()?;
                if self.is_passed() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        )
    }
}

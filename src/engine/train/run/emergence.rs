//! What is measured beside learning to see whether complex cells have emerged, on threads of its own that give way to it. Until they
//! have, tunings follow each other without a pause, later both measures take little.
//!
//! The orientation concentration is quick and measured often. The tuning to edges and gratings takes longer and is measured
//! once the concentration has risen, and again when the model has outgrown it or its settings changed.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::analysis::tuning::{StudiedModel, TuningSummary};
use crate::analysis::{Concentration, LineMeasures, spectral_concentration};
use crate::config::Config;
use crate::engine::observe::WorkerHandle;
use crate::model::{Learner, ModelParams};
use crate::source::SourceSpec;
use crate::telemetry::{Criterion, Mark, Measured, line_criteria};

/// Least time between two measures of the concentration.
const EVERY: Duration = Duration::from_millis(200);
/// Later on, the time between two measures is this share of the time learned: emergence is quick at
/// first and slow in the end.
const STRETCH: f64 = 0.02;
/// The pause after a measure of the concentration, in times of that measure, until complex cells have emerged and later.
const QUICK_PAUSES: [u32; 2] = [9, 24];
/// The same of the tuning.
const SLOW_PAUSES: [u32; 2] = [0, 9];
/// The pause after a measure that failed.
const AFTER_A_FAULT: Duration = Duration::from_secs(60);
/// The tuning is measured from this concentration on.
const RISEN: f64 = 0.65;
/// From then on it is measured again when the movies seen have grown by this factor, until complex cells have emerged and later.
const OUTGROWN: [f64; 2] = [1.2, 2.0];

/// What decides whether the model of now is measured; looked at after every minibatch, so nothing large.
#[derive(Clone, Copy)]
pub(in crate::engine::train) struct Glance {
    /// The run.
    pub(in crate::engine::train) generation: u64,
    pub(in crate::engine::train) movies_seen: u64,
    pub(in crate::engine::train) model: ModelParams,
    /// How often units were reinitialised on request.
    pub(in crate::engine::train) revivals: u64,
    /// Whether it learns from the lines of the toy example.
    pub(in crate::engine::train) is_toy: bool,
    /// The newest orientation concentration.
    pub(in crate::engine::train) concentration: Option<f64>,
    pub(in crate::engine::train) has_emerged: bool,
    /// The movies that the model which the tuning is of had seen, if there is a tuning.
    pub(in crate::engine::train) tuned_movies: Option<u64>,
    /// Whether something was set since it learned last: what is measured now tells nothing of later.
    pub(in crate::engine::train) is_changed: bool,
    /// Whether it stands still: then the model of now is measured, however little it has changed.
    pub(in crate::engine::train) stands_still: bool,
}

impl Glance {
    /// Whether the tuning is worth its time, when this is what it was measured of last.
    fn wants_tuning(&self, last: Option<&Self>) -> bool {
        let last = last.filter(|last| last.generation == self.generation);
        let has_risen = self.has_emerged || self.concentration.is_some_and(|risen| risen >= RISEN);
        if self.stands_still {
            let is_known = last.map_or(self.tuned_movies == Some(self.movies_seen), |last| {
                (last.movies_seen, last.revivals) == (self.movies_seen, self.revivals)
                    && last.model == self.model
            });
            return !is_known && (self.is_toy || has_risen);
        }
        let is_new = last.is_none_or(|last| {
            let outgrown = OUTGROWN[usize::from(self.has_emerged)] * last.movies_seen as f64;
            last.is_changed || last.model != self.model || self.movies_seen as f64 >= outgrown
        });
        self.is_toy || (is_new && has_risen)
    }
}

/// A model at one moment of a run.
#[derive(Clone)]
pub(in crate::engine::train) struct MeasuredModel {
    /// The run.
    pub(in crate::engine::train) generation: u64,
    /// The moment, without words.
    pub(in crate::engine::train) at: Mark,
    /// Whether something was set since it learned last: it has not learned with that.
    pub(in crate::engine::train) is_changed: bool,
    pub(in crate::engine::train) config: Arc<Config>,
    pub(in crate::engine::train) learner: Arc<Learner>,
}

/// What was measured of a model.
#[derive(Clone)]
pub(in crate::engine::train) struct Found {
    pub(in crate::engine::train) model: MeasuredModel,
    pub(in crate::engine::train) measures: Finding,
    /// How long it took, of one core.
    taken: Duration,
}

#[derive(Clone)]
pub(in crate::engine::train) enum Finding {
    /// The orientation concentration over all invariant units; `None` where none pools an oriented filter.
    Concentration(Option<Concentration>),
    /// The tuning to edges and gratings, over the units that are not dead.
    Tuning(Measured),
    /// How well the lines of the toy example were learned.
    Lines(LineMeasures),
}

/// What was measured last to see whether complex cells have emerged.
#[derive(Default)]
pub(in crate::engine::train) struct EmergenceState {
    /// The newest concentration, and the newest tuning.
    pub(in crate::engine::train) measured: Measured,
    /// The minibatch after which the concentration was measured last since the run was made or opened, if it was.
    pub(in crate::engine::train) concentration_step: Option<u64>,
    /// The same of the tuning.
    pub(in crate::engine::train) is_tuned: bool,
    /// The lines of the toy example.
    pub(in crate::engine::train) lines: Option<LineMeasures>,
}

impl EmergenceState {
    /// Drops what tells of the toy example, until it is measured again: the pictures may be others now.
    pub(in crate::engine::train) fn forget_lines(&mut self) {
        self.lines = None;
    }

    pub(in crate::engine::train) fn criteria(&self) -> Vec<Criterion> {
        match &self.lines {
            Some(lines) => line_criteria(lines),
            None => self.measured.criteria(),
        }
    }

    /// Whether they have, or are still there where they had; `None` where that is not known.
    pub(in crate::engine::train) fn verdict(&self, had_emerged: bool) -> Option<bool> {
        let holds = match had_emerged {
            true => Criterion::is_kept,
            false => Criterion::is_met,
        };
        match &self.lines {
            Some(lines) => Some(line_criteria(lines).iter().all(Criterion::is_met)),
            None if self.concentration_step.is_none() => None,
            None if !self.measured.is_concentrated(holds) => Some(false),
            None => self.is_tuned.then(|| self.criteria().iter().all(holds)),
        }
    }
}

/// The threads that measure, and when they are asked next.
pub(in crate::engine::train) struct EmergenceWatch {
    quick: Measurer,
    slow: Measurer,
    /// What the tuning was measured of last.
    tuned: Option<Glance>,
    /// The run that was looked at last.
    generation: u64,
}

/// A thread that measures.
struct Measurer {
    worker: WorkerHandle<MeasuredModel, Found>,
    is_asked: bool,
    next: Instant,
}

impl Measurer {
    /// What `measure` calls now and then stops it when nobody waits for the measures any more.
    fn spawn(
        name: &str,
        measure: impl Fn(&MeasuredModel, &mut dyn FnMut() -> ControlFlow<()>) -> Finding
        + Send
        + 'static,
    ) -> Self {
        let worker = WorkerHandle::start(
            name,
            || (),
            move |model: MeasuredModel, port| {
                let started = ThreadTime::now();
                let measures = measure(&model, &mut || port.go_on());
                port.go_on()?;
                port.publish(Found {
                    model,
                    measures,
                    taken: started.elapsed(),
                });
                ControlFlow::Continue(())
            },
        );
        Self {
            worker,
            is_asked: false,
            next: Instant::now(),
        }
    }

    /// Why the last measure failed; after it none is made for a while.
    fn fault(&mut self) -> Option<String> {
        let fault = self.worker.fault()?;
        self.is_asked = false;
        self.next = Instant::now() + AFTER_A_FAULT;
        Some(fault)
    }

    fn is_due(&self) -> bool {
        !self.is_asked && Instant::now() >= self.next
    }

    fn ask(&mut self, model: MeasuredModel) {
        self.worker.ask(model);
        self.is_asked = true;
    }

    /// What was measured, once it is there. The next measure comes after a pause that depends on how long this one took and
    /// on how long the model learned until then; at once where this was of another run than that of now.
    fn found(&mut self, pauses: u32, generation: u64) -> Option<Found> {
        let found = Arc::unwrap_or_clone(self.worker.answer()?);
        self.is_asked = false;
        let later = Duration::from_secs_f64(STRETCH * found.model.at.elapsed_secs);
        let pause = (found.taken * pauses).max(later).max(EVERY);
        let is_of_now = found.model.generation == generation;
        self.next = Instant::now() + if is_of_now { pause } else { Duration::ZERO };
        Some(found)
    }
}

impl EmergenceWatch {
    /// Starts the threads. A model is to be measured at once.
    pub(in crate::engine::train) fn spawn() -> Self {
        Self {
            quick: Measurer::spawn("cellscope-concentration", |model, _| {
                let side = model.config.movies.patch_side;
                Finding::Concentration(spectral_concentration(&model.learner.weights, side))
            }),
            slow: Measurer::spawn("cellscope-tuning", slow_measures),
            tuned: None,
            generation: 0,
        }
    }

    /// Has what is due measured; never waits.
    pub(in crate::engine::train) fn ask(
        &mut self,
        now: Glance,
        mut model: impl FnMut() -> MeasuredModel,
    ) {
        if now.generation != self.generation {
            // The pauses were those of another run.
            self.generation = now.generation;
            (self.quick.next, self.slow.next) = (Instant::now(), Instant::now());
        }
        // Where it stands still that was done as it stopped.
        if self.quick.is_due() && !now.stands_still {
            self.quick.ask(model());
        }
        if self.slow.is_due() && now.wants_tuning(self.tuned.as_ref()) {
            self.tuned = Some(now);
            self.slow.ask(model());
        }
    }

    /// Why measures failed since the last call.
    pub(in crate::engine::train) fn fault(&mut self) -> Option<String> {
        self.quick.fault().or_else(|| self.slow.fault())
    }

    /// What was measured since the last call.
    pub(in crate::engine::train) fn found(
        &mut self,
        generation: u64,
        has_emerged: bool,
    ) -> impl Iterator<Item = Found> {
        let stage = usize::from(has_emerged);
        let quick = self.quick.found(QUICK_PAUSES[stage], generation);
        let found = [quick, self.slow.found(SLOW_PAUSES[stage], generation)];
        found.into_iter().flatten()
    }
}

/// The tuning of a model, as far as it came before `pause` stopped it, or, of the toy example, its lines.
pub(in crate::engine::train) fn slow_measures(
    measured_model: &MeasuredModel,
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> Finding {
    let MeasuredModel {
        at,
        config,
        learner,
        ..
    } = measured_model;
    if config.source == SourceSpec::Lines {
        let (weights, model) = (&learner.weights, config.model_in_force(at.movies_seen));
        return Finding::Lines(LineMeasures::held_out(weights, &model, config.seed));
    }
    let (movies, normalise) = (&config.movies, &config.normalise);
    let studied = StudiedModel::new(at.step, learner, &config.model, movies, normalise);
    let tuning = TuningSummary::quick_while(&studied, pause);
    let mut measured = Measured::at(at.step, at.movies_seen, at.elapsed_secs);
    measured.take_tuning(&tuning);
    Finding::Tuning(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuning_of_settings_that_were_not_learned_with_is_soon_taken_again() {
        let paused = Glance {
            generation: 1,
            movies_seen: 10_000,
            model: ModelParams::default(),
            revivals: 0,
            is_toy: false,
            concentration: Some(0.9),
            has_emerged: true,
            tuned_movies: Some(10_000),
            is_changed: true,
            stands_still: true,
        };
        let learns = Glance {
            movies_seen: 10_128,
            is_changed: false,
            stands_still: false,
            ..paused
        };
        assert!(learns.wants_tuning(Some(&paused)));
        assert!(!learns.wants_tuning(Some(&learns)));
    }

    fn state(width_ratio: Option<f64>, concentration: f64) -> EmergenceState {
        EmergenceState {
            measured: Measured {
                concentration: Some(concentration),
                concentration_shuffled: Some(0.2),
                width_ratio,
                bandwidth_ratio: Some(1.0),
                f2_over_f0_invariant: Some(0.2),
                f2_over_f0_simple: Some(1.0),
                ..Measured::default()
            },
            concentration_step: Some(9),
            is_tuned: true,
            lines: None,
        }
    }

    #[test]
    fn cells_are_kept_a_little_below_what_they_must_show_to_emerge() {
        for (width_ratio, emerges, is_kept) in [
            (Some(2.0), true, true),
            (Some(1.95), false, true),
            (Some(1.79), false, false),
            (None, false, false),
        ] {
            let state = state(width_ratio, 0.8);
            assert_eq!(state.verdict(false), Some(emerges), "{width_ratio:?}");
            assert_eq!(state.verdict(true), Some(is_kept), "{width_ratio:?}");
        }
        assert_eq!(state(Some(3.0), 0.69).verdict(false), Some(false));
        assert_eq!(state(Some(3.0), 0.69).verdict(true), Some(true));
        assert_eq!(state(Some(3.0), 0.62).verdict(true), Some(false));
    }

    #[test]
    fn cells_are_not_lost_before_the_concentration_is_measured() {
        for had_emerged in [true, false] {
            let opened = EmergenceState {
                measured: Measured {
                    concentration_shuffled: None,
                    ..state(Some(3.0), 0.8).measured
                },
                concentration_step: None,
                ..state(None, 0.8)
            };
            assert_eq!(opened.verdict(had_emerged), None);
        }
    }
}

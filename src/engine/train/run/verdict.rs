//! Whether complex cells have emerged in a run, by what was measured of its moments.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::analysis::spectral_concentration;
use crate::engine::dead::is_mostly_dead;
use crate::engine::train::run::TrainingRun;
use crate::engine::train::run::backlog::{Known, PastFound};
use crate::engine::train::run::emergence::{Finding, Glance, MeasuredModel, slow_measures};
use crate::model::is_dead;
use crate::source::SourceSpec;
use crate::telemetry::{Criterion, EMERGED_MARK, LOST_MARK, Mark, SLACK};

/// Least share of invariant units that are not dead.
const ALIVE: f64 = 0.5;

impl TrainingRun {
    /// Measures the orientation concentration of the model as it is now; also what takes longer where that is asked for
    /// and would tell whether complex cells have emerged.
    pub(crate) fn measure(&mut self, with_tuning: bool) {
        let model = self.model_to_measure();
        let side = self.config.movies.patch_side;
        let found = spectral_concentration(&model.learner.weights, side);
        self.note_found(&model, Finding::Concentration(found));
        let is_toy = self.config.source == SourceSpec::Lines;
        let matters = is_toy
            || (self.emergence.measured.is_concentrated(Criterion::is_met) && !self.has_emerged());
        if with_tuning && matters && model.at.step > 0 {
            let go_on = &mut || ControlFlow::Continue(());
            self.note_found(&model, slow_measures(&model, go_on));
        }
    }

    /// What decides whether the model is measured now.
    pub(in crate::engine::train) fn glance(&self, stands_still: bool) -> Glance {
        let emergence = &self.emergence;
        Glance {
            generation: self.generation,
            movies_seen: self.state.movies_seen,
            model: self.config.model,
            revivals: self.revivals,
            is_toy: self.config.source == SourceSpec::Lines,
            concentration: emergence.measured.concentration,
            has_emerged: self.has_emerged(),
            tuned_movies: emergence.measured.taken().map(|taken| taken.movies_seen),
            is_changed: self.state.history.is_changed_at(self.state.step),
            stands_still,
        }
    }

    /// The model as it is now, to be measured beside learning.
    pub(in crate::engine::train) fn model_to_measure(&mut self) -> MeasuredModel {
        MeasuredModel {
            generation: self.generation,
            at: self.now(String::new()),
            is_changed: self.state.history.is_changed_at(self.state.step),
            config: Arc::new(self.config.clone()),
            learner: self.share(),
        }
    }

    /// Records what was measured of an earlier moment, and marks when complex cells emerge and when they are lost; what was
    /// measured of another run is ignored.
    pub(in crate::engine::train) fn note_found(
        &mut self,
        model: &MeasuredModel,
        measures: Finding,
    ) {
        if model.generation != self.generation {
            return;
        }
        let (had_emerged, is_changed) = (self.has_emerged(), self.is_changed_at(model));
        let emergence = &mut self.emergence;
        match measures {
            Finding::Concentration(found) => {
                let unit_use = model.learner.weights.layers[0].unit_use();
                let alive = unit_use
                    .iter()
                    .filter(|&&unit_use| !is_dead(unit_use))
                    .count();
                let is_told = !is_mostly_dead(&model.learner, model.at.step, &model.config);
                if let Some(found) = found.as_ref().filter(|_| is_told) {
                    self.state.history.note_concentration(model.at.step, found);
                }
                // One that was begun before a pause comes after that of the pause.
                let last = emergence.concentration_step;
                if last.is_some_and(|last| model.at.step < last) {
                    return;
                }
                emergence.measured.concentration = found.as_ref().map(|found| found.median);
                // The weights of dead units stay as they were when they were alive.
                let slack = if had_emerged { SLACK } else { 0.0 };
                let counts = alive as f64 >= ALIVE * (1.0 - slack) * unit_use.len() as f64;
                let shuffled = found.filter(|_| counts).map(|found| found.shuffled_median);
                emergence.measured.concentration_shuffled = shuffled;
                emergence.concentration_step = Some(model.at.step);
            }
            // Of settings that it has not learned with.
            Finding::Tuning(_) if is_changed => return,
            Finding::Tuning(tuning) => {
                self.state.history.note_quick(tuning);
                // One that was begun before a pause comes after that of the pause.
                if emergence.is_tuned && tuning.step < emergence.measured.step {
                    return;
                }
                emergence.measured = tuning.with_concentration_of(&emergence.measured);
                emergence.is_tuned = true;
            }
            Finding::Lines(lines) if self.config.source == SourceSpec::Lines => {
                emergence.lines = Some(lines);
            }
            // It learns from other pictures by now.
            Finding::Lines(_) => return,
        }
        if !is_changed {
            self.judge(&model.at);
        }
    }

    /// The concentration at this minibatch, or near enough.
    pub(in crate::engine::train) fn concentration_at(&self, step: u64) -> Known {
        match self.state.history.point_of(step) {
            None => Known::Never,
            Some(point) => point.concentration.map_or(Known::NotYet, Known::Found),
        }
    }

    /// Records the concentration of a recorded moment; that of another run is ignored.
    pub(in crate::engine::train) fn note_past(&mut self, past: &PastFound) {
        if let Some(found) = past
            .concentration
            .as_ref()
            .filter(|_| past.generation == self.generation)
        {
            self.state.history.note_concentration(past.step, found);
        }
    }

    fn judge(&mut self, at: &Mark) {
        // The toy example is judged by its lines, which a model that was opened does not know before they are measured.
        if self.config.source == SourceSpec::Lines && self.emergence.lines.is_none() {
            return;
        }
        let before = self.has_emerged();
        let now = self.emergence.verdict(before);
        let text = match now {
            Some(true) if !before && at.step > 0 => EMERGED_MARK,
            Some(false) if before => LOST_MARK,
            _ => return,
        };
        self.state.emerged_secs = (now == Some(true)).then_some(at.elapsed_secs);
        self.state.history.mark(Mark {
            text: text.to_owned(),
            is_event: true,
            ..at.clone()
        });
    }

    /// Whether something was set that the model had not learned with at a moment: before it was to be measured or, where that is the
    /// moment of now, since.
    fn is_changed_at(&self, model: &MeasuredModel) -> bool {
        let step = model.at.step;
        let is_of_now = step == self.state.step;
        model.is_changed || (is_of_now && self.state.history.is_changed_at(step))
    }

    pub(in crate::engine::train) fn has_emerged(&self) -> bool {
        self.state.emerged_secs.is_some()
    }

    /// The newest median orientation concentration.
    pub(in crate::engine::train) fn concentration(&self) -> Option<f64> {
        self.emergence.measured.concentration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::parameter::Parameter;
    use crate::telemetry::Measured;

    fn run() -> TrainingRun {
        let mut config = Config::default();
        (config.model.simple, config.model.invariant) = (8, 4);
        TrainingRun::new(config, 0, None)
    }

    #[test]
    fn a_tuning_that_nobody_waits_for_ends_with_its_present_stage() {
        let mut calls = 0;
        slow_measures(&run().model_to_measure(), &mut || {
            calls += 1;
            ControlFlow::Break(())
        });
        assert_eq!(calls, 2, "edges, then gratings");
    }

    #[test]
    fn a_tuning_of_settings_that_were_not_learned_with_is_left_out_however_late_it_comes() {
        for changes in [false, true] {
            let mut run = run();
            run.state.step = 5;
            if changes {
                run.set(Parameter::Alpha, 0.7);
            }
            let model = run.model_to_measure();
            // It learns again before the measures come.
            run.state.step = 6;
            run.note_found(&model, Finding::Tuning(Measured::at(5, 40, 1.0)));
            assert_eq!(run.state.history.notes().is_empty(), changes);
        }
    }
}

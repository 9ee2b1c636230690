//! Whether complex cells have emerged in a run, by what was measured of its moments.

use std::sync::Arc;

use crate::analysis::spectral_concentration;
use crate::engine::dead::{are_most_dead, dead_by_layer};
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
            self.note_found(&model, slow_measures(&model));
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
            stands_still,
        }
    }

    /// The model as it is now, to be measured beside learning.
    pub(in crate::engine::train) fn model_to_measure(&mut self) -> MeasuredModel {
        MeasuredModel {
            generation: self.generation,
            at: self.now(String::new()),
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
        let (had_emerged, is_changed) = (self.has_emerged(), self.is_changed_at(&model.at));
        let emergence = &mut self.emergence;
        match measures {
            Finding::Concentration(found) => {
                let unit_use = model.learner.weights.layers[0].unit_use();
                let alive = unit_use
                    .iter()
                    .filter(|&&unit_use| !is_dead(unit_use))
                    .count();
                let dead = dead_by_layer(&model.learner, model.at.step);
                let is_told = !are_most_dead(&dead, model.learner.movies_seen, &model.config);
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
                self.state.history.note(tuning);
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
        self.judge(&model.at);
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
        if self.is_changed_at(at) {
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

    /// Whether a moment is that of now, and something was set since it learned last: it has not learned with that.
    fn is_changed_at(&self, at: &Mark) -> bool {
        let changed = self.state.history.last_change().map(|mark| mark.step);
        at.step == self.state.step && changed == Some(at.step)
    }

    pub(in crate::engine::train) fn has_emerged(&self) -> bool {
        self.state.emerged_secs.is_some()
    }

    /// The newest median orientation concentration.
    pub(in crate::engine::train) fn concentration(&self) -> Option<f64> {
        self.emergence.measured.concentration
    }
}

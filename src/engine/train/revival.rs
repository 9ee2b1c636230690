//! Rarely active units, reinitialised: on request, or again and again to keep all of them alive.

use super::run::TrainingRun;
use crate::engine::messages::Layer;
use crate::model::Schedule;

/// Minibatches of movies in which badly explained ones are looked for.
const REVIVAL_BATCHES: usize = 4;

impl TrainingRun {
    /// Reinitialises dead units where all are to be kept alive and it is known which are dead; returns how many.
    pub(super) fn revive_due(&mut self) -> usize {
        let (config, learner) = (&self.config, &mut self.learner);
        let (params, learning) = (&config.model, &config.learning);
        if !learning.keep_alive {
            return 0;
        }
        let (step, batch) = (self.state.step, learning.batch_movies as u64);
        let is_due = |movies: u64| step.is_multiple_of((movies / batch).max(1));
        let (frames, movie_frames) = (self.frames.view(), config.movies.frames);
        let mut revived = 0;
        if is_due(Schedule::use_movies(params.simple)) {
            revived += learner.revive_simple(frames, movie_frames, params, learning.schedule);
        }
        if is_due(Schedule::POOLING_USE_MOVIES) {
            revived += learner.revive_invariant(frames, movie_frames, params, learning.schedule);
        }
        revived
    }

    /// Units reinitialised so far to keep all of them alive.
    pub(super) fn revived(&self) -> u64 {
        let last = self.state.history.points().last();
        last.map_or(0, |point| point.revived)
    }

    /// Reinitialises the rarely active units of a layer from new movies; `None` without pictures.
    pub(crate) fn revive(&mut self, layer: Layer) -> Option<usize> {
        if !self.cut(self.config.learning.batch_movies * REVIVAL_BATCHES) {
            return None;
        }
        let (frames, movie_frames) = (self.frames.view(), self.config.movies.frames);
        let (params, schedule) = (&self.config.model, self.config.learning.schedule);
        self.copy = None;
        let learner = &mut self.learner;
        let units = match layer {
            Layer::Simple => learner.revive_simple(frames, movie_frames, params, schedule),
            Layer::Invariant => learner.revive_invariant(frames, movie_frames, params, schedule),
        };
        self.revivals += 1;
        self.mark(format!("{units} {} units revived", layer.name()));
        Some(units)
    }
}

//! Rarely active units, reinitialised: on request, or again and again to keep all of them alive.

use crate::engine::messages::Layer;
use crate::engine::train::run::TrainingRun;

/// Minibatches of movies in which badly explained ones are looked for.
const REVIVAL_BATCHES: usize = 4;

impl TrainingRun {
    /// Reinitialises dead units where all are to be kept alive and it is known which are dead; returns how many.
    pub(in crate::engine::train) fn revive_due(&mut self) -> usize {
        let (frames, config) = (self.frames.view(), &self.config);
        let (movie_frames, step) = (config.movies.frames, self.state.step);
        self.learner
            .revive_due(frames, movie_frames, &config.model, &config.learning, step)
    }

    /// Units reinitialised so far to keep all of them alive.
    pub(in crate::engine::train) fn revived(&self) -> u64 {
        let last = self.state.history.points().last();
        last.map_or(0, |point| point.revived)
    }

    /// Reinitialises the rarely active units of a layer from new movies; `None` without pictures.
    pub(crate) fn revive(&mut self, layer: Layer) -> Option<usize> {
        let shown = self.input();
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
        // What is shown was learned from; these movies were not.
        self.show_input(shown);
        self.revivals += 1;
        self.mark(format!("{units} {} units revived", layer.name()));
        Some(units)
    }
}

//! A run as it is shown: its snapshots, and whether it is saved.

use std::sync::Arc;

use ndarray::s;

use super::run::{INPUT_MOVIES, TrainingRun};
use crate::engine::record::Recording;
use crate::engine::snapshot::{InputMovies, Run, Snapshot, Status, dead_by_layer};
use crate::engine::store::Age;

impl TrainingRun {
    /// Notes that this moment of it is saved.
    pub(super) fn note_saved(&mut self) {
        self.saved = Some(self.age());
    }

    /// Whether it was changed since it was saved, other than by learning.
    fn is_changed(&self) -> bool {
        let is_other = |saved: &Age| saved.config != self.config || saved.revivals != self.revivals;
        self.saved.as_ref().is_some_and(is_other)
    }

    /// The model and its figures now.
    pub(crate) fn snapshot(&mut self, run: Run, recording: Recording) -> Snapshot {
        Snapshot {
            generation: self.generation,
            config: Arc::new(self.config.clone()),
            learner: self.share(),
            pictures: self.pictures.clone(),
            status: self.status(run),
            history: Arc::new(self.state.history.clone()),
            recording,
            input: self.input(),
        }
    }

    /// The first movies of the last minibatch.
    fn input(&self) -> InputMovies {
        let movie_frames = self.config.movies.frames;
        let rows = (INPUT_MOVIES * movie_frames).min(self.frames.nrows());
        InputMovies {
            frames: self.frames.slice(s![..rows, ..]).to_owned(),
            movie_frames,
            paths: self.input_paths.clone(),
            pictures: self.input_pictures.clone(),
        }
    }

    fn status(&self, run: Run) -> Status {
        Status {
            run,
            step: self.state.step,
            movies_seen: self.state.movies_seen,
            patches_per_sec: self.means.speed.per_sec(),
            elapsed_secs: self.state.elapsed_secs,
            simple_density: self.means.simple_density,
            invariant_density: self.means.invariant_density,
            dead_by_layer: dead_by_layer(&self.learner, self.state.step),
            concentration: self.concentration(),
            criteria: self.emergence.criteria(),
            emerged_secs: self.state.emerged_secs,
            unconverged: self.convergence.unconverged,
            worst_gap: self.convergence.worst_gap,
            pictures: self.pictures.as_ref().map_or(0, |pictures| pictures.len()),
            source: self.config.source.to_string(),
            file: self.file.clone(),
            saved_step: self.saved.as_ref().map(|saved| saved.step),
            is_changed: self.is_changed(),
            is_kept: self.is_kept,
            copy_of: self.copy_of.clone(),
        }
    }
}

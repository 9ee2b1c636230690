//! A run as it is shown: its snapshots, and whether it is saved.

use std::sync::Arc;
use std::time::Instant;

use ndarray::s;

use crate::engine::dead::dead_by_layer;
use crate::engine::record::Recording;
use crate::engine::snapshot::{InputMovies, Run, Snapshot, Status};
use crate::engine::store::Age;
use crate::engine::train::goal::Goal;
use crate::engine::train::run::{INPUT_MOVIES, TrainingRun};
use crate::engine::train::worker::Worker;
use crate::telemetry::STATUS_MOVIES;

impl Worker<'_> {
    /// Whether it is time for a snapshot; at a slow pace each minibatch has its own.
    pub(in crate::engine::train) fn is_snapshot_due(&self) -> bool {
        let every = self.snapshot_every.get();
        self.pace.is_some_and(|pace| pace >= every)
            || self
                .last_snapshot
                .is_none_or(|last| last.elapsed() >= every)
    }

    /// Sends a snapshot of a run that does not learn once more of its past is read.
    pub(in crate::engine::train) fn show_recording(&mut self) {
        let shown = self.whole.as_ref().map(|whole| &whole.snapshot.recording);
        let shown = shown.map_or(0, |recording| recording.moments().len());
        if !self.learning() && self.recorder.recording().moments().len() != shown {
            self.publish();
        }
    }

    /// Sends a snapshot of the run as it is now.
    pub(in crate::engine::train) fn publish(&mut self) {
        let run = match self.goal {
            Goal::Pause => Run::Paused,
            _ if self.run.pictures().is_none() => Run::Waiting,
            Goal::Endless => Run::Running,
            Goal::Count(left) => Run::Counting(left),
        };
        let recording = self.recorder.recording();
        let mut snapshot = self.run.snapshot(run, recording);
        snapshot.status.commands = self.applied;
        let previous = self.previous.as_ref();
        snapshot.status.restorable = previous.map(|previous| previous.generation);
        snapshot.status.kept_step = self.saved.as_ref().map(|saved| saved.age.step);
        let snapshot = Arc::new(snapshot);
        self.whole = Some(self.run.whole(&snapshot));
        self.publisher.publish(snapshot);
        self.last_snapshot = Some(Instant::now());
    }
}

impl TrainingRun {
    /// Notes that this moment of it is saved.
    pub(in crate::engine::train) fn note_saved(&mut self) {
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
            run: self.id,
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
    pub(in crate::engine::train) fn input(&self) -> InputMovies {
        let movie_frames = self.config.movies.frames;
        let rows = (INPUT_MOVIES * movie_frames).min(self.frames.nrows());
        InputMovies {
            frames: self.frames.slice(s![..rows, ..]).to_owned(),
            movie_frames,
            step: self.state.step,
            paths: self.input_paths.clone(),
            pictures: self.input_pictures.clone(),
        }
    }

    /// Has these movies shown as those learned from last.
    pub(in crate::engine::train) fn show_input(&mut self, input: InputMovies) {
        self.frames = input.frames;
        self.input_paths = input.paths;
        self.input_pictures = input.pictures;
    }

    fn status(&self, run: Run) -> Status {
        let lately = self.state.history.mean_of_last(STATUS_MOVIES);
        Status {
            run,
            step: self.state.step,
            movies_seen: self.state.movies_seen,
            patches_per_sec: self.speed.per_sec(),
            elapsed_secs: self.state.elapsed_secs,
            simple_density: lately.map_or(0.0, |point| point.simple_density),
            invariant_density: lately.map_or(0.0, |point| point.invariant_density),
            top_density: lately.and_then(|point| point.top_density),
            dead_by_layer: dead_by_layer(&self.learner, self.state.step),
            concentration: self.concentration(),
            criteria: self.emergence.criteria(),
            judged_step: self.emergence.measured.taken().map(|taken| taken.step),
            emerged_secs: self.state.emerged_secs,
            unconverged: self.accuracy.unconverged,
            worst_gap: self.accuracy.worst_gap,
            pictures: self.pictures.as_ref().map_or(0, |pictures| pictures.len()),
            source: self.config.source.to_string(),
            file: self.file.clone(),
            saved_step: self.saved.as_ref().map(|saved| saved.step),
            is_changed: self.is_changed(),
            is_kept: self.is_kept,
            copy_of: self.copy_of.clone(),
            prices_set: self.state.prices_set,
            commands: 0,
            restorable: None,
            kept_step: None,
        }
    }
}

//! The model when the training thread panics: as it was in the last snapshot, on its way to a file.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::run::TrainingRun;
use super::worker::Worker;
use super::write::keep;
use crate::engine::messages::Event;
use crate::engine::snapshot::Snapshot;
use crate::engine::store::{Checkpoint, RunId, RunState};
use crate::fault::guarded;

/// A model between two steps, with all that it goes on with.
pub(super) struct WholeState {
    snapshot: Arc<Snapshot>,
    generator: Xoshiro256PlusPlus,
    run: Option<RunId>,
}

impl WholeState {
    fn checkpoint(&self) -> Checkpoint {
        let Snapshot {
            config,
            learner,
            status,
            history,
            ..
        } = &*self.snapshot;
        Checkpoint {
            config: config.as_ref().clone(),
            learner: Arc::clone(learner),
            state: RunState {
                step: status.step,
                movies_seen: status.movies_seen,
                elapsed_secs: status.elapsed_secs,
                emerged_secs: status.emerged_secs,
                generator: self.generator.clone(),
                history: history.as_ref().clone(),
            },
            run: self.run,
        }
    }
}

impl TrainingRun {
    /// The state that a snapshot, just made, is of.
    pub(super) fn whole(&self, snapshot: &Arc<Snapshot>) -> WholeState {
        WholeState {
            snapshot: Arc::clone(snapshot),
            generator: self.state.generator.clone(),
            run: self.id,
        }
    }
}

impl Worker<'_> {
    /// Keeps the model as it was in the last snapshot, and says where. What is visited is not kept, nor what has learned
    /// nothing: what was laid aside for it is.
    pub(super) fn rescue(&mut self) {
        let (Some(whole), Some(store)) = (self.whole.take(), self.autosaves.clone()) else {
            return;
        };
        let is_nothing = whole.snapshot.status.step == 0 || self.aside.is_some();
        if is_nothing {
            return;
        }
        let earlier = self.saved.as_ref().map(|saved| saved.path.clone());
        let kept = guarded(|| {
            let recording = &whole.snapshot.recording;
            keep(&whole.checkpoint(), recording, &store, earlier)
        });
        match kept.and_then(|kept| kept) {
            Ok(written) => {
                let movies_seen = whole.snapshot.status.movies_seen;
                let path = written.path;
                self.publisher.say(Event::Rescued { path, movies_seen });
            }
            Err(error) => {
                let problem = format!("the model could not be kept: {error}");
                self.publisher.say(Event::Problem(problem));
                // As it is, and where that fails too in the folder for temporary files.
                let _ = guarded(|| self.leave());
            }
        }
    }
}

//! A model between two steps, from which it can go on whatever becomes of the next.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::engine::snapshot::Snapshot;
use crate::engine::store::{Checkpoint, RunState};
use crate::engine::train::run::TrainingRun;

/// A model between two steps, with all that it goes on with.
pub(in crate::engine::train) struct WholeState {
    pub(in crate::engine::train) snapshot: Arc<Snapshot>,
    generator: Xoshiro256PlusPlus,
}

impl WholeState {
    pub(in crate::engine::train) fn checkpoint(&self) -> Checkpoint {
        let Snapshot {
            run,
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
                prices_set: status.prices_set,
                history: history.as_ref().clone(),
            },
            run: *run,
        }
    }
}

impl TrainingRun {
    /// The state that a snapshot, just made, is of.
    pub(in crate::engine::train) fn whole(&self, snapshot: &Arc<Snapshot>) -> WholeState {
        WholeState {
            snapshot: Arc::clone(snapshot),
            generator: self.state.generator.clone(),
        }
    }
}

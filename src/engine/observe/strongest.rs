//! The patches or movies of the pictures that drive a unit most, searched for on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::throttle::Throttle;
use super::worker::{Inquiry, WorkerPort};
use crate::analysis::{HELD_OUT, StrongPatch, StrongestSearch, Unit};
use crate::engine::Snapshot;

/// What to search for.
#[derive(Clone, Debug)]
pub struct StrongestQuestion {
    /// The model and its pictures.
    pub snapshot: Arc<Snapshot>,
    /// The unit.
    pub unit: Unit,
}

/// What the search found so far.
#[derive(Clone, Debug)]
pub struct StrongestAnswer {
    /// What was asked.
    pub question: StrongestQuestion,
    /// The strongest first.
    pub found: Vec<StrongPatch>,
    /// Share of the places that were tried, 0 to 1.
    pub share_done: f32,
    /// Whether the search is over.
    pub is_final: bool,
}

impl Inquiry for Option<StrongestQuestion> {
    type Answer = StrongestAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-strongest";
    const WORK: &'static str = "Searching for what drives a unit most";

    /// Searches to the end and publishes what was found on the way.
    fn answer(self, _: &mut (), port: &mut WorkerPort<Self, StrongestAnswer>) -> ControlFlow<()> {
        let Some(question) = self else {
            return ControlFlow::Continue(());
        };
        let snapshot = Arc::clone(&question.snapshot);
        let Some(pictures) = snapshot.pictures.as_deref() else {
            port.refuse(
                "no pictures are loaded yet to search for the strongest patches".to_owned(),
            );
            return ControlFlow::Continue(());
        };
        let (config, weights) = (&snapshot.config, snapshot.weights());
        let seed = config.seed ^ HELD_OUT;
        let (model, movies) = (snapshot.model_in_force(), &config.movies);
        let mut search =
            StrongestSearch::new(pictures, weights, &model, movies, question.unit, seed);
        let so_far = |search: &StrongestSearch<'_>, is_final| StrongestAnswer {
            question: question.clone(),
            found: search.found().to_vec(),
            share_done: search.share_done(),
            is_final,
        };
        let mut throttle = Throttle::new(snapshot.status.run);
        while search.advance() {
            throttle.check(port, || so_far(&search, false))?;
        }
        port.publish(so_far(&search, true));
        ControlFlow::Continue(())
    }
}

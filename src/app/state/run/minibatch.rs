//! How far a minibatch has come that takes long.

use std::time::Duration;

use crate::engine::Snapshot;

/// A minibatch takes long that shows nothing new for so many seconds.
const LONG_SECS: f64 = 2.0;
/// From one look at it to the next.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// The minibatch that is learned from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MinibatchState {
    /// The generation of the model, and the minibatches it has learned from.
    of: Option<(u64, u64)>,
    /// When these were new.
    since_secs: f64,
    /// Its movies that are coded, and all of them, where it takes long.
    pub(crate) coded: Option<(usize, usize)>,
}

impl MinibatchState {
    /// Takes note of how many of its movies are coded; returns when to do so again, while the newest model learns.
    pub(crate) fn follow(
        &mut self,
        newest: &Snapshot,
        coded: usize,
        time_secs: f64,
    ) -> Option<Duration> {
        let of = Some((newest.generation, newest.status.step));
        if self.of != of || !newest.status.run.is_learning() {
            (self.of, self.since_secs) = (of, time_secs);
        }
        let movies = newest.config.learning.batch_movies;
        let is_long = time_secs - self.since_secs >= LONG_SECS && (1..movies).contains(&coded);
        self.coded = is_long.then_some((coded, movies));
        newest.status.run.is_learning().then_some(BETWEEN_LOOKS)
    }
}

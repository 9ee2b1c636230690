//! Rounds of movies that are too long to be held: the next one is read while one is learned from. Where it is not there in
//! time learning waits, so that what is learned from never depends on how fast it is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use rayon::ThreadPool;

use super::run::TrainingRun;
use super::worker::{Goal, Worker};
use crate::engine::messages::Event;
use crate::source::{Pictures, Reel, SourceError, load_round};

/// A round that is being read, or waits to be taken. Dropping it stops the reading without waiting for it.
pub(super) struct NextRound {
    reel: Arc<Reel>,
    round: u64,
    cancel: Arc<AtomicBool>,
    outcome: Receiver<Result<Pictures, SourceError>>,
}

impl NextRound {
    fn start(reel: &Arc<Reel>, round: u64, pool: Arc<ThreadPool>) -> std::io::Result<Self> {
        let (sender, outcome) = bounded(1);
        let cancel = Arc::new(AtomicBool::new(false));
        let (wanted, cancelled) = (Arc::clone(reel), Arc::clone(&cancel));
        std::thread::Builder::new()
            .name("cellscope-rounds".to_owned())
            .spawn(move || {
                let goes_on = || !cancelled.load(Ordering::Relaxed);
                let pictures = pool.install(|| load_round(&wanted, round, &goes_on));
                // Fails only when nobody waits any more.
                let _ = sender.send(pictures);
            })?;
        Ok(Self {
            reel: Arc::clone(reel),
            round,
            cancel,
            outcome,
        })
    }

    fn is(&self, reel: &Arc<Reel>, round: u64) -> bool {
        Arc::ptr_eq(&self.reel, reel) && self.round == round
    }
}

impl Drop for NextRound {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl TrainingRun {
    /// The round whose turn it is, of movies that are too long to be held.
    fn round_due(&self) -> Option<(&Arc<Reel>, u64)> {
        let (reel, _) = self.pictures()?.reel()?;
        Some((reel, reel.round_at(self.state.movies_seen)))
    }

    /// Whether its pictures are those to learn from next.
    pub(super) fn is_in_round(&self) -> bool {
        let held = self.pictures().and_then(|pictures| pictures.reel());
        held.map(|(_, round)| round) == self.round_due().map(|(_, due)| due)
    }
}

impl Worker<'_> {
    /// Has the next round read, and takes it when its turn has come.
    pub(super) fn look_ahead(&mut self) {
        let Some((reel, due)) = self.run.round_due() else {
            self.next_round = None;
            return;
        };
        let is_in_round = self.run.is_in_round();
        let wanted = if is_in_round { due + 1 } else { due };
        let is_wanted = |next: &NextRound| next.is(reel, wanted);
        if !self.next_round.as_ref().is_some_and(is_wanted) && self.goal != Goal::Pause {
            match NextRound::start(reel, wanted, Arc::clone(&self.loaders)) {
                Ok(next) => self.next_round = Some(next),
                Err(error) => self.lose_round(format!("no thread to read movies: {error}")),
            }
        }
        if !is_in_round {
            self.take_round();
        }
    }

    fn take_round(&mut self) {
        let outcome = self.next_round.as_ref().map(|next| next.outcome.try_recv());
        match outcome {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Ok(Ok(pictures))) => {
                self.next_round = None;
                let source = self.run.config.source.clone();
                self.run.set_pictures(source, Arc::new(pictures));
            }
            Some(Ok(Err(error))) => self.lose_round(error.to_string()),
            Some(Err(TryRecvError::Disconnected)) => {
                self.lose_round("reading a movie failed with an internal error".to_owned());
            }
        }
    }

    /// Without the next movies learning cannot go on.
    fn lose_round(&mut self, reason: String) {
        self.next_round = None;
        self.pause();
        self.publisher.say(Event::Failed(reason));
    }
}

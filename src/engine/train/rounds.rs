//! Rounds of movies that are too long to be held, each read on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, bounded};
use rayon::ThreadPool;

use super::run::TrainingRun;
use crate::fault::guarded;
use crate::source::{Pictures, Reel, load_round};

/// A round that is being read, or waits to be taken. Dropping it stops the reading without waiting for it.
pub(super) struct NextRound {
    reel: Arc<Reel>,
    round: u64,
    cancel: Arc<AtomicBool>,
    pub(super) outcome: Receiver<Result<Pictures, String>>,
    thread: Option<JoinHandle<()>>,
}

impl NextRound {
    pub(super) fn start(
        reel: &Arc<Reel>,
        round: u64,
        pool: Arc<ThreadPool>,
    ) -> std::io::Result<Self> {
        let (sender, outcome) = bounded(1);
        let cancel = Arc::new(AtomicBool::new(false));
        let (wanted, cancelled) = (Arc::clone(reel), Arc::clone(&cancel));
        let thread = std::thread::Builder::new()
            .name("cellscope-rounds".to_owned())
            .spawn(move || {
                let goes_on = || !cancelled.load(Ordering::Relaxed);
                let read = guarded(|| pool.install(|| load_round(&wanted, round, &goes_on)));
                // Fails only when nobody waits any more.
                let _ = sender.send(match read {
                    Ok(read) => read.map_err(|error| error.to_string()),
                    Err(fault) => Err(format!("reading a movie failed because of {fault}")),
                });
            })?;
        Ok(Self {
            reel: Arc::clone(reel),
            round,
            cancel,
            outcome,
            thread: Some(thread),
        })
    }

    /// Stops the reading and waits for it: at the end of the program nobody else would end the ffmpeg that reads.
    pub(super) fn stop(mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }

    pub(super) fn is(&self, reel: &Arc<Reel>, round: u64) -> bool {
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
    pub(super) fn round_due(&self) -> Option<(&Arc<Reel>, u64)> {
        let (reel, _) = self.pictures()?.reel()?;
        Some((reel, reel.round_at(self.state.movies_seen)))
    }

    /// Whether its pictures are those to learn from next.
    pub(super) fn is_in_round(&self) -> bool {
        let due = |pictures: &Arc<Pictures>| pictures.round_due(self.state.movies_seen).is_some();
        !self.pictures().is_some_and(due)
    }
}

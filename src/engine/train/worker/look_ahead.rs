//! The next round of movies is read while one is learned from. Where it is not there in time learning waits, so that what
//! is learned from never depends on how fast it is read.

use std::sync::Arc;

use crossbeam_channel::TryRecvError;

use crate::engine::messages::Event;
use crate::engine::train::goal::Goal;
use crate::engine::train::loader::THREAD_ENDED;
use crate::engine::train::rounds::NextRound;
use crate::engine::train::worker::Worker;

impl Worker<'_> {
    /// Has the next round read, and takes it when its turn has come.
    pub(in crate::engine::train) fn look_ahead(&mut self) {
        let Some((reel, due)) = self.run.round_due() else {
            self.next_round = None;
            return;
        };
        let is_in_round = self.run.is_in_round();
        let wanted = if is_in_round { due + 1 } else { due };
        // That of another movie, or of another cut, is not to be learned from.
        self.next_round.take_if(|next| !next.is(reel, wanted));
        if self.next_round.is_none() && self.goal != Goal::Pause {
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
            Some(Ok(Err(reason))) => self.lose_round(reason),
            Some(Err(TryRecvError::Disconnected)) => {
                self.lose_round(format!("reading a movie failed because of {THREAD_ENDED}"));
            }
        }
    }

    /// Without the next movies learning cannot go on. Why is told before the pause, which is then none that was asked for.
    fn lose_round(&mut self, reason: String) {
        self.next_round = None;
        self.publish();
        self.publisher.say(Event::Failed(reason));
        self.pause();
    }
}

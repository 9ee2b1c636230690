//! What a state asks its worker, and whether that is to be asked again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Run, Snapshot};

/// While the model learns, what stays the same is asked again at most so often.
const ASK_AGAIN: Duration = Duration::from_millis(200);

/// What a button asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// Begin.
    Start,
    /// Break off.
    Stop,
}

/// What was asked last of a worker.
#[derive(Clone, Debug)]
pub(crate) struct Asked<T> {
    pub(crate) what: T,
    pub(crate) snapshot: Arc<Snapshot>,
    at: Instant,
    /// Whether the answer is still to come.
    pub(crate) is_open: bool,
}

impl<T> Asked<T> {
    /// Asked just now.
    pub(crate) fn new(what: T, snapshot: &Arc<Snapshot>, is_open: bool) -> Self {
        Self {
            what,
            snapshot: Arc::clone(snapshot),
            at: Instant::now(),
            is_open,
        }
    }

    /// Notes that the answer is there.
    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.at = Instant::now();
    }

    /// Whether the same is to be asked of the model `now`, because it is another one or changed; a model that learns
    /// changes all the time, and is asked only now and then.
    ///
    /// Where both are the same in the same state, the snapshot becomes `now`, so that they are compared once: the same
    /// model comes again and again while its curves grow.
    pub(crate) fn is_outdated(&mut self, now: &Arc<Snapshot>) -> bool {
        if self.snapshot.generation != now.generation {
            return true;
        }
        if now.status.run != Run::Paused && self.at.elapsed() < ASK_AGAIN {
            return false;
        }
        let is_same = self.snapshot.is_same_model(now);
        if is_same {
            self.snapshot = Arc::clone(now);
        }
        !is_same
    }
}

/// Questions about frames whose answers may still come.
const OPEN: usize = 16;

/// Frames that a worker was asked about, each with what it shows. Of questions that follow each other fast only some are answered.
#[derive(Clone, Debug)]
pub(crate) struct OpenFrames<T>(VecDeque<(Vec<f32>, T)>);

impl<T> Default for OpenFrames<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> OpenFrames<T> {
    /// Notes that a frame is asked about.
    pub(crate) fn ask(&mut self, frame: &[f32], shows: T) {
        self.0.push_back((frame.to_vec(), shows));
        if self.0.len() > OPEN {
            self.0.pop_front();
        }
    }

    /// What a frame shows that was answered; those asked about before it are answered no more.
    pub(crate) fn answered(&mut self, frame: &[f32]) -> Option<T> {
        let place = self.0.iter().position(|(asked, _)| asked == frame)?;
        let (_, shows) = self.0.drain(..=place).next_back()?;
        Some(shows)
    }
}

/// Forgets a question whose answer is still to come; true when there was one.
pub(crate) fn give_up<T>(asked: &mut Option<Asked<T>>) -> bool {
    asked.take_if(|asked| asked.is_open).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Preset};
    use crate::engine::Status;
    use crate::model::Learner;

    fn snapshot(run: Run, step: u64) -> Arc<Snapshot> {
        let config = Config::preset(Preset::Toy);
        Arc::new(Snapshot {
            generation: 0,
            run: None,
            learner: Arc::new(Learner::new(config.pixels(), &config.model, config.seed)),
            config: Arc::new(config),
            pictures: None,
            status: Status {
                run,
                step,
                ..Status::default()
            },
            history: Arc::default(),
            recording: crate::engine::Recording::default(),
            input: crate::engine::InputMovies::default(),
        })
    }

    /// So long ago that the next question need not wait.
    fn long_ago() -> Instant {
        Instant::now() - ASK_AGAIN
    }

    /// As if the question had only now been asked, however slow the machine.
    fn just_now() -> Instant {
        Instant::now() + Duration::from_secs(3600)
    }

    fn asked(snapshot: &Arc<Snapshot>, at: Instant) -> Asked<()> {
        let mut asked = Asked::new((), snapshot, false);
        asked.at = at;
        asked
    }

    #[test]
    fn a_model_that_learns_is_asked_now_and_then_and_one_that_stands_still_at_once() {
        let first = snapshot(Run::Running, 1);
        for (run, at, is_due) in [
            (Run::Running, just_now(), false),
            (Run::Running, long_ago(), true),
            (Run::Paused, just_now(), true),
        ] {
            let mut then = asked(&first, at);
            assert_eq!(then.is_outdated(&snapshot(run, 2)), is_due);
            assert!(Arc::ptr_eq(&then.snapshot, &first));
        }
    }

    #[test]
    fn the_same_model_is_never_asked_again_and_another_always() {
        let mut then = asked(&snapshot(Run::Running, 1), long_ago());
        let same = snapshot(Run::Paused, 1);
        assert!(!then.is_outdated(&same));
        assert!(Arc::ptr_eq(&then.snapshot, &same), "compared once");
        let mut other = Snapshot::clone(&same);
        (other.generation, other.status.run) = (1, Run::Running);
        then.at = just_now();
        assert!(then.is_outdated(&Arc::new(other)));
    }
}

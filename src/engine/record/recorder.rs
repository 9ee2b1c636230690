//! Records a run on a thread of its own: learning never waits for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use super::log::Recording;
use super::origin::{Origin, RecordPlace, Resumed};
use super::packed::Header;
use super::spacing::Spacing;
use super::writer::{Job, Shared, Writer};
use crate::config::Config;
use crate::engine::store::{RunId, RunState};
use crate::engine::threads::give_way;
use crate::fault::guarded;
use crate::model::Learner;

/// Moments that can wait to be written.
const QUEUE: usize = 16;
/// Saves that can wait behind them: there is one at a time, and one that has waited for too long leaves its place taken.
const SAVES: usize = 16;
/// How long a save waits for what was recorded to be written.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What is told of a save that did not wait any longer.
const LATE: &str =
    "the model is saved, but its history lacks the last moments: writing them took too long";

/// All that was recorded by a moment, once it is written.
pub(crate) struct Awaited {
    written: Option<Receiver<Recording>>,
    shared: Arc<Shared>,
}

/// All that was recorded by a moment, as far as it is written.
pub(crate) struct Recorded {
    pub(crate) recording: Recording,
    /// Why that lacks its end, where it does, for the user.
    pub(crate) late: Option<String>,
    /// The history file that holds what came before it, and could not be read.
    pub(crate) unread: Option<PathBuf>,
}

impl Awaited {
    /// Waits until it is written; where the thread is gone or busy for too long, what is written by then. The second is told, too: a
    /// thread that is gone told why.
    pub(crate) fn recorded(&self) -> Recorded {
        self.recorded_within(LONGEST_WAIT)
    }

    fn recorded_within(&self, wait: Duration) -> Recorded {
        let written = self.written.as_ref();
        // As it was at that moment: what is recorded since may have taken the place of half of it.
        let (recording, late) = match written.map(|written| written.recv_timeout(wait)) {
            Some(Ok(recording)) => (recording, None),
            Some(Err(RecvTimeoutError::Timeout)) => {
                (self.shared.recording(), Some(LATE.to_owned()))
            }
            Some(Err(RecvTimeoutError::Disconnected)) | None => (self.shared.recording(), None),
        };
        Recorded {
            recording,
            late,
            unread: self.shared.unread(),
        }
    }
}

/// Records a run. Dropping it waits until what was recorded is written, but for a past that is being read or copied still, and removes
/// its file.
pub(crate) struct Recorder {
    spacing: Spacing,
    thinned: u64,
    is_marked: bool,
    /// The minibatch after which the last moment was recorded, where that is known.
    last: Option<u64>,
    /// The minibatch that a model was opened at: its file may hold a moment of it already, and another is not written.
    opened: Option<u64>,
    queue: Option<Sender<Job>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Recorder {
    /// Starts to record a run behind what it resumes.
    pub(crate) fn start(place: &RecordPlace, run: Option<RunId>, resumed: Option<Resumed>) -> Self {
        let shared = Arc::new(Shared::new(place.most_bytes));
        let mut last = None;
        let mut opened = resumed.as_ref().map(|resumed| resumed.step);
        let spacing = opened.map_or_else(Spacing::new, Spacing::resumed);
        if let Some(Resumed {
            from: Origin::Recording(before),
            step,
        }) = &resumed
        {
            let before = before.until(*step);
            last = before.moments().last().map(|moment| moment.step);
            opened = None;
            shared.publish(before);
        }
        let writer = Writer {
            place: place.clone(),
            run,
            shared: Arc::clone(&shared),
        };
        let (queue, jobs) = bounded(QUEUE + SAVES);
        let thread = std::thread::Builder::new().name("cellscope-history".to_owned());
        let thread = thread.spawn(move || {
            give_way();
            if let Err(fault) = guarded(|| writer.work(resumed, &jobs)) {
                writer.shared.fail(format!(
                    "the history is no longer recorded because of {fault}; learning goes on"
                ));
            }
        });
        if let Err(error) = &thread {
            shared.fail(format!("the history is not recorded: no thread: {error}"));
        }
        Self {
            spacing,
            thinned: 0,
            is_marked: false,
            last,
            opened,
            queue: thread.is_ok().then_some(queue),
            shared,
            thread: thread.ok(),
        }
    }

    /// Notes that the settings or the pictures changed after minibatch `step`.
    pub(crate) fn changed(&mut self, step: u64) {
        self.spacing.changed(step);
        self.is_marked = true;
    }

    /// Whether a moment is due, and there is room for it; where too many wait to be written it is due later.
    pub(crate) fn is_due(&self, step: u64) -> bool {
        let queue = self.queue.as_ref();
        let has_room = queue.is_some_and(|queue| queue.len() < QUEUE);
        let is_wanted = self.shared.most_bytes.load(Ordering::Relaxed) > 0;
        is_wanted && has_room && self.spacing.is_due(step)
    }

    /// Changes how many bytes there are at most, from the next moment on; 0 for no more moments.
    pub(crate) fn limit(&self, most_bytes: u64) {
        self.shared.most_bytes.store(most_bytes, Ordering::Relaxed);
    }

    /// Records the run as it is now. A moment stays as it was recorded: settings that change before the next minibatch are marked at
    /// the moment after that.
    pub(crate) fn record(&mut self, state: &RunState, config: &Config, learner: Arc<Learner>) {
        let Some(queue) = &self.queue else { return };
        if self.last == Some(state.step) {
            return self.spacing.recorded(state.step);
        }
        let thinned = self.shared.thinned.load(Ordering::Relaxed);
        while self.thinned < thinned {
            self.thinned += 1;
            self.spacing.widen();
        }
        let header = Header {
            step: state.step,
            movies_seen: state.movies_seen,
            elapsed_secs: state.elapsed_secs,
            is_marked: self.is_marked,
            generator: state.generator.clone(),
            config: config.clone(),
        };
        match queue.try_send(Job::Record(Box::new(header), learner)) {
            Ok(()) => {
                self.spacing.recorded(state.step);
                self.last = Some(state.step);
                self.is_marked &= self.opened >= self.last;
            }
            Err(TrySendError::Full(_)) => {}
            // The thread said why it ended.
            Err(TrySendError::Disconnected(_)) => self.queue = None,
        }
    }

    /// All that was recorded by now, to be waited for on another thread.
    pub(crate) fn awaited(&self) -> Awaited {
        let (report, written) = bounded(1);
        let queue = self.queue.as_ref();
        let sent = queue.map(|queue| queue.try_send(Job::Report(report)));
        Awaited {
            written: matches!(sent, Some(Ok(()))).then_some(written),
            shared: Arc::clone(&self.shared),
        }
    }

    /// What is written by now.
    pub(crate) fn recording(&self) -> Recording {
        self.shared.recording()
    }

    /// Whether it failed, and records nothing any more.
    pub(crate) fn has_failed(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The history file of the model that the run resumes, where it could not be read.
    pub(crate) fn unread(&self) -> Option<PathBuf> {
        self.shared.unread()
    }

    /// What is not as it should be with the history, each fault once.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.shared.faults()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.queue = None;
        self.shared.leave();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::telemetry::History;

    /// One whose thread does nothing.
    fn recorder(queue: Sender<Job>, opened: Option<u64>) -> Recorder {
        Recorder {
            spacing: Spacing::new(),
            thinned: 0,
            is_marked: false,
            last: None,
            opened,
            queue: Some(queue),
            shared: Arc::new(Shared::new(u64::MAX)),
            thread: None,
        }
    }

    #[test]
    fn a_change_after_a_model_is_opened_is_marked_where_a_moment_of_then_may_be_there_already() {
        let mut config = Config::default();
        (config.model.simple, config.model.invariant) = (8, 4);
        let learner = Arc::new(Learner::new(config.pixels(), &config.model, 1));
        let mut state = RunState {
            step: 0,
            movies_seen: 0,
            elapsed_secs: 0.0,
            emerged_secs: None,
            generator: Xoshiro256PlusPlus::seed_from_u64(1),
            prices_set: None,
            history: History::default(),
        };
        for (opened, marked) in [(Some(5), [true, true, false]), (None, [true, false, false])] {
            let (queue, waiting) = bounded(QUEUE);
            let mut recorder = recorder(queue, opened);
            recorder.changed(5);
            for step in 5..8 {
                state.step = step;
                recorder.record(&state, &config, Arc::clone(&learner));
            }
            let are_marked: Vec<_> = waiting
                .try_iter()
                .map(|job| matches!(job, Job::Record(header, _) if header.is_marked))
                .collect();
            assert_eq!(are_marked, marked, "{opened:?}");
        }
    }

    #[test]
    fn a_history_that_is_awaited_for_too_long_is_told() {
        let shared = Arc::new(Shared::new(0));
        let (busy, written) = bounded(1);
        let awaited = Awaited {
            written: Some(written),
            shared: Arc::clone(&shared),
        };
        let wait = Duration::from_millis(1);
        let Recorded {
            recording, late, ..
        } = awaited.recorded_within(wait);
        assert!(recording.moments().is_empty());
        assert_eq!(late.as_deref(), Some(LATE));
        drop(busy);
        assert_eq!(
            awaited.recorded_within(wait).late,
            None,
            "a thread that is gone told why"
        );
    }

    #[test]
    fn a_save_finds_room_behind_all_moments_that_can_wait() {
        let (queue, waiting) = bounded(QUEUE + SAVES);
        let recorder = recorder(queue.clone(), None);
        assert!(recorder.is_due(1));
        while recorder.is_due(1) {
            queue.send(Job::Report(bounded(1).0)).expect("room");
        }
        assert_eq!(waiting.len(), QUEUE);
        assert!(recorder.awaited().written.is_some());
    }
}

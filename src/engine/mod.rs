//! The engine: one named thread owns the model. Commands go in; events and snapshots come out.
//!
//! Neither side ever waits for the other. Commands go through a bounded queue and act before the next
//! minibatch; events come through another, in order, none lost; of the snapshots only the newest is kept.
//! The same engine drives the window and the command line: the same configuration and the same
//! commands at the same steps give the same bits in W and A.
//!
//! - `train`: the training thread; `options`: how it is started; `threads`: those that compute;
//! - `messages`: what goes in and what comes out; `snapshot`: the model at one moment, `interval`: how often one comes; `slot`:
//!   holds the newest;
//! - `dead`: units that are rarely active;
//! - `record`: the past of a run; `span`: a stretch of it;
//! - `store`: models in files; `keeper`: keeps one where the program ends at once; `file_error`: why a file fails;
//! - `time_runs`: models that learn from movies of each kind;
//! - `observe`: the workers that measure snapshots, each on a thread of its own, a row of [`Question`] each.

mod dead;
mod file_error;
mod interval;
mod keeper;
mod messages;
mod observe;
mod options;
mod record;
mod slot;
mod snapshot;
mod span;
mod store;
mod threads;
mod time_runs;
mod train;

pub(crate) use dead::are_most;
pub use file_error::FileError;
pub use interval::Interval;
pub use keeper::Keeper;
pub use messages::{Command, Event, Layer, Visited};
pub use observe::*;
pub use options::{Keep, MAX_THREADS, Options, SAVE_EVERY};
pub use record::{HISTORY_BYTES, MEGABYTE, Moment, PastState, Recording};
pub use snapshot::{InputMovies, Run, Snapshot, Status};
pub use span::{EmptySpan, Span};
pub(crate) use store::HISTORY_NAME;
pub use store::{
    Checkpoint, KeptModel, KeptSummary, MODEL_ENDING, RunId, RunState, history_path, model_there,
};
pub use time_runs::{TIME_RUNS, TimeProgress, time_runs};
pub(crate) use time_runs::{has_kinds, tuning_of};

#[cfg(feature = "window")]
pub(crate) use threads::give_way;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::config::Config;
use crate::model::StepProgress;
use slot::{Newest, slot};
use train::{Publisher, Worker};

/// Commands that can wait for the next minibatch.
const COMMAND_QUEUE: usize = 256;
/// Events that can wait for the window; the worker keeps more until there is room.
const EVENT_QUEUE: usize = 256;

/// The handle of a training thread. Dropping it stops the thread and waits for it to end.
#[derive(Debug)]
pub struct Engine {
    commands: Option<Arc<Sender<Command>>>,
    progress: Arc<StepProgress>,
    events: Receiver<Event>,
    snapshots: Newest<Arc<Snapshot>>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts a training thread. `on_news` is called on it whenever a snapshot or an event is there.
    /// Where the system gives no thread, the first event is [`Event::Crashed`].
    pub fn spawn(config: Config, options: Options, on_news: impl Fn() + Send + 'static) -> Self {
        let (commands, commands_out) = bounded(COMMAND_QUEUE);
        let (events_in, events) = bounded(EVENT_QUEUE);
        let (snapshots_in, _) = slot();
        let snapshots = snapshots_in.newest();
        let last_words = events_in.clone();
        let progress = Arc::new(StepProgress::default());
        let inbox = (commands_out, Arc::clone(&progress));
        let publisher = Publisher::new(events_in, snapshots_in, on_news);
        let thread = std::thread::Builder::new()
            .name("cellscope-trainer".to_owned())
            .spawn(move || Worker::run(config, options, inbox, publisher));
        if let Err(error) = &thread {
            // The queue is new: there is room.
            let _ = last_words.try_send(Event::Crashed(format!("no thread to train on: {error}")));
        }
        Self {
            commands: Some(Arc::new(commands)),
            progress,
            events,
            snapshots,
            thread: thread.ok(),
        }
    }

    /// Asks for something; never waits.
    ///
    /// # Errors
    /// Gives the command back when the queue is full or the thread is gone.
    pub fn send(&self, command: Command) -> Result<(), Command> {
        let Some(commands) = &self.commands else {
            return Err(command);
        };
        let stops = command.stops_minibatch();
        commands
            .try_send(command)
            .map_err(|error| error.into_inner())?;
        if stops {
            self.progress.stop();
        }
        Ok(())
    }

    /// Movies of the present minibatch that are coded.
    pub fn movies_coded(&self) -> usize {
        self.progress.coded()
    }

    /// What keeps the model where the program ends at once.
    pub fn keeper(&self) -> Keeper {
        Keeper {
            commands: self
                .commands
                .as_ref()
                .map(Arc::downgrade)
                .unwrap_or_default(),
            progress: Arc::clone(&self.progress),
            events: self.events.clone(),
        }
    }

    /// The events that are there; never waits.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.try_iter()
    }

    /// The next event, waited for at most so long; `None` when there is none.
    pub fn wait_event(&self, timeout: Duration) -> Option<Event> {
        self.events.recv_timeout(timeout).ok()
    }

    /// The slot of the newest snapshot, for one who takes snapshots as they come: each is taken once, here
    /// or by [`Self::snapshot`].
    pub fn snapshots(&self) -> Receiver<Arc<Snapshot>> {
        self.snapshots.receiver()
    }

    /// The newest snapshot not yet taken; never waits.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.snapshots.take()
    }

    /// Whether the training thread has ended.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The closed queue tells the worker to stop.
        self.commands = None;
        self.progress.stop();
        if let Some(thread) = self.thread.take() {
            // A panic was already reported as an event.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Preset;

    #[test]
    fn a_panic_of_the_training_thread_is_reported_and_the_thread_ends_with_its_model_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options {
            keep: Some(Keep {
                folder: folder.path().to_owned(),
                every: Duration::MAX,
            }),
            paused: true,
            ..Options::default()
        };
        let engine = Engine::spawn(Config::preset(Preset::Quick), options, || {});
        engine.send(Command::Step(3)).expect("room in the queue");
        while !matches!(
            engine.wait_event(Duration::from_secs(60)),
            Some(Event::Paused { step: 3 })
        ) {}
        engine.send(Command::Panic).expect("room in the queue");
        let mut rescued = None;
        let reason = loop {
            match engine.wait_event(Duration::from_secs(60)) {
                Some(Event::Crashed(reason)) => break reason,
                Some(Event::Rescued { path, movies_seen }) => rescued = Some((path, movies_seen)),
                Some(_) => {}
                None => panic!("the panic was not reported"),
            }
        };
        assert!(
            reason.contains("a fault in the program: asked to panic"),
            "{reason}"
        );
        while !engine.is_finished() {
            std::thread::yield_now();
        }
        let kept = KeptModel::list(folder.path());
        assert_eq!(kept.len(), 1, "what it learned is kept");
        let path = kept[0].path.clone();
        let kept = Checkpoint::open(&path).expect("a model");
        assert_eq!(kept.state.step, 3);
        assert_eq!(
            rescued,
            Some((path, kept.state.movies_seen)),
            "and said to be"
        );
    }
}

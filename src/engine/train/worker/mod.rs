//! The training thread: take commands, learn from a minibatch, say what happened.
//!
//! - `commands`: what each command does;
//! - `files`: the model to and from files; `keeping`: it is kept so that it is not lost; `restore`: the way back to the one that
//!   was replaced last; `rescue`: it is kept when the thread panics;
//! - `pictures`: pictures that have come; `look_ahead`: the next round of long movies, read while one is learned from;
//! - `measuring`: measures made beside learning;
//! - `visit`: another model for a while;
//! - `shown`: snapshots.

mod commands;
mod files;
mod keeping;
mod look_ahead;
mod measuring;
mod pictures;
mod rescue;
mod restore;
mod shown;
mod visit;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, never, select};
use rayon::ThreadPool;

use crate::engine::train::aside::Aside;
use crate::engine::train::goal::Goal;
use crate::engine::train::loader::{Loader, Purpose, THREAD_ENDED};
use crate::engine::train::previous::Previous;
use crate::engine::train::publisher::Publisher;
use crate::engine::train::rounds::NextRound;
use crate::engine::train::run::TrainingRun;
use crate::engine::train::run::backlog::Backlog;
use crate::engine::train::run::emergence::EmergenceWatch;
use crate::engine::train::run::whole_state::WholeState;
use crate::engine::train::same_pictures::shared;

use crate::config::Config;
use crate::engine::interval::Interval;
use crate::engine::messages::{Command, Event};
use crate::engine::options::Options;
use crate::engine::record::{Origin, RecordPlace, Recorder, Resumed, remove_orphaned};
use crate::engine::store::{AutosaveStore, Saved, Saving};
use crate::engine::threads;
use crate::fault::guarded;
use crate::model::StepProgress;
use crate::telemetry::Mark;

/// How often an idle worker looks whether events it could not hand over have room now.
const IDLE: Duration = Duration::from_millis(50);

/// The same for a save that has ended, or the next round of movies.
const SAVING: Duration = Duration::from_millis(5);

/// The slowest pace has so much time from one minibatch to the next.
const SLOWEST: Duration = Duration::from_secs(3600);

/// The least time from one minibatch to the next at `minibatches_per_sec`.
pub(in crate::engine::train) fn pace(minibatches_per_sec: f32) -> Duration {
    let between = Duration::try_from_secs_f32(1.0 / minibatches_per_sec);
    between.map_or(SLOWEST, |between| between.min(SLOWEST))
}

/// The thread's state.
pub(crate) struct Worker<'a> {
    pub(in crate::engine::train) commands: Receiver<Command>,
    /// Stopped by commands that do not wait for the end of a minibatch.
    progress: Arc<StepProgress>,
    pub(in crate::engine::train) publisher: &'a mut Publisher,
    pub(in crate::engine::train) pool: Arc<ThreadPool>,
    /// Threads that load pictures: those of the pool are busy with minibatches.
    pub(in crate::engine::train) loaders: Arc<ThreadPool>,
    pub(in crate::engine::train) run: TrainingRun,
    pub(in crate::engine::train) emergence: EmergenceWatch,
    pub(in crate::engine::train) backlog: Backlog,
    pub(in crate::engine::train) recorder: Recorder,
    pub(in crate::engine::train) record_place: RecordPlace,
    /// The mark that was recorded last.
    last_mark: Option<Mark>,
    /// Least time from one minibatch to the next.
    pub(in crate::engine::train) pace: Option<Duration>,
    /// When the next minibatch may begin.
    next_minibatch: Instant,
    pub(in crate::engine::train) pauses_when_emerged: bool,
    /// Whether others wait for the cores: a window.
    pub(in crate::engine::train) in_background: bool,
    pub(in crate::engine::train) goal: Goal,
    pub(in crate::engine::train) loading: Option<Loader>,
    pub(in crate::engine::train) next_round: Option<NextRound>,
    pub(in crate::engine::train) autosaves: Option<AutosaveStore>,
    pub(in crate::engine::train) keep_every: Duration,
    /// The file that the model was last saved to, opened from or kept in, and its state then.
    pub(in crate::engine::train) saved: Option<Saved>,
    /// The model that was replaced last, if it can come back.
    pub(in crate::engine::train) previous: Option<Previous>,
    /// The file of the model that is about to take the place of this one.
    pub(in crate::engine::train) opening: Option<PathBuf>,
    /// The model on its way to a file.
    pub(in crate::engine::train) saving: Option<Saving>,
    /// The model as it was in the last snapshot: whole, while that of the run may be in the middle of a step.
    pub(in crate::engine::train) whole: Option<WholeState>,
    /// The model that comes back after that which is visited.
    pub(in crate::engine::train) aside: Option<Aside>,
    /// When the model was last kept, or the engine started.
    pub(in crate::engine::train) kept: Instant,
    pub(in crate::engine::train) last_snapshot: Option<Instant>,
    /// Commands applied so far.
    pub(in crate::engine::train) applied: u64,
    pub(in crate::engine::train) snapshot_every: Interval,
}

impl<'a> Worker<'a> {
    /// The body of the thread. Ends when the handle is dropped; a panic ends it too and is reported, with the model kept as
    /// it was in the last snapshot.
    pub(crate) fn run(
        config: Config,
        options: Options,
        (commands, progress): (Receiver<Command>, Arc<StepProgress>),
        mut publisher: Publisher,
    ) {
        let handle = commands.clone();
        let inbox = (commands, progress);
        let outcome = match guarded(|| Worker::start(config, options, inbox, &mut publisher)) {
            Ok(Ok(mut worker)) => worker.serve(),
            Ok(Err(reason)) | Err(reason) => Err(reason),
        };
        if let Err(reason) = outcome {
            publisher.say(Event::Crashed(reason));
        }
        // Nothing is lost on the way out, as long as somebody listens.
        while publisher.has_waiting() && handle.try_recv() != Err(TryRecvError::Disconnected) {
            std::thread::sleep(IDLE);
            publisher.flush();
        }
    }

    fn start(
        config: Config,
        options: Options,
        (commands, progress): (Receiver<Command>, Arc<StepProgress>),
        publisher: &'a mut Publisher,
    ) -> Result<Self, String> {
        let threads = |task| threads::pool(options.threads, options.in_background, task);
        let (pool, loaders) = (threads("compute")?, threads("load")?);
        config.check().map_err(|error| error.to_string())?;
        let run = pool.install(|| match &options.open {
            Some(path) => TrainingRun::open(path, 0).map_err(|error| error.to_string()),
            None => Ok(TrainingRun::new(config, 0, None)),
        })?;
        let folder = options.keep.as_ref().map(|keep| keep.folder.clone());
        // Before the recorder looks too, so that it is told at once.
        let has_found_orphan = folder.as_deref().is_some_and(remove_orphaned);
        let record_place = RecordPlace {
            folder,
            unnamed_in: options.history_folder,
            most_bytes: options.history_bytes,
            has_found_orphan: Arc::new(has_found_orphan.into()),
        };
        let resumed = options.open.clone().map(|path| Resumed {
            from: Origin::Model { path, run: run.id },
            step: run.step(),
        });
        let recorder = Recorder::start(&record_place, run.id, resumed);
        let goal = if options.paused {
            Goal::Pause
        } else {
            Goal::Endless
        };
        let mut worker = Self {
            commands,
            progress,
            publisher,
            pool,
            loaders,
            run,
            emergence: EmergenceWatch::spawn(),
            backlog: Backlog::spawn(),
            recorder,
            record_place,
            last_mark: None,
            pace: options.pace.map(pace),
            next_minibatch: Instant::now(),
            pauses_when_emerged: options.pause_when_emerged,
            in_background: options.in_background,
            goal,
            loading: None,
            next_round: None,
            keep_every: options
                .keep
                .as_ref()
                .map_or(Duration::MAX, |keep| keep.every),
            autosaves: options.keep.map(|keep| AutosaveStore::new(keep.folder)),
            saved: None,
            previous: None,
            opening: None,
            saving: None,
            whole: None,
            aside: None,
            kept: Instant::now(),
            last_snapshot: None,
            applied: 0,
            snapshot_every: options.snapshot_every,
        };
        if let Some(path) = options.open {
            let event = worker.note_opened(path, true);
            worker.publisher.say(event);
        }
        let config = worker.run.config.clone();
        match options.beside.and_then(|run| shared(&run, &config)) {
            Some(pictures) => worker.supply(Some(pictures), None),
            None => {
                worker.load(config, Purpose::GoOn);
                worker.publish();
            }
        }
        Ok(worker)
    }

    /// Works until the handle is gone, and leaves the model safe whatever happens.
    ///
    /// # Errors
    /// What it panicked of.
    fn serve(&mut self) -> Result<(), String> {
        let worked = guarded(|| {
            self.work();
            self.leave();
        });
        worked.inspect_err(|_| self.rescue())
    }

    fn work(&mut self) {
        loop {
            // Models are made and changed on the threads of a pool alone: no others are started. A command may put another
            // pool in its place.
            let pool = Arc::clone(&self.pool);
            if !pool.install(|| self.attend()) {
                return;
            }
            if self.may_learn() {
                // Stays there between minibatches, so that the threads do not go to sleep.
                pool.install(|| self.learn_on(&pool));
            } else if !pool.install(|| self.wait()) {
                return;
            }
        }
    }

    /// Takes commands, pictures and finished saves, keeps the model when it is due, and sends events that had no room
    /// before; false when the handle is gone.
    fn attend(&mut self) -> bool {
        let goes_on = self.take_commands();
        self.take_pictures();
        self.look_ahead();
        self.take_save();
        self.keep_when_due();
        self.measure_past();
        // A model that learns is looked at after each minibatch; without a window it is measured as it stops.
        if self.goal == Goal::Pause && self.in_background && self.run.step() > 0 {
            self.watch_emergence();
        }
        self.show_recording();
        let has_found_orphan = &self.record_place.has_found_orphan;
        if has_found_orphan.swap(false, Ordering::Relaxed) {
            self.publisher.say(Event::EndedUnexpectedly);
        }
        for fault in self.recorder.faults() {
            self.publisher.say(Event::Problem(fault));
        }
        self.publisher.flush();
        goes_on
    }

    /// Learns as long as there is nothing else to do, and on this pool.
    fn learn_on(&mut self, pool: &Arc<ThreadPool>) {
        self.learn();
        while self.attend() && self.may_learn() && Arc::ptr_eq(pool, &self.pool) {
            self.learn();
        }
    }

    pub(in crate::engine::train) fn learning(&self) -> bool {
        let restarting = self.loading.as_ref().map(Loader::purpose) == Some(Purpose::Restart);
        self.goal != Goal::Pause && self.run.pictures().is_some() && !restarting
    }

    /// Whether it is learning, its movies are there, and it is time for the next minibatch.
    fn may_learn(&self) -> bool {
        self.learning()
            && self.run.is_in_round()
            && (self.pace.is_none() || Instant::now() >= self.next_minibatch)
    }

    /// Learns from one minibatch, on a thread of the pool.
    fn learn(&mut self) {
        self.record();
        if let Some(pace) = self.pace {
            self.next_minibatch = (self.next_minibatch + pace).max(Instant::now());
        }
        let Some(events) = self.run.minibatch(&self.progress) else {
            return;
        };
        events
            .into_iter()
            .for_each(|event| self.publisher.say(event));
        self.watch_emergence();
        if let Goal::Count(left) = self.goal {
            self.goal = Goal::Count(left - 1);
        }
        if self.goal == Goal::Count(0) {
            self.pause();
        } else if self.is_snapshot_due() {
            self.publish();
        }
    }

    /// Records the run before it goes on, if a moment is due; a new mark makes one due, that of this minibatch or the next.
    fn record(&mut self) {
        if let Some(mark) = self.run.mark_of_now()
            && self.last_mark.as_ref() != Some(mark)
        {
            self.last_mark = Some(mark.clone());
            self.recorder.changed(mark.last_step());
        }
        self.run.record(&mut self.recorder);
    }

    /// Waits for something to do; false when the handle is gone.
    fn wait(&mut self) -> bool {
        let nothing = never();
        let mut patience = if self.saving.is_some() { SAVING } else { IDLE };
        if self.learning() && !self.run.is_in_round() {
            patience = patience.min(SAVING);
        } else if self.learning() {
            let next = self
                .next_minibatch
                .saturating_duration_since(Instant::now());
            patience = patience.min(next);
        }
        let news = self
            .loading
            .as_ref()
            .map_or(&nothing, |loading| loading.news());
        select! {
            recv(self.commands) -> command => match command {
                Ok(command) => self.apply(command),
                Err(_) => return false,
            },
            recv(news) -> news => match news {
                Ok(news) => self.take_news(news),
                Err(_) => self.lose_loader(THREAD_ENDED),
            },
            default(patience) => {}
        }
        true
    }

    /// Applies the commands that are there; false when the handle is gone.
    fn take_commands(&mut self) -> bool {
        // Before they are taken: who stops a minibatch does so after sending why.
        self.progress.let_go_on();
        loop {
            match self.commands.try_recv() {
                Ok(command) => self.apply(command),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    pub(in crate::engine::train) fn pause(&mut self) {
        let was_learning = self.goal != Goal::Pause;
        self.goal = Goal::Pause;
        self.run.end_drag();
        if was_learning {
            let pool = Arc::clone(&self.pool);
            let with_tuning = !self.in_background;
            pool.install(|| self.run.measure(with_tuning));
        }
        self.publish();
        self.publisher.say(Event::Paused {
            step: self.run.step(),
        });
    }
}

//! The training thread: take commands, learn from a minibatch, say what happened.
//!
//! What each command does is in `commands`, how pictures come in `supply`.

mod commands;
mod supply;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, never, select};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::interval::Interval;
use super::loader::{Loading, Purpose};
use super::messages::{Command, Event, Run};
use super::outlet::Outlet;
use super::priority::give_way;
use super::run::TrainingRun;
use super::shelf::Shelf;
use super::{Options, panic_text};
use crate::config::Config;

/// How often an idle worker looks whether events it could not hand over have room now.
const IDLE: Duration = Duration::from_millis(50);

/// How long to go on learning.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Endless,
    Count(u64),
    Pause,
}

/// A state of the model that lies in a file.
struct Safe {
    /// Generation and minibatch.
    age: (u64, u64),
    path: PathBuf,
}

/// As many threads as asked for, called by what they do.
fn threads(options: &Options, task: &'static str) -> Result<Arc<ThreadPool>, String> {
    let in_background = options.in_background;
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .thread_name(move |index| format!("cellscope-{task}-{index}"))
        .start_handler(move |_| {
            if in_background {
                give_way();
            }
        })
        .build();
    let pool = pool.map_err(|error| format!("no threads to {task} with: {error}"))?;
    Ok(Arc::new(pool))
}

/// The thread's state.
pub(super) struct Worker<'a> {
    commands: Receiver<Command>,
    outlet: &'a mut Outlet,
    pool: Arc<ThreadPool>,
    /// Threads that load pictures: those of the pool are busy with minibatches.
    loaders: Arc<ThreadPool>,
    run: TrainingRun,
    goal: Goal,
    loading: Option<Loading>,
    shelf: Option<Shelf>,
    keep_every: Duration,
    /// Where the model lies as it was at some moment: saved, opened or kept.
    safe: Option<Safe>,
    /// When the model was last kept, or begun with.
    kept: Instant,
    last_snapshot: Option<Instant>,
    snapshot_every: Interval,
}

impl<'a> Worker<'a> {
    /// The body of the thread. Ends when the handle is dropped; a panic ends it too and is reported.
    pub(super) fn run(
        config: Config,
        options: Options,
        commands: Receiver<Command>,
        mut outlet: Outlet,
    ) {
        let handle = commands.clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            match Worker::start(config, options, commands, &mut outlet) {
                Ok(mut worker) => {
                    worker.work();
                    worker.leave();
                }
                Err(reason) => outlet.say(Event::Crashed(reason)),
            }
        }));
        if let Err(panic) = outcome {
            outlet.say(Event::Crashed(panic_text(panic.as_ref())));
        }
        // Nothing is lost on the way out, as long as somebody listens.
        while outlet.has_waiting() && handle.try_recv() != Err(TryRecvError::Disconnected) {
            std::thread::sleep(IDLE);
            outlet.flush();
        }
    }

    fn start(
        config: Config,
        options: Options,
        commands: Receiver<Command>,
        outlet: &'a mut Outlet,
    ) -> Result<Self, String> {
        let pool = threads(&options, "compute")?;
        let loaders = threads(&options, "load")?;
        config.check().map_err(|error| error.to_string())?;
        let run = match &options.open {
            Some(path) => TrainingRun::open(path, 0).map_err(|error| error.to_string())?,
            None => TrainingRun::new(config, 0, None),
        };
        let goal = if options.paused {
            Goal::Pause
        } else {
            Goal::Endless
        };
        let mut worker = Self {
            commands,
            outlet,
            pool,
            loaders,
            run,
            goal,
            loading: None,
            keep_every: options
                .keep
                .as_ref()
                .map_or(Duration::MAX, |keep| keep.every),
            shelf: options.keep.map(|keep| Shelf::new(keep.folder)),
            safe: None,
            kept: Instant::now(),
            last_snapshot: None,
            snapshot_every: options.snapshot_every,
        };
        if let Some(path) = options.open {
            worker.run.file = Some(path.clone());
            worker.lies_at(path.clone());
            worker.outlet.say(Event::Opened(path));
        }
        worker.load(worker.run.config.clone(), Purpose::GoOn);
        worker.publish();
        Ok(worker)
    }

    fn work(&mut self) {
        while self.attend() {
            if self.learning() {
                // One minibatch after another on the threads of the pool: to hand over to them each time
                // would let them fall asleep in between.
                let pool = Arc::clone(&self.pool);
                pool.install(|| self.learn_on());
            } else if !self.wait() {
                return;
            }
        }
    }

    /// Takes what has come in, keeps the model when it is time, and hands over what could not be; false when the
    /// handle is gone.
    fn attend(&mut self) -> bool {
        let goes_on = self.take_commands();
        self.take_pictures();
        if self.kept.elapsed() >= self.keep_every
            && let Err(error) = self.keep()
        {
            self.outlet.say(Event::Failed(error));
        }
        self.outlet.flush();
        goes_on
    }

    /// Learns as long as there is nothing else to do.
    fn learn_on(&mut self) {
        self.learn();
        while self.attend() && self.learning() {
            self.learn();
        }
    }

    fn learning(&self) -> bool {
        let restarting = self.loading.as_ref().map(Loading::purpose) == Some(Purpose::Restart);
        self.goal != Goal::Pause && self.run.pictures().is_some() && !restarting
    }

    /// Learns from one minibatch, on a thread of the pool.
    fn learn(&mut self) {
        let events = self.run.minibatch();
        events.into_iter().for_each(|event| self.outlet.say(event));
        if let Goal::Count(left) = self.goal {
            self.goal = Goal::Count(left - 1);
        }
        if self.goal == Goal::Count(0) {
            self.pause();
        } else if self
            .last_snapshot
            .is_none_or(|last| last.elapsed() >= self.snapshot_every.get())
        {
            self.publish();
        }
    }

    /// Waits for something to do; false when the handle is gone.
    fn wait(&mut self) -> bool {
        let nothing = never();
        let news = self
            .loading
            .as_ref()
            .map_or(&nothing, |loading| loading.news());
        select! {
            recv(self.commands) -> command => match command {
                Ok(command) => self.obey(command),
                Err(_) => return false,
            },
            recv(news) -> news => match news {
                Ok(news) => self.take_news(news),
                Err(_) => self.lose_loader(),
            },
            default(IDLE) => {}
        }
        true
    }

    /// Obeys the commands that are there; false when the handle is gone.
    fn take_commands(&mut self) -> bool {
        loop {
            match self.commands.try_recv() {
                Ok(command) => self.obey(command),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn pause(&mut self) {
        let was_learning = self.goal != Goal::Pause;
        self.goal = Goal::Pause;
        if was_learning {
            let pool = Arc::clone(&self.pool);
            pool.install(|| self.run.measure());
        }
        self.publish();
        self.outlet.say(Event::Paused {
            step: self.run.step(),
        });
    }

    fn publish(&mut self) {
        let run = match self.goal {
            Goal::Pause => Run::Paused,
            _ if self.run.pictures().is_none() => Run::Waiting,
            Goal::Endless => Run::Running,
            Goal::Count(left) => Run::Counting(left),
        };
        self.outlet.publish(self.run.snapshot(run));
        self.last_snapshot = Some(Instant::now());
    }
}

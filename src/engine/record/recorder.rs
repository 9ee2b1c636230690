//! Records a run on a thread of its own: learning never waits for it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

use super::log::{Log, Moment, Recording};
use super::packed::{Header, pack};
use super::spacing::Spacing;
use crate::config::Config;
use crate::engine::file_error::FileError;
use crate::engine::store::{RunState, history_path};
use crate::engine::threads::give_way;
use crate::files::remove_abandoned;
use crate::model::Learner;

/// Moments that can wait to be written.
const QUEUE: usize = 16;
/// How long a save waits for what was recorded to be written.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// How long learning waits for room in the queue where a save asks.
const ROOM_WAIT: Duration = Duration::from_millis(20);
/// How the files of runs that go on are called.
const RUNNING: &str = "running-";

/// What the thread is to do.
enum Job {
    /// Write a moment.
    Record(Box<Header>, Arc<Learner>),
    /// Say that all before is written.
    Report(Sender<()>),
}

/// All that was recorded by a moment, once it is written.
pub(crate) struct Awaited {
    written: Option<Receiver<()>>,
    shared: Arc<Shared>,
}

impl Awaited {
    /// Waits until it is written; where the thread is gone or busy for too long, what is written by then.
    pub(crate) fn recording(&self) -> Recording {
        if let Some(written) = &self.written {
            let _ = written.recv_timeout(LONGEST_WAIT);
        }
        lock(&self.shared.recording).clone()
    }
}

/// What both sides see.
#[derive(Default)]
struct Shared {
    recording: Mutex<Recording>,
    /// Bytes at most; 0 for no more moments.
    most_bytes: AtomicU64,
    /// How often every second moment was removed.
    thinned: AtomicU64,
    fault: Mutex<Option<String>>,
}

/// Where a run is recorded, and how much of it.
#[derive(Clone, Debug)]
pub(crate) struct RecordPlace {
    /// The folder of its file; a temporary file without a name where there is none.
    pub(crate) folder: Option<PathBuf>,
    /// Bytes at most; 0 for no history.
    pub(crate) most_bytes: u64,
}

/// A run that goes on from a moment of another.
pub(crate) struct Resumed {
    /// The history of that one.
    pub(crate) from: Origin,
    /// Minibatches learned from by then.
    pub(crate) step: u64,
}

/// Where the history of a run begins.
pub(crate) enum Origin {
    /// Beside this model, if there is one.
    Model(PathBuf),
    /// With that of another run.
    Recording(Recording),
}

impl Origin {
    fn recording(self) -> Option<Recording> {
        match self {
            Self::Model(path) => Recording::open(&history_path(&path)).ok(),
            Self::Recording(recording) => Some(recording),
        }
    }
}

/// Records a run. Dropping it waits until what was recorded is written, and removes its file.
pub(crate) struct Recorder {
    spacing: Spacing,
    thinned: u64,
    is_marked: bool,
    queue: Option<Sender<Job>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Recorder {
    /// Starts to record a run, with the history of its model where it has one.
    pub(crate) fn start(place: &RecordPlace, resumed: Option<Resumed>) -> Self {
        let shared = Arc::new(Shared {
            most_bytes: AtomicU64::new(place.most_bytes),
            ..Shared::default()
        });
        let (queue, jobs) = bounded(QUEUE);
        let spacing = match &resumed {
            Some(resumed) => Spacing::resumed(resumed.step),
            None => Spacing::new(),
        };
        let mut recorder = Self {
            spacing,
            thinned: 0,
            is_marked: false,
            queue: None,
            shared: Arc::clone(&shared),
            thread: None,
        };
        if place.most_bytes > 0 {
            let place = place.clone();
            let thread = std::thread::Builder::new().name("cellscope-history".to_owned());
            let thread = thread.spawn(move || {
                give_way();
                if let Err(error) = write(&place, resumed, &jobs, &shared) {
                    *lock(&shared.fault) = Some(error.to_string());
                }
            });
            match thread {
                Ok(thread) => (recorder.queue, recorder.thread) = (Some(queue), Some(thread)),
                Err(error) => *lock(&recorder.shared.fault) = Some(error.to_string()),
            }
        }
        recorder
    }

    /// Notes that the settings or the pictures changed after minibatch `step`.
    pub(crate) fn changed(&mut self, step: u64) {
        self.spacing.changed(step);
        self.is_marked = true;
    }

    /// Whether a moment is due, and there is room for it; where too many wait to be written it is due later.
    pub(crate) fn is_due(&self, step: u64) -> bool {
        let has_room = self.queue.as_ref().is_some_and(|queue| !queue.is_full());
        let is_wanted = self.shared.most_bytes.load(Ordering::Relaxed) > 0;
        is_wanted && has_room && self.spacing.is_due(step)
    }

    /// Changes how many bytes there are at most, from the next moment on; 0 for no more moments.
    pub(crate) fn limit(&self, most_bytes: u64) {
        self.shared.most_bytes.store(most_bytes, Ordering::Relaxed);
    }

    /// Records the run as it is now.
    pub(crate) fn record(&mut self, state: &RunState, config: &Config, learner: Arc<Learner>) {
        let Some(queue) = &self.queue else { return };
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
                self.is_marked = false;
            }
            Err(TrySendError::Full(_)) => {}
            // The thread said why it ended.
            Err(TrySendError::Disconnected(_)) => self.queue = None,
        }
    }

    /// All that was recorded by now, to be waited for on another thread.
    pub(crate) fn awaited(&self) -> Awaited {
        let (report, written) = bounded(1);
        let sent = self
            .queue
            .as_ref()
            .map(|queue| queue.send_timeout(Job::Report(report), ROOM_WAIT));
        Awaited {
            written: matches!(sent, Some(Ok(()))).then_some(written),
            shared: Arc::clone(&self.shared),
        }
    }

    /// What is written by now.
    pub(crate) fn recording(&self) -> Recording {
        lock(&self.shared.recording).clone()
    }

    /// Why nothing is recorded any more, once.
    pub(crate) fn fault(&self) -> Option<String> {
        lock(&self.shared.fault).take()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The body of the thread.
fn write(
    place: &RecordPlace,
    resumed: Option<Resumed>,
    jobs: &Receiver<Job>,
    shared: &Shared,
) -> Result<(), FileError> {
    let mut file = RunningFile::create(place)?;
    let publish = |log: &Log| *lock(&shared.recording) = log.recording().clone();
    if let Some(resumed) = resumed
        && let Some(before) = resumed.from.recording()
    {
        file.log
            .append_all(&before, |moment| moment.step <= resumed.step)?;
        publish(&file.log);
    }
    for job in jobs {
        let (header, learner) = match job {
            Job::Record(header, learner) => (*header, learner),
            Job::Report(report) => {
                // Nobody waits any more.
                let _ = report.send(());
                continue;
            }
        };
        let image = pack(&header, &learner);
        let image = image.map_err(|error| FileError::new(file.path(), error))?;
        let Header {
            step,
            movies_seen,
            elapsed_secs,
            is_marked,
            ..
        } = header;
        let is_new = file
            .log
            .recording()
            .moments()
            .last()
            .is_none_or(|last| last.step < step);
        if !is_new {
            continue;
        }
        let moment = Moment::new(step, movies_seen, elapsed_secs, is_marked);
        file.log.append(&image, moment)?;
        while file.log.bytes() > shared.most_bytes.load(Ordering::Relaxed) {
            let moments = file.log.recording().moments().len();
            file = file.thinned(place)?;
            if file.log.recording().moments().len() == moments {
                break;
            }
            shared.thinned.fetch_add(1, Ordering::Relaxed);
        }
        publish(&file.log);
    }
    Ok(())
}

/// The file of a run that goes on. It is gone with its handle; other names of it stay.
struct RunningFile {
    log: Log,
    name: Option<PathBuf>,
}

impl RunningFile {
    fn create(place: &RecordPlace) -> Result<Self, FileError> {
        let unnamed = || (tempfile::tempfile(), None, std::env::temp_dir());
        let (file, name, path) = match &place.folder {
            None => unnamed(),
            Some(folder) => {
                // Where it cannot be made, the file cannot either.
                let _ = std::fs::create_dir_all(folder);
                remove_abandoned(folder, |name| {
                    name.starts_with(RUNNING) && name.ends_with(".history")
                });
                let path = folder.join(unique_name());
                let file = File::options()
                    .read(true)
                    .write(true)
                    .create_new(true)
                    .open(&path);
                match file {
                    // A folder that refuses it costs the run its history at a crash, no more.
                    Err(_) => unnamed(),
                    file => (file, Some(path.clone()), path),
                }
            }
        };
        let file = file.map_err(|error| FileError::new(&path, error))?;
        // Tells other instances that the run goes on.
        #[cfg(unix)]
        let _ = file.try_lock();
        Ok(Self {
            log: Log::start(file, &path)?,
            name,
        })
    }

    fn path(&self) -> &Path {
        self.name.as_deref().unwrap_or(Path::new("history"))
    }

    /// A file of the same moments without every second one; the first, the newest and those marked stay.
    fn thinned(&self, place: &RecordPlace) -> Result<Self, FileError> {
        let mut thinned = Self::create(place)?;
        let before = self.log.recording();
        let last = before.moments().len() - 1;
        for (index, moment) in before.moments().iter().enumerate() {
            if moment.is_marked || index % 2 == 0 || index == last {
                thinned.log.append(&before.image(moment)?, *moment)?;
            }
        }
        Ok(thinned)
    }
}

impl Drop for RunningFile {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // Where it cannot be removed, the next start does.
            let _ = std::fs::remove_file(name);
        }
    }
}

fn unique_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = now.map_or(0, |now| now.as_millis());
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{RUNNING}{millis}-{process}-{count}.history")
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

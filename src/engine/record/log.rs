//! The history of a run: which moments are in its file, each of them read when it is asked for; and the file that grows.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::format::{LEFT, PREFIX, begin, first_bytes, prefix_of, scan};
use super::moment::Moment;
use super::packed::{PastState, unpack};
use crate::engine::file_error::FileError;
use crate::engine::store::RunId;
use crate::files::{not_written, put_in_place, temporary_beside};

/// The recorded moments of a run, oldest first. What it holds never changes: later moments are in later ones.
#[derive(Clone, Debug)]
pub struct Recording {
    file: Option<Arc<Mutex<File>>>,
    path: Arc<Path>,
    run: Option<RunId>,
    /// Whether its file is that of a run that goes on.
    grows: bool,
    moments: Arc<Vec<Moment>>,
    /// What of its file could not be read, in a sentence.
    loss: Option<Arc<str>>,
    /// Whether that is its end alone.
    is_only_cut: bool,
}

impl Default for Recording {
    /// A recording of nothing.
    fn default() -> Self {
        Self {
            file: None,
            path: Path::new("history").into(),
            run: None,
            grows: false,
            moments: Arc::default(),
            loss: None,
            is_only_cut: false,
        }
    }
}

impl Recording {
    /// Reads which moments are in a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no history.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::read_while(path, || true)
    }

    /// The same, as long as it `goes_on`.
    ///
    /// # Errors
    /// When the file cannot be read, or is no history, and when it does not go on.
    fn read_while(path: &Path, goes_on: impl Fn() -> bool) -> Result<Self, FileError> {
        let io = |error| FileError::new(path, error);
        let (mut file, run) = begin(path)?;
        let end = file.metadata().map_err(io)?.len();
        let found = scan(&mut file, end, goes_on).map_err(io)?;
        let (loss, is_only_cut) = (found.loss(), found.is_only_cut());
        Ok(Self {
            file: Some(Arc::new(Mutex::new(file))),
            path: path.into(),
            run,
            grows: false,
            moments: Arc::new(found.moments),
            loss: loss.map(|loss| format!("{}: {loss}", path.display()).into()),
            is_only_cut,
        })
    }

    /// The run whose history is in a file; `None` in files of before runs had numbers.
    ///
    /// # Errors
    /// When the file cannot be read, or is no history.
    pub(crate) fn run_of(path: &Path) -> Result<Option<RunId>, FileError> {
        begin(path).map(|(_, run)| run)
    }

    /// The run whose history it is.
    pub(super) fn run(&self) -> Option<RunId> {
        self.run
    }

    /// Opens the history of a run; `None` of one that has no number.
    ///
    /// # Errors
    /// When the file cannot be read, is no history, or that of another run.
    pub(crate) fn open_of(path: &Path, run: Option<RunId>) -> Result<Self, FileError> {
        Self::open_while(path, run, || true)
    }

    /// The same, as long as it `goes_on`.
    ///
    /// # Errors
    /// When the file cannot be read, is no history, or that of another run, and when it does not go on.
    pub(super) fn open_while(
        path: &Path,
        run: Option<RunId>,
        goes_on: impl Fn() -> bool,
    ) -> Result<Self, FileError> {
        let recording = Self::read_while(path, goes_on)?;
        if recording.run != run {
            return Err(FileError::new(path, "the history of another model"));
        }
        Ok(recording)
    }

    /// Its moments up to minibatch `step`, as the past of another run that goes on from there. Where its file is cut off only behind
    /// them nothing of that is lost.
    pub(crate) fn until(&self, step: u64) -> Self {
        let moments = self.moments.iter().filter(|moment| moment.step <= step);
        let last = self.moments.last();
        let is_whole = self.is_only_cut && last.is_some_and(|last| last.step >= step);
        Self {
            moments: Arc::new(moments.copied().collect()),
            grows: false,
            loss: self.loss.clone().filter(|_| !is_whole),
            ..self.clone()
        }
    }

    /// What of its file is damaged or cut off, in a sentence that names the file; `None` where all is sound.
    pub fn loss(&self) -> Option<&str> {
        self.loss.as_deref()
    }

    /// The moments, oldest first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The moment nearest to minibatch `step`, by number; `None` of none.
    pub fn nearest(&self, step: u64) -> Option<usize> {
        let after = self.moments.partition_point(|moment| moment.step < step);
        let distance = |&at: &usize| self.moments[at].step.abs_diff(step);
        let around = after.saturating_sub(1)..(after + 1).min(self.moments.len());
        around.min_by_key(distance)
    }

    /// The run at a moment.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no moment of this number.
    pub fn read(&self, index: usize) -> Result<PastState, FileError> {
        let image = self.image(&self.moments[index])?;
        unpack(&image).map_err(|reason| self.failed(reason))
    }

    pub(super) fn image(&self, moment: &Moment) -> Result<Vec<u8>, FileError> {
        let file = self
            .file
            .as_ref()
            .ok_or_else(|| self.failed("there is no file"))?;
        let mut image = vec![0; moment.length as usize + PREFIX];
        {
            let mut file = lock(file);
            let seek = file.seek(SeekFrom::Start(moment.offset - PREFIX as u64));
            seek.and_then(|_| file.read_exact(&mut image))
                .map_err(|error| self.failed(error))?;
        }
        let (prefix, image) = image.split_at(PREFIX);
        if prefix != prefix_of(image) {
            return Err(self.failed(format!("step {} is damaged", moment.step)));
        }
        Ok(image.to_vec())
    }

    /// Writes the moments up to minibatch `step` to another file, as the history of a run, whole or not at all.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(crate) fn copy_to(
        &self,
        path: &Path,
        step: u64,
        run: Option<RunId>,
    ) -> Result<(), FileError> {
        let io = |error| FileError::new(path, not_written(path, &error));
        let copy = temporary_beside(path).map_err(io)?;
        let file = copy.as_file().try_clone().map_err(io)?;
        let mut log = Log::start(file, path, run)?;
        log.append_all(self, |moment| moment.step <= step, || true)?;
        put_in_place(copy, path).map_err(io)
    }

    /// Gives the file this name as well, so that what comes later is in it too; copies it where that cannot be.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(crate) fn link_to(
        &self,
        path: &Path,
        step: u64,
        run: Option<RunId>,
    ) -> Result<(), FileError> {
        if self.grows && std::fs::hard_link(&self.path, path).is_ok() {
            // After a power cut it holds at least what it holds now. Where that fails the model is kept all the same.
            if let Some(file) = &self.file {
                let file = lock(file).try_clone();
                let _ = file.and_then(|file| file.sync_all());
            }
            return Ok(());
        }
        self.copy_to(path, step, run)
    }

    fn failed(&self, reason: impl ToString) -> FileError {
        FileError::new(&self.path, reason)
    }
}

/// A history that is being written.
#[derive(Debug)]
pub(super) struct Log {
    recording: Recording,
    end: u64,
}

impl Log {
    /// Begins the history of a run in an empty file; `path` is what errors call it.
    pub(super) fn start(
        mut file: File,
        path: &Path,
        run: Option<RunId>,
    ) -> Result<Self, FileError> {
        let start = first_bytes(run);
        let written = file.write_all(&start);
        written.map_err(|error| FileError::new(path, error))?;
        Ok(Self {
            recording: Recording {
                file: Some(Arc::new(Mutex::new(file))),
                path: path.into(),
                run,
                grows: true,
                moments: Arc::default(),
                loss: None,
                is_only_cut: false,
            },
            end: start.len() as u64,
        })
    }

    /// What is written so far.
    pub(super) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Bytes written so far.
    pub(super) fn bytes(&self) -> u64 {
        self.end
    }

    /// Writes the image of a moment.
    pub(super) fn append(&mut self, image: &[u8], mut moment: Moment) -> Result<(), FileError> {
        let length = u32::try_from(image.len());
        moment.length = length.map_err(|_| {
            let reason = format!("a moment of {} bytes is too large", image.len());
            self.recording.failed(reason)
        })?;
        moment.offset = self.end + PREFIX as u64;
        let file = self.recording.file.as_ref().expect("a log has a file");
        let written = {
            let mut file = lock(file);
            // Reading an image moves the place in the file.
            file.seek(SeekFrom::Start(self.end))
                .and_then(|_| file.write_all(&[&prefix_of(image)[..], image].concat()))
        };
        written.map_err(|error| self.recording.failed(error))?;
        self.end = moment.offset + u64::from(moment.length);
        Arc::make_mut(&mut self.recording.moments).push(moment);
        Ok(())
    }

    /// Writes those moments of another history for which `is_wanted` holds, as long as it `goes_on`.
    ///
    /// # Errors
    /// When the other file cannot be read or is damaged, this one cannot be written, and when it does not go on.
    pub(super) fn append_all(
        &mut self,
        from: &Recording,
        is_wanted: impl Fn(&Moment) -> bool,
        goes_on: impl Fn() -> bool,
    ) -> Result<(), FileError> {
        for moment in from.moments().iter().filter(|moment| is_wanted(moment)) {
            if !goes_on() {
                return Err(from.failed(LEFT));
            }
            self.append(&from.image(moment)?, *moment)?;
        }
        Ok(())
    }
}

/// What a mutex holds, also where a thread panicked with it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

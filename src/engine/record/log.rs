//! The file of a run's history: the number of the run, then images of moments, one after the other, each with its length and
//! its CRC-32. Files of before runs had numbers begin with the first moment.
//!
//! A file that was cut off while it was written holds all moments before. A damaged image is left out.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::packed::{PastState, header, unpack};
use crate::engine::file_error::FileError;
use crate::engine::store::RunId;
use crate::files::{open_file, put_in_place, temporary_beside};

/// The first bytes of every history.
const MAGIC: &[u8; 20] = b"cellscope history 1\n";
/// Length and checksum before each image.
const PREFIX: usize = 8;
/// Bytes of an image at most, far above those of the largest model.
const MAX_IMAGE: u32 = 1 << 29;
/// How the image of a run's number begins; programs of before there was one leave it out as no moment.
const RUN: &str = "run ";
/// Bytes of it at most.
const MAX_RUN: usize = RUN.len() + 20;

/// A moment that was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Minibatches learned from by then.
    pub step: u64,
    /// Movies learned from by then.
    pub movies_seen: u64,
    /// Seconds spent learning by then.
    pub elapsed_secs: f64,
    /// Whether a setting or the pictures changed then; such a moment is kept for ever.
    pub is_marked: bool,
    /// Where its image starts.
    offset: u64,
    /// Bytes of its image.
    length: u32,
}

/// The recorded moments of a run, oldest first. What it holds never changes: later moments are in later ones.
#[derive(Clone, Debug)]
pub struct Recording {
    file: Option<Arc<Mutex<File>>>,
    path: Arc<Path>,
    run: Option<RunId>,
    /// Whether its file is that of a run that goes on.
    grows: bool,
    moments: Arc<Vec<Moment>>,
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
        }
    }
}

impl Recording {
    /// Reads which moments are in a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no history.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let io = |error| FileError::new(path, error);
        let (mut file, run) = begin(path)?;
        let end = file.metadata().map_err(io)?.len();
        let moments = scan(&mut file, end).map_err(io)?;
        Ok(Self {
            file: Some(Arc::new(Mutex::new(file))),
            path: path.into(),
            run,
            grows: false,
            moments: Arc::new(moments),
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
        let recording = Self::open(path)?;
        if recording.run != run {
            return Err(FileError::new(path, "the history of another model"));
        }
        Ok(recording)
    }

    /// Its moments up to minibatch `step`, as the past of another run that goes on from there.
    pub(super) fn until(&self, step: u64) -> Self {
        let moments = self.moments.iter().filter(|moment| moment.step <= step);
        Self {
            moments: Arc::new(moments.copied().collect()),
            grows: false,
            ..self.clone()
        }
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
        let io = |error| FileError::new(path, error);
        let copy = temporary_beside(path).map_err(io)?;
        let file = copy.as_file().try_clone().map_err(io)?;
        let mut log = Log::start(file, path, run)?;
        log.append_all(self, |moment| moment.step <= step)?;
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
        let mut start = MAGIC.to_vec();
        if let Some(run) = run {
            let image = format!("{RUN}{}", run.number()).into_bytes();
            start.extend(prefix_of(&image));
            start.extend(image);
        }
        let written = file.write_all(&start);
        written.map_err(|error| FileError::new(path, error))?;
        Ok(Self {
            recording: Recording {
                file: Some(Arc::new(Mutex::new(file))),
                path: path.into(),
                run,
                grows: true,
                moments: Arc::default(),
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
            // After a write that failed its remains are overwritten.
            file.seek(SeekFrom::Start(self.end))
                .and_then(|_| file.write_all(&[&prefix_of(image)[..], image].concat()))
        };
        written.map_err(|error| self.recording.failed(error))?;
        self.end = moment.offset + u64::from(moment.length);
        Arc::make_mut(&mut self.recording.moments).push(moment);
        Ok(())
    }

    /// Writes those moments of another history for which `is_wanted` holds.
    pub(super) fn append_all(
        &mut self,
        from: &Recording,
        is_wanted: impl Fn(&Moment) -> bool,
    ) -> Result<(), FileError> {
        for moment in from.moments().iter().filter(|moment| is_wanted(moment)) {
            self.append(&from.image(moment)?, *moment)?;
        }
        Ok(())
    }
}

impl Moment {
    /// A moment whose image is yet to be written.
    pub(super) fn new(step: u64, movies_seen: u64, elapsed_secs: f64, is_marked: bool) -> Self {
        Self {
            step,
            movies_seen,
            elapsed_secs,
            is_marked,
            offset: 0,
            length: 0,
        }
    }
}

/// The length and the checksum of an image.
fn prefix_of(image: &[u8]) -> [u8; PREFIX] {
    let length = (image.len() as u32).to_le_bytes();
    let checksum = crc32fast::hash(image).to_le_bytes();
    std::array::from_fn(|at| if at < 4 { length[at] } else { checksum[at - 4] })
}

/// Opens a history, and reads whose it is; the file is behind its first bytes then.
fn begin(path: &Path) -> Result<(File, Option<RunId>), FileError> {
    let mut file = open_file(path).map_err(|error| FileError::new(path, error))?;
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || &magic != MAGIC {
        return Err(FileError::new(path, "not the history of a model"));
    }
    // Where it is cut off, or the first moment's image: no number.
    let run = read_run(&mut file).ok().flatten();
    let sought = file.seek(SeekFrom::Start(MAGIC.len() as u64));
    sought.map_err(|error| FileError::new(path, error))?;
    Ok((file, run))
}

/// The number of a run, if that comes next in the file.
fn read_run(file: &mut File) -> std::io::Result<Option<RunId>> {
    let mut prefix = [0; PREFIX];
    file.read_exact(&mut prefix)?;
    let length = u32::from_le_bytes(std::array::from_fn(|byte| prefix[byte])) as usize;
    if length > MAX_RUN {
        return Ok(None);
    }
    let mut image = vec![0; length];
    file.read_exact(&mut image)?;
    let text = std::str::from_utf8(&image).ok();
    let number = text.and_then(|text| text.strip_prefix(RUN));
    Ok(number
        .filter(|_| prefix == prefix_of(&image))
        .and_then(RunId::parse))
}

/// The sound moments of a file, from behind its first bytes on, as far as each is later than the one before.
fn scan(file: &mut File, end: u64) -> std::io::Result<Vec<Moment>> {
    let mut moments: Vec<Moment> = Vec::new();
    let mut at = file.stream_position()?;
    let (mut prefix, mut image) = ([0; PREFIX], Vec::new());
    while at + PREFIX as u64 <= end {
        file.read_exact(&mut prefix)?;
        let length = u32::from_le_bytes(std::array::from_fn(|byte| prefix[byte]));
        let next = at + PREFIX as u64 + u64::from(length);
        if next > end || length > MAX_IMAGE {
            break;
        }
        image.resize(length as usize, 0);
        file.read_exact(&mut image)?;
        if prefix == prefix_of(&image)
            && let Ok(found) = header(&image)
            && moments.last().is_none_or(|last| last.step < found.step)
        {
            moments.push(Moment {
                offset: at + PREFIX as u64,
                length,
                ..Moment::new(
                    found.step,
                    found.movies_seen,
                    found.elapsed_secs,
                    found.is_marked,
                )
            });
        }
        at = next;
    }
    Ok(moments)
}

fn lock(file: &Mutex<File>) -> MutexGuard<'_, File> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The thread that writes the history of a run.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, Sender};

use super::log::{Recording, lock};
use super::moment::Moment;
use super::origin::{RecordPlace, Resumed};
use super::packed::{Header, pack};
use super::running_file::{RunningFile, remove_orphaned};
use crate::engine::file_error::FileError;
use crate::engine::store::RunId;
use crate::model::Learner;

/// What the thread is to do.
pub(super) enum Job {
    /// Write a moment.
    Record(Box<Header>, Arc<Learner>),
    /// Say what is written once all before is.
    Report(Sender<Recording>),
}

/// What both sides see.
#[derive(Default)]
pub(super) struct Shared {
    recording: Mutex<Recording>,
    /// Bytes at most; 0 for no more moments.
    pub(super) most_bytes: AtomicU64,
    /// How often every second moment was removed.
    pub(super) thinned: AtomicU64,
    /// Whether the run was left: nobody needs its past any more.
    is_left: AtomicBool,
    /// The history file of the model that the run resumes, where it could not be read.
    unread: Mutex<Option<PathBuf>>,
    faults: Mutex<Vec<String>>,
}

impl Shared {
    /// Empty, of at most `most_bytes`.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self {
            most_bytes: AtomicU64::new(most_bytes),
            ..Self::default()
        }
    }

    /// What is written by now.
    pub(super) fn recording(&self) -> Recording {
        lock(&self.recording).clone()
    }

    /// Makes this what is written.
    pub(super) fn publish(&self, recording: Recording) {
        *lock(&self.recording) = recording;
    }

    /// Has the past no longer read or copied.
    pub(super) fn leave(&self) {
        self.is_left.store(true, Ordering::Relaxed);
    }

    /// The history file that could not be read.
    pub(super) fn unread(&self) -> Option<PathBuf> {
        lock(&self.unread).clone()
    }

    /// Whether somebody needs the past still.
    fn goes_on(&self) -> bool {
        !self.is_left.load(Ordering::Relaxed)
    }

    /// Notes a sentence for the user.
    pub(super) fn fail(&self, fault: String) {
        lock(&self.faults).push(fault);
    }

    /// The faults since the last call.
    pub(super) fn faults(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.faults))
    }
}

/// The thread's state.
pub(super) struct Writer {
    pub(super) place: RecordPlace,
    pub(super) run: Option<RunId>,
    pub(super) shared: Arc<Shared>,
}

impl Writer {
    /// The body of the thread. What the run resumes is there at once; it is copied once moments are to come behind it.
    pub(super) fn work(&self, resumed: Option<Resumed>, jobs: &Receiver<Job>) {
        if self.place.folder.as_deref().is_some_and(remove_orphaned) {
            self.place.has_found_orphan.store(true, Ordering::Relaxed);
        }
        if let Some(Resumed { from, step }) = resumed {
            let file = from.file();
            match from.recording(|| self.shared.goes_on()) {
                Ok(Some(before)) => {
                    let before = before.until(step);
                    if let Some(loss) = before.loss() {
                        self.shared.fail(loss.to_owned());
                    }
                    self.shared.publish(before);
                }
                Ok(None) => {}
                Err(error) => {
                    // That of another run is moved aside when the model is saved.
                    let is_of_another =
                        |file: &PathBuf| Recording::run_of(file).is_ok_and(|run| run != self.run);
                    *lock(&self.shared.unread) = file.filter(|file| !is_of_another(file));
                    self.shared.fail(format!(
                        "{error}; the model goes on without the history before, which stays where it is"
                    ));
                }
            }
        }
        if let Err(error) = self.write(jobs) {
            self.shared.fail(format!(
                "the history is no longer recorded: {error}; learning goes on"
            ));
        }
    }

    fn write(&self, jobs: &Receiver<Job>) -> Result<(), FileError> {
        let mut file = None;
        if self.shared.most_bytes.load(Ordering::Relaxed) > 0 {
            file = Some(self.begin()?);
        }
        for job in jobs {
            match job {
                Job::Record(header, learner) => {
                    let begun = match file.take() {
                        Some(begun) => begun,
                        None => self.begin()?,
                    };
                    file = Some(self.record(begun, *header, &learner)?);
                }
                Job::Report(report) => {
                    // Nobody waits any more.
                    let _ = report.send(self.shared.recording());
                }
            }
        }
        Ok(())
    }

    /// A file with what there is.
    fn begin(&self) -> Result<RunningFile, FileError> {
        let mut file = RunningFile::create(&self.place, self.run)?;
        let before = self.shared.recording();
        file.log
            .append_all(&before, |_| true, || self.shared.goes_on())?;
        self.shared.publish(file.log.recording().clone());
        Ok(file)
    }

    /// Writes a moment, if it is a later one; returns the file that it is in.
    fn record(
        &self,
        mut file: RunningFile,
        header: Header,
        learner: &Learner,
    ) -> Result<RunningFile, FileError> {
        let image = pack(&header, learner);
        let image = image.map_err(|error| FileError::new(file.path(), error))?;
        let last = file.log.recording().moments().last();
        if last.is_some_and(|last| last.step >= header.step) {
            return Ok(file);
        }
        let moment = Moment::new(
            header.step,
            header.movies_seen,
            header.elapsed_secs,
            header.is_marked,
        );
        file.log.append(&image, moment)?;
        // None at most: no more come, and those that are there stay.
        let most_bytes = self.shared.most_bytes.load(Ordering::Relaxed);
        while most_bytes > 0 && file.log.bytes() > most_bytes {
            let moments = file.log.recording().moments().len();
            file = file.thinned(&self.place)?;
            if file.log.recording().moments().len() == moments {
                break;
            }
            self.shared.thinned.fetch_add(1, Ordering::Relaxed);
        }
        self.shared.publish(file.log.recording().clone());
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::config::Config;
    use crate::engine::record::origin::Origin;

    fn writer(most_bytes: u64) -> Writer {
        Writer {
            place: RecordPlace {
                folder: None,
                unnamed_in: None,
                most_bytes,
                has_found_orphan: Arc::default(),
            },
            run: None,
            shared: Arc::new(Shared::new(most_bytes)),
        }
    }

    /// A moment of a small model.
    fn moment(step: u64, is_marked: bool) -> (Header, Learner) {
        let mut config = Config::default();
        (config.model.simple, config.model.invariant) = (8, 4);
        let learner = Learner::new(config.pixels(), &config.model, 1);
        let header = Header {
            step,
            movies_seen: step,
            elapsed_secs: 0.0,
            is_marked,
            generator: Xoshiro256PlusPlus::seed_from_u64(1),
            config,
        };
        (header, learner)
    }

    /// Records moments of a small model, at each of which `before` is done first.
    fn record(writer: &Writer, steps: u64, is_marked: bool, before: impl Fn(u64)) {
        let mut file = writer.begin().expect("a file");
        for step in 0..steps {
            before(step);
            let (header, learner) = moment(step, is_marked);
            file = writer.record(file, header, &learner).expect("written");
        }
    }

    fn steps(recording: &Recording) -> Vec<u64> {
        let moments = recording.moments().iter();
        moments.map(|moment| moment.step).collect()
    }

    #[test]
    fn a_report_has_what_was_recorded_by_then_whatever_takes_its_place_later() {
        let writer = writer(80_000);
        let (queue, jobs) = bounded(64);
        let send = |step| {
            let (header, learner) = moment(step, false);
            let job = Job::Record(Box::new(header), Arc::new(learner));
            queue.send(job).expect("open");
        };
        (0..5).for_each(send);
        let (report, reported) = bounded(64);
        queue.send(Job::Report(report)).expect("open");
        (5..45).for_each(send);
        drop(queue);
        writer.work(None, &jobs);
        assert!(writer.shared.thinned.load(Ordering::Relaxed) > 0);
        let reported = reported.recv().expect("a report");
        assert_eq!(steps(&reported), [0, 1, 2, 3, 4]);
        // In a file that has no name any more, and can be read all the same.
        assert!(reported.read(3).is_ok());
        assert!(!steps(&writer.shared.recording()).contains(&3));
    }

    /// A history of nine moments in a file, the last one without its end.
    fn cut_off(folder: &std::path::Path) -> PathBuf {
        let whole = writer(u64::MAX);
        record(&whole, 9, false, |_| {});
        let path = folder.join("model.history");
        let recording = whole.shared.recording();
        recording.copy_to(&path, 8, None).expect("written");
        let file = std::fs::OpenOptions::new().write(true).open(&path);
        let file = file.expect("there");
        let bytes = file.metadata().expect("there").len();
        file.set_len(bytes - 9).expect("cut");
        path
    }

    #[test]
    fn a_history_that_is_cut_off_behind_its_model_lacks_nothing_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = cut_off(folder.path());
        for (step, is_told) in [(7, false), (8, true)] {
            let writer = writer(0);
            let resumed = Resumed {
                from: Origin::Model {
                    path: path.with_extension("safetensors"),
                    run: None,
                },
                step,
            };
            let (_, no_jobs) = bounded(64);
            writer.work(Some(resumed), &no_jobs);
            let faults = writer.shared.faults();
            assert_eq!(faults.len(), usize::from(is_told), "{faults:?}");
        }
    }

    #[test]
    fn the_past_of_a_run_that_was_left_is_neither_read_nor_copied() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = cut_off(folder.path());
        let before = Recording::open(&path).expect("a history");
        let writer = writer(u64::MAX);
        writer.shared.publish(before);
        writer.shared.leave();
        // What is there stays what there is: half a copy takes no place.
        assert!(writer.begin().is_err());
        assert!(writer.shared.recording().read(0).is_ok());
        assert_eq!(writer.shared.recording().moments().len(), 8);
        let from = Origin::Model {
            path: path.with_extension("safetensors"),
            run: None,
        };
        assert!(from.recording(|| false).is_err());
    }

    #[test]
    fn a_moment_that_is_written_after_recording_was_switched_off_thins_nothing() {
        let writer = writer(1_000_000);
        let most_bytes = &writer.shared.most_bytes;
        record(&writer, 9, false, |step| {
            if step == 8 {
                most_bytes.store(0, Ordering::Relaxed);
            }
        });
        assert_eq!(writer.shared.recording().moments().len(), 9);
    }

    #[test]
    fn where_all_moments_are_marked_every_second_of_them_goes_once_there_is_no_room() {
        let most_bytes = 40_000;
        let writer = writer(most_bytes);
        record(&writer, 40, true, |_| {});
        let recording = writer.shared.recording();
        let steps = steps(&recording);
        assert!(writer.shared.thinned.load(Ordering::Relaxed) > 0);
        assert!(steps.len() > 2 && steps.len() < 40, "{steps:?}");
        assert_eq!((steps.first(), steps.last()), (Some(&0), Some(&39)));
        let lengths = recording.moments().iter().map(|moment| moment.length);
        assert!(lengths.sum::<u32>() <= most_bytes as u32);
    }
}

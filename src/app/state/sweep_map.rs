//! The map of a sweep: which folder and which settings, and what was read of it on a thread.
//!
//! - `choice`: what it shows.

mod choice;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use self::choice::MapChoice;
use crate::app::background::Background;
use crate::app::state::model_view::Colors;
use crate::engine::Checkpoint;
use crate::fault::guarded;
use crate::figure::{Atlas, Contrast, HeatMap, STRONGEST, Weight, strongest_simple};
use crate::sweep::{StateCounts, SweepFolder, SweepProgress, TaskState};

/// The folder is read again no sooner than after so long, and after so many times as long as it took.
const AGAIN: Duration = Duration::from_secs(2);
const REST: u32 = 20;
/// Models whose rows are kept.
const KEPT: usize = 24;
/// Rows shown of a model.
const ROWS: usize = 5;

/// What was read of a sweep.
#[derive(Clone)]
pub(crate) struct SeenSweep {
    pub(crate) progress: SweepProgress,
    pub(crate) counts: StateCounts,
    /// What is chosen, and the map of it or why there is none.
    pub(crate) choice: MapChoice,
    pub(crate) map: Result<Arc<HeatMap>, String>,
    /// The measures that models have, by their places.
    pub(crate) measures: Vec<usize>,
}

impl SeenSweep {
    /// The first of these tasks that is done.
    pub(crate) fn first_done(&self, tasks: &[usize]) -> Option<usize> {
        let mut tasks = tasks.iter().copied();
        tasks.find(|&task| self.progress.is_done(task))
    }

    /// Whether there are such tasks, and all have failed.
    pub(crate) fn have_failed(&self, tasks: &[usize]) -> bool {
        let has_failed = |&task: &usize| matches!(self.progress.state(task), TaskState::Failed(_));
        !tasks.is_empty() && tasks.iter().all(has_failed)
    }

    /// Reads a folder, or what was not done `before`.
    fn read(
        folder: &Path,
        before: Option<SweepProgress>,
        choice: Option<MapChoice>,
    ) -> Result<Self, String> {
        let progress = match before {
            Some(before) => before.read_again(),
            None => {
                let folder = SweepFolder::open(folder).map_err(|error| error.to_string())?;
                SweepProgress::read(Arc::new(folder))
            }
        };
        let settings = progress.folder().sweep().settings();
        let choice = choice.unwrap_or_else(|| MapChoice::first(settings));
        Ok(Self {
            map: choice.map(&progress).map(Arc::new),
            measures: progress.measured(),
            counts: progress.counts(),
            choice,
            progress,
        })
    }
}

/// The strongest rows of a model.
pub(crate) struct TaskRows {
    pub(crate) task: usize,
    colors: Colors,
    read_at: Instant,
    pub(crate) result: Result<Rows, String>,
}

/// Units of a model that are on most, and what is drawn of them.
pub(crate) struct Rows {
    pub(crate) atlas: Atlas,
    pub(crate) strongest: Vec<Vec<Weight>>,
    pub(crate) usage: Vec<f32>,
    pub(crate) units: Vec<usize>,
}

/// The sweep whose map is shown.
#[derive(Default)]
pub struct SweepMapState {
    folder: Option<PathBuf>,
    /// What the menus say, once the sweep is read.
    pub choice: Option<MapChoice>,
    seen: Option<Arc<SeenSweep>>,
    /// The sweep shown before, until this one is read.
    previous: Option<Box<Self>>,
    problem: Option<String>,
    /// Whether it was read for the first time, and nobody took note yet.
    is_new: bool,
    /// The models whose rows were read last, the newest at the end.
    rows: VecDeque<TaskRows>,
    /// The task whose rows are wanted.
    wanted: Option<usize>,
    is_reading: bool,
    /// The task whose rows are being read, and in which colours.
    reads_rows: Option<(usize, Colors)>,
    again_at: Option<Instant>,
    pub(crate) work: Background<SweepOutcome>,
}

/// What a thread is to do.
pub(crate) enum SweepJob {
    /// Read the folder, or again what was not done.
    Read {
        folder: PathBuf,
        before: Option<SweepProgress>,
        choice: Option<MapChoice>,
    },
    /// Read the model of a task.
    Rows {
        folder: PathBuf,
        task: usize,
        path: PathBuf,
        colors: Colors,
    },
}

/// What became of it.
pub(crate) enum SweepOutcome {
    Read {
        folder: PathBuf,
        result: Result<SeenSweep, String>,
        /// How long it took.
        taken: Duration,
    },
    Rows {
        folder: PathBuf,
        rows: TaskRows,
    },
}

impl SweepMapState {
    /// Shows the map of the sweep in a folder.
    pub fn open(&mut self, folder: PathBuf) {
        let work = std::mem::take(&mut self.work);
        let before = std::mem::take(self);
        *self = Self {
            folder: Some(folder),
            previous: match before.seen {
                Some(_) => Some(Box::new(before)),
                None => before.previous,
            },
            work,
            ..Self::default()
        };
    }

    /// The folder.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What was read of the sweep, once it was.
    pub(crate) fn seen(&self) -> Option<&Arc<SeenSweep>> {
        self.seen.as_ref()
    }

    /// Why it cannot be read.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether it was read, and nothing was wrong the last time.
    pub(crate) fn is_sound(&self) -> bool {
        self.seen.is_some() && self.problem.is_none()
    }

    /// Whether it was read for the first time since the last call.
    pub(crate) fn take_new(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    /// The model of a task that is done; `None` of one that is not.
    pub(crate) fn model(&self, task: usize) -> Option<PathBuf> {
        let progress = &self.seen.as_ref()?.progress;
        progress
            .is_done(task)
            .then(|| progress.folder().model(task))
    }

    /// The strongest rows of the model of a task in these colours, once they are read; asks for them where they are not.
    pub(crate) fn rows(&mut self, task: usize, colors: Colors) -> Option<&TaskRows> {
        let is_it = |rows: &TaskRows| (rows.task, rows.colors) == (task, colors);
        let place = self.rows.iter().position(is_it);
        let rows = place.and_then(|place| self.rows.get(place));
        // What could not be read is read again after a while.
        if rows.is_none_or(|rows| rows.result.is_err() && rows.read_at.elapsed() >= AGAIN) {
            self.wanted = Some(task);
        }
        rows
    }

    /// What threads are to do now that the map is on screen, in these colours.
    pub(crate) fn jobs(&mut self, colors: Colors) -> Vec<SweepJob> {
        let Some(folder) = self.folder.clone() else {
            return Vec::new();
        };
        let seen = self.seen.clone();
        let is_current = seen
            .as_ref()
            .is_some_and(|seen| Some(seen.choice) == self.choice);
        let is_due = self.is_open() && self.again_at.is_none_or(|at| Instant::now() >= at);
        let mut jobs = Vec::new();
        if !self.is_reading && (!is_current && self.problem.is_none() || is_due) {
            self.is_reading = true;
            jobs.push(SweepJob::Read {
                folder: folder.clone(),
                before: seen.map(|seen| seen.progress.clone()),
                choice: self.choice,
            });
        }
        let wanted = self.wanted.filter(|_| self.reads_rows.is_none());
        if let Some((task, path)) = wanted.and_then(|task| Some((task, self.model(task)?))) {
            (self.wanted, self.reads_rows) = (None, Some((task, colors)));
            jobs.push(SweepJob::Rows {
                folder,
                task,
                path,
                colors,
            });
        }
        jobs
    }

    /// Whether the folder may hold more by now: it was not read yet or not the last time, or not all tasks were done.
    fn is_open(&self) -> bool {
        !self.is_sound()
            || self
                .seen
                .as_ref()
                .is_some_and(|seen| seen.counts.done < seen.progress.folder().sweep().len())
    }

    /// In how long the folder is to be read again; `None` where nothing can change any more.
    pub(crate) fn wait(&self) -> Option<Duration> {
        let at = self.again_at.filter(|_| self.is_open())?;
        Some(at.saturating_duration_since(Instant::now()))
    }

    /// Notes why there is no thread to read on, rows or the folder; what was to be read is due again a while later.
    pub(crate) fn refuse(&mut self, is_of_rows: bool, problem: String) {
        if !is_of_rows {
            self.is_reading = false;
        } else if let Some((task, colors)) = self.reads_rows {
            self.keep(TaskRows {
                task,
                colors,
                read_at: Instant::now(),
                result: Err(problem.clone()),
            });
        }
        self.again_at = Some(Instant::now() + AGAIN);
        self.problem = Some(problem);
    }

    /// Takes over what a thread read. Where a folder holds no sweep, the one before is shown again, and why is returned.
    pub(crate) fn take(&mut self, outcome: SweepOutcome) -> Option<String> {
        match outcome {
            SweepOutcome::Read { folder, .. } | SweepOutcome::Rows { folder, .. }
                if Some(&folder) != self.folder.as_ref() => {}
            SweepOutcome::Read { result, taken, .. } => {
                self.is_reading = false;
                self.again_at = Some(Instant::now() + AGAIN.max(REST * taken));
                match result {
                    Ok(seen) => {
                        self.choice.get_or_insert(seen.choice);
                        self.is_new |= self.seen.is_none();
                        (self.seen, self.problem) = (Some(Arc::new(seen)), None);
                        self.previous = None;
                    }
                    Err(error) => match self.previous.take() {
                        Some(previous) => {
                            let work = std::mem::take(&mut self.work);
                            *self = Self {
                                work,
                                is_reading: false,
                                reads_rows: None,
                                is_new: false,
                                ..*previous
                            };
                            return Some(error);
                        }
                        None => self.problem = Some(error),
                    },
                }
            }
            SweepOutcome::Rows { rows, .. } => self.keep(rows),
        }
        None
    }

    /// Keeps what became of the rows that were to be read.
    fn keep(&mut self, rows: TaskRows) {
        self.reads_rows = None;
        self.rows.retain(|known| known.result.is_ok());
        if self.rows.len() == KEPT {
            self.rows.pop_front();
        }
        self.rows.push_back(rows);
    }
}

impl SweepJob {
    /// Does it.
    pub(crate) fn run(self) -> SweepOutcome {
        match self {
            Self::Read {
                folder,
                before,
                choice,
            } => {
                let begun = Instant::now();
                let result = guarded(|| SeenSweep::read(&folder, before, choice));
                SweepOutcome::Read {
                    folder,
                    result: result.unwrap_or_else(Err),
                    taken: begun.elapsed(),
                }
            }
            Self::Rows {
                folder,
                task,
                path,
                colors,
            } => {
                let read = || {
                    let opened = Checkpoint::open(&path).map_err(|error| error.to_string())?;
                    Ok(Rows::of(&opened, colors))
                };
                let rows = TaskRows {
                    task,
                    colors,
                    read_at: Instant::now(),
                    result: guarded(read).unwrap_or_else(Err),
                };
                SweepOutcome::Rows { folder, rows }
            }
        }
    }
}

impl Rows {
    fn of(model: &Checkpoint, colors: Colors) -> Self {
        let weights = &model.learner.weights;
        let usage = weights.layers[0].unit_use().to_vec();
        let mut units: Vec<usize> = (0..usage.len()).collect();
        units.sort_by(|&a, &b| usage[b].total_cmp(&usage[a]));
        units.truncate(ROWS);
        let contrast = Contrast::PerFilter;
        let pixels = colors.of_pixels(model.config.movies.channels);
        Self {
            atlas: Atlas::named("sweep", weights.dictionary.view(), pixels, contrast),
            strongest: strongest_simple(weights.pooling().view(), STRONGEST),
            usage,
            units,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Measures, Sweep};

    #[test]
    fn a_folder_that_no_thread_could_be_had_for_is_read_later() {
        let mut map = SweepMapState {
            folder: Some(PathBuf::from("sweep")),
            ..SweepMapState::default()
        };
        let colors = Colors::default();
        assert_eq!(map.jobs(colors).len(), 1);
        assert!(map.jobs(colors).is_empty(), "it is being read");
        map.refuse(false, "no thread".to_owned());
        assert_eq!(map.problem(), Some("no thread"));
        assert!(map.jobs(colors).is_empty(), "not at once");
        map.again_at = Some(Instant::now());
        assert_eq!(map.jobs(colors).len(), 1);
    }

    /// A sweep of two tasks that are done, as it was read.
    fn complete(folder: &Path) -> SweepMapState {
        let plan = "steps = 1\nmodel.alpha = [0.2, 0.4]\n";
        let sweep = Sweep::parse("plan.toml", plan, folder).expect("a plan");
        let planned = SweepFolder::create(folder, sweep, plan).expect("a folder");
        for task in 0..planned.sweep().len() {
            let model = planned.model(task);
            std::fs::create_dir_all(model.parent().expect("a folder")).expect("made");
            std::fs::write(model, "a model").expect("written");
            let finished = planned.finish(task, Measures::default());
            finished.expect("written");
        }
        let mut map = SweepMapState::default();
        map.open(folder.to_owned());
        for job in map.jobs(Colors::default()) {
            assert_eq!(map.take(job.run()), None);
        }
        map
    }

    #[test]
    fn rows_that_no_thread_could_be_had_for_are_read_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut map, colors) = (complete(folder.path()), Colors::default());
        assert!(map.rows(0, colors).is_none());
        assert_eq!(map.jobs(colors).len(), 1);
        map.refuse(true, "no thread".to_owned());
        for _ in 0..3 {
            let rows = map.rows(0, colors).expect("known");
            let reason = rows.result.as_ref().err();
            assert_eq!(reason.map(String::as_str), Some("no thread"));
            assert!(map.jobs(colors).is_empty(), "not in every frame");
        }
        let earlier = Instant::now().checked_sub(AGAIN);
        map.rows[0].read_at = earlier.expect("the system started before that");
        map.rows(0, colors);
        assert_eq!(map.jobs(colors).len(), 1);
    }

    #[test]
    fn a_complete_sweep_is_read_again_where_no_thread_could_be_had_for_another_choice() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut map, colors) = (complete(folder.path()), Colors::default());
        map.again_at = Some(Instant::now());
        assert!(map.is_sound() && map.jobs(colors).is_empty(), "complete");
        map.refuse(false, "no thread".to_owned());
        assert!(map.wait().is_some() && map.jobs(colors).is_empty());
        map.again_at = Some(Instant::now());
        assert_eq!(map.jobs(colors).len(), 1);
    }
}

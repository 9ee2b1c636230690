//! The folder of a sweep, which the processes that do its tasks share.
//!
//! `plan.toml` is the plan as it was written, `sweep.json` the tasks that came of it. Task 7 has the folder `tasks/0007`:
//! `model.safetensors`, while it learns and then; `result.json` when it is done, or `failure.json`, why it failed; and `lock`,
//! which a process holds while it is at work. Every file is whole or not there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::measures::Measures;
use super::result::TaskResult;
use super::tasks::{Sweep, of_json};
use crate::VERSION;
use crate::engine::FileError;
use crate::files::{self, Lock, not_written, read_file, read_text, real_path, write_atomically};
use crate::source::SWEEP_FILE;

/// The file of the plan.
const PLAN: &str = "plan.toml";
/// The folder of the folders of tasks.
const TASKS: &str = "tasks";
/// The files of a task.
const MODEL: &str = "model.safetensors";
const RESULT: &str = "result.json";
const FAILURE: &str = "failure.json";
const LOCK: &str = "lock";
/// Larger files are refused: ten thousand tasks need less.
const MAX_BYTES: u64 = 64 << 20;

/// A folder with a sweep in it.
#[derive(Debug)]
pub struct SweepFolder {
    path: PathBuf,
    sweep: Sweep,
}

/// How far a task is.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskState {
    /// Nobody is at work on it; it may have begun.
    Waiting,
    /// A process is at work on it.
    Running,
    /// It ended with this error.
    Failed(String),
    /// There is its result.
    Done(Box<TaskResult>),
}

impl TaskState {
    /// It in one word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Failed(_) => "failed",
            Self::Done(_) => "done",
        }
    }
}

/// Why a task failed.
#[derive(Debug, Deserialize, Serialize)]
struct Failure {
    reason: String,
}

impl SweepFolder {
    /// Writes a sweep and the text of its plan to a folder, which is made if it is missing. In one that holds the same tasks, what
    /// a task takes of a machine is changed, and the tasks stay as they are.
    ///
    /// # Errors
    /// When it holds another sweep or another plan, or cannot be written to.
    pub fn create(path: &Path, sweep: Sweep, plan: &str) -> Result<Self, FileError> {
        let (file, plan_file) = (path.join(SWEEP_FILE), path.join(PLAN));
        if file.exists() {
            let there = Self::open(path)?;
            if !there.sweep.has_tasks_of(&sweep) {
                let reason = "holds the tasks of another plan; name another folder";
                return Err(FileError::new(&file, reason));
            }
            if there.sweep == sweep {
                return Ok(there);
            }
        } else if plan_file.exists() && read_text(&plan_file).is_ok_and(|there| there != plan) {
            let reason = "is another plan, and would be replaced; name another folder";
            return Err(FileError::new(&plan_file, reason));
        } else if !plan_file.exists()
            && std::fs::read_dir(path).is_ok_and(|mut all| all.next().is_some())
        {
            let reason = "holds other files; name a folder that is empty or not there yet";
            return Err(FileError::new(path, reason));
        }
        make_folder(path)?;
        let json = json_of(&file, &sweep)?;
        if json.len() as u64 > MAX_BYTES {
            let reason = format!(
                "would have {} MB, but {} MB are read: name folders instead of many pictures, or plan fewer tasks",
                json.len() >> 20,
                MAX_BYTES >> 20
            );
            return Err(FileError::new(&file, reason));
        }
        write(&plan_file, plan.as_bytes())?;
        write(&file, json.as_bytes())?;
        let path = path.to_owned();
        Ok(Self { path, sweep })
    }

    /// Opens the folder of a sweep.
    ///
    /// # Errors
    /// When there is no sweep in it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if path.is_file() {
            let reason =
                "is a file; name the folder of the sweep, which `cellscope sweep plan` makes";
            return Err(FileError::new(path, reason));
        }
        let file = path.join(SWEEP_FILE);
        if !file.exists() {
            let reason = "no such file; `cellscope sweep plan` makes the folder of a sweep";
            return Err(FileError::new(&file, reason));
        }
        let sweep = Sweep::from_json(&read(&file)?).map_err(|reason| {
            let reason = format!("{reason}; plan the sweep anew in another folder");
            FileError::new(&file, reason)
        })?;
        let path = path.to_owned();
        Ok(Self { path, sweep })
    }

    /// Whether a folder is that of a sweep: the file of its tasks is there, whatever is in it.
    pub fn is_at(path: &Path) -> bool {
        path.join(SWEEP_FILE).is_file()
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tasks.
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// Checks that `path` is no file of a sweep.
    ///
    /// # Errors
    /// When it is one, or would be.
    pub fn check_apart(path: &Path) -> Result<(), FileError> {
        let real = real_path(path);
        let is_one_of = |names: &[&str]| names.iter().any(|name| real.ends_with(name));
        let sweep = if is_one_of(&[SWEEP_FILE, PLAN]) {
            real.parent()
        } else if is_one_of(&[MODEL, RESULT, FAILURE, LOCK]) {
            let mut folders = real.ancestors().skip(2);
            let tasks = folders.next().filter(|folder| folder.ends_with(TASKS));
            tasks.and(folders.next())
        } else {
            None
        };
        if sweep.is_some_and(|sweep| Self::open(sweep).is_ok()) {
            let reason = "is a file of a sweep; name another file";
            return Err(FileError::new(path, reason));
        }
        Ok(())
    }

    /// The model of a task, which is there once it was saved.
    pub fn model(&self, index: usize) -> PathBuf {
        self.file(index, MODEL)
    }

    /// How far a task is. One whose result cannot be read, or is of other settings, has failed.
    pub fn state(&self, index: usize) -> TaskState {
        let result = self.file(index, RESULT);
        if result.exists() {
            return match self.result(index, &result) {
                Ok(result) => TaskState::Done(Box::new(result)),
                Err(error) => TaskState::Failed(error.to_string()),
            };
        }
        let failure = self.file(index, FAILURE);
        if failure.exists() {
            return TaskState::Failed(match read_json(&failure) {
                Ok(Failure { reason }) => reason,
                Err(error) => error.to_string(),
            });
        }
        if Lock::is_taken(&self.file(index, LOCK)) {
            return TaskState::Running;
        }
        TaskState::Waiting
    }

    /// Reads the result of a task: that of the plan that is here.
    fn result(&self, index: usize, path: &Path) -> Result<TaskResult, FileError> {
        let result: TaskResult = read_json(path)?;
        if result.settings == self.settings(index) {
            return Ok(result);
        }
        let settings = result.settings.iter();
        let settings: Vec<_> = settings
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let reason = format!(
            "is of another plan ({}); plan into another folder, or remove the folder {TASKS} of this one",
            settings.join(", ")
        );
        Err(FileError::new(path, reason))
    }

    /// The settings of a task that vary, by their paths.
    fn settings(&self, index: usize) -> BTreeMap<String, Value> {
        let names = self.sweep.settings().iter().cloned();
        names
            .zip(self.sweep.values(index).iter().cloned())
            .collect()
    }

    /// Begins a task: nobody else works on it while the lock is held. `None` where somebody does.
    ///
    /// # Errors
    /// When its folder cannot be made or written to.
    pub(crate) fn lock(&self, index: usize) -> Result<Option<Lock>, FileError> {
        let lock = self.file(index, LOCK);
        make_folder(&self.task_folder(index))?;
        Lock::take(&lock).map_err(|error| FileError::new(&lock, error))
    }

    /// Writes the result of a task: it is done then.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&self, index: usize, measures: Measures) -> Result<(), FileError> {
        let result = TaskResult {
            program: VERSION.to_owned(),
            settings: self.settings(index),
            measures,
        };
        write_json(&self.file(index, RESULT), &result)?;
        // Where it cannot be removed, the result goes before it.
        let _ = std::fs::remove_file(self.file(index, FAILURE));
        Ok(())
    }

    /// Writes why a task failed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn fail(&self, index: usize, reason: &str) -> Result<(), FileError> {
        let reason = reason.to_owned();
        // A process may end before it made the folder.
        make_folder(&self.task_folder(index))?;
        write_json(&self.file(index, FAILURE), &Failure { reason })
    }

    /// Forgets why a task that is not done failed, and a result that is damaged. What cannot be removed, or may be the result of
    /// another plan, is there to be told.
    pub fn forget_failure(&self, index: usize) {
        let _ = std::fs::remove_file(self.file(index, FAILURE));
        let result = self.file(index, RESULT);
        let is_damaged =
            read(&result).is_ok_and(|text| serde_json::from_slice::<TaskResult>(&text).is_err());
        if is_damaged {
            let _ = std::fs::remove_file(result);
        }
    }

    fn task_folder(&self, index: usize) -> PathBuf {
        self.path.join(TASKS).join(format!("{index:04}"))
    }

    fn file(&self, index: usize, name: &str) -> PathBuf {
        self.task_folder(index).join(name)
    }
}

fn make_folder(path: &Path) -> Result<(), FileError> {
    files::make_folder(path).map_err(|reason| FileError::new(path, reason))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_atomically(path, bytes).map_err(|error| FileError::new(path, not_written(path, &error)))
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), FileError> {
    write(path, json_of(path, value)?.as_bytes())
}

/// A value as the contents of a file.
fn json_of(path: &Path, value: &impl Serialize) -> Result<String, FileError> {
    let text = serde_json::to_string(value).map_err(|error| FileError::new(path, error))?;
    Ok(text + "\n")
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    read_file(path, MAX_BYTES).map_err(|error| FileError::new(path, error))
}

/// Reads a file of a task.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    of_json(&read(path)?).map_err(|reason| FileError::new(path, reason))
}

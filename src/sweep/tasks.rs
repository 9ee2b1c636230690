//! The tasks of a sweep.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(feature = "window")]
use super::setting::{in_full, in_short};
use super::setting::{overlay, shown};
use crate::config::{Config, check_as_written};
use crate::engine::SAVE_EVERY;
#[cfg(feature = "window")]
use crate::words::name_said;
use crate::words::of_parser;

/// Most tasks of a sweep.
pub const MAX_TASKS: usize = 10_000;

/// How long to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// A number of minibatches, at least 1.
    Steps(u64),
    /// Seconds of learning, above 0. What is learned then depends on the machine.
    Seconds(f64),
}

/// What a task takes of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Job {
    /// Threads to compute with, 1 to 256; the results do not depend on it.
    pub threads: usize,
    /// Time limit for a batch system in minutes, at least 1.
    pub minutes: u64,
    /// Memory for a batch system in megabytes, at least 1.
    pub memory_mb: u64,
    /// Seconds between saves of the model while it learns, 0 for none.
    pub save_every: f64,
}

impl Default for Job {
    fn default() -> Self {
        Self {
            threads: 1,
            minutes: 60,
            memory_mb: 2000,
            save_every: SAVE_EVERY.as_secs_f64(),
        }
    }
}

/// The tasks that came of a plan, and what they have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// A configuration, and `steps` or `seconds`, without the settings that vary.
    pub(super) base: Value,
    /// The settings that vary, by their paths, the slowest first.
    pub(super) settings: Vec<String>,
    /// The value of each of `settings`, for each task.
    pub(super) tasks: Vec<Vec<Value>>,
    pub(super) job: Job,
}

/// One model to be trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its configuration, checked.
    pub config: Config,
    /// How long to train it.
    pub length: Length,
}

impl Sweep {
    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there is no task.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// What each task takes of a machine.
    pub fn job(&self) -> Job {
        self.job
    }

    /// The settings that vary, by their paths in a configuration; `steps` and `seconds` may be among them.
    pub fn settings(&self) -> &[String] {
        &self.settings
    }

    /// The values of [`Self::settings`] for a task.
    ///
    /// # Panics
    /// When there is no task of this index.
    pub fn values(&self, index: usize) -> &[Value] {
        &self.tasks[index]
    }

    /// A task.
    ///
    /// # Errors
    /// What is wrong with its settings.
    ///
    /// # Panics
    /// When there is no task of this index.
    pub fn task(&self, index: usize) -> Result<Task, String> {
        let mut spec = self.base.clone();
        for (path, value) in self.settings.iter().zip(self.values(index)) {
            overlay(&mut spec, path, value);
        }
        let (config, length) = parse(spec)?;
        config.check().map_err(|error| error.to_string())?;
        let length = length.ok_or("steps or seconds are missing")?;
        Ok(Task { config, length })
    }

    /// The settings of a task in words: "model.alpha 0.3, seed 1"; nothing where none varies.
    ///
    /// # Panics
    /// When there is no task of this index.
    pub fn describe(&self, index: usize) -> String {
        self.named(index, str::to_owned, |_, value| shown(value))
    }

    /// As [`Self::describe`], with the names that the window has: "α 0.3, seed 1". Of sources of pictures the paths.
    #[cfg(feature = "window")]
    pub(crate) fn said(&self, index: usize) -> String {
        self.named(index, name_said, in_full)
    }

    /// As [`Self::said`], with the names of sources of pictures in short.
    #[cfg(feature = "window")]
    pub(crate) fn said_in_short(&self, index: usize) -> String {
        self.named(index, name_said, in_short)
    }

    fn named(
        &self,
        index: usize,
        name: fn(&str) -> String,
        word: fn(&str, &Value) -> String,
    ) -> String {
        let pairs = self.settings.iter().zip(self.values(index));
        let words = pairs.map(|(path, value)| format!("{} {}", name(path), word(path, value)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Whether another has the same tasks, whatever they take of a machine.
    pub(super) fn has_tasks_of(&self, other: &Self) -> bool {
        let Self {
            base,
            settings,
            tasks,
            job: _,
        } = other;
        (&self.base, &self.settings, &self.tasks) == (base, settings, tasks)
    }

    /// Reads the text of a file: every task must have a value for each setting, and there must not be too many.
    pub(super) fn from_json(text: &[u8]) -> Result<Self, String> {
        let sweep: Self = of_json(text)?;
        let settings = sweep.settings.len();
        if let Some(at) = sweep.tasks.iter().position(|task| task.len() != settings) {
            let values = sweep.tasks[at].len();
            return Err(format!(
                "task {at} has {values} values for {settings} settings"
            ));
        }
        match sweep.tasks.len() {
            1..=MAX_TASKS => Ok(sweep),
            tasks => Err(format!(
                "{tasks} tasks, but there should be 1 to {MAX_TASKS}"
            )),
        }
    }
}

/// Reads the text of a file of a sweep.
pub(super) fn of_json<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    if text.trim_ascii().is_empty() {
        return Err("the text is empty".to_owned());
    }
    serde_json::from_slice(text).map_err(|error| of_parser(&error.to_string()))
}

/// Reads a configuration with `steps` or `seconds`; the ranges of the configuration are not checked.
pub(super) fn parse(mut spec: Value) -> Result<(Config, Option<Length>), String> {
    let mut take = |name| spec.as_object_mut().and_then(|table| table.remove(name));
    let (steps, seconds) = (take("steps"), take("seconds"));
    let steps = steps.map(|steps| {
        let whole = steps.as_u64().filter(|steps| *steps > 0);
        let problem = || format!("steps should be a whole number, 1 or more, but is {steps}");
        whole.map(Length::Steps).ok_or_else(problem)
    });
    let seconds = seconds.map(|seconds| {
        let above_0 = seconds.as_f64().filter(|seconds| *seconds > 0.0);
        let problem = || format!("seconds should be a number above 0, but is {seconds}");
        above_0.map(Length::Seconds).ok_or_else(problem)
    });
    let length = match (steps.transpose()?, seconds.transpose()?) {
        (Some(_), Some(_)) => return Err("give steps or seconds, not both".to_owned()),
        (steps, seconds) => steps.or(seconds),
    };
    check_as_written(&spec)?;
    let config = serde_json::from_value(spec).map_err(|error| of_parser(&error.to_string()))?;
    Ok((config, length))
}

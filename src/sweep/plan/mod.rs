//! The text of a plan: TOML with the keys of a configuration. The guide page `sweeps.md` documents it.
//!
//! A value may be a list, or a range as `{ from = 0.1, to = 1.0, count = 4, scale = "log" }`. Beside the configuration stand
//! `steps` or `seconds`, `preset` or `config`, the table `draw` for tasks at random, and the table `job`.

mod draw;
mod read;
mod settings;
mod values;
mod written;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use self::read::Reader;
use self::written::Setting;
use super::setting::overlay;
use super::tasks::{MAX_TASKS, Sweep, Task, parse};
use crate::config::Config;
use crate::files::{TextError, folder_of, read_named};
use crate::source::{SourceSpec, check_fits};

/// What a file with a plan holds.
#[derive(Debug)]
pub struct PlanFile {
    /// Its text.
    pub text: String,
    /// The tasks of the plan.
    pub sweep: Sweep,
    /// The files and folders of pictures that they learn from.
    pub pictures: BTreeSet<PathBuf>,
}

impl PlanFile {
    /// Reads the file of a plan.
    ///
    /// # Errors
    /// When it cannot be read, or a line of it means nothing.
    pub fn read(path: &Path) -> Result<Self, TextError> {
        let (file, text) = read_named(path)?;
        let mut pictures = BTreeSet::new();
        let sweep = Sweep::parse_with(&file, &text, folder_of(path), |task| {
            if let SourceSpec::Images(paths) = task.config.source {
                pictures.extend(paths);
            }
        })?;
        Ok(Self {
            text,
            sweep,
            pictures,
        })
    }
}

impl Sweep {
    /// Makes the tasks of a plan from its text; errors name it as `file`. Its paths begin in `folder`.
    ///
    /// # Errors
    /// When a line of it means nothing.
    pub fn parse(file: &str, text: &str, folder: &Path) -> Result<Self, TextError> {
        Self::parse_with(file, text, folder, |_| {})
    }

    /// As [`Self::parse`], and tells every task.
    fn parse_with(
        file: &str,
        text: &str,
        folder: &Path,
        mut tell: impl FnMut(Task),
    ) -> Result<Self, TextError> {
        let reader = Reader { file, text, folder };
        let mut plan = reader.plan()?;
        // What does not vary is part of the base.
        for setting in &plan.settings {
            if let Some(value) = setting.values.only() {
                overlay(&mut plan.base, &setting.path, value);
            }
        }
        let varied = || plan.settings.iter().filter(|setting| setting.varies());
        let tasks = match &plan.draw {
            Some(draw) => {
                let values: Vec<_> = varied().map(|setting| &setting.values).collect();
                let drawn = draw.tasks(&values);
                drawn.map_err(|problem| reader.error(&draw.span, problem))?
            }
            None => {
                let lists: Result<Vec<_>, _> = varied().map(|one| reader.listed(one)).collect();
                grid(&lists?).map_err(|problem| reader.error(&(0..0), problem))?
            }
        };
        let sweep = Self {
            base: plan.base,
            settings: varied().map(|setting| setting.path.clone()).collect(),
            tasks,
            job: plan.job,
        };
        for index in 0..sweep.len() {
            let task = sweep.task(index).map_err(|problem| {
                let span = sweep.to_blame(index, &problem, &plan.settings);
                reader.error(&span, problem)
            })?;
            check_fits(&task.config.source, &task.config.movies).map_err(|error| {
                let of_source = ["source", "movies.motion"];
                let mut settings = plan.settings.iter();
                let setting = settings.find(|setting| of_source.contains(&&*setting.path));
                let span = setting.map_or(0..0, |setting| setting.span.clone());
                reader.error(&span, error.to_string())
            })?;
            tell(task);
        }
        Ok(sweep)
    }

    /// Where the text sets what is wrong with a task: the first value that has this problem by itself, or the last that varies.
    fn to_blame(&self, index: usize, problem: &str, settings: &[Setting]) -> Range<usize> {
        let has_it = |setting: &&Setting| {
            let at = self.settings.iter().position(|path| *path == setting.path);
            let value = at.map_or(setting.values.only(), |at| self.values(index).get(at));
            let mut spec = serde_json::to_value(Config::default()).expect("numbers and text");
            overlay(&mut spec, &setting.path, value.unwrap_or(&Value::Null));
            let checked = parse(spec).map(|(config, _)| config.check());
            checked.is_ok_and(|checked| checked.is_err_and(|error| error.to_string() == problem))
        };
        let blamed = settings.iter().find(has_it);
        let blamed = blamed.or_else(|| settings.iter().rfind(|setting| setting.varies()));
        blamed
            .or(settings.last())
            .map_or(0..0, |setting| setting.span.clone())
    }
}

/// Every combination of the values of all settings, the last varies fastest.
fn grid(lists: &[&[Value]]) -> Result<Vec<Vec<Value>>, String> {
    let counts = lists.iter().map(|list| list.len());
    let size = counts.clone().try_fold(1, usize::checked_mul);
    if size.is_none_or(|size| size > MAX_TASKS) {
        let counts: Vec<_> = counts.map(|count| count.to_string()).collect();
        return Err(format!(
            "a grid of {} tasks, but a sweep has at most {MAX_TASKS}; draw some of them at random, as with draw.tasks = 100",
            counts.join(" x ")
        ));
    }
    let mut tasks = vec![Vec::new()];
    for list in lists {
        let with = |task: &[Value], value: &Value| [task, std::slice::from_ref(value)].concat();
        let longer = tasks
            .iter()
            .flat_map(|task| list.iter().map(|value| with(task, value)));
        tasks = longer.collect();
    }
    Ok(tasks)
}

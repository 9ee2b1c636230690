//! From the text of a plan to its settings, each with its place in the text.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::draw::Draw;
use super::written::{Plan, Setting};
use crate::config::{Config, Preset};
use crate::engine::MAX_THREADS;
use crate::files::{TextError, read_text};
use crate::sweep::tasks::{Job, MAX_TASKS};

pub(super) type Key<'i> = Spanned<DeString<'i>>;
pub(super) type Entry<'i> = Spanned<DeValue<'i>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawTable {
    tasks: usize,
    #[serde(default)]
    seed: u64,
}

/// Reads the text of a plan.
pub(super) struct Reader<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    /// Where paths of the text begin.
    pub(super) folder: &'a Path,
}

impl Reader<'_> {
    /// A problem at these bytes of the text.
    pub(super) fn error(&self, span: &Range<usize>, problem: String) -> TextError {
        TextError::at(self.file, self.text, span, problem)
    }

    /// The values of a setting of a grid.
    pub(super) fn listed<'s>(&self, setting: &'s Setting) -> Result<&'s [Value], TextError> {
        let problem = "a range in a grid needs a count, as in { from = 0.1, to = 1, count = 5 }";
        let listed = setting.values.listed();
        listed.ok_or_else(|| self.error(&setting.span, problem.to_owned()))
    }

    /// Reads all of it.
    pub(super) fn plan(&self) -> Result<Plan, TextError> {
        let table = DeTable::parse(self.text).map_err(|error| self.syntax(&error, &(0..0)))?;
        let table = table.get_ref();
        let mut plan = Plan {
            base: self.base(table)?,
            settings: Vec::new(),
            draw: None,
            job: Job::default(),
        };
        for (key, value) in in_order(table) {
            match key.get_ref().as_ref() {
                "preset" | "config" => {}
                "draw" => plan.draw = Some(self.draw(value)?),
                "job" => plan.job = self.job(value)?,
                _ => self.settings(&mut plan, &[], key, value)?,
            }
        }
        self.check_length(&plan)?;
        Ok(plan)
    }

    /// What the parser says of the text, or of a value in it.
    fn syntax(&self, error: &toml::de::Error, place: &Range<usize>) -> TextError {
        TextError::syntax(self.file, self.text, place.clone(), error)
    }

    /// The configuration that settings change: a preset's, or that of a file.
    fn base(&self, table: &DeTable<'_>) -> Result<Value, TextError> {
        if let (Some(_), Some(config)) = (table.get("preset"), table.get("config")) {
            let problem = "give preset or config, not both".to_owned();
            return Err(self.error(&config.span(), problem));
        }
        let preset = table.get("preset").map(|entry| {
            let name = self.read_text(entry)?;
            let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
            preset.map(Config::preset).ok_or_else(|| {
                let names = Preset::ALL.map(Preset::name).join(", ");
                let problem = format!("preset should be {names}, but is \"{name}\"");
                self.error(&entry.span(), problem)
            })
        });
        let config = table.get("config").map(|entry| {
            let path = self.folder.join(self.read_text(entry)?);
            let problem = |reason: String| {
                let problem = format!("{}: {reason}", path.display());
                self.error(&entry.span(), problem)
            };
            let text = read_text(&path).map_err(|error| problem(error.to_string()))?;
            Config::from_json(&text).map_err(|error| problem(error.to_string()))
        });
        let config = preset.or(config).transpose()?.unwrap_or_default();
        // By its text, in which numbers are as short as they are written.
        let text = config.to_json();
        Ok(serde_json::from_str(&text).expect("numbers and text"))
    }

    fn read_text<'v>(&self, entry: &'v Entry<'_>) -> Result<&'v str, TextError> {
        let text = entry.get_ref().as_str();
        text.ok_or_else(|| self.error(&entry.span(), "should be a text in quotes".to_owned()))
    }

    /// A table of the plan itself.
    fn table<T: DeserializeOwned>(&self, entry: &Entry<'_>) -> Result<T, TextError> {
        let read = T::deserialize(ValueDeserializer::from(entry.clone()));
        read.map_err(|error| self.syntax(&error, &entry.span()))
    }

    fn draw(&self, entry: &Entry<'_>) -> Result<Draw, TextError> {
        let DrawTable { tasks, seed } = self.table(entry)?;
        if !(1..=MAX_TASKS).contains(&tasks) {
            let problem = format!("draw.tasks should be from 1 to {MAX_TASKS}, but is {tasks}");
            return Err(self.error(&entry.span(), problem));
        }
        let span = entry.span();
        Ok(Draw {
            count: tasks,
            seed,
            span,
        })
    }

    fn job(&self, entry: &Entry<'_>) -> Result<Job, TextError> {
        let job: Job = self.table(entry)?;
        let problem = match job {
            Job { threads, .. } if !(1..=MAX_THREADS).contains(&threads) => {
                format!("job.threads should be from 1 to {MAX_THREADS}, but is {threads}")
            }
            Job { minutes: 0, .. } | Job { memory_mb: 0, .. } => {
                "job.minutes and job.memory_mb should be 1 or more, but one is 0".to_owned()
            }
            Job { save_every, .. } if !(0.0..f64::INFINITY).contains(&save_every) => {
                format!("job.save_every should be a number, 0 or more, but is {save_every}")
            }
            job => return Ok(job),
        };
        Err(self.error(&entry.span(), problem))
    }

    /// Refuses a plan that does not say how long to train, or says it twice.
    fn check_length(&self, plan: &Plan) -> Result<(), TextError> {
        let is_length = |setting: &&Setting| ["steps", "seconds"].contains(&setting.path.as_str());
        let lengths: Vec<_> = plan.settings.iter().filter(is_length).collect();
        match lengths.as_slice() {
            [_] => Ok(()),
            [] => {
                let problem = "how long is each model trained? Add steps = 2000 or seconds = 60";
                Err(self.error(&(0..0), problem.to_owned()))
            }
            [.., last] => {
                let problem = "give steps or seconds, not both".to_owned();
                Err(self.error(&last.span, problem))
            }
        }
    }
}

/// The entries of a table in the order of the text.
pub(super) fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Entry<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

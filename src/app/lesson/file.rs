//! The file of a lesson. The guide page `lessons.md` documents it.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::names::{find_layout, find_mask, find_model, find_motion, find_stimulus, find_view};
use super::setup::{LessonModel, Setup};
use super::target::Target;
use super::task::Task;
use super::{Lesson, Step};
use crate::app::commands::View;
use crate::config::Config;
use crate::files::{TextError, read_named};
use crate::parameter::Parameter;

/// Longest text of a step, in letters: more is not read from the last row.
const LONGEST: usize = 220;

/// Slowest pace, in minibatches per second.
const SLOWEST: f32 = 1.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonTable {
    title: String,
    step: Vec<Spanned<StepTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepTable {
    text: Spanned<String>,
    point: Option<Spanned<String>>,
    #[serde(rename = "do")]
    task: Option<Spanned<String>>,
    #[serde(default)]
    set: SetupTable,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SetupTable {
    model: Option<Spanned<String>>,
    motion: Option<Spanned<String>>,
    alpha: Option<Spanned<f32>>,
    beta: Option<Spanned<f32>>,
    pace: Option<Spanned<f32>>,
    run: Option<bool>,
    layout: Option<Spanned<String>>,
    view: Option<Spanned<String>>,
    stimulus: Option<Spanned<String>>,
    mask: Option<Spanned<String>>,
    sweep: Option<bool>,
    clear_selection: bool,
}

impl Lesson {
    /// Reads the file of a lesson.
    ///
    /// # Errors
    /// When it cannot be read, or a line of it means nothing.
    pub fn open(path: &Path, views: &[View]) -> Result<Self, TextError> {
        let (file, text) = read_named(path)?;
        Self::parse(&file, &text, views)
    }

    /// Reads a lesson from the text of a file; errors name it as `file`.
    ///
    /// # Errors
    /// When a line of it means nothing.
    pub fn parse(file: &str, text: &str, views: &[View]) -> Result<Self, TextError> {
        let reader = Reader { file, text, views };
        let table: LessonTable =
            toml::from_str(text).map_err(|error| TextError::syntax(file, text, 0..0, &error))?;
        let steps = table.step.iter().map(|step| reader.step(step.get_ref()));
        let steps: Vec<Step> = steps.collect::<Result<_, _>>()?;
        if steps.first().is_none_or(|step| step.set.model.is_none()) {
            let span = table.step.first().map_or(0..0, Spanned::span);
            let problem =
                "the first step should say which model it is about, as in set.model = \"trained\"";
            return Err(TextError::at(file, text, &span, problem.to_owned()));
        }
        Ok(Self {
            title: table.title,
            steps,
        })
    }
}

/// What is needed to read the parts of a file.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    views: &'a [View],
}

impl Reader<'_> {
    /// What `read` makes of a value, or its problem at the line of that.
    fn value<T, V>(
        &self,
        value: &Spanned<V>,
        read: impl FnOnce(&V) -> Result<T, String>,
    ) -> Result<T, TextError> {
        read(value.get_ref())
            .map_err(|problem| TextError::at(self.file, self.text, &value.span(), problem))
    }

    /// The same of a value that may be missing.
    fn maybe<T, V>(
        &self,
        value: Option<&Spanned<V>>,
        read: impl FnOnce(&V) -> Result<T, String>,
    ) -> Result<Option<T>, TextError> {
        value.map(|value| self.value(value, read)).transpose()
    }

    fn step(&self, table: &StepTable) -> Result<Step, TextError> {
        let text = self.value(&table.text, |text| match text.chars().count() {
            1..=LONGEST => Ok(text.clone()),
            characters => Err(format!(
                "the text of a step should have 1 to {LONGEST} characters, but has {characters}: make two steps of it"
            )),
        })?;
        let point = self.maybe(table.point.as_ref(), |text| Target::parse(text, self.views))?;
        let is_pointed = point.is_some();
        let task = self.maybe(table.task.as_ref(), |text| {
            let task = Task::parse(text, self.views)?;
            if task == Task::Click && !is_pointed {
                return Err("click needs a point to be clicked".to_owned());
            }
            Ok(task)
        })?;
        let set = self.setup(&table.set)?;
        Ok(Step {
            text,
            point,
            set,
            task,
        })
    }

    fn setup(&self, table: &SetupTable) -> Result<Setup, TextError> {
        let model = self.maybe(table.model.as_ref(), |name| find_model(name))?;
        let is_new = matches!(model, Some(LessonModel::New(_)));
        let motion = self.maybe(table.motion.as_ref(), |name| find_motion(name, is_new))?;
        let mut parameters = Vec::new();
        for (parameter, value) in [
            (Parameter::Alpha, table.alpha.as_ref()),
            (Parameter::Beta, table.beta.as_ref()),
        ] {
            let value = self.maybe(value, |&value| match model {
                Some(LessonModel::Trained) => Err(
                    "the trained model has its own alpha and beta: set them in a later step"
                        .to_owned(),
                ),
                _ => checked(parameter, value),
            })?;
            parameters.extend(value.map(|value| (parameter, value)));
        }
        let pace = self.maybe(table.pace.as_ref(), |&pace| {
            let is_right = pace.is_finite() && pace >= SLOWEST;
            let problem =
                || format!("pace should be at least {SLOWEST} minibatch per second, but is {pace}");
            is_right.then_some(pace).ok_or_else(problem)
        })?;
        Ok(Setup {
            model,
            motion,
            parameters,
            pace,
            run: table.run,
            layout: self.maybe(table.layout.as_ref(), |key| find_layout(key))?,
            view: self.maybe(table.view.as_ref(), |key| find_view(key, self.views))?,
            stimulus: self.maybe(table.stimulus.as_ref(), |name| find_stimulus(name))?,
            mask: self.maybe(table.mask.as_ref(), |name| find_mask(name))?,
            sweep: table.sweep,
            clears_selection: table.clear_selection,
        })
    }
}

/// A value that the configuration allows for this parameter.
fn checked(parameter: Parameter, value: f32) -> Result<f32, String> {
    let mut config = Config::default();
    parameter.set(&mut config, value);
    config.check().map_err(|error| error.to_string())?;
    Ok(value)
}

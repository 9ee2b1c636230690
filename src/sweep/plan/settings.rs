//! The settings of a plan, each value one that a configuration can have.

use std::collections::BTreeSet;

use serde_json::Value;
use toml::de::DeValue;

use super::read::{Entry, Key, Reader, in_order};
use super::values::{Values, is_range, range, to_json};
use super::written::{Plan, Setting};
use crate::config::Config;
use crate::files::TextError;
use crate::source::SourceSpec;
use crate::sweep::setting::{find, joined, overlay};
use crate::sweep::tasks::{Length, parse};

impl Reader<'_> {
    /// Reads a setting, or the settings of a table.
    pub(super) fn settings(
        &self,
        plan: &mut Plan,
        above: &[String],
        key: &Key<'_>,
        entry: &Entry<'_>,
    ) -> Result<(), TextError> {
        let path = [above, &[key.get_ref().to_string()]].concat();
        let joined = joined(&path);
        match entry.get_ref() {
            DeValue::Table(table) if !is_range(table) && is_table(&plan.base, &joined) => {
                let mut entries = in_order(table).into_iter();
                entries.try_for_each(|(key, entry)| self.settings(plan, &path, key, entry))
            }
            value => {
                let span = key.span();
                let values = self.values(&plan.base, &joined, value);
                let values = values.map_err(|mut problem| {
                    if above.is_empty() && problem.contains("unknown key") {
                        problem += "; beside these a plan has preset, config, steps, seconds, draw and job";
                    }
                    self.error(&span, problem)
                })?;
                if plan.settings.iter().any(|setting| setting.path == joined) {
                    return Err(self.error(&span, format!("{joined} is set twice")));
                }
                plan.settings.push(Setting {
                    path: joined,
                    span,
                    values,
                });
                Ok(())
            }
        }
    }

    /// The values of a setting, each one that a configuration can have there.
    fn values(&self, base: &Value, path: &str, value: &DeValue<'_>) -> Result<Values, String> {
        if let DeValue::Table(table) = value
            && is_range(table)
        {
            let values = range(table).map_err(|problem| format!("{path}: {problem}"))?;
            return self.fitting(base, path, values);
        }
        let whole = to_json(value).map_err(|problem| format!("{path}: {problem}"))?;
        let listed = match whole {
            ref list @ Value::Array(_) if is_one(base, path, list) => vec![whole],
            Value::Array(items) if items.is_empty() => {
                return Err(format!("{path}: an empty list; name a value"));
            }
            Value::Array(items) => items,
            value => vec![value],
        };
        self.fitting(base, path, Values::Listed(listed))
    }

    /// Values, where a configuration can have each of them at this path and none is there twice.
    fn fitting(&self, base: &Value, path: &str, values: Values) -> Result<Values, String> {
        let Values::Listed(mut listed) = values else {
            return Ok(values);
        };
        let mut seen = BTreeSet::new();
        for value in &mut listed {
            self.place(value, path);
            let (config, length) = with(base, path, value).map_err(|problem| match problem {
                problem if problem.contains(path) => problem,
                problem => format!("{path} {value}: {problem}"),
            })?;
            if !seen.insert(format!("{} {length:?}", config.to_json())) {
                return Err(format!("{path} has {value} twice"));
            }
        }
        Ok(Values::Listed(listed))
    }

    /// Makes paths of pictures begin in the folder of the plan.
    fn place(&self, value: &mut Value, path: &str) {
        let spec = match path {
            "source" => value.clone(),
            "source.images" => serde_json::json!({ "images": value.clone() }),
            _ => return,
        };
        if let Ok(SourceSpec::Images(paths)) = serde_json::from_value(spec) {
            let paths = paths.iter().map(|path| self.folder.join(path));
            let placed = serde_json::to_value(SourceSpec::images(paths)).unwrap_or_default();
            *value = match path {
                "source" => placed,
                _ => placed["images"].clone(),
            };
        }
    }
}

/// Whether a configuration has a table of settings there.
fn is_table(base: &Value, path: &str) -> bool {
    find(base, path).is_some_and(Value::is_object)
}

/// Whether a list is the one value of a setting, such as the extra betas, and not a value for each task.
fn is_one(base: &Value, path: &str, list: &Value) -> bool {
    !is_table(base, path) && with(base, path, list).is_ok()
}

/// The configuration with a value at a path.
fn with(base: &Value, path: &str, value: &Value) -> Result<(Config, Option<Length>), String> {
    let mut spec = base.clone();
    overlay(&mut spec, path, value);
    parse(spec)
}

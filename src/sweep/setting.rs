//! Settings by their path in a configuration as JSON, "model.alpha" for example.

use serde_json::{Map, Value};

use crate::source::SourceSpec;

/// Between the names of a path.
const SEPARATOR: char = '.';

/// The path in one word.
pub(super) fn joined(path: &[String]) -> String {
    path.join(&SEPARATOR.to_string())
}

/// Sets the value at a path. Tables are merged: what `value` does not name stays as it is.
pub(super) fn overlay(config: &mut Value, path: &str, value: &Value) {
    let place = path.split(SEPARATOR).fold(config, |table, name| {
        if !table.is_object() {
            *table = Value::Object(Map::new());
        }
        &mut table[name]
    });
    merge(place, value);
}

fn merge(place: &mut Value, value: &Value) {
    match (place, value) {
        (Value::Object(place), Value::Object(value)) => {
            for (name, value) in value {
                merge(place.entry(name).or_insert(Value::Null), value);
            }
        }
        (place, value) => place.clone_from(value),
    }
}

/// The value at a path, if there is one.
pub(super) fn find<'a>(config: &'a Value, path: &str) -> Option<&'a Value> {
    path.split(SEPARATOR)
        .try_fold(config, |table, name| table.get(name))
}

/// A value in one word: a text without its quotes.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A value in one word: of a source of pictures the first path and how many more there are.
#[cfg(feature = "window")]
pub(super) fn in_full(path: &str, value: &Value) -> String {
    source(path, value).map_or_else(|| shown(value), |source| source.to_string())
}

/// A value in short: of a source of pictures its name, of files and folders without their paths.
#[cfg(feature = "window")]
pub(super) fn in_short(path: &str, value: &Value) -> String {
    source(path, value).map_or_else(|| shown(value), |source| source.short())
}

/// The values of a setting for a figure: in short, or longer where two would be the same.
pub(super) fn labels(path: &str, values: &[Value]) -> Vec<String> {
    let sources = values.iter().map(|value| source(path, value));
    let Some(sources) = sources.collect::<Option<Vec<_>>>() else {
        return values.iter().map(shown).collect();
    };
    let short: Vec<_> = sources.iter().map(SourceSpec::short).collect();
    let paths: Vec<_> = sources.iter().map(SourceSpec::to_string).collect();
    let is_alone =
        |label: &String, all: &[String]| all.iter().filter(|other| *other == label).count() == 1;
    let label = |place: usize| {
        let mut labels = [&short, &paths].into_iter();
        let alone = labels.find(|all| is_alone(&all[place], all));
        alone.map_or_else(|| shown(&values[place]), |all| all[place].clone())
    };
    (0..values.len()).map(label).collect()
}

/// The source of pictures that a value at this path stands for, if it does.
fn source(path: &str, value: &Value) -> Option<SourceSpec> {
    let mut config = Value::Null;
    overlay(&mut config, path, value);
    serde_json::from_value(config.get_mut("source")?.take()).ok()
}

//! Settings by their path in a configuration as JSON, "model.alpha" for example.

use serde_json::{Map, Value};

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

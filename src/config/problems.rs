//! What is wrong with the text of a configuration: the setting and the value, as they were written.

use serde_json::Value;

use crate::words::of_parser;

/// Refuses what would be taken as something else, a list in the place of a table as values in the order of the keys and numbers
/// beyond those of single precision as 0 or infinite, and pictures without their paths.
///
/// # Errors
/// The key that has such a value, and the value.
pub(crate) fn check_as_written(config: &Value) -> Result<(), String> {
    let mut tables = ["normalise", "movies", "model", "learning"].into_iter();
    if let Some(key) = tables.find(|key| config.get(key).is_some_and(Value::is_array)) {
        return Err(format!(
            "{key} is a list, but it should be an object of settings by name"
        ));
    }
    if config
        .get("source")
        .is_some_and(|source| source == "images")
    {
        return Err(
            "source is \"images\" without their paths, which drawings do not tell; give {\"images\": [\"folder\"]}"
                .to_owned(),
        );
    }
    beyond_single("", config).map_or(Ok(()), Err)
}

/// Says which number, at or below `path`, single precision takes as 0 or infinite.
fn beyond_single(path: &str, value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => {
            let value = number.as_f64()?;
            let is_taken_as = match value as f32 {
                0.0 if value != 0.0 => "too close to 0",
                single if single.is_infinite() => "too large",
                _ => return None,
            };
            Some(format!("{path} is {number}, which is {is_taken_as}"))
        }
        Value::Array(items) => items.iter().find_map(|item| beyond_single(path, item)),
        Value::Object(table) => {
            let mut settings = table.iter();
            settings.find_map(|(key, value)| beyond_single(&joined(path, key), value))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

fn joined(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    }
}

/// What the parser says of a text that is no JSON; also that no number is called as Python writes what is none.
pub(super) fn of_syntax(text: &str, error: &serde_json::Error) -> String {
    let line = text.lines().nth(error.line().saturating_sub(1));
    let at = line.and_then(|line| line.get(error.column().saturating_sub(1)..));
    let names = ["NaN", "Infinity"].into_iter();
    let mut named = names.filter(|name| at.is_some_and(|at| at.starts_with(name)));
    match named.next() {
        Some(name) => format!(
            "{name} at line {} column {} is not a JSON number; give a finite number",
            error.line(),
            error.column()
        ),
        None => of_parser(&error.to_string()),
    }
}

/// What the parser says of a value, with the setting that has it, where the parser does not name it itself.
pub(super) fn of_setting(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let (path, problem) = (
        error.path().to_string(),
        of_parser(&error.inner().to_string()),
    );
    let key = path.rsplit('.').next().unwrap_or_default();
    // Of the whole text the path is a dot.
    match key.is_empty() || problem.contains(&format!("`{key}`")) {
        true => problem,
        false => format!("{path}: {problem}"),
    }
}

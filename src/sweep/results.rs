//! All tasks as one table, whatever state they are in.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::folder::{SweepFolder, TaskState};
use super::measures::Measures;
use super::setting::shown;
use crate::figure::csv_field;

/// A row of the table.
#[derive(Default)]
pub(super) struct TaskRow {
    pub(super) state: &'static str,
    measures: Measures,
}

impl TaskRow {
    /// The measures by their names, without one that is among `settings`: `steps`, where they vary.
    pub(super) fn measured(
        &self,
        settings: &[String],
    ) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        let all = Measures::NAMES.into_iter().zip(self.measures.values());
        all.filter(|(name, _)| !settings.iter().any(|setting| setting == name))
    }
}

/// The row of each task.
pub(super) fn rows(folder: &SweepFolder) -> Vec<TaskRow> {
    let row = |index| {
        let state = folder.state(index);
        let name = state.name();
        let measures = match state {
            TaskState::Done(result) => result.measures,
            _ => Measures::default(),
        };
        TaskRow {
            state: name,
            measures,
        }
    };
    (0..folder.sweep().len()).map(row).collect()
}

/// The table as CSV: a line for each task with its index, its state, the settings that vary and all [`Measures`]; empty
/// where a measure is not known.
pub fn results_table(folder: &SweepFolder) -> String {
    let settings = folder.sweep().settings();
    let empty = TaskRow::default();
    let measures = empty.measured(settings).map(|(name, _)| name);
    let names: Vec<_> = ["task", "state"]
        .into_iter()
        .chain(settings.iter().map(String::as_str))
        .chain(measures)
        .collect();
    let mut table = names.join(",") + "\n";
    for (index, row) in rows(folder).iter().enumerate() {
        let values = folder.sweep().values(index).iter();
        let values = values.map(|value| csv_field(&shown(value)));
        let measures = row
            .measured(settings)
            .map(|(_, value)| value.map_or_else(String::new, |v| v.to_string()));
        let fields: Vec<_> = values.chain(measures).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{index},{},{}", row.state, fields.join(","));
    }
    table
}

/// The table as a list of objects for JSON, with the keys of [`results_table`]; null where a measure is not known.
pub fn results_json(folder: &SweepFolder) -> Value {
    let object = |(index, row): (usize, TaskRow)| {
        let mut object = Map::new();
        object.insert("task".to_owned(), index.into());
        object.insert("state".to_owned(), row.state.into());
        let settings = folder.sweep().settings();
        let values = folder.sweep().values(index).iter().cloned();
        object.extend(settings.iter().cloned().zip(values));
        let measures = row.measured(settings);
        object.extend(measures.map(|(name, value)| (name.to_owned(), value.into())));
        Value::Object(object)
    };
    rows(folder).into_iter().enumerate().map(object).collect()
}

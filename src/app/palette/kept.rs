//! The models that the program keeps, once their list was read.

use std::time::SystemTime;

use super::entry::{Does, Entry, Known};
use crate::app::widgets::elapsed;
use crate::engine::Command;
use crate::words::grouped;

/// An entry for each, the newest first.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let now = SystemTime::now();
    let rows = known.state.kept.rows.iter().flatten();
    let entries = rows.filter(|row| !row.is_gone).map(|row| {
        let model = &row.model;
        let age = now.duration_since(model.written).unwrap_or_default();
        let movies = grouped(model.movies_seen);
        Entry {
            kind: "Kept",
            text: format!("Open kept model: {movies} movies, {}", elapsed(age)),
            about: match &model.summary {
                Ok(_) => "Goes on with it. The present model is kept.".to_owned(),
                Err(error) => error.clone(),
            },
            also: String::new(),
            keys: None,
            does: (model.summary.is_ok()).then(|| Does::Send(Command::Open(model.path.clone()))),
        }
    });
    entries.collect()
}

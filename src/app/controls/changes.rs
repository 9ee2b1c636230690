//! What came of each change of the sliders, the newest first.

use egui::{CollapsingHeader, ScrollArea, Ui};

use crate::app::state::State;
use crate::telemetry::Change;
use crate::words::{as_said, grouped, percent};

/// Largest height of the list, in points.
const HEIGHT: f32 = 150.0;

/// The list, while there is anything in it.
pub(super) fn changes(ui: &mut Ui, state: &State) {
    let Some(newest) = &state.newest else { return };
    let history = &newest.snapshot.history;
    if history.changes().next().is_none() {
        return;
    }
    let header = CollapsingHeader::new("Effects of changes").id_salt("changes");
    header.show_unindented(ui, |ui| {
        let area = ScrollArea::vertical().max_height(HEIGHT);
        area.show(ui, |ui| {
            for change in history.changes().rev() {
                let movies = grouped(change.marks[0].movies_seen);
                let texts = change.marks.iter().map(|mark| as_said(&mark.text));
                let text = texts.collect::<Vec<_>>().join(", ");
                ui.label(format!("{text} at {movies} movies"));
                ui.weak(effects(&change));
            }
        });
    });
}

/// What is otherwise since a change.
fn effects(change: &Change) -> String {
    let percents = |shares: [f64; 2]| shares.map(percent).join(" to ");
    let mut words = Vec::new();
    if let Some([before, after]) = change.concentration {
        words.push(format!("concentration {before:.2} to {after:.2}"));
    }
    words.push(format!("z active {}", percents(change.simple_density)));
    words.push(format!("u active {}", percents(change.invariant_density)));
    words.join(", ")
}

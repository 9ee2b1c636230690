//! The picture files left out, each with its reason.

use egui::{ScrollArea, Ui};

use super::window;
use crate::app::state::State;
use crate::words::counted;

/// The list of files left out.
pub(crate) fn skipped(ui: &mut Ui, state: &mut State) {
    window("Skipped files", ui)
        .open(&mut state.shows_skipped)
        .default_size([560.0, 320.0])
        .show(ui.ctx(), |ui| {
            let lines = &state.skipped;
            ui.weak(format!(
                "{} could not be used:",
                counted(lines.len(), "file")
            ));
            ui.separator();
            let height = ui.text_style_height(&egui::TextStyle::Body);
            let area = ScrollArea::both().auto_shrink(false);
            area.show_rows(ui, height, lines.len(), |ui, visible| {
                for line in &lines[visible] {
                    ui.add(egui::Label::new(line).extend());
                }
            });
        });
}

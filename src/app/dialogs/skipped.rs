//! The picture files left out, each with its reason.

use egui::{ScrollArea, Ui};

use super::sheet;
use crate::app::state::State;
use crate::app::state::sheets::Sheet;
use crate::words::counted;

/// The list of files left out.
pub(crate) fn skipped(ui: &mut Ui, state: &mut State) {
    sheet(ui, state, Sheet::SkippedFiles, |ui, state| {
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
                ui.add(egui::Label::new(line).extend())
                    .on_hover_text(line.as_str());
            }
        });
    });
}

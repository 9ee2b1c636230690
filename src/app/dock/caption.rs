//! The line below a view that says how to read it.

use egui::{Frame, Label, RichText, Ui};

use crate::app::commands::View;
use crate::app::theme;

/// Height of a view from which on there is room for its caption, in points.
pub(super) const CAPTION_FROM: f32 = 170.0;

/// How to read a view, in a quiet line under it. To many it is what they read: larger, and whole.
pub(super) fn caption(ui: &mut Ui, view: View, is_to_many: bool) {
    let panel = egui::Panel::bottom(("caption", view.key)).frame(Frame::NONE);
    let panel = panel.resizable(false).show_separator_line(false);
    panel.show(ui, |ui| {
        let text = RichText::new(view.caption);
        ui.add(if is_to_many {
            Label::new(text.size(theme::BODY)).wrap()
        } else {
            Label::new(text.size(theme::SMALL).weak()).truncate()
        });
    });
}

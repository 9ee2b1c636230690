//! What is said below a view on how to read it.

use egui::{Frame, Label, RichText, Ui};

use crate::app::commands::View;
use crate::app::theme;

/// Height of a view from which on there is room for its caption, in points.
pub(super) const CAPTION_FROM: f32 = 170.0;

/// How to read a view, quietly under it. To many it is what they read: larger.
pub(super) fn caption(ui: &mut Ui, view: View, is_to_many: bool) {
    let panel = egui::Panel::bottom(("caption", view.key)).frame(Frame::NONE);
    let panel = panel.resizable(false).show_separator_line(false);
    panel.show(ui, |ui| {
        let text = RichText::new(view.caption);
        let text = if is_to_many {
            text.size(theme::BODY)
        } else {
            text.size(theme::SMALL).weak()
        };
        ui.add(Label::new(text).wrap());
    });
}

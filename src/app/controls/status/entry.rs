//! A figure of the status line: its name, and its value beside it.

use egui::{Color32, FontId, RichText, Ui};

use crate::app::theme;
use crate::app::widgets::text_width;

/// The width of a text and of the space beside it.
pub(super) fn width(ui: &Ui, text: &str, font: FontId) -> f32 {
    text_width(ui, text, font) + ui.spacing().item_spacing.x
}

/// The name of a figure; pointing at it, as at its value, tells what it is.
pub(super) fn name(ui: &mut Ui, text: &str, hint: &str) {
    let color = ui.visuals().weak_text_color.unwrap_or(Color32::GRAY);
    ui.label(RichText::new(text).size(theme::SMALL).color(color))
        .on_hover_text(hint);
}

/// Its value.
pub(super) fn value(ui: &mut Ui, text: impl Into<RichText>, hint: &str) {
    ui.label(text.into().monospace().size(theme::SMALL))
        .on_hover_text(hint);
}

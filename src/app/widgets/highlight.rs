//! Frames and lights on units.

use egui::{Color32, Rect, Stroke, StrokeKind, Ui};

use crate::app::theme;

/// A frame around a unit.
pub(crate) fn frame_unit(ui: &Ui, rect: Rect, color: Color32, width: f32) {
    ui.painter()
        .rect_stroke(rect, 0.0, Stroke::new(width, color), StrokeKind::Outside);
}

/// Lights a unit up by how strongly it answers, 0 to 1.
pub(crate) fn light(ui: &Ui, rect: Rect, strength: f32) {
    let color = theme::color(theme::palette(ui).series[3]);
    let glow = color.gamma_multiply(0.25 * strength);
    ui.painter().rect_filled(rect, 0.0, glow);
    let rim = Stroke::new(
        1.0 + 2.0 * strength,
        color.gamma_multiply(0.3 + 0.7 * strength),
    );
    ui.painter().rect_stroke(rect, 0.0, rim, StrokeKind::Inside);
}

/// Lets what is here stand back behind what is marked.
pub(crate) fn dim(ui: &Ui, rect: Rect) {
    let veil = ui.visuals().panel_fill.gamma_multiply(0.6);
    ui.painter().rect_filled(rect, 0.0, veil);
}

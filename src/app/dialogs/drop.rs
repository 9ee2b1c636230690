//! What will happen to files held over the window.

use egui::{Align2, Color32, FontId, LayerId, Order, Ui};

/// The hint over everything while files are held over the window.
pub(crate) fn drop_hint(ui: &mut Ui) {
    let ctx = ui.ctx();
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, egui::Id::unique("drop")));
    let rect = ctx.content_rect();
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(190));
    let text = "Drop pictures or folders to learn from them, or a model to open it";
    let font = FontId::proportional(22.0);
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        text,
        font,
        Color32::WHITE,
    );
}

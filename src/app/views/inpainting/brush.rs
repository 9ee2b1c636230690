//! Pixels hidden by hand: the block dragged, and the mask painted.

use egui::{CursorIcon, Stroke, Ui, vec2};

use crate::app::commands::mask_shape::MaskShape;
use crate::app::state::workers::mask_editor::{BRUSH_PX, MaskEditor};
use crate::app::widgets::Canvas;
use crate::figure::InpaintingLayout;

/// A stroke is at least this fine, in pixels.
const STROKE_STEP_PX: f32 = 0.5;

/// Drags the block, or paints, with the pointer on a tile.
pub(super) fn paint(
    ui: &Ui,
    mask_editor: &mut MaskEditor,
    canvas: &Canvas,
    layout: &InpaintingLayout,
    side: usize,
) {
    if mask_editor.by == MaskShape::Random {
        return;
    }
    let response = &canvas.response;
    let pixel = |at: egui::Pos2| layout.pixel_at(canvas.place(at).into());
    if response.hover_pos().and_then(pixel).is_some() {
        ui.set_cursor_icon(CursorIcon::Crosshair);
    }
    let start = ui.input(|input| input.pointer.press_origin());
    let is_held = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
    let at = response.interact_pointer_pos().filter(|_| is_held);
    if let Some(at_px) = mask_editor
        .brush_at_px
        .filter(|_| mask_editor.by == MaskShape::Brush)
    {
        show_brush(ui, canvas, layout, side, at_px);
    }
    let (Some(at), Some(_)) = (at.and_then(pixel), start.and_then(pixel)) else {
        return;
    };
    mask_editor.brush_at_px = None;
    let (delta, is_back) = ui.input(|input| (input.pointer.delta(), input.modifiers.shift));
    // From where the pointer was, if that was on a tile too: a fast stroke has no gaps.
    let before = response.interact_pointer_pos().map(|at| at - delta);
    let from = before.filter(|_| response.dragged() && !response.drag_started());
    let from = from.and_then(pixel).unwrap_or(at);
    let length = (at[0] - from[0]).hypot(at[1] - from[1]);
    let steps = (length / STROKE_STEP_PX).ceil().max(1.0);
    for step in 1..=steps as usize {
        let share = step as f32 / steps;
        // Over a whole picture the mask repeats.
        let along = |axis: usize| from[axis] + share * (at[axis] - from[axis]);
        let place = [along(0), along(1)].map(|at| at.rem_euclid(side as f32));
        mask_editor.touch(side, place, is_back);
    }
}

/// The brush where keys moved it, on every tile.
fn show_brush(ui: &Ui, canvas: &Canvas, layout: &InpaintingLayout, side: usize, at_px: [f32; 2]) {
    let stroke = Stroke::new(1.5, ui.visuals().hyperlink_color);
    for tile in &layout.tiles {
        let tile = canvas.rect(tile);
        let zoom = tile.width() / side as f32;
        let at = tile.min + zoom * vec2(at_px[0], at_px[1]);
        ui.painter().circle_stroke(at, zoom * BRUSH_PX, stroke);
    }
}

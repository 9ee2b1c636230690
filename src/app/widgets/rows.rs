//! Lists of units whose rows stand for them.

use egui::Ui;

use super::canvas::Canvas;
use super::cards::{card_beside, unit_card};
use super::highlight::frame_unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::engine::Layer;
use crate::figure;

/// Rows can be pointed at and clicked, as the units they stand for.
pub(crate) fn point_at_rows(
    ui: &Ui,
    model: &ModelView,
    state: &mut State,
    canvas: Canvas,
    lists: &[(Layer, &[(usize, figure::Rect)])],
) {
    let palette = theme::palette(ui);
    let pointer = canvas.response.hover_pos();
    let mut pointed = None;
    for &(layer, rows) in lists {
        for (unit, row) in rows {
            let row = canvas.rect(row);
            if state.selection.of(layer) == Some(*unit) {
                frame_unit(ui, row, theme::color(palette.accent), 1.5);
            }
            if pointer.is_some_and(|at| row.contains(at)) {
                pointed = Some((layer, *unit, row));
            }
        }
    }
    let Some((layer, unit, row)) = pointed else {
        return;
    };
    if canvas.response.clicked() {
        state.selection.toggle(layer, unit);
    }
    let card = |ui: &mut Ui| unit_card(ui, model, state, (layer, unit));
    card_beside(canvas.response, row, card);
}

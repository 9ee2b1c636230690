//! Lists of units whose rows stand for them.

use egui::{Pos2, Response, Ui};

use super::cards::{filter_card, unit_card};
use super::marks::frame_unit;
use super::scene::on_screen;
use crate::app::state::State;
use crate::app::theme;
use crate::engine::Layer;
use crate::figure;

/// Rows can be pointed at and clicked, as the units they stand for.
pub(crate) fn point_at_rows(
    ui: &Ui,
    state: &mut State,
    response: &Response,
    origin: Pos2,
    lists: &[(Layer, &[(usize, figure::Rect)])],
) {
    let palette = theme::palette(ui);
    let pointer = response.hover_pos();
    let mut pointed = None;
    for &(layer, rows) in lists {
        for (unit, row) in rows {
            let row = on_screen(origin, row);
            if state.selection.of(layer) == Some(*unit) {
                frame_unit(ui, row, theme::color(palette.accent), 1.5);
            }
            if pointer.is_some_and(|at| row.contains(at)) {
                pointed = Some((layer, *unit));
            }
        }
    }
    let Some((layer, unit)) = pointed else { return };
    if response.clicked() {
        state.selection.toggle(layer, unit);
    }
    response.clone().on_hover_ui_at_pointer(|ui| match layer {
        Layer::Simple => filter_card(ui, state, unit),
        Layer::Invariant => unit_card(ui, state, unit),
    });
}

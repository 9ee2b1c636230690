//! Lists of units whose rows stand for them.

use egui::Ui;

use super::canvas::Canvas;
use super::cards::{card_beside, unit_card};
use super::highlight::frame_unit;
use super::unit_keys::unit_by_keys;
use crate::analysis::Unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::engine::Layer;
use crate::figure;

/// Rows can be pointed at and clicked, or walked by keys, as the units they stand for. The card of one begins with what is said of its
/// response.
pub(crate) fn point_at_rows(
    ui: &Ui,
    model: &ModelView,
    state: &mut State,
    canvas: Canvas,
    lists: &[(Layer, &[(usize, figure::Rect)])],
    response_said: impl Fn(Unit) -> Option<String>,
) {
    let of_list = |&(layer, rows): &(Layer, &[(usize, figure::Rect)])| {
        let rows = rows.iter();
        let places = rows.map(|(unit, row)| ((layer, *unit), canvas.rect(row)));
        places.collect::<Vec<_>>()
    };
    let places: Vec<_> = lists.iter().flat_map(of_list).collect();
    let accent = theme::color(theme::palette(ui).accent);
    for &((layer, unit), row) in &places {
        if state.selection.of(layer) == Some(unit) {
            frame_unit(ui, row, accent, 1.5);
        }
    }
    let pointer = canvas.response.hover_pos();
    let pointed = pointer.and_then(|at| places.iter().position(|(_, row)| row.contains(at)));
    let by_keys = unit_by_keys(ui, model, state, &canvas.response, || places.clone());
    let Some(place) = by_keys.or(pointed) else {
        return;
    };
    let ((layer, unit), row) = places[place];
    if canvas.response.clicked() {
        state.selection.toggle(layer, unit);
    }
    let card = |ui: &mut Ui| {
        if let Some(response) = response_said((layer, unit)) {
            ui.label(response);
        }
        unit_card(ui, model, state, (layer, unit));
    };
    card_beside(canvas.response, row, card);
}

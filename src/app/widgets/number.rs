//! A number that counts when it is entered, not while it is typed.

use egui::emath::Numeric;
use egui::{DragValue, Id, Key, Response, Ui};

/// Shows a number to drag or to type, in the given form. Typing 0.3 passes through 0, on which nothing should act; Escape
/// leaves the number as it was.
pub(crate) fn number<N: Numeric>(
    ui: &mut Ui,
    value: &mut N,
    form: impl FnOnce(DragValue<'_>) -> DragValue<'_>,
) -> Response {
    let before = *value;
    let response = ui.add(form(DragValue::new(value)).update_while_editing(false));
    // Escape takes the focus away, and a frame later egui takes over what was typed after all.
    let (id, now) = (Id::unique("escape"), ui.ctx().cumulative_pass_nr());
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    let escaped = ui.data(|data| data.get_temp::<u64>(id));
    if *value != before && escaped.is_some_and(|at| now - at <= 1) {
        *value = before;
    }
    response
}

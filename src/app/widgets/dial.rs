//! A number with its name, to be dragged or typed.

use std::ops::RangeInclusive;

use egui::Ui;

use super::number;

/// Shows a number with its name before it and its unit behind; `speed` is its change per point dragged.
pub(crate) fn dial(
    ui: &mut Ui,
    name: &str,
    unit: &str,
    range: RangeInclusive<f64>,
    speed: f64,
    value: &mut f64,
) {
    let name = ui.label(name);
    number(ui, value, |number| {
        let number = number.range(range).speed(speed).max_decimals(3);
        number.suffix(unit.to_owned())
    })
    .labelled_by(name.id);
    ui.add_space(6.0);
}

//! A number with its name, to be dragged or typed.

use std::ops::RangeInclusive;

use egui::Ui;

use super::{keep_together, number};

/// Room for a name and its number, in points.
const WIDTH: f32 = 118.0;

/// Shows a number with its name before it and its unit behind; `speed` is its change per point dragged, 0.001 to 1.
pub(crate) fn dial(
    ui: &mut Ui,
    name: &str,
    unit: &str,
    range: RangeInclusive<f64>,
    speed: f64,
    value: &mut f64,
) {
    // A name is not parted from its number.
    keep_together(ui, WIDTH);
    ui.label(name);
    // As many digits as a point of dragging changes: one that runs by itself flickers in no others.
    let decimals = (-speed.log10()).ceil().max(0.0) as usize;
    number(ui, name, value, |number| {
        let number = number.range(range).speed(speed).max_decimals(decimals);
        number.suffix(unit.to_owned())
    });
    ui.add_space(6.0);
}

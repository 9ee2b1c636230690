//! A number with its name, to be dragged or typed.

use std::ops::RangeInclusive;

use egui::{DragValue, Ui};

/// What a dial sets.
pub(crate) struct Dial {
    name: &'static str,
    unit: &'static str,
    range: RangeInclusive<f64>,
    /// Change per point dragged.
    speed: f64,
}

impl Dial {
    pub(crate) const fn new(
        name: &'static str,
        unit: &'static str,
        range: RangeInclusive<f64>,
        speed: f64,
    ) -> Self {
        Self {
            name,
            unit,
            range,
            speed,
        }
    }
}

/// Shows the dial; true when the value changed.
pub(crate) fn dial(ui: &mut Ui, dial: &Dial, value: &mut f64) -> bool {
    let name = ui.label(dial.name);
    let number = DragValue::new(value)
        .range(dial.range.clone())
        .speed(dial.speed)
        .max_decimals(3)
        .suffix(dial.unit);
    let changed = ui.add(number).labelled_by(name.id).changed();
    ui.add_space(6.0);
    changed
}

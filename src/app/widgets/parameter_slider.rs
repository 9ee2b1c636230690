//! The sliders of parameters, as their rows say.

use egui::Ui;

use super::log_slider::{LogSlider, log_slider};
use crate::app::state::State;
use crate::parameter::{Parameter, Section};

/// Shows the slider; what it sets acts at once.
pub(crate) fn parameter_slider(ui: &mut Ui, state: &mut State, parameter: Parameter) {
    let row = parameter.row();
    let slider = LogSlider {
        name: row.label,
        tooltip: row.tooltip,
        range: row.slider,
        typed: row.typed,
        is_share: row.is_share,
        is_log: row.is_log,
        default: parameter.usual_value(&state.live),
        default_is: "the default at these sizes",
    };
    let mut value = parameter.get(&state.live);
    if log_slider(ui, &slider, &mut value) {
        state.set(parameter, value);
    }
}

/// Shows the sliders of a section that have an effect.
pub(crate) fn parameter_sliders(ui: &mut Ui, state: &mut State, section: Section) {
    for parameter in Parameter::of(section, &state.live) {
        parameter_slider(ui, state, parameter);
        ui.add_space(2.0);
    }
}

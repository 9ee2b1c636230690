//! The slider of a parameter, as its row says.

use egui::Ui;

use super::log_slider::{LogSlider, log_slider};
use crate::app::state::State;
use crate::engine::Command;
use crate::parameter::Parameter;

/// Shows the slider; what it sets acts at once.
pub(crate) fn parameter_slider(ui: &mut Ui, state: &mut State, parameter: Parameter) {
    let row = parameter.row();
    let slider = LogSlider {
        name: row.label,
        tooltip: row.tooltip,
        range: row.slider,
        is_log: row.is_log,
        default: parameter.default_value(),
    };
    let mut value = parameter.get(&state.live);
    if log_slider(ui, &slider, &mut value) {
        parameter.set(&mut state.live, value);
        state.send(Command::Set(parameter, value));
    }
}

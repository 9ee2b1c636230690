//! Learning rates, frozen layers and dead units.

use egui::{Button, Ui};

use crate::app::state::{State, units_of};
use crate::app::widgets::{fold, parameter_slider};
use crate::engine::{Command, Layer};
use crate::parameter::Parameter;

/// Height of a window in which everything else still fits when this is open, in points.
const ROOMY: f32 = 1020.0;

/// How each layer learns.
pub(crate) fn learning(ui: &mut Ui, state: &mut State) {
    let is_roomy = ui.ctx().content_rect().height() >= ROOMY;
    fold(ui, "Learning", is_roomy, |ui| {
        layer(ui, state, Layer::Simple, Parameter::SimpleRate);
        ui.add_space(6.0);
        layer(ui, state, Layer::Invariant, Parameter::InvariantRate);
    });
}

fn layer(ui: &mut Ui, state: &mut State, layer: Layer, rate: Parameter) {
    parameter_slider(ui, state, rate);
    ui.horizontal(|ui| {
        let name = format!("Freeze {}", layer.weights());
        let freeze = ui.checkbox(state.frozen_mut(layer), name);
        if freeze
            .on_hover_text("Stop learning these weights.")
            .changed()
        {
            let is_frozen = *state.frozen_mut(layer);
            state.send(Command::Freeze(layer, is_frozen));
        }
        revive(ui, state, layer);
    });
}

fn revive(ui: &mut Ui, state: &mut State, layer: Layer) {
    let dead = state.now().map_or(0, |status| {
        layer.of(status.simple_dead, status.invariant_dead)
    });
    let button = ui.add_enabled(dead > 0, Button::new(format!("Revive {dead} dead")));
    let name = units_of(layer);
    let hint = format!("Reinitialise rarely active {name} from data.");
    let none = format!("No {name} are dead.");
    let button = button.on_hover_text(hint).on_disabled_hover_text(none);
    if button
        .accessible_name(format!("Revive {dead} dead {name}"))
        .clicked()
    {
        state.send(Command::Revive(layer));
    }
}

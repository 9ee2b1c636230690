//! Learning rates, frozen layers and dead units.

use egui::{Button, Ui};

use crate::app::commands::Action;
use crate::app::state::{State, units_of};
use crate::app::widgets::{fold, parameter_slider};
use crate::engine::Layer;
use crate::parameter::{Parameter, Section};

/// Height of a window in which everything else still fits when this is open, in points.
const ROOMY: f32 = 1020.0;

/// How each layer learns.
pub(crate) fn learning(ui: &mut Ui, state: &mut State) {
    let is_roomy = ui.ctx().content_rect().height() >= ROOMY;
    fold(ui, "Learning", is_roomy, |ui| {
        for parameter in Parameter::of(Section::Learning, &state.live) {
            parameter_slider(ui, state, parameter);
            match parameter {
                Parameter::SimpleRate => layer(ui, state, Layer::Simple),
                Parameter::InvariantRate => layer(ui, state, Layer::Invariant),
                _ => {}
            }
            ui.add_space(6.0);
        }
        let mut keeps = state.live.learning.keep_alive;
        let row = Action::KeepAlive.row();
        let check = ui.checkbox(&mut keeps, row.text);
        if check.on_hover_text(row.tooltip).changed() {
            state.act(Action::KeepAlive);
        }
    });
}

/// Whether a layer learns, and the way back to life for its dead units.
fn layer(ui: &mut Ui, state: &mut State, layer: Layer) {
    let (freeze, revive) = match layer {
        Layer::Simple => (Action::FreezeSimple, Action::ReviveSimple),
        Layer::Invariant => (Action::FreezeInvariant, Action::ReviveInvariant),
    };
    ui.horizontal(|ui| {
        let (mut is_frozen, row) = (layer.is_frozen(&state.live.learning), freeze.row());
        let check = ui.checkbox(&mut is_frozen, row.text);
        if check.on_hover_text(row.tooltip).changed() {
            state.act(freeze);
        }
        let (dead, units) = (state.dead(layer), units_of(layer));
        let button = ui.add_enabled(dead > 0, Button::new(format!("Revive {dead} dead")));
        let none = format!("No {units} are dead.");
        let button = button
            .on_hover_text(revive.row().tooltip)
            .on_disabled_hover_text(none);
        let name = format!("Revive {dead} dead {units}");
        if button.accessible_name(name).clicked() {
            state.act(revive);
        }
    });
}

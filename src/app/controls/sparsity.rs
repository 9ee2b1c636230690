//! How the layers hang together, and the sliders of their sparsities.

use egui::Ui;

use super::changes::changes;
use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::widgets::{parameter_sliders, section};
use crate::model::Coupling;
use crate::parameter::Section;

/// The model, and the sliders for alpha, beta and, with a third layer, gamma.
pub(crate) fn sparsity(ui: &mut Ui, state: &mut State) {
    section(ui, "Sparsity", |ui| {
        couplings(ui, state);
        parameter_sliders(ui, state, Section::Sparsity);
        if !state.has_few_controls {
            changes(ui, state);
        }
    });
}

/// The model: split or joint.
fn couplings(ui: &mut Ui, state: &mut State) {
    let now = state.live.model.coupling;
    ui.horizontal(|ui| {
        ui.label("Model");
        for coupling in Coupling::ALL {
            let action = match coupling {
                Coupling::Split => Action::SplitModel,
                Coupling::Joint => Action::JointModel,
            };
            let button = ui.selectable_label(now == coupling, coupling.name());
            if button.on_hover_text(action.row().tooltip).clicked() {
                state.act(action);
            }
        }
    });
}

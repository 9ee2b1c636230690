//! How the layers hang together, and the sliders of their sparsities.

use egui::Ui;

use crate::app::state::State;
use crate::app::widgets::{parameter_sliders, section};
use crate::engine::Command;
use crate::model::Coupling;
use crate::parameter::Section;

/// The model, and the sliders for alpha, beta and, with a third layer, gamma.
pub(crate) fn sparsity(ui: &mut Ui, state: &mut State) {
    section(ui, "Sparsity", |ui| {
        couplings(ui, state);
        parameter_sliders(ui, state, Section::Sparsity);
    });
}

/// The model: split or joint. Another one starts again with the same seed and pictures, so that people see
/// the same cells come out of both.
fn couplings(ui: &mut Ui, state: &mut State) {
    let now = state.live.model.coupling;
    ui.horizontal(|ui| {
        ui.label("Model");
        for coupling in Coupling::ALL {
            let hint = match coupling {
                Coupling::Split => {
                    "The layers are coded one after the other: u does not influence z. Restarts with the same seed."
                }
                Coupling::Joint => {
                    "All layers minimise one energy: u lowers the penalty on the filters it pools. Restarts with the same seed."
                }
            };
            let button = ui.selectable_label(now == coupling, coupling.name());
            if button.on_hover_text(hint).clicked() && now != coupling {
                let mut config = state.live.clone();
                config.model.coupling = coupling;
                state.send(Command::Rebuild(Box::new(config)));
            }
        }
    });
}

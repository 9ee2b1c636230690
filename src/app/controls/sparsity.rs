//! How the layers hang together, and the sliders of their sparsities.

use egui::Ui;

use crate::app::state::State;
use crate::app::widgets::{parameter_slider, section};
use crate::engine::Command;
use crate::model::Coupling;
use crate::parameter::{Parameter, Section};

/// The model, and the sliders for alpha, beta and, with a third layer, gamma.
pub(crate) fn sparsity(ui: &mut Ui, state: &mut State) {
    section(ui, "Sparsity", |ui| {
        couplings(ui, state);
        let has_top = state.live.model.top > 0;
        for &parameter in Parameter::ALL {
            let is_here = parameter.row().section == Section::Sparsity;
            if is_here && (has_top || parameter != Parameter::Gamma) {
                parameter_slider(ui, state, parameter);
                ui.add_space(2.0);
            }
        }
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

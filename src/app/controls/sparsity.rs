//! How the layers hang together, and the sliders of their sparsities.

use egui::Ui;

use crate::app::state::State;
use crate::app::widgets::{LogSlider, log_slider, section};
use crate::engine::Command;
use crate::model::{Coupling, ModelParams};

/// The model, and the sliders for alpha, beta and, with a third layer, gamma.
pub(crate) struct Sparsity;

impl Sparsity {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let default = ModelParams::default();
        let alpha = LogSlider {
            name: "α  simple units",
            tooltip: "Sparsity penalty on z, the simple responses. The larger, the fewer filters explain a frame.",
            range: 0.01..=10.0,
            default: default.alpha,
        };
        let beta = LogSlider {
            name: "β  invariant units",
            tooltip: "Sparsity penalty on u, the invariant responses. The larger, the fewer and narrower the active pools.",
            range: 0.01..=10.0,
            default: default.beta,
        };
        let gamma = LogSlider {
            name: "γ  top units",
            tooltip: "Sparsity penalty on v, the responses of top units. The larger, the fewer are active.",
            range: 0.001..=10.0,
            default: default.gamma,
        };
        section(ui, "Sparsity", |ui| {
            couplings(ui, state);
            let model = &mut state.live.model;
            if log_slider(ui, &alpha, &mut model.alpha) {
                let value = model.alpha;
                state.send(Command::Alpha(value));
            }
            ui.add_space(2.0);
            let model = &mut state.live.model;
            if log_slider(ui, &beta, &mut model.beta) {
                let value = model.beta;
                state.send(Command::Beta(value));
            }
            if state.live.model.top > 0 {
                ui.add_space(2.0);
                if log_slider(ui, &gamma, &mut state.live.model.gamma) {
                    let value = state.live.model.gamma;
                    state.send(Command::Gamma(value));
                }
            }
        });
    }
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

//! The two sliders of the model.

use egui::Ui;

use super::View;
use crate::app::state::State;
use crate::app::widgets::{Knob, knob, section};
use crate::engine::Command;
use crate::model::ModelParams;

/// The sliders for alpha and beta.
pub(super) struct Sparsity;

impl View for Sparsity {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let default = ModelParams::default();
        let alpha = Knob {
            name: "α  simple units",
            tooltip: "Sparsity of z: the price of a simple unit's response. More of it, and fewer filters explain a frame.",
            range: 0.01..=10.0,
            default: default.alpha,
        };
        let beta = Knob {
            name: "β  invariant units",
            tooltip: "Sparsity of u: the price of an invariant unit's response. More of it, and fewer, sharper pools are on.",
            range: 0.01..=10.0,
            default: default.beta,
        };
        section(ui, "Sparsity", |ui| {
            let model = &mut state.live.model;
            if knob(ui, &alpha, &mut model.alpha) {
                let value = model.alpha;
                state.send(Command::Alpha(value));
            }
            ui.add_space(2.0);
            let model = &mut state.live.model;
            if knob(ui, &beta, &mut model.beta) {
                let value = model.beta;
                state.send(Command::Beta(value));
            }
        });
    }
}

//! Contrast normalisation of the pictures. It takes effect with a new start.

use egui::{Grid, Ui};

use super::sizes::{apply, number};
use crate::app::state::State;
use crate::app::widgets::fold;

/// The settings of the contrast normalisation.
pub(crate) fn contrast(ui: &mut Ui, state: &mut State) {
    fold(ui, "Contrast", false, |ui| {
        let normalise = &mut state.draft.normalise;
        Grid::new("contrast").num_columns(2).show(ui, |ui| {
            number(ui, "Contrast window, px", &mut normalise.window_px, 0.1);
            number(ui, "Sigma, px", &mut normalise.sigma_px, 0.02);
            number(ui, "Cutoff", &mut normalise.cutoff, 0.001);
            number(ui, "Gain", &mut normalise.gain, 0.005);
        });
        apply(ui, state);
    });
}

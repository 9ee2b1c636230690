//! The left panel: everything that can be set.

use egui::{Frame, Margin, ScrollArea, Ui};

use super::View;
use super::contrast::ContrastFold;
use super::learning::Learning;
use super::model_file::ModelFile;
use super::pictures::Pictures;
use super::run::RunControls;
use super::sizes::Sizes;
use super::sparsity::Sparsity;
use crate::app::state::State;

/// The left panel.
#[derive(Default)]
pub(super) struct Controls {
    pictures: Pictures,
    model_file: ModelFile,
}

impl View for Controls {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let margin = Margin::symmetric(14, 4);
            Frame::NONE.inner_margin(margin).show(ui, |ui| {
                RunControls.ui(ui, state);
                Sparsity.ui(ui, state);
                if state.settings.few_controls {
                    return;
                }
                self.pictures.ui(ui, state);
                Learning.ui(ui, state);
                Sizes.ui(ui, state);
                ContrastFold.ui(ui, state);
                self.model_file.ui(ui, state);
            });
        });
    }
}

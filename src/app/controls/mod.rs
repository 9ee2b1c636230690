//! The left panel: everything that can be set, and the bars above and below.

mod contrast;
mod learning;
pub(crate) mod menu;
mod model_file;
mod pictures;
mod run;
mod sizes;
mod sparsity;
pub(crate) mod status;

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::app::state::State;
use contrast::ContrastFold;
use learning::Learning;
use model_file::ModelFile;
use pictures::Pictures;
use run::RunControls;
use sizes::Sizes;
use sparsity::Sparsity;

/// The left panel.
#[derive(Default)]
pub(crate) struct Controls {
    pictures: Pictures,
    model_file: ModelFile,
}

impl Controls {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
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

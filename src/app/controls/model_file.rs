//! Saving and opening models.

use std::path::PathBuf;

use egui::{Button, TextEdit, Ui};

use crate::app::commands::Action;
use crate::app::dialogs::file_picker::model_file;
use crate::app::state::State;
use crate::app::widgets::{action_button, fold};
use crate::engine::Command;

/// The model file.
#[derive(Default)]
pub(crate) struct ModelFile {
    path: String,
}

impl ModelFile {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        fold(ui, "Model file", false, |ui| {
            if let Some(path) = state.model_path() {
                ui.weak(path.display().to_string());
            }
            ui.columns_const(|[left, right]| {
                for (ui, action) in [(left, Action::SaveModel), (right, Action::OpenModel)] {
                    ui.vertical_centered_justified(|ui| action_button(ui, state, action));
                }
            });
            let field = TextEdit::singleline(&mut self.path).hint_text("or enter a path");
            let field = field.desired_width(f32::INFINITY);
            ui.add(field).accessible_name("Path of the model");
            let path = self.path.trim();
            let has_path = !path.is_empty();
            ui.horizontal(|ui| {
                if ui
                    .add_enabled(has_path, Button::new("Save to path"))
                    .clicked()
                {
                    state.send(Command::Save(model_file(PathBuf::from(path))));
                }
                if ui.add_enabled(has_path, Button::new("Open path")).clicked() {
                    state.send(Command::Open(PathBuf::from(path)));
                }
            });
        });
    }
}

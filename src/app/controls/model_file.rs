//! Saving and opening models.

use egui::{Button, TextEdit, Ui};

use crate::app::commands::Action;
use crate::app::dialogs::file_picker::FIRST_MODEL;
use crate::app::export::target::is_folder;
use crate::app::notices::NOT_SAVED;
use crate::app::state::State;
use crate::app::state::preferences::MOST_HISTORY_MB;
use crate::app::typed_path::{is_entered, model_file, typed_path};
use crate::app::widgets::{button_pair, fold, number};
use crate::engine::Command;

/// The model file; `path` is what was typed.
pub(crate) fn model_file_fold(ui: &mut Ui, state: &mut State, path: &mut String) {
    fold(ui, "Model file", false, |ui| {
        button_pair(ui, state, [Action::SaveModel, Action::OpenModel]);
        history(ui, state);
        let field = TextEdit::singleline(path).hint_text("or enter a path; Enter opens it");
        let field = field.desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Path of the model");
        let is_entered = is_entered(ui, &field);
        let path = path.trim();
        let has_path = !path.is_empty();
        ui.horizontal(|ui| {
            if ui
                .add_enabled(has_path, Button::new("Save to path"))
                .clicked()
            {
                if path.ends_with(std::path::is_separator) {
                    let reason = is_folder(&typed_path(path), FIRST_MODEL);
                    state.notices.problem_instead(NOT_SAVED, reason);
                } else {
                    state.send(Command::Save(model_file(typed_path(path))));
                }
            }
            let open = ui.add_enabled(has_path, Button::new("Open path"));
            if open.clicked() || (is_entered && has_path) {
                state.send(Command::Open(typed_path(path)));
            }
        });
        // Below what is clicked, which it would move when a model is saved.
        if let Some(path) = state.model_path() {
            ui.weak(path.display().to_string());
        }
    });
}

/// How large the history of a run becomes.
fn history(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        ui.label("History up to");
        let largest = &mut state.settings.preferences.history_mb;
        number(ui, "History up to", largest, |value| {
            value.range(0..=MOST_HISTORY_MB).suffix(" MB")
        })
        .on_hover_text(
            "Largest size of the recorded past of a run, which is saved beside the model. When it is reached, every second \
             moment is dropped. At 0 nothing more is recorded.",
        );
    });
}

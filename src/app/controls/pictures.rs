//! What to learn from.

use std::path::PathBuf;

use egui::{Key, ProgressBar, TextEdit, Ui};

use crate::app::commands::Action;
use crate::app::state::{Loading, State};
use crate::app::widgets::{action_button, parameter_sliders, section};
use crate::engine::Command;
use crate::parameter::Section;
use crate::source::SourceSpec;

/// The source of pictures.
#[derive(Default)]
pub(crate) struct Pictures {
    path: String,
}

impl Pictures {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        section(ui, "Pictures", |ui| {
            if let Some(status) = state.status() {
                ui.label(format!("{} pictures", status.pictures));
                let name = status.source.rsplit(std::path::is_separator).next();
                ui.weak(name.unwrap_or_default())
                    .on_hover_text(&status.source);
            }
            ui.columns_const(|[left, right]| {
                for (ui, action) in [(left, Action::OpenFolder), (right, Action::OpenPictures)] {
                    ui.vertical_centered_justified(|ui| action_button(ui, state, action));
                }
            });
            if state.live.source != SourceSpec::Scenes {
                ui.vertical_centered_justified(|ui| action_button(ui, state, Action::UseScenes));
            }
            self.path_field(ui, state);
            parameter_sliders(ui, state, Section::Pictures);
            if let Some(loading) = state.loading {
                progress(ui, state, loading);
            }
            let skipped = state.skipped.len();
            if skipped > 0 && ui.button(format!("{skipped} files skipped…")).clicked() {
                state.shows_skipped = true;
            }
        });
    }
}

impl Pictures {
    fn path_field(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut self.path)
                .hint_text("path, or drop files here")
                .desired_width(ui.available_width() - 62.0);
            let field = ui.add(field).accessible_name("Path of pictures");
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let has_path = !self.path.trim().is_empty();
            let load = ui.add_enabled(has_path, egui::Button::new("Load"));
            let load = load.on_hover_text("Learn from this file or folder.");
            if has_path && (entered || load.clicked()) {
                let path = PathBuf::from(self.path.trim());
                state.send(Command::NewSource(SourceSpec::images([path])));
            }
        });
    }
}

fn progress(ui: &mut Ui, state: &mut State, Loading { done, total }: Loading) {
    ui.horizontal(|ui| {
        let share = done as f32 / total.max(1) as f32;
        let bar = ProgressBar::new(share).text(format!("{done} of {total}"));
        ui.add(bar.desired_width(ui.available_width() - 72.0));
        if ui
            .button("Cancel")
            .on_hover_text("Keep the previous pictures.")
            .clicked()
        {
            state.send(Command::CancelLoading);
        }
    });
}

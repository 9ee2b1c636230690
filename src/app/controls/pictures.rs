//! What to learn from.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key, ProgressBar, TextEdit, Ui};

use crate::app::commands::Action;
use crate::app::state::{Loading, State};
use crate::app::widgets::{action_button, button_pair, parameter_sliders, section};
use crate::engine::Command;
use crate::parameter::Section;
use crate::source::{Pictures, SourceSpec};

/// The source of pictures; `path` is what was typed.
pub(crate) fn pictures(ui: &mut Ui, state: &mut State, path: &mut String) {
    section(ui, "Pictures", |ui| {
        if let Some(status) = state.now() {
            ui.label(format!("{} pictures", status.pictures));
            let name = status.source.rsplit(std::path::is_separator).next();
            let about = |pictures: &Arc<Pictures>| pictures.movies().join("\n");
            let movies = state.model().and_then(|model| {
                let pictures = model.snapshot.pictures.as_ref();
                pictures.map(about)
            });
            ui.weak(name.unwrap_or_default())
                .on_hover_text(format!("{}\n{}", status.source, movies.unwrap_or_default()).trim());
        }
        button_pair(ui, state, [Action::OpenFolder, Action::OpenPictures]);
        if state.live.source != SourceSpec::Scenes {
            ui.vertical_centered_justified(|ui| action_button(ui, state, Action::UseScenes));
        }
        path_field(ui, state, path);
        parameter_sliders(ui, state, Section::Pictures);
        if let Some(loading) = state.loading {
            progress(ui, state, loading);
        }
        let skipped = state.skipped.len();
        if skipped > 0 && ui.button(format!("{skipped} files skipped…")).clicked() {
            state.act(Action::ShowSkipped);
        }
    });
}

fn path_field(ui: &mut Ui, state: &mut State, path: &mut String) {
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(path)
            .hint_text("path, or drop files here")
            .desired_width(ui.available_width() - 62.0);
        let field = ui.add(field).accessible_name("Path of pictures");
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let has_path = !path.trim().is_empty();
        let load = ui.add_enabled(has_path, egui::Button::new("Load"));
        let load = load.on_hover_text("Learn from this file or folder.");
        if has_path && (entered || load.clicked()) {
            let path = PathBuf::from(path.trim());
            state.send(Command::NewSource(SourceSpec::images([path])));
        }
    });
}

fn progress(ui: &mut Ui, state: &mut State, Loading { done, total }: Loading) {
    ui.horizontal(|ui| {
        let share = done as f32 / total.max(1) as f32;
        let bar = ProgressBar::new(share).text(format!("{done} of {total}"));
        ui.add(bar.desired_width(ui.available_width() - 72.0));
        if ui
            .button("Cancel")
            .on_hover_text(Action::CancelLoading.row().tooltip)
            .clicked()
        {
            state.act(Action::CancelLoading);
        }
    });
}

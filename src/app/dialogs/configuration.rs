//! A configuration that is pasted, and what is wrong with it.

use egui::{ScrollArea, TextEdit, Ui, ViewportCommand};

use super::window;

use crate::app::state::State;
use crate::config::Config;
use crate::engine::Command;

/// The text that is pasted, while that is asked for.
#[derive(Default)]
pub(crate) struct ConfigurationDialog {
    text: String,
    was_open: bool,
}

impl ConfigurationDialog {
    pub(crate) fn show(&mut self, ui: &Ui, state: &mut State) {
        let is_new = state.pastes_configuration && !self.was_open;
        self.was_open = state.pastes_configuration;
        if is_new {
            self.text.clear();
        }
        let mut is_open = state.pastes_configuration;
        let mut config = None;
        window("Paste configuration", ui)
            .open(&mut is_open)
            .default_size([520.0, 420.0])
            .show(ui.ctx(), |ui| config = self.contents(ui, is_new));
        if let Some(config) = config {
            state.send(Command::Rebuild(Box::new(config)));
            is_open = false;
        }
        state.pastes_configuration = is_open;
    }

    /// The text and its verdict; returns the configuration that is to be started with.
    fn contents(&mut self, ui: &mut Ui, is_new: bool) -> Option<Config> {
        ui.weak("As \"Copy configuration\" writes it. What it does not name has its default.");
        let room = (ui.available_height() - 64.0).max(120.0);
        let area = ScrollArea::vertical().max_height(room).auto_shrink(false);
        area.show(ui, |ui| {
            let field = TextEdit::multiline(&mut self.text)
                .code_editor()
                .desired_rows(14)
                .desired_width(f32::INFINITY);
            let field = ui.add(field).accessible_name("Configuration");
            if is_new {
                field.request_focus();
                // Goes into the field with the next frame.
                ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
            }
        });
        if self.text.trim().is_empty() {
            ui.weak("Paste the text here.");
            return None;
        }
        let read = Config::from_json(&self.text);
        if let Err(error) = &read {
            ui.colored_label(ui.visuals().error_fg_color, error.to_string());
        }
        let button = egui::Button::new("Start with it");
        let button = ui.add_enabled(read.is_ok(), button);
        let hint = "Starts an untrained model. The present one is kept.";
        let is_clicked = button.on_hover_text(hint).clicked();
        read.ok().filter(|_| is_clicked)
    }
}

//! A configuration that is pasted, and what is wrong with it.

use egui::{
    FocusDirection, Frame, Key, Modifiers, Panel, Response, ScrollArea, TextEdit, Ui,
    ViewportCommand,
};

use super::sheet;

use crate::app::state::State;
use crate::app::state::sheets::Sheet;
use crate::config::Config;

/// The text that is pasted, while that is asked for.
#[derive(Default)]
pub(crate) struct ConfigurationDialog {
    text: String,
    was_open: bool,
}

impl ConfigurationDialog {
    pub(crate) fn show(&mut self, ui: &Ui, state: &mut State) {
        let is_open = state.sheets.is_open(Sheet::Configuration);
        let is_new = !std::mem::replace(&mut self.was_open, is_open) && is_open;
        if is_new {
            self.text.clear();
        }
        let contents = |ui: &mut Ui, _: &mut State| self.contents(ui, is_new);
        let config = sheet(ui, state, Sheet::Configuration, contents);
        // Where it is refused the text stays.
        if config.flatten().is_some_and(|config| state.rebuild(config)) {
            state.sheets.close(Sheet::Configuration);
        }
    }

    /// The text and its verdict; returns the configuration that is to be started with.
    fn contents(&mut self, ui: &mut Ui, is_new: bool) -> Option<Config> {
        ui.weak("As \"Copy configuration\" writes it. Missing keys take their defaults.");
        let verdict = Panel::bottom("verdict").frame(Frame::NONE);
        let verdict = verdict.show_separator_line(false);
        let (start, button) = verdict.show(ui, |ui| self.verdict(ui)).inner.unzip();
        let id = ui.scope_id().with("text");
        // The button is shown before the text, which would take a tab into itself.
        let is_pressed = |with| {
            ui.memory(|memory| memory.has_focus(id))
                && ui.input_mut(|input| input.consume_key(with, Key::Tab))
        };
        if is_pressed(Modifiers::SHIFT) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Previous));
        } else if is_pressed(Modifiers::NONE) {
            match button {
                Some(button) => button.request_focus(),
                None => ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next)),
            }
        }
        let text = ScrollArea::vertical().auto_shrink(false);
        text.show(ui, |ui| {
            let field = TextEdit::multiline(&mut self.text)
                .code_editor()
                .desired_rows(14)
                .desired_width(f32::INFINITY)
                .id(id);
            let field = ui.add(field).accessible_name("Configuration");
            if is_new {
                field.request_focus();
                // Goes into the field with the next frame.
                ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
            }
        });
        start.flatten()
    }

    /// What is wrong with the text, and the button; returns the configuration that is to be started with, and the button.
    fn verdict(&self, ui: &mut Ui) -> Option<(Option<Config>, Response)> {
        ui.add_space(ui.spacing().item_spacing.y);
        if self.text.trim().is_empty() {
            ui.weak("Paste the text here.");
            return None;
        }
        let read = Config::from_json(&self.text);
        if let Err(error) = &read {
            ui.colored_label(ui.visuals().error_fg_color, error.to_string());
            ui.weak("Edit > Copy configuration makes this text.");
        }
        let button = egui::Button::new("Start with it");
        let button = ui.add_enabled(read.is_ok(), button);
        let hint = "Starts an untrained model. The present one is kept.";
        let button = button.on_hover_text(hint);
        // One that cannot be pressed takes no focus.
        let config = read.ok()?;
        Some((button.clicked().then_some(config), button))
    }
}

//! The menu bar: every action by name, and the theme.

use egui::{Align, Button, Layout, RichText, ThemePreference, Ui};

use crate::app::commands::{Action, Menu};
use crate::app::state::State;
use crate::app::views::views;

/// The menu bar.
pub(crate) fn menu_bar(ui: &mut Ui, state: &mut State) {
    egui::MenuBar::new().ui(ui, |ui| {
        ui.label(RichText::new("cellscope").strong().size(15.0));
        ui.add_space(10.0);
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| entries(ui, state, menu));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| themes(ui, state));
    });
}

fn entries(ui: &mut Ui, state: &mut State, menu: Menu) {
    ui.set_min_width(210.0);
    let actions = Action::of(menu, &views());
    for (index, &action) in actions.iter().enumerate() {
        let row = action.row();
        if index > 0 && row.place != actions[index - 1].row().place {
            ui.separator();
        }
        let mut button = Button::new(row.text);
        if let Some(shortcut) = row.shortcut {
            button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
        }
        if ui.add(button).on_hover_text(row.tooltip).clicked() {
            state.act(action);
            ui.close();
        }
    }
}

/// Dark, light, or as the system says; laid out from the right.
fn themes(ui: &mut Ui, state: &mut State) {
    let before = state.settings.theme;
    for (theme, name) in [
        (ThemePreference::System, "System"),
        (ThemePreference::Light, "Light"),
        (ThemePreference::Dark, "Dark"),
    ] {
        ui.selectable_value(&mut state.settings.theme, theme, name);
    }
    if state.settings.theme != before {
        ui.ctx().set_theme(state.settings.theme);
    }
}

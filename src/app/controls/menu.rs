//! The menu bar: every action by name, and the theme.

use std::path::PathBuf;

use egui::{Align, Button, Layout, RichText, ScrollArea, ThemePreference, Ui};

use crate::app::commands::{Action, Menu};
use crate::app::dock::Dock;
use crate::app::refusal::refusal;
use crate::app::state::State;
use crate::app::state::recents::short_name;
use crate::app::views::views;
use crate::engine::Command;
use crate::source::SourceSpec;

/// Height above and below an open menu, in points.
const ABOVE_AND_BELOW: f32 = 56.0;

/// The menu bar.
pub(crate) fn menu_bar(ui: &mut Ui, state: &mut State, dock: &Dock) {
    egui::MenuBar::new().ui(ui, |ui| {
        ui.label(RichText::new("cellscope").strong().size(15.0));
        ui.add_space(10.0);
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| {
                // A high menu in a low window scrolls.
                let room = ui.ctx().content_rect().height() - ABOVE_AND_BELOW;
                ScrollArea::vertical()
                    .max_height(room)
                    .show(ui, |ui| entries(ui, state, dock, menu));
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| themes(ui, state));
    });
}

fn entries(ui: &mut Ui, state: &mut State, dock: &Dock, menu: Menu) {
    ui.set_min_width(210.0);
    let actions = Action::of(menu, &views());
    for (index, &action) in actions.iter().enumerate() {
        let row = action.row();
        if index > 0 && row.place != actions[index - 1].row().place {
            ui.separator();
        }
        let mut button = Button::selectable(is_on(action, state, dock), row.text);
        if let Some(shortcut) = row.shortcut {
            button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
        }
        let refusal = refusal(action, state, dock);
        let button = ui.add_enabled(refusal.is_none(), button);
        let button = button.on_hover_text(row.tooltip);
        if button
            .on_disabled_hover_text(refusal.unwrap_or_default())
            .clicked()
        {
            state.act(action);
            ui.close();
        }
    }
    recents(ui, state, menu);
}

/// The models or pictures that were used last, in the menu that opens such.
fn recents(ui: &mut Ui, state: &mut State, menu: Menu) {
    let files = |paths: &[PathBuf]| {
        let all: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        (short_name(paths), all.join("\n"))
    };
    let (name, entries): (_, Vec<_>) = match menu {
        Menu::File => {
            let models = state.recents.models.iter();
            let entry = |path: &PathBuf| {
                (
                    files(std::slice::from_ref(path)),
                    Command::Open(path.clone()),
                )
            };
            ("Recent models", models.map(entry).collect())
        }
        Menu::Pictures => {
            let pictures = state.recents.pictures.iter();
            let source =
                |paths: &Vec<PathBuf>| Command::NewSource(SourceSpec::images(paths.clone()));
            let entry = |paths: &Vec<PathBuf>| (files(paths), source(paths));
            ("Recent pictures", pictures.map(entry).collect())
        }
        _ => return,
    };
    ui.separator();
    ui.add_enabled_ui(!entries.is_empty(), |ui| {
        ui.menu_button(name, |ui| {
            for ((name, about), command) in entries {
                if ui.button(name).on_hover_text(about).clicked() {
                    state.send(command);
                    ui.close();
                }
            }
        });
    });
}

/// Whether what an action shows or chooses is there now.
fn is_on(action: Action, state: &State, dock: &Dock) -> bool {
    match action {
        Action::Arrange(layout) => dock.layout() == layout,
        Action::Show(view) => dock.visible().any(|visible| visible == view),
        Action::ToggleControls => state.settings.shows_controls,
        Action::ToggleTimeline => state.settings.shows_timeline,
        Action::ToggleCaptions => state.settings.shows_captions,
        Action::LoopPast => state.settings.loops_past,
        _ => false,
    }
}

/// Dark, light, or as the system says; laid out from the right.
fn themes(ui: &mut Ui, state: &mut State) {
    for (theme, name) in [
        (ThemePreference::System, "System"),
        (ThemePreference::Light, "Light"),
        (ThemePreference::Dark, "Dark"),
    ] {
        ui.selectable_value(&mut state.settings.theme, theme, name);
    }
}

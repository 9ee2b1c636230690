//! The menu bar: every action by name, and the theme.

use std::path::PathBuf;

use egui::{Align, Button, Layout, RichText, ScrollArea, TextStyle, Ui};

use crate::app::commands::{Action, Menu, key_name};
use crate::app::dock::Dock;
use crate::app::palette::Does;
use crate::app::refusal::refusal;
use crate::app::state::State;
use crate::app::theme::THEMES;
use crate::app::views::views;
use crate::app::widgets::text_width;
use crate::engine::Command;
use crate::source::{SourceSpec, short_name};

/// Height above and below an open menu, in points.
const ABOVE_AND_BELOW: f32 = 56.0;

/// Room for the name of the program, in points.
const NAME: f32 = 94.0;

/// The menu bar. A narrow window has the menus alone: the palette and the preferences have the themes as well.
pub(crate) fn menu_bar(ui: &mut Ui, state: &mut State, dock: &Dock) {
    egui::MenuBar::new().ui(ui, |ui| {
        let room = ui.available_width();
        let menus_width = width(ui, Menu::ALL.map(Menu::name));
        let themes_width = width(ui, THEMES.map(|(_, name)| name));
        let has_name = NAME + menus_width <= room;
        if has_name {
            ui.label(RichText::new("cellscope").strong().size(15.0));
            ui.add_space(10.0);
        }
        if menus_width <= room {
            menus(ui, state, dock);
        } else {
            ui.horizontal_wrapped(|ui| menus(ui, state, dock));
        }
        if NAME + menus_width + themes_width <= room {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| themes(ui, state));
        }
    });
}

/// The width of buttons with these names, in points.
fn width<const N: usize>(ui: &Ui, names: [&str; N]) -> f32 {
    let (font, spacing) = (TextStyle::Button.resolve(ui.style()), ui.spacing());
    let beside = 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
    let width = |name| text_width(ui, name, font.clone()) + beside;
    names.into_iter().map(width).sum()
}

fn menus(ui: &mut Ui, state: &mut State, dock: &Dock) {
    for menu in Menu::ALL {
        ui.menu_button(menu.name(), |ui| {
            // Only a menu that is higher than the window scrolls.
            let room = ui.ctx().content_rect().height() - ABOVE_AND_BELOW;
            // Its bar has room of its own: the keys at the right stay in sight.
            let scroll = &mut ui.spacing_mut().scroll;
            scroll.floating_allocated_width = scroll.bar_width;
            ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(room)
                .show(ui, |ui| entries(ui, state, dock, menu));
        });
    }
}

fn entries(ui: &mut Ui, state: &mut State, dock: &Dock, menu: Menu) {
    ui.set_min_width(210.0);
    let actions = Action::of(menu, &views());
    for (index, &action) in actions.iter().enumerate() {
        let row = action.row();
        if index > 0 && row.place != actions[index - 1].row().place {
            ui.separator();
            if matches!(action, Action::TakeLesson(_)) {
                ui.weak("Lessons");
            }
        }
        let mut button = Button::selectable(is_on(action, state, dock), state.text_of(action));
        if let Some(shortcut) = row.shortcut {
            button = button.shortcut_text(key_name(ui.ctx(), &shortcut));
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

/// The models and sweeps, or the pictures, that were used last, in the menu that opens such.
fn recents(ui: &mut Ui, state: &mut State, menu: Menu) {
    let one = |paths: &[PathBuf], does: fn(PathBuf) -> Does| -> Vec<_> {
        let entry = |path: &PathBuf| (vec![path.clone()], does(path.clone()));
        paths.iter().map(entry).collect()
    };
    let recents = &state.recents;
    let lists = match menu {
        Menu::File => vec![
            (
                "Recent models",
                one(&recents.models, |path| Does::Send(Command::Open(path))),
            ),
            ("Recent sweeps", one(&recents.sweeps, Does::OpenSweep)),
        ],
        Menu::Pictures => {
            let source =
                |paths: &Vec<PathBuf>| Command::NewSource(SourceSpec::images(paths.clone()));
            let entry = |paths: &Vec<PathBuf>| (paths.clone(), Does::Send(source(paths)));
            let pictures = recents.pictures.iter().map(entry);
            vec![("Recent pictures", pictures.collect())]
        }
        _ => return,
    };
    ui.separator();
    for (name, entries) in lists {
        ui.add_enabled_ui(!entries.is_empty(), |ui| {
            ui.menu_button(name, |ui| {
                for (paths, does) in entries {
                    let all = paths.iter().map(|path| path.display().to_string());
                    let about = all.collect::<Vec<_>>().join("\n");
                    let button = ui.button(short_name(&paths)).on_hover_text(about);
                    if button.clicked() {
                        does.perform(state);
                        ui.close();
                    }
                }
            });
        });
    }
}

/// Whether what an action shows or chooses is there now.
fn is_on(action: Action, state: &State, dock: &Dock) -> bool {
    match action {
        Action::Arrange(layout) => dock.layout() == layout,
        Action::Show(view) => dock.visible().any(|visible| visible == view),
        Action::ToggleControls => state.settings.shows_controls,
        Action::ToggleTimeline => state.settings.shows_timeline,
        Action::ToggleCaptions => state.settings.preferences.captions,
        Action::LoopPast => state.settings.loops_past,
        _ => false,
    }
}

/// Dark, light, or as the system says; laid out from the right.
fn themes(ui: &mut Ui, state: &mut State) {
    for (theme, name) in THEMES.into_iter().rev() {
        ui.selectable_value(&mut state.settings.preferences.theme, theme, name);
    }
}

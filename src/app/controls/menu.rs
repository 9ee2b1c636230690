//! The menu bar: every action by name, and the theme.

use egui::{Align, Button, Layout, MenuBar, RichText, ThemePreference, Ui};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::pane::{Arrangement, Pane};

/// The menu bar.
pub(crate) struct Menu;

impl Menu {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        MenuBar::new().ui(ui, |ui| {
            ui.label(RichText::new("cellscope").strong().size(15.0));
            ui.add_space(10.0);
            for (name, groups) in MENUS {
                ui.menu_button(*name, |ui| menu(ui, state, groups));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| themes(ui, state));
        });
    }
}

/// The menus: groups of actions with a line between them.
const MENUS: &[(&str, &[&[Action]])] = &[
    (
        "File",
        &[
            &[Action::OpenModel, Action::SaveModel, Action::SaveModelAs],
            &[Action::RestoreModel, Action::OpenKept],
            &[Action::ExportView],
            &[Action::Quit],
        ],
    ),
    (
        "Pictures",
        &[&[Action::UseScenes, Action::OpenFolder, Action::OpenPictures]],
    ),
    (
        "Run",
        &[
            &[Action::TogglePause, Action::StepOne, Action::StepHundred],
            &[Action::Reset, Action::NewSeed],
        ],
    ),
    (
        "Layout",
        &[
            &[
                Action::Arrange(Arrangement::Overview),
                Action::Arrange(Arrangement::Figure1),
                Action::Arrange(Arrangement::Figure2),
                Action::Arrange(Arrangement::Figure3),
                Action::Arrange(Arrangement::Bench),
                Action::Arrange(Arrangement::Inpainting),
                Action::Arrange(Arrangement::Lecture),
            ],
            &[Action::ArrangeAsBefore, Action::ResetLayout],
        ],
    ),
    (
        "View",
        &[
            &[
                Action::Show(Pane::Filters),
                Action::Show(Pane::Pooling),
                Action::Show(Pane::Maps),
                Action::Show(Pane::Polar),
                Action::Show(Pane::Centres),
                Action::Show(Pane::Responses),
                Action::Show(Pane::Unit),
                Action::Show(Pane::Bench),
                Action::Show(Pane::Curves),
                Action::Show(Pane::Figure1),
                Action::Show(Pane::Top),
                Action::Show(Pane::Convergence),
                Action::Show(Pane::Filling),
            ],
            &[
                Action::MarkPrevious,
                Action::MarkNext,
                Action::MarkAbove,
                Action::MarkBelow,
                Action::Unmark,
            ],
            &[Action::ToggleControls],
            &[Action::ZoomIn, Action::ZoomOut, Action::ZoomReset],
            &[Action::ToggleTheme],
        ],
    ),
    ("Help", &[&[Action::Help]]),
];

fn menu(ui: &mut Ui, state: &mut State, groups: &[&[Action]]) {
    ui.set_min_width(210.0);
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            ui.separator();
        }
        for &action in *group {
            let mut button = Button::new(action.text());
            if let Some(shortcut) = action.shortcut() {
                button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
            }
            if ui.add(button).on_hover_text(action.tooltip()).clicked() {
                state.act(action);
                ui.close();
            }
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

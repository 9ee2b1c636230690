//! Everything that people set once, in one place.

use egui::{Grid, RichText, Ui};

use super::sheet;

use crate::app::state::State;
use crate::app::state::preferences::{MOST_HISTORY_MB, ZOOMS};
use crate::app::state::sheets::Sheet;
use crate::app::theme::{self, THEMES, theme_name};
use crate::app::widgets::{choice, ffmpeg_field, number};
use crate::engine::MAX_THREADS;
use crate::figure::{ColorMap, Contrast, ResponseRamp};

/// Shows the preferences while they are open.
pub(crate) fn preferences(ui: &Ui, state: &mut State) {
    sheet(ui, state, Sheet::Preferences, |ui, state| {
        let grid = Grid::new("preferences").num_columns(2).spacing([18.0, 8.0]);
        grid.show(ui, |ui| {
            looks(ui, state);
            programs(ui, state);
        });
        if let Some(path) = &state.preferences_path {
            ui.add_space(8.0);
            let text = match state.are_preferences_saved {
                true => format!("Saved in {}", path.display()),
                false => format!(
                    "{} could not be read or written; Messages tells why",
                    path.display()
                ),
            };
            ui.label(RichText::new(text).size(theme::SMALL).weak());
        }
    });
}

fn looks(ui: &mut Ui, state: &mut State) {
    let settings = &mut state.settings;
    ui.label("Theme");
    choice(
        ui,
        "Theme",
        &mut settings.preferences.theme,
        &THEMES.map(|(theme, _)| theme),
        theme_name,
    );
    ui.end_row();
    ui.label("Zoom");
    let zoom = &mut settings.preferences.zoom_percent;
    choice(ui, "Zoom", zoom, &ZOOMS, |zoom| format!("{zoom} %"));
    ui.end_row();
    ui.label("Captions");
    ui.checkbox(&mut settings.preferences.captions, "How to read each view");
    ui.end_row();
    ui.label("Animations");
    ui.checkbox(
        &mut settings.preferences.animations,
        "Fades, glides, automatic motion",
    );
    ui.end_row();
    ui.label("Colours of filters");
    let map = &mut settings.preferences.filter_colors;
    choice(
        ui,
        "Preferred colours of filters",
        map,
        &ColorMap::ALL,
        ColorMap::name,
    );
    ui.end_row();
    ui.label("Colour scale of filters");
    let contrast = &mut settings.preferences.filter_contrast;
    choice(
        ui,
        "Preferred colour scale of filters",
        contrast,
        &Contrast::ALL,
        Contrast::name,
    );
    ui.end_row();
    ui.label("Colours of responses");
    let ramp = &mut settings.preferences.response_colors;
    choice(
        ui,
        "Preferred colours of responses",
        ramp,
        &ResponseRamp::ALL,
        ResponseRamp::name,
    );
    ui.end_row();
}

fn programs(ui: &mut Ui, state: &mut State) {
    ui.label("History up to");
    ui.horizontal(|ui| {
        let largest = &mut state.settings.preferences.history_mb;
        number(ui, "History up to", largest, |value| {
            value.range(0..=MOST_HISTORY_MB).suffix(" MB")
        });
        ui.weak("0 for none");
    });
    ui.end_row();
    ui.label("ffmpeg for videos");
    let field = ffmpeg_field(ui, state, 260.0);
    field.accessible_name("Path of ffmpeg");
    ui.end_row();
    ui.label("Threads");
    ui.horizontal(|ui| {
        number(
            ui,
            "Threads",
            &mut state.settings.preferences.threads,
            |value| value.range(0..=MAX_THREADS),
        );
        ui.weak("0 for all cores; from the next start");
    });
    ui.end_row();
}

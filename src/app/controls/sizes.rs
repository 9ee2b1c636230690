//! Sizes of patch and layers. They take effect with a new start.

use egui::{Grid, Label, RichText, Ui, emath::Numeric};

use crate::app::commands::Action;
use crate::app::commands::sizes::Size;
use crate::app::state::State;
use crate::app::widgets::{self, action_button, choice, choice_explained, fold};
use crate::channels::Channels;
use crate::config::{Config, Preset};

/// What is said of sizes at which invariant units pool few simple ones.
const NARROW: &str = "At these sizes pools stay narrow: take at most 2000 simple units, and at most a quarter as many invariant ones.";

/// The sizes.
pub(crate) fn sizes(ui: &mut Ui, state: &mut State) {
    fold(ui, "Sizes", false, |ui| {
        presets(ui, &mut state.draft);
        let draft = &mut state.draft;
        Grid::new("sizes").num_columns(2).show(ui, |ui| {
            for size in &Size::ALL {
                let before = size.get(draft);
                let mut value = before;
                number(ui, size.label, &mut value, size.step);
                if value != before {
                    size.set(draft, value);
                }
            }
            ui.label("Channels");
            let channels = &mut draft.movies.channels;
            let all = &Channels::ALL;
            choice_explained(ui, "Channels", channels, all, Channels::name, |channels| {
                format!("{}: {}", channels.name(), channels.about())
            });
            ui.end_row();
        });
        if state.draft.has_narrow_pools() {
            ui.add(Label::new(RichText::new(NARROW).weak()).wrap());
        }
        apply(ui, state);
    });
}

fn presets(ui: &mut Ui, draft: &mut Config) {
    let is_now = |preset: &Preset| {
        let mut same = draft.clone();
        preset.apply(&mut same);
        same == *draft
    };
    let before = Preset::ALL.into_iter().find(is_now);
    let mut chosen = before;
    let all = Preset::ALL.map(Some);
    ui.horizontal(|ui| {
        ui.label("Preset");
        choice(ui, "Preset", &mut chosen, &all, |preset| {
            preset.map_or("custom", Preset::name).to_owned()
        });
    });
    if let Some(preset) = chosen.filter(|_| chosen != before) {
        preset.apply(draft);
    }
}

/// A row of a grid: a name and a number.
pub(crate) fn number<N: Numeric>(ui: &mut Ui, name: &str, value: &mut N, speed: f64) {
    ui.label(name);
    widgets::number(ui, name, value, |number| number.speed(speed));
    ui.end_row();
}

/// Starts again with the draft, or says what is wrong with it.
pub(crate) fn apply(ui: &mut Ui, state: &mut State) {
    if let Err(error) = state.drafted().check() {
        ui.colored_label(ui.visuals().error_fg_color, Size::said(&error));
    }
    action_button(ui, state, Action::ApplySizes);
}

//! Sizes of patch and layers. They take effect with a new start.

use egui::{Grid, Ui, emath::Numeric};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::widgets::{self, action_button, choice, fold};
use crate::channels::Channels;
use crate::config::{Config, Preset};
use crate::model::Schedule;

/// A size of the patch or of a layer.
pub(crate) struct Size {
    /// Its name in the form.
    pub(crate) label: &'static str,
    /// What it is, in a sentence.
    pub(crate) about: &'static str,
    /// Change per point that it is dragged.
    step: f64,
    of: fn(&mut Config) -> &mut usize,
}

impl Size {
    /// All sizes, in the order in which the form has them.
    pub(crate) const ALL: [Self; 6] = [
        Self {
            label: "Patch side, px",
            about: "Side of the square window that a movie is seen through, in pixels.",
            step: 0.1,
            of: |config| &mut config.movies.patch_side,
        },
        Self {
            label: "Frames",
            about: "Frames of a movie.",
            step: 0.1,
            of: |config| &mut config.movies.frames,
        },
        Self {
            label: "Simple units",
            about: "Units of z, each with a filter.",
            step: 1.0,
            of: |config| &mut config.model.simple,
        },
        Self {
            label: "Invariant units",
            about: "Units of u, each with a pool of simple units.",
            step: 1.0,
            of: |config| &mut config.model.invariant,
        },
        Self {
            label: "Top units",
            about: "Units of a third layer, on u; 0 for none.",
            step: 0.2,
            of: |config| &mut config.model.top,
        },
        Self {
            label: "Movies per batch",
            about: "Movies of a minibatch, after each of which the weights change.",
            step: 1.0,
            of: |config| &mut config.learning.batch_movies,
        },
    ];

    /// Its value.
    pub(crate) fn get(&self, config: &Config) -> usize {
        *(self.of)(&mut config.clone())
    }

    /// Sets it, and the minibatch where it has the usual number of movies, which depends on the size.
    pub(crate) fn set(&self, config: &mut Config, value: usize) {
        let before = config.model.simple;
        *(self.of)(config) = value;
        let (batch, simple) = (&mut config.learning.batch_movies, config.model.simple);
        if simple != before && *batch == Schedule::usual_batch(before) {
            *batch = Schedule::usual_batch(simple);
        }
    }
}

/// The sizes.
pub(crate) fn sizes(ui: &mut Ui, state: &mut State) {
    fold(ui, "Sizes", false, |ui| {
        presets(ui, &mut state.draft);
        let draft = &mut state.draft;
        Grid::new("sizes").num_columns(2).show(ui, |ui| {
            for size in &Size::ALL {
                let mut value = size.get(draft);
                number(ui, size.label, &mut value, size.step);
                if value != size.get(draft) {
                    size.set(draft, value);
                }
            }
            ui.label("Channels");
            let channels = &mut draft.movies.channels;
            let shown = choice(ui, "Channels", channels, &Channels::ALL, Channels::name);
            shown.on_hover_text(channels.about());
            ui.end_row();
        });
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
    let name = ui.label(name);
    widgets::number(ui, value, |number| number.speed(speed)).labelled_by(name.id);
    ui.end_row();
}

/// Starts again with the draft, or says what is wrong with it.
pub(crate) fn apply(ui: &mut Ui, state: &mut State) {
    if let Err(error) = state.drafted().check() {
        ui.colored_label(ui.visuals().error_fg_color, error.to_string());
    }
    action_button(ui, state, Action::ApplySizes);
}

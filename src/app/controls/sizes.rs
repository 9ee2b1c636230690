//! Sizes of patch and layers. They take effect with a new start.

use egui::{Button, DragValue, Grid, Ui, emath::Numeric};

use crate::app::state::State;
use crate::app::widgets::{choice, fold};
use crate::config::{Config, Preset};
use crate::engine::Command;
use crate::source::MovieParams;

/// The sizes.
pub(crate) fn sizes(ui: &mut Ui, state: &mut State) {
    fold(ui, "Sizes", false, |ui| {
        presets(ui, &mut state.draft);
        let draft = &mut state.draft;
        let (movies, model) = (&mut draft.movies, &mut draft.model);
        Grid::new("sizes").num_columns(2).show(ui, |ui| {
            number(ui, "Patch side, px", &mut movies.patch_side, 0.1);
            number(ui, "Frames", &mut movies.frames, 0.1);
            number(ui, "Simple units", &mut model.simple, 1.0);
            number(ui, "Invariant units", &mut model.invariant, 1.0);
            number(ui, "Top units", &mut model.top, 0.2);
            let batch = &mut draft.learning.batch_movies;
            number(ui, "Movies per batch", batch, 1.0);
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
    ui.add(DragValue::new(value).speed(speed))
        .labelled_by(name.id);
    ui.end_row();
}

/// What to start again with. Sliders act at once, so the draft follows them and they do not make it differ. Three layers
/// have sparsities of their own, which come from the draft; to and from the toy example all does.
fn drafted(draft: &Config, live: &Config) -> Config {
    let mut drafted = Config {
        seed: live.seed,
        ..draft.clone()
    };
    let is_alike = draft.learning.schedule == live.learning.schedule;
    if is_alike {
        if draft.model.top == live.model.top {
            let model = &mut drafted.model;
            (model.alpha, model.beta, model.gamma) =
                (live.model.alpha, live.model.beta, live.model.gamma);
        }
        drafted.learning = crate::model::LearningParams {
            batch_movies: draft.learning.batch_movies,
            ..live.learning.clone()
        };
        drafted.source = live.source.clone();
        drafted.movies = MovieParams {
            patch_side: draft.movies.patch_side,
            frames: draft.movies.frames,
            ..live.movies
        };
    }
    drafted
}

/// Starts again with the draft, or says what is wrong with it.
pub(crate) fn apply(ui: &mut Ui, state: &mut State) {
    let draft = drafted(&state.draft, &state.live);
    let verdict = draft.check();
    if let Err(error) = &verdict {
        ui.colored_label(ui.visuals().error_fg_color, error.to_string());
    }
    let is_new = draft != state.live;
    let button = Button::new("Apply and restart");
    let button = ui.add_enabled(is_new && verdict.is_ok(), button);
    let hint = "Restart untrained with these values.";
    if button.on_hover_text(hint).clicked() {
        state.send(Command::Rebuild(Box::new(draft)));
    }
}

//! Run, pause, step, and start again.

use egui::{Button, DragValue, RichText, Ui, vec2};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::widgets::{button_pair, section};
use crate::engine::Run;

/// The run controls.
pub(crate) fn run(ui: &mut Ui, state: &mut State) {
    section(ui, "Run", |ui| {
        toggle(ui, state);
        button_pair(ui, state, [Action::StepOne, Action::StepHundred]);
        button_pair(ui, state, [Action::Reset, Action::NewSeed]);
        ui.horizontal(|ui| {
            let name = ui.label("Seed");
            ui.add(DragValue::new(&mut state.next_seed))
                .labelled_by(name.id)
                .on_hover_text(
                    "Seed of the scenes, the movies and the initial weights. New seed restarts with it.",
                );
            if state.next_seed != state.live.seed {
                ui.weak(format!("now {}", state.live.seed));
            }
        });
    });
}

/// The one large button.
fn toggle(ui: &mut Ui, state: &mut State) {
    let text = if state.run() == Run::Paused {
        "Resume"
    } else {
        "Pause"
    };
    let visuals = ui.visuals();
    let accent = visuals.hyperlink_color;
    let on_accent = if visuals.dark_mode {
        visuals.extreme_bg_color
    } else {
        visuals.panel_fill
    };
    let button = Button::new(RichText::new(text).strong().size(15.0).color(on_accent))
        .fill(accent)
        .min_size(vec2(0.0, 32.0));
    let hint = format!("{} (Space)", Action::TogglePause.row().tooltip);
    let is_waiting = state.run() == Run::Waiting;
    let add = |ui: &mut Ui| {
        ui.add_enabled(!is_waiting, button)
            .on_hover_text(hint)
            .clicked()
    };
    if ui.vertical_centered_justified(add).inner {
        state.act(Action::TogglePause);
    }
}

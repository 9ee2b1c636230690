//! Run, pause, step, and start again.

use std::ops::RangeInclusive;

use egui::{Button, Label, RichText, Slider, SliderClamping, Ui, vec2};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::state::settings::FULL_PACE;
use crate::app::widgets::{button_pair, read_within, section, whole_number};
use crate::engine::Run;

/// Paces that can be chosen, in minibatches per second.
const PACES: RangeInclusive<f64> = 1.0..=FULL_PACE as f64;

/// The run controls.
pub(crate) fn run(ui: &mut Ui, state: &mut State) {
    section(ui, "Run", |ui| {
        toggle(ui, state);
        button_pair(ui, state, [Action::StepOne, Action::StepHundred]);
        button_pair(ui, state, [Action::Reset, Action::NewSeed]);
        ui.horizontal(|ui| {
            ui.label("Seed");
            whole_number(ui, "Seed", &mut state.next_seed).on_hover_text(
                "Seed of the scenes, the movies and the initial weights. New seed restarts with it.",
            );
            if state.next_seed != state.live.seed {
                let text = format!("now {}; press New seed", state.live.seed);
                // Cut, it leaves the panel its width.
                ui.add(Label::new(RichText::new(text).weak()).truncate());
            }
        });
        pace(ui, state);
        pause_when_emerged(ui, state);
    });
}

/// How fast it learns at most, for people to watch.
fn pace(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        let name = ui.label("Pace");
        ui.spacing_mut().slider_width = ui.available_width() - 66.0;
        let pace_name = |pace: f64| {
            if pace < f64::from(FULL_PACE) {
                format!("{pace:.0}/s")
            } else {
                "full".to_owned()
            }
        };
        let (ctx, now) = (
            ui.ctx().clone(),
            pace_name(f64::from(state.settings.pace_per_sec)),
        );
        let slider = Slider::new(&mut state.settings.pace_per_sec, 1.0..=FULL_PACE)
            .logarithmic(true)
            .clamping(SliderClamping::Edits)
            .custom_formatter(move |pace, _| pace_name(pace))
            .custom_parser(|text| match text.trim() {
                "full" => Some(f64::from(FULL_PACE)),
                text => read_within(&ctx, "Pace", text.trim_end_matches("/s"), &PACES, &now),
            })
            .update_while_editing(false);
        ui.add(slider).labelled_by(name.id).on_hover_text(
            "Most minibatches to learn from per second. At the right end there is no limit.",
        );
    });
}

fn pause_when_emerged(ui: &mut Ui, state: &mut State) {
    let (mut pauses, row) = (
        state.settings.pauses_when_emerged,
        Action::PauseWhenEmerged.row(),
    );
    let check = ui.checkbox(&mut pauses, row.text);
    if check.on_hover_text(row.tooltip).changed() {
        state.act(Action::PauseWhenEmerged);
    }
}

/// The one large button.
fn toggle(ui: &mut Ui, state: &mut State) {
    let (text, icon) = if state.run() == Run::Paused {
        ("Resume", "▶")
    } else {
        ("Pause", "⏸")
    };
    let visuals = ui.visuals();
    let accent = visuals.hyperlink_color;
    let on_accent = if visuals.dark_mode {
        visuals.extreme_bg_color
    } else {
        visuals.panel_fill
    };
    let words = RichText::new(format!("{icon}  {text}"));
    let button = Button::new(words.strong().size(15.0).color(on_accent))
        .fill(accent)
        .min_size(vec2(0.0, 32.0));
    let hint = format!("{} (Space)", Action::TogglePause.row().tooltip);
    let refused = state.refusal(Action::TogglePause);
    let add = |ui: &mut Ui| {
        ui.add_enabled(refused.is_none(), button)
            .accessible_name(text)
            .on_hover_text(hint)
            .on_disabled_hover_text(refused.unwrap_or_default())
            .clicked()
    };
    if ui.vertical_centered_justified(add).inner {
        state.act(Action::TogglePause);
    }
}

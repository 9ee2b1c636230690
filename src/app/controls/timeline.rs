//! The bar under the views: the run from its start to now, and which moment of it is shown.

use egui::{
    Align, Align2, Button, Layout, RichText, Sense, TextWrapMode, Ui, WidgetInfo, WidgetText, vec2,
};

use super::track::track;
use crate::app::commands::{Action, key_name};
use crate::app::state::State;
use crate::app::state::past::play_speed::PlaySpeed;
use crate::app::theme;
use crate::app::widgets::{action_button, choice};
use crate::words::grouped;

/// Height of the bar within its margins, in points.
const HEIGHT: f32 = 40.0;
/// Height of each of the two rows beside the track, in points.
const ROW: f32 = 19.0;
/// Least width of the track beside the sign, in points.
const LEAST_TRACK: f32 = 100.0;
/// A run is recorded from its start where its first moment comes after so many minibatches at most.
const RECORDED_FROM_START: u64 = 1;
/// Width of the sign that says which moment is shown, in points.
const SIGN_WIDTH: f32 = 176.0;
/// Least space on both sides of its words, in points.
const SIGN_MARGIN: f32 = 4.0;

/// The timeline: how the past is played on the left, which moment is shown on the right, and the run between them.
pub(crate) fn timeline(ui: &mut Ui, state: &mut State) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = ROW;
    spacing.button_padding = vec2(5.0, 0.0);
    spacing.item_spacing = vec2(8.0, 2.0);
    ui.horizontal(|ui| {
        play_button(ui, state);
        let rows = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(86.0, HEIGHT), rows, |ui| {
            let settings = &mut state.settings;
            let (speed, all) = (&mut settings.play_speed, &PlaySpeed::ALL);
            choice(ui, "Playback speed", speed, all, |speed| {
                RichText::new(speed.name()).size(theme::SMALL)
            });
            let text = RichText::new("loop").size(theme::SMALL);
            let row = Action::LoopPast.row();
            ui.checkbox(&mut settings.loops_past, text)
                .on_hover_text(row.tooltip);
        });
        let beside = Layout::right_to_left(Align::Center);
        ui.with_layout(beside, |ui| {
            // In a small window the run needs the room; the frame around the views says that they show the past.
            if ui.available_width() >= SIGN_WIDTH + LEAST_TRACK {
                ui.allocate_ui_with_layout(vec2(SIGN_WIDTH, HEIGHT), rows, |ui| place(ui, state));
            } else if state.is_past() {
                action_button(ui, state, Action::BackToNow);
            }
            track(ui, state, HEIGHT);
        });
    });
}

fn play_button(ui: &mut Ui, state: &mut State) {
    let row = Action::PlayPast.row();
    let is_playing = state.timeline.is_playing();
    let text = if is_playing { "⏸" } else { "▶" };
    let button = Button::new(RichText::new(text).size(15.0)).min_size(vec2(34.0, 34.0));
    let keys = row.shortcut.map(|keys| key_name(ui.ctx(), &keys));
    let hint = format!("{} ({})", row.tooltip, keys.unwrap_or_default());
    let button = ui.add_enabled(!state.moments().is_empty(), button);
    let name = if is_playing {
        "Pause the past"
    } else {
        "Play the past"
    };
    let button = button.on_hover_text(hint).on_disabled_hover_text(
        "No past of this model is recorded. Recording begins when it learns.",
    );
    if button.accessible_name(name).clicked() {
        state.act(Action::PlayPast);
    }
}

/// Which moment is shown, and the ways out of the past.
fn place(ui: &mut Ui, state: &mut State) {
    let step = state.timeline.step();
    // While moments are read, the last one is still shown.
    let past = state.timeline.past();
    let shown = past.map(|past| past.snapshot.status.step);
    sign(ui, state, step.and(shown.or(step)));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.style_mut().override_font_id = Some(egui::FontId::proportional(theme::SMALL));
        if step.is_some() {
            action_button(ui, state, Action::Branch);
        }
        if state.other_shown().is_some() {
            action_button(ui, state, Action::BackToNow);
        } else if let Some(first) = state.moments().first() {
            ui.weak(match first.step > RECORDED_FROM_START {
                true => format!("Recorded from step {} on.", grouped(first.step)),
                false => "Drag to see the past.".to_owned(),
            });
        }
    });
}

/// The moment in words; of the past on a ground that cannot be overlooked.
fn sign(ui: &mut Ui, state: &State, step: Option<u64>) {
    let (rect, response) = ui.allocate_exact_size(vec2(SIGN_WIDTH, ROW), Sense::hover());
    let (visuals, painter) = (ui.visuals(), ui.painter());
    let pinned = state.pins.compared().filter(|_| state.pins.is_shown());
    let pinned = pinned.map(|pin| format!("Pinned: {}", pin.title()));
    let still = pinned.or(step.map(|step| format!("The past: step {}", grouped(step))));
    let (text, color) = match (&still, state.now()) {
        (Some(still), _) => {
            painter.rect_filled(rect, 4.0, visuals.warn_fg_color);
            let ink = theme::color(theme::palette(ui).background);
            (still.clone(), ink)
        }
        (None, Some(now)) => (
            format!("Now: step {}", grouped(now.step)),
            visuals.weak_text_color(),
        ),
        (None, None) => (String::new(), visuals.weak_text_color()),
    };
    let font = egui::FontId::proportional(theme::SMALL + 1.0);
    let words = WidgetText::from(RichText::new(text.as_str()).color(color));
    let wrap = Some(TextWrapMode::Truncate);
    let words = words.into_galley(ui, wrap, SIGN_WIDTH - 2.0 * SIGN_MARGIN, font);
    let align = match still {
        Some(_) => Align2::CENTER_CENTER,
        None => Align2::LEFT_CENTER,
    };
    let at = align.align_size_within_rect(words.size(), rect);
    let is_whole = !words.elided;
    painter.galley(at.min, words, color);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
    if !is_whole {
        response.on_hover_text(text);
    }
}

//! The card of a lesson, beside the control that it points at.

use egui::{
    Align, Area, Button, Context, Frame, Id, LayerId, Layout, Margin, Order, Rect, RichText,
    Stroke, StrokeKind, Ui, Vec2, vec2,
};

use super::card::beside;
use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::lesson::{Target, Task};
use crate::app::state::State;
use crate::app::state::tour::Tour;
use crate::app::widgets::{Finder, action_button};
use crate::engine::Run;

/// Width of the card's text, in points.
const WIDTH: f32 = 340.0;
/// Size of the sentence, in points.
const SENTENCE: f32 = 16.0;
/// Width of the outline, in points.
const OUTLINE: f32 = 3.0;

/// How long a control is not found before that is told, in seconds.
const MISSED_SECS: f64 = 0.5;

/// Frames in which the card covers what it is about before it leaves its place for one below the views.
const STEADY_FRAMES: u8 = 3;

/// The id of the card.
const CARD: &str = "lesson card";

/// Where the card is, if there is one, as of the last frame, or the step below the views.
pub(crate) fn lesson_card(ctx: &Context, state: &State) -> Option<Rect> {
    let tour = state.tour.as_ref()?;
    if tour.is_below || state.presents {
        return tour.strip;
    }
    ctx.memory(|memory| memory.area_rect(Id::unique(CARD)))
}

/// Shows the step of the lesson, if one is taken.
pub(crate) fn lesson(ui: &mut Ui, state: &mut State, dock: &mut Dock) {
    let ctx = ui.ctx().clone();
    let is_paused = state.run() == Run::Paused;
    let Some(tour) = &mut state.tour else {
        return Finder::rest(&ctx);
    };
    let about = point(&ctx, tour, dock);
    if let Some(about) = about {
        // Above the views, and below the card and all windows.
        let layer = LayerId::background();
        let around = about.expand(OUTLINE).intersect(ctx.content_rect());
        let stroke = Stroke::new(OUTLINE, ui.visuals().hyperlink_color);
        let painter = ctx.layer_painter(layer);
        painter.rect_stroke(around, 6.0, stroke, StrokeKind::Inside);
    }
    watch_target(ui, tour, about.is_some(), is_paused);
    if state.presents || tour.is_below {
        let was_covering = std::mem::take(&mut tour.covering_frames) > 0;
        if let Some(Target::View(view)) = tour.step().point
            && was_covering
        {
            // The step below the views took room from them.
            dock.bring_into_sight(view);
            ctx.request_repaint();
        }
        return;
    }
    let id = Id::unique(CARD);
    let before = ctx.memory(|memory| memory.area_rect(id));
    let size = before.map_or(vec2(WIDTH + 32.0, 160.0), |rect| rect.size());
    let window = ctx.content_rect();
    let at = match before {
        // A button that was pressed may be another one since: the card does not run away from the pointer. And where a step
        // points at nothing, what the one before pointed at stays free.
        Some(before) if about.is_none() => {
            let most = (window.max - size).max(window.min);
            before.min.clamp(window.min, most)
        }
        _ => {
            let around = about.and_then(|about| dock.view_around(about));
            // Beside a control on the left: what is to be seen of it.
            let around = around.or_else(|| tour.view_before().and_then(|view| dock.rect(view)));
            beside(about, around, size, window)
        }
    };
    let covered = about.map(|about| Rect::from_min_size(at, size).intersect(about));
    let covers = covered.is_some_and(|covered| covered.is_positive());
    tour.covering_frames = if covers { tour.covering_frames + 1 } else { 0 };
    if covers {
        tour.is_below = tour.covering_frames >= STEADY_FRAMES;
        ctx.request_repaint();
    }
    let tour = tour.clone();
    // Among the windows: a dialog that is opened lies above it.
    Area::new(id)
        .order(Order::Middle)
        .fixed_pos(at)
        .show(&ctx, |ui| {
            let accent = Stroke::new(1.5, ui.visuals().hyperlink_color);
            let frame = Frame::popup(ui.style())
                .inner_margin(Margin::same(14))
                .stroke(accent);
            frame.show(ui, |ui| {
                ui.set_width(WIDTH);
                contents(ui, state, &tour);
            });
        });
}

/// Looks whether a control or a view that the step needs is missing; it is looked for in the frames after the step begins.
fn watch_target(ui: &Ui, tour: &mut Tour, is_found: bool, is_paused: bool) {
    let is_needed = match (tour.step().task, &tour.step().point) {
        (Some(Task::Click | Task::Stimulus(_) | Task::Sweep | Task::Drift), _) => !tour.is_done(),
        // A slider, or the button that lets it learn, which is another one meanwhile.
        (Some(task @ (Task::Above(..) | Task::Below(..))), Some(Target::Control { .. })) => {
            (is_paused || !task.takes_learning()) && !tour.is_done()
        }
        (_, Some(Target::View(_))) => !tour.asks_for_view(),
        _ => false,
    };
    let is_missed = !is_found && is_needed && tour.index > 0;
    let now_secs = ui.input(|input| input.time);
    tour.missed_since = is_missed.then(|| tour.missed_since.unwrap_or(now_secs));
    let since = tour.missed_since;
    let was_told = tour.is_missed;
    tour.is_missed = since.is_some_and(|since| now_secs - since >= MISSED_SECS);
    if tour.is_missed != was_told {
        // A step below the views is drawn before this.
        ui.ctx().request_repaint();
    } else if since.is_some() && !tour.is_missed {
        ui.ctx().request_repaint_after_secs(MISSED_SECS as f32);
    }
}

/// Shows the step of the lesson over the whole width there is, as low as it can be.
pub(crate) fn lesson_step(ui: &mut Ui, state: &mut State) {
    let Some(tour) = state.tour.clone() else {
        return;
    };
    ui.horizontal(|ui| {
        ui.strong(&tour.lesson.title);
        ui.weak(place(&tour));
        ui.add_space(8.0);
        buttons(ui, state, &tour);
    });
    if !sentence(ui, state, &tour) {
        // The views above stay as large from step to step.
        ui.weak("");
    }
}

/// What the step says, and how far what it waits for has come; whether that takes a line more.
fn sentence(ui: &mut Ui, state: &State, tour: &Tour) -> bool {
    ui.label(RichText::new(&tour.step().text).size(SENTENCE));
    let about_model = match tour.later_model() {
        _ if !tour.visits => Some("The model shown is not that of the lesson.".to_owned()),
        Some(step) => Some(format!("The model shown is that of step {step}.")),
        None if state.is_unlearned(tour) => Some("This has not been learned yet.".to_owned()),
        None if tour.has_learned_since() => {
            Some("The model has learned more since this step.".to_owned())
        }
        None => None,
    };
    let missed = "What this step points at is not there now. Back and then Next show it again.";
    let set_back = state.changed_sparsity(tour);
    let missed = (tour.is_missed && set_back.is_none()).then(|| missed.to_owned());
    let again = state.skip_again(tour).map(str::to_owned);
    let told = state.task_progress(tour).into_iter().chain(about_model);
    let told = told.chain(set_back).chain(missed).chain(again);
    let lines: Vec<String> = told.collect();
    if !lines.is_empty() {
        ui.weak(lines.join(" "));
    }
    !lines.is_empty()
}

/// Which step of how many it is.
fn place(tour: &Tour) -> String {
    format!("{} of {}", tour.index + 1, tour.lesson.steps.len())
}

/// Where what the step points at is, if it is on screen; notes whether it was clicked.
fn point(ctx: &Context, tour: &mut Tour, dock: &Dock) -> Option<Rect> {
    match &tour.step().point {
        Some(Target::Control { role, label }) => {
            let found = Finder::find(ctx, *role, label)?;
            tour.is_clicked |= found.is_clicked(ctx);
            Some(dock.seen(found.rect))
        }
        other => {
            Finder::rest(ctx);
            match other {
                Some(Target::View(view)) => dock.rect(*view),
                _ => None,
            }
        }
    }
}

fn contents(ui: &mut Ui, state: &mut State, tour: &Tour) {
    ui.horizontal(|ui| {
        ui.strong(&tour.lesson.title);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.weak(place(tour));
        });
    });
    ui.add_space(2.0);
    sentence(ui, state, tour);
    ui.add_space(6.0);
    ui.horizontal(|ui| buttons(ui, state, tour));
}

fn buttons(ui: &mut Ui, state: &mut State, tour: &Tour) {
    action_button(ui, state, Action::PreviousStep);
    next(ui, state, tour);
    if !tour.is_done() {
        action_button(ui, state, Action::SkipStep);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        action_button(ui, state, Action::LeaveLesson);
    });
}

/// Lights up when what the step asks for is done.
fn next(ui: &mut Ui, state: &mut State, tour: &Tour) {
    let row = Action::NextStep.row();
    let text = if tour.is_last() { "Finish" } else { row.text };
    let is_done = tour.is_done();
    let refused = state.refusal(Action::NextStep).unwrap_or_default();
    let mut button = Button::new(RichText::new(text).strong()).min_size(Vec2::new(64.0, 0.0));
    if is_done {
        button = button.fill(ui.visuals().selection.bg_fill);
    }
    let button = ui
        .add_enabled(is_done, button)
        .on_hover_text(row.tooltip)
        .on_disabled_hover_text(refused);
    if button.clicked() {
        state.act(Action::NextStep);
    }
}

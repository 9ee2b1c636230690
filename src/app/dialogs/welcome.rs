//! The card of the first start: what this is, and the ways to begin.

use egui::{Align, Button, Frame, Id, Layout, Modal, RichText, Ui, vec2};

use crate::app::commands::{Action, LAYOUTS, LESSONS};
use crate::app::state::{State, Welcome};
use crate::config::Config;
use crate::engine::Command;

/// Width of the card, in points.
const WIDTH: f32 = 560.0;
/// Height of a door, in points.
const DOOR: f32 = 54.0;

const ABOUT: &str = "cellscope learns from pictures, and shows how cells like those of the visual cortex emerge: simple cells, which look for one edge each, and complex cells, each shown as a row of the simple cells that it listens to.";
const BEHIND: &str = "Behind this card is a trained model.";

/// The ways to begin.
#[derive(Clone, Copy)]
enum Door {
    Watch,
    Lessons,
    Pictures,
    Model,
    Last,
}

const DOORS: [(Door, &str, &str); 4] = [
    (
        Door::Watch,
        "Watch cells emerge",
        "A new model learns, from noise to edges.",
    ),
    (Door::Lessons, "Take a lesson", "A few minutes each."),
    (
        Door::Pictures,
        "Your own pictures",
        "Learn from your own folder.",
    ),
    (
        Door::Model,
        "Open a model",
        "Go on with one that you saved.",
    ),
];

/// The door that is there once a model was kept.
const LAST: (Door, &str, &str) = (
    Door::Last,
    "Go on with your last model",
    "The newest one, saved automatically.",
);

/// The way past all doors.
const LOOK: (&str, &str) = ("Look around", "Close the card and look behind it (Esc).");

/// Shows the card, if it is open.
pub(crate) fn welcome(ui: &mut Ui, state: &mut State) {
    let Some(mut card) = state.welcome else {
        return;
    };
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let modal = Modal::new(Id::unique("welcome")).frame(frame);
    let mut is_closed = false;
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.heading("Welcome to cellscope");
        ui.add_space(4.0);
        ui.label(ABOUT);
        if card.visits {
            ui.label(BEHIND);
        }
        ui.add_space(10.0);
        if card.lists_lessons {
            // With ids of their own no button has the focus that a door had.
            ui.push_id("lessons", |ui| lessons(ui, state, &mut card));
        } else {
            doors(ui, state, &mut card);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.checkbox(&mut state.settings.greets, "Show this at the start");
            ui.weak("The Help menu has it, too.");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (name, about) = LOOK;
                is_closed = ui.button(name).on_hover_text(about).clicked();
            });
        });
    });
    // A click beside the card is one on what cannot be reached yet.
    let is_escaped = modal.should_close() && !modal.backdrop_response.clicked();
    let is_open = !(is_closed || is_escaped);
    // The door is that of a start.
    state.kept.has_last &= state.welcome.is_some() && is_open;
    if let Some(shown) = &mut state.welcome {
        *shown = card;
        if !is_open {
            // What is looked at is what people go on with.
            state.close_welcome(Command::Stay);
        }
    }
}

fn doors(ui: &mut Ui, state: &mut State, card: &mut Welcome) {
    if state.kept.has_last {
        let (door, title, about) = LAST;
        if large_button(ui, title, about) {
            enter(door, state, card);
        }
        ui.add_space(2.0);
    }
    for pair in DOORS.chunks_exact(2) {
        ui.columns(2, |columns| {
            for (ui, (door, title, about)) in columns.iter_mut().zip(pair) {
                if large_button(ui, title, about) {
                    enter(*door, state, card);
                }
            }
        });
        ui.add_space(2.0);
    }
}

fn enter(door: Door, state: &mut State, card: &mut Welcome) {
    match door {
        Door::Lessons => card.lists_lessons = true,
        Door::Watch => {
            if card.visits {
                state.close_welcome(Command::Return);
            } else {
                // The one of a first start, whatever is here now: a large model or the toy example would take minutes at this pace.
                let config = Config {
                    seed: state.live.seed,
                    ..Config::default()
                };
                state.send(Command::Rebuild(Box::new(config)));
                state.act(Action::Arrange(&LAYOUTS[0]));
            }
            state.welcome = None;
            state.watch_next();
            state.send(Command::Resume);
        }
        Door::Last => {
            state.close_welcome(Command::Return);
            state.act(Action::RestoreModel);
        }
        // The card stays until the dialog is answered.
        Door::Pictures => state.act(Action::OpenFolder),
        Door::Model => state.act(Action::OpenModel),
    }
}

fn lessons(ui: &mut Ui, state: &mut State, card: &mut Welcome) {
    for pair in LESSONS.chunks(2) {
        ui.columns(2, |columns| {
            for (ui, lesson) in columns.iter_mut().zip(pair) {
                if large_button(ui, lesson.title, lesson.about) {
                    state.act(Action::TakeLesson(lesson));
                }
            }
        });
        ui.add_space(2.0);
    }
    if ui.button("Back").clicked() {
        card.lists_lessons = false;
    }
}

/// A button with a title and a line below it; true when it is clicked.
fn large_button(ui: &mut Ui, title: &str, about: &str) -> bool {
    let size = vec2(ui.available_width(), DOOR);
    let text = RichText::new(title).strong().size(15.0);
    let button = ui.add_sized(size, Button::new(text));
    let weak = ui.visuals().weak_text_color();
    let font = egui::FontId::proportional(crate::app::theme::SMALL);
    let at = button.rect.center_bottom() - vec2(0.0, 5.0);
    let align = egui::Align2::CENTER_BOTTOM;
    ui.painter().text(at, align, about, font, weak);
    button.clicked()
}

//! The in-painting bench: what it asks and when, what hides pixels, and what it draws of the answer.

use std::sync::Arc;

use cellscope::app::{Action, HideBy, Pane};
use cellscope::engine::{
    InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, Snapshot,
};
use cellscope::source::Pictures;
use egui::{Event, Modifiers, PointerButton, Role, vec2};

use crate::test_window::Desk;

const CANVAS: &str = "Hidden pixels filled in";

/// What was asked, without what was given up.
fn asked(desk: &Desk) -> Vec<InpaintingQuestion> {
    let wire = desk.wire.borrow();
    wire.fills.iter().flatten().cloned().collect()
}

fn last(desk: &Desk) -> InpaintingQuestion {
    asked(desk).pop().expect("a question")
}

fn hidden(question: &InpaintingQuestion) -> usize {
    let mask = question.mask.iter();
    mask.filter(|observed| !**observed).count()
}

fn showing() -> Desk {
    let mut desk = Desk::measured();
    desk.act(Action::Show(Pane::Filling));
    desk
}

/// Presses in the first tile, moves on, and lets go.
fn stroke(desk: &mut Desk, modifiers: Modifiers) {
    let name = desk.canvas(CANVAS);
    let from = desk.node(Role::Canvas, &name).rect().min + vec2(40.0, 60.0);
    let to = from + vec2(30.0, 0.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    desk.harness.event(Event::PointerMoved(from));
    desk.harness.run_steps(1);
    desk.harness.event(Event::ModifiersChanged(modifiers));
    for event in [
        button(from, true),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        desk.harness.event(event);
        desk.harness.run_steps(2);
    }
    desk.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    desk.settle();
}

#[test]
fn it_asks_once_when_it_is_shown_and_draws_the_answer() {
    let mut desk = Desk::measured();
    desk.settle();
    assert!(asked(&desk).is_empty(), "asked while out of sight");
    desk.act(Action::Show(Pane::Filling));
    desk.settle();
    let questions = asked(&desk);
    assert_eq!(questions.len(), 1, "once, as it stays the same");
    let model = &desk.config.model;
    assert_eq!(questions[0].sparsities[0].alpha, model.alpha / 3.0);
    assert_eq!(questions[0].sparsities[1].beta, Some(model.beta / 3.0));
    assert_eq!(hidden(&questions[0]), desk.config.pixels() / 2);
    desk.canvas(CANVAS);
    desk.fill();
    desk.settle();
    assert_eq!(asked(&desk).len(), 1, "an answer is no new question");
    desk.click("Export In-painting");
}

#[test]
fn sliders_and_masks_ask_anew() {
    let mut desk = showing();
    desk.fill();
    desk.state().filling.beta = Some(0.07);
    desk.settle();
    assert_eq!(last(&desk).sparsities[1].beta, Some(0.07));
    assert_eq!(asked(&desk).len(), 2);
    let before = last(&desk).mask;
    desk.click("Another mask");
    assert_ne!(last(&desk).mask, before);
    assert_eq!(asked(&desk).len(), 3);
    desk.click("Block");
    assert_eq!(hidden(&last(&desk)), 36);
    assert_eq!(asked(&desk).len(), 4);
}

#[test]
fn a_stroke_of_the_brush_hides_pixels_and_another_with_shift_brings_them_back() {
    let mut desk = showing();
    desk.click("Brush");
    assert_eq!(desk.state().filling.hiding.by, HideBy::Brush);
    assert_eq!(hidden(&last(&desk)), 0);
    stroke(&mut desk, Modifiers::NONE);
    let painted = hidden(&last(&desk));
    assert!(painted > 4, "{painted} pixels");
    stroke(&mut desk, Modifiers::SHIFT);
    assert_eq!(hidden(&last(&desk)), 0);
    stroke(&mut desk, Modifiers::NONE);
    desk.click("Clear");
    assert_eq!(hidden(&last(&desk)), 0);
}

#[test]
fn a_whole_picture_tells_how_far_it_is_and_is_stopped() {
    let mut desk = showing();
    desk.click("Whole picture");
    let question = last(&desk);
    assert_eq!(question.task, InpaintingTask::Picture(0));
    desk.wire.borrow_mut().filled = Some(Arc::new(InpaintingAnswer {
        question,
        done: Some(0.25),
        outcome: None,
    }));
    desk.settle();
    assert!(desk.has_text("25 %"));
    desk.click("Stop");
    assert!(desk.wire.borrow().fills.last().expect("told").is_none());
    desk.settle();
    assert!(
        desk.wire.borrow().fills.last().expect("told").is_none(),
        "what was stopped is not asked again by itself"
    );
    desk.click("Another mask");
    desk.fill();
    desk.canvas(CANVAS);
}

#[test]
fn a_fill_of_other_pictures_is_not_shown_and_is_done_anew() {
    let mut desk = showing();
    desk.click("Whole picture");
    desk.fill();
    let asked = desk.wire.borrow().fills.len();
    let before = desk.wire.borrow().drawn.clone().expect("a snapshot");
    // The same model, of which only the pictures are others.
    let mut snapshot = Snapshot::clone(&before);
    let pictures = snapshot
        .pictures
        .as_ref()
        .expect("pictures")
        .images()
        .to_vec();
    let named = pictures
        .into_iter()
        .map(|image| ("another".to_owned(), image));
    snapshot.pictures = Some(Arc::new(Pictures::new(named.collect())));
    desk.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    desk.settle();
    assert!(desk.wire.borrow().fills.len() > asked);
}

#[test]
fn where_nothing_is_hidden_no_sparsities_are_found() {
    let mut desk = showing();
    desk.click("Brush");
    desk.fill();
    desk.click("Find the best");
    desk.wire.borrow_mut().filled = Some(Arc::new(InpaintingAnswer {
        question: last(&desk),
        done: None,
        outcome: Some(InpaintingOutcome::Tuned(None)),
    }));
    desk.settle();
    desk.node(Role::Button, "Find the best");
    let filling = &desk.state().filling;
    assert_eq!((filling.alpha_one, filling.beta), (None, None));
}

#[test]
fn the_best_sparsities_are_set_and_filled_with() {
    let mut desk = showing();
    desk.fill();
    desk.click("Find the best");
    assert_eq!(last(&desk).task, InpaintingTask::Tune(0));
    let answer = desk.fill();
    let Some(InpaintingOutcome::Tuned(Some([one, two]))) = &answer.outcome else {
        panic!("no search");
    };
    let question = last(&desk);
    assert!(matches!(question.task, InpaintingTask::Patch(_)));
    assert_eq!(question.sparsities, [one.sparsities, two.sparsities]);
    assert_eq!(desk.state().filling.beta, two.sparsities.beta);
}

#[test]
fn a_view_that_is_hidden_gives_up_and_asks_nothing() {
    let mut desk = showing();
    desk.click("Whole picture");
    desk.close_tab("In-painting");
    assert!(desk.wire.borrow().fills.last().expect("told").is_none());
    let before = desk.wire.borrow().fills.len();
    desk.state().filling.beta = Some(0.07);
    desk.settle();
    assert_eq!(desk.wire.borrow().fills.len(), before);
}

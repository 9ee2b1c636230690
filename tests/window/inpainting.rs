//! The in-painting bench: what it asks and when, what hides pixels, and what it draws of the answer.

use std::sync::Arc;

use cellscope::app::{Action, Format, MaskShape};
use cellscope::engine::{
    Answer, InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, Run, Snapshot,
    Topic,
};
use cellscope::source::Pictures;
use egui::{Event, Modifiers, PointerButton, Role, vec2};
use egui_kittest::kittest::NodeT as _;

use crate::exporting::{export, wait_for};
use crate::models::known;
use crate::test_window::{TestWindow, view};

const CANVAS: &str = "Hidden pixels filled in";

/// What was asked, without what was given up.
fn asked(window: &TestWindow) -> Vec<InpaintingQuestion> {
    let wire = window.wire.borrow();
    wire.inpainting_questions
        .iter()
        .flatten()
        .cloned()
        .collect()
}

fn last(window: &TestWindow) -> InpaintingQuestion {
    asked(window).pop().expect("a question")
}

fn hidden(question: &InpaintingQuestion) -> usize {
    let mask = question.mask.iter();
    mask.filter(|observed| !**observed).count()
}

fn showing() -> TestWindow {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("inpainting")));
    window
}

/// Presses in the first tile, moves on, and lets go.
fn stroke(window: &mut TestWindow, modifiers: Modifiers) {
    let name = window.canvas(CANVAS);
    let from = window.node(Role::Canvas, &name).rect().min + vec2(40.0, 60.0);
    let to = from + vec2(30.0, 0.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    window.harness.event(Event::PointerMoved(from));
    window.harness.run_steps(1);
    window.harness.event(Event::ModifiersChanged(modifiers));
    for event in [
        button(from, true),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        window.harness.event(event);
        window.harness.run_steps(2);
    }
    window
        .harness
        .event(Event::ModifiersChanged(Modifiers::NONE));
    window.settle();
}

#[test]
fn it_asks_once_when_it_is_shown_and_draws_the_answer() {
    let mut window = TestWindow::measured();
    window.settle();
    assert!(asked(&window).is_empty(), "asked while out of sight");
    window.act(Action::Show(view("inpainting")));
    window.settle();
    let questions = asked(&window);
    assert_eq!(questions.len(), 1, "once, as it stays the same");
    let model = &window.config.model;
    assert_eq!(questions[0].sparsities[0].alpha, model.alpha / 3.0);
    assert_eq!(questions[0].sparsities[1].beta, Some(model.beta / 3.0));
    assert_eq!(hidden(&questions[0]), window.config.pixels() / 2);
    window.canvas(CANVAS);
    window.fill();
    window.settle();
    assert_eq!(asked(&window).len(), 1, "an answer is no new question");
    window.click("Export In-painting");
}

#[test]
fn sliders_and_masks_ask_anew() {
    let mut window = showing();
    window.fill();
    window.state().workers.inpainting.chosen[2] = Some(0.07);
    window.settle();
    assert_eq!(last(&window).sparsities[1].beta, Some(0.07));
    assert_eq!(asked(&window).len(), 2);
    let before = last(&window).mask;
    window.click("Another mask");
    assert_ne!(last(&window).mask, before);
    assert_eq!(asked(&window).len(), 3);
    window.click("Block");
    assert_eq!(hidden(&last(&window)), 36);
    assert_eq!(asked(&window).len(), 4);
}

#[test]
fn a_stroke_of_the_brush_hides_pixels_and_another_with_shift_brings_them_back() {
    let mut window = showing();
    window.click("Brush");
    assert_eq!(
        window.state().workers.inpainting.mask_editor.by,
        MaskShape::Brush
    );
    assert_eq!(hidden(&last(&window)), 0);
    stroke(&mut window, Modifiers::NONE);
    let painted = hidden(&last(&window));
    assert!(painted > 4, "{painted} pixels");
    stroke(&mut window, Modifiers::SHIFT);
    assert_eq!(hidden(&last(&window)), 0);
    stroke(&mut window, Modifiers::NONE);
    window.click("Clear");
    assert_eq!(hidden(&last(&window)), 0);
}

#[test]
fn a_whole_picture_tells_how_far_it_is_and_is_stopped() {
    let mut window = showing();
    window.click("Whole picture");
    let question = last(&window);
    assert_eq!(question.task, InpaintingTask::Picture(0));
    window
        .wire
        .borrow_mut()
        .answers
        .push(Answer::Inpainting(Arc::new(InpaintingAnswer {
            question,
            done: Some(0.25),
            outcome: None,
        })));
    window.settle();
    assert!(window.has_text("25 %"));
    window.click("Stop");
    assert!(
        window
            .wire
            .borrow()
            .inpainting_questions
            .last()
            .expect("told")
            .is_none()
    );
    window.settle();
    assert!(
        window
            .wire
            .borrow()
            .inpainting_questions
            .last()
            .expect("told")
            .is_none(),
        "what was stopped is not asked again by itself"
    );
    window.click("Another mask");
    window.fill();
    window.canvas(CANVAS);
}

#[test]
fn a_fill_of_other_pictures_is_not_shown_and_is_done_anew() {
    let mut window = showing();
    window.click("Whole picture");
    window.fill();
    let asked = window.wire.borrow().inpainting_questions.len();
    let before = window.wire.borrow().drawn.clone().expect("a snapshot");
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
    snapshot.pictures = Some(Arc::new(Pictures::of_planes(named)));
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
    assert!(window.wire.borrow().inpainting_questions.len() > asked);
}

#[test]
fn a_model_that_adapts_its_sparsities_breaks_off_nothing_that_takes_long() {
    let mut window = showing();
    window.click("Whole picture");
    let count = asked(&window).len();
    let before = window.wire.borrow().drawn.clone().expect("a snapshot");
    for step in 1..4_u8 {
        let mut snapshot = Snapshot::clone(&before);
        snapshot.status.run = Run::Running;
        snapshot.status.step += u64::from(step);
        let config = Arc::make_mut(&mut snapshot.config);
        config.model.invariant_share = 0.02;
        config.model.beta *= 1.0 + 0.01 * f32::from(step);
        window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
        window.settle();
    }
    assert_eq!(asked(&window).len(), count);
    window.state().workers.inpainting.chosen[2] = Some(0.07);
    window.settle();
    assert_eq!(
        last(&window).sparsities[1].beta,
        Some(0.07),
        "chosen by hand"
    );
}

#[test]
fn where_nothing_is_hidden_nothing_is_searched() {
    let mut window = showing();
    window.click("Brush");
    window.fill();
    let count = asked(&window).len();
    let best = |window: &TestWindow| {
        let best = window.node(Role::Button, "Find best values");
        best.accesskit_node().is_disabled()
    };
    assert!(best(&window));
    window.act(Action::FindBest);
    window.settle();
    assert_eq!(asked(&window).len(), count);
    assert!(window.has_text("Nothing is hidden, or everything is"));
    stroke(&mut window, Modifiers::NONE);
    assert!(!best(&window));
}

#[test]
fn a_search_that_finds_nothing_is_told_until_another_mask_is_filled_in() {
    let mut window = showing();
    window.fill();
    window.click("Find best values");
    let reason = "no other picture has usable patches";
    let refusal = Answer::Refused {
        of: Topic::Inpainting,
        reason: reason.to_owned(),
    };
    let answer = Answer::Inpainting(Arc::new(InpaintingAnswer {
        question: last(&window),
        done: None,
        outcome: Some(InpaintingOutcome::Tuned(None)),
    }));
    window.wire.borrow_mut().answers.extend([refusal, answer]);
    window.settle();
    let told = "No other picture has usable patches";
    assert!(window.has_text(told));
    window.node(Role::Button, "Find best values");
    assert_eq!(window.state().workers.inpainting.chosen, [None; 3]);
    window.act(Action::AnotherMask);
    window.settle();
    window.fill();
    assert!(!window.has_text(told));
}

#[test]
fn the_block_of_a_smaller_patch_is_shown_as_large_as_it_is() {
    let mut window = showing();
    window.click("Block");
    let side = window.config.movies.patch_side;
    window.state().workers.inpainting.mask_editor.block_side_px = 3 * side;
    window.settle();
    let shown = window.node(Role::Slider, "Side of the block");
    let shown = shown.accesskit_node().numeric_value();
    assert_eq!(shown, Some(side as f64 - 1.0));
    let editor = &window.state().workers.inpainting.mask_editor;
    assert_eq!(editor.block_side_px, 3 * side, "nobody changed it");
}

#[test]
fn the_best_sparsities_are_set_and_filled_with() {
    let mut window = showing();
    window.fill();
    window.click("Find best values");
    assert_eq!(last(&window).task, InpaintingTask::Tune(0));
    let answer = window.fill();
    let Some(InpaintingOutcome::Tuned(Some([one, two]))) = &answer.outcome else {
        panic!("no search");
    };
    let question = last(&window);
    assert!(matches!(question.task, InpaintingTask::Patch(_)));
    assert_eq!(question.sparsities, [one.sparsities, two.sparsities]);
    assert_eq!(
        window.state().workers.inpainting.chosen[2],
        two.sparsities.beta
    );
}

#[test]
fn a_view_that_is_hidden_gives_up_and_asks_nothing() {
    let mut window = showing();
    window.click("Whole picture");
    window.close_tab("In-painting");
    assert!(
        window
            .wire
            .borrow()
            .inpainting_questions
            .last()
            .expect("told")
            .is_none()
    );
    let before = window.wire.borrow().inpainting_questions.len();
    window.state().workers.inpainting.chosen[2] = Some(0.07);
    window.settle();
    assert_eq!(window.wire.borrow().inpainting_questions.len(), before);
}

#[test]
fn what_fills_one_patch_is_not_shown_beside_another() {
    let mut window = showing();
    let formats = |window: &mut TestWindow| {
        window.act(Action::Export(view("inpainting")));
        let form = window.state().exports.form.take().expect("open");
        form.target.formats.len()
    };
    window.fill();
    assert!(formats(&mut window) > 0);
    window.state().workers.inpainting.place.corner_px = Some([3, 3]);
    window.settle();
    assert_eq!(formats(&mut window), 0, "it is being filled");
    window.wire.borrow_mut().answers.push(Answer::Fault {
        of: Some(Topic::Inpainting),
        reason: "a fault".to_owned(),
    });
    window.settle();
    assert_eq!(formats(&mut window), 0, "it was not filled");
    window.state().workers.inpainting.place.corner_px = None;
    window.settle();
    window.fill();
    assert!(formats(&mut window) > 0);
}

#[test]
fn numbers_of_another_mask_are_told_to_be_of_it() {
    let mut window = showing();
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |window: &mut TestWindow, name: &str| {
        let path = folder.path().join(name);
        export(window, view("inpainting"), Format::Svg, &path);
        String::from_utf8(wait_for(window, &path)).expect("text")
    };
    window.fill();
    let now = drawn(&mut window, "now.svg");
    assert!(now.contains("dB") && !now.contains("those of the last"));
    window.click("Another mask");
    let other = drawn(&mut window, "other.svg");
    assert!(other.contains("The SNRs are those of the previous mask."));
    window.fill();
    window.state().workers.inpainting.chosen[2] = Some(0.07);
    window.settle();
    let other = drawn(&mut window, "sparsities.svg");
    assert!(other.contains("The SNRs are those of the previous sparsities."));
    window.fill();
    let again = drawn(&mut window, "again.svg");
    assert!(!again.contains("those of the last"));
}

#[test]
fn a_search_ends_with_its_engine() {
    let mut window = showing();
    window.fill();
    window.click("Find best values");
    assert_eq!(last(&window).task, InpaintingTask::Tune(0));
    window.tell(cellscope::engine::Event::Crashed("a fault".to_owned()));
    window.click("Go on");
    window.wire.borrow_mut().snapshot = Some(Arc::clone(&known().0));
    window.settle();
    assert!(matches!(last(&window).task, InpaintingTask::Patch(_)));
    window.fill();
    window.node(Role::Button, "Find best values");
}

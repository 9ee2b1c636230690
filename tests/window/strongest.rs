//! The strongest patches of the selected unit: what is asked, what is drawn, and what a click does.

use std::sync::Arc;

use cellscope::analysis::Unit;
use cellscope::app::{Action, StimulusKind};
use cellscope::engine::{Answer, Layer, Snapshot, StrongestAnswer, StrongestWorker, Topic};
use cellscope::figure::Format;
use cellscope::source::Pictures;
use egui::Role;

use crate::test_window::{TestWindow, view, wait};

/// The units that were asked about.
fn asked(window: &TestWindow) -> Vec<Option<Unit>> {
    let wire = window.wire.borrow();
    let questions = wire.strongest_questions.iter();
    questions
        .map(|question| question.as_ref().map(|question| question.unit))
        .collect()
}

/// A window whose model turns units on at little contrast, as its picture has little.
fn sensitive() -> TestWindow {
    let mut window = TestWindow::measured();
    let drawn = window.wire.borrow().drawn.clone().expect("a snapshot");
    window.publish(|snapshot| {
        *snapshot = (*drawn).clone();
        let mut config = (*drawn.config).clone();
        (config.model.alpha, config.model.beta) = (0.02, 0.002);
        snapshot.config = Arc::new(config);
    });
    window
}

/// The answer of the worker to the last question.
fn found(window: &TestWindow) -> Arc<StrongestAnswer> {
    let question = window.wire.borrow().strongest_questions.last().cloned();
    let worker = StrongestWorker::spawn(|| {});
    worker.ask(Some(question.flatten().expect("a question")));
    wait(&worker, |answer: &StrongestAnswer| answer.is_final)
}

/// Answers the last question as the worker does.
fn answer(window: &mut TestWindow) -> Arc<StrongestAnswer> {
    let answer = found(window);
    let news = Answer::Strongest(Arc::clone(&answer));
    window.wire.borrow_mut().answers.push(news);
    window.settle();
    answer
}

#[test]
fn the_selected_unit_is_searched_for_once_and_a_click_opens_a_patch_as_a_stimulus() {
    let mut window = sensitive();
    window.state().selection.select(Layer::Simple, 7);
    window.settle();
    assert!(asked(&window).is_empty(), "asked while out of sight");
    window.act(Action::Show(view("strongest")));
    assert_eq!(asked(&window), [Some((Layer::Simple, 7))]);
    assert!(window.has_text("searching for simple unit 7"));
    let found = answer(&mut window).found.clone();
    assert!(window.has_text("The strongest for simple unit 7"));
    assert_eq!(asked(&window).len(), 1, "what is known is not asked again");
    window.click("Strongest patch 2");
    let stimulus = &window.state().workers.stimulus;
    assert_eq!(stimulus.kind, StimulusKind::Patch);
    assert_eq!(stimulus.place.picture, found[1].path.picture);
    let corner = [found[1].path.left, found[1].path.top];
    assert_eq!(stimulus.place.corner_px, Some(corner));
    let shown = window.wire.borrow().shown.last().cloned();
    let shown = shown.expect("the view Stimulus asks").frame;
    assert_eq!(shown, found[1].frames.row(0).to_vec());
}

#[test]
fn what_was_found_in_other_pictures_is_not_shown_and_is_searched_for_anew() {
    let mut window = sensitive();
    window.state().selection.select(Layer::Simple, 7);
    window.act(Action::Show(view("strongest")));
    answer(&mut window);
    let before = window.wire.borrow().drawn.clone().expect("a snapshot");
    let mut snapshot = Snapshot::clone(&before);
    let pictures = snapshot.pictures.as_ref().expect("pictures");
    let images = pictures.images().iter().cloned();
    let named = images.map(|image| ("another".to_owned(), image));
    snapshot.pictures = Some(Arc::new(Pictures::of_planes(named)));
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
    assert!(window.has_text("searching for simple unit 7"));
    assert_eq!(asked(&window).len(), 2);
}

#[test]
fn a_search_that_ended_with_a_fault_is_not_waited_for() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("strongest")));
    window.state().selection.select(Layer::Simple, 7);
    window.settle();
    assert!(window.has_text("searching for simple unit 7"));
    let fault = |of| Answer::Fault {
        of: Some(of),
        reason: "The search failed.".to_owned(),
    };
    let tell = |window: &mut TestWindow, of| {
        window.wire.borrow_mut().answers.push(fault(of));
        window.settle();
    };
    tell(&mut window, Topic::Stimulus);
    assert!(window.has_text("searching for simple unit 7"));
    tell(&mut window, Topic::Strongest);
    assert!(!window.has_text("searching for simple unit 7"));
}

#[test]
fn another_unit_breaks_off_the_search_and_no_unit_ends_it() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("strongest")));
    assert!(window.has_text("Select a unit"));
    window.state().selection.select(Layer::Simple, 7);
    window.settle();
    window.state().selection.select(Layer::Invariant, 2);
    window.settle();
    window.act(Action::ClearSelection);
    let units = [Some((Layer::Simple, 7)), Some((Layer::Invariant, 2)), None];
    assert_eq!(asked(&window), units);
    assert!(
        window
            .node(
                Role::Label,
                "Select a unit in any view to see which patches of the pictures drive it most."
            )
            .rect()
            .is_positive()
    );
}

#[test]
fn what_is_found_comes_in_all_formats() {
    let mut window = sensitive();
    window.state().selection.select(Layer::Invariant, 2);
    window.act(Action::Show(view("strongest")));
    answer(&mut window);
    window.click("Export Strongest patches");
    for format in Format::ALL {
        let name = format.name();
        assert!(
            window.node(Role::Button, name).rect().is_positive(),
            "{name}"
        );
    }
}

#[test]
fn a_search_that_goes_on_says_of_which_step_it_is() {
    let mut window = sensitive();
    window.state().selection.select(Layer::Simple, 7);
    window.act(Action::Show(view("strongest")));
    let mut partly = StrongestAnswer::clone(&found(&window));
    (partly.is_final, partly.share_done) = (false, 0.4);
    let news = Answer::Strongest(Arc::new(partly));
    window.wire.borrow_mut().answers.push(news);
    window.settle();
    assert!(window.has_text("40 %: searching for simple unit 7 at step 10"));
}

//! Skip and a lesson's steps that wait.

use cellscope::app::{Action, LESSONS, ReadyLesson, StimulusKind};
use cellscope::config::Config;
use cellscope::engine::{Command, Run};
use egui::Key;

use crate::lessons::{obey, used, waiting_toy};
use crate::test_window::TestWindow;

/// The step of the lesson on movies that waits for learning, the configuration from before it, and the model's generation.
fn before_learning() -> (TestWindow, Config, u64) {
    let mut window = used();
    let (own, mut generation) = (window.config.clone(), 0);
    let ready = ReadyLesson::find("movies").expect("there");
    window.act(Action::TakeLesson(ready));
    obey(&mut window, &mut generation, &own);
    window.click("Next");
    (window, own, generation)
}

fn index(window: &mut TestWindow) -> Option<usize> {
    window.state().tour.as_ref().map(|tour| tour.index)
}

#[test]
fn a_step_that_is_skipped_leaves_the_unit_that_the_next_one_speaks_of() {
    let mut window = TestWindow::measured();
    let own = window.config.clone();
    let mut generation = 0;
    let ready = ReadyLesson::find("complex-cells").expect("there");
    window.act(Action::TakeLesson(ready));
    obey(&mut window, &mut generation, &own);
    window.click("Next");
    assert_eq!(window.state().selection.invariant, None);
    window.click("Skip");
    assert!(window.state().selection.invariant.is_some());
    assert_eq!(window.state().tour.as_ref().map(|tour| tour.index), Some(2));
}

#[test]
fn skip_begins_learning_and_clicks_what_is_pointed_at() {
    let (mut window, own, mut generation) = before_learning();
    window.click("Skip");
    assert_eq!(index(&mut window), Some(1), "learning begins first");
    obey(&mut window, &mut generation, &own);
    assert_eq!(window.state().run(), Run::Running);
    window.click("Skip");
    obey(&mut window, &mut generation, &own);
    assert_eq!(index(&mut window), Some(2));
    window.settle();
    let is_grating =
        |window: &mut TestWindow| window.state().workers.stimulus.kind == StimulusKind::Grating;
    assert!(!is_grating(&mut window));
    window.click("Skip");
    window.settle();
    assert!(is_grating(&mut window), "Grating is clicked");
    // What it brings about is seen before the next step.
    assert_eq!(index(&mut window), Some(2));
    window.click("Next");
    assert_eq!(index(&mut window), Some(3));
}

#[test]
fn skip_lets_the_edge_run_before_it_goes_on() {
    let mut window = TestWindow::measured();
    let own = window.config.clone();
    let (mut generation, mut before) = (0, None);
    let ready = ReadyLesson::find("complex-cells").expect("there");
    window.act(Action::TakeLesson(ready));
    obey(&mut window, &mut generation, &own);
    while !window.state().workers.stimulus.is_sweeping {
        before = index(&mut window);
        assert!(before.is_some(), "the lesson is over");
        window.act(Action::SkipStep);
    }
    assert_eq!(index(&mut window), before);
    window.act(Action::SkipStep);
    assert_ne!(index(&mut window), before);
}

#[test]
fn a_second_skip_goes_on_whatever_the_first_one_began() {
    let (mut window, ..) = before_learning();
    window.commands();
    window.click("Skip");
    assert_eq!(window.commands(), [Command::Resume]);
    // Nothing has learned yet.
    assert!(window.has_text("Skip once more"));
    window.click("Skip");
    let tour = window.state().tour.as_ref().expect("a lesson");
    assert_eq!(tour.index, 2);
}

#[test]
fn a_skip_while_the_model_learns_already_leaves_it_time() {
    let (mut window, own, mut generation) = before_learning();
    window.act(Action::TogglePause);
    obey(&mut window, &mut generation, &own);
    assert_eq!(window.state().run(), Run::Running);
    window.click("Skip");
    assert_eq!(index(&mut window), Some(1));
    window.click("Skip");
    assert_eq!(index(&mut window), Some(2));
}

#[test]
fn a_step_that_waits_tells_how_far_it_is() {
    let mut window = used();
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(&LESSONS[0]));
    for _ in 0..2 {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
    }
    obey(&mut window, &mut generation, &own);
    window.publish(|snapshot| snapshot.status.step = 112);
    assert!(window.has_text("Wait for 150 steps."));
    assert!(window.has_text("At step 112"));
    window.act(Action::SkipStep);
    assert!(window.has_text("At step 112. Skip once more"));
    window.act(Action::SkipStep);
    assert!(!window.has_text("At step 112"));
}

#[test]
fn a_skip_lets_go_of_a_share_and_the_next_card_says_that_nothing_was_learned() {
    let (mut window, generation) = waiting_toy();
    let publish = |window: &mut TestWindow, step: u64| {
        window.publish(|snapshot| {
            snapshot.generation = generation;
            (snapshot.status.step, snapshot.status.simple_density) = (step, 0.05);
        });
    };
    publish(&mut window, 100);
    let held = "turn off Hold the share of z";
    window.act(Action::HoldSimpleShare);
    assert!(window.has_text(held));
    window.act(Action::SkipStep);
    assert_eq!(index(&mut window), Some(3));
    assert_eq!(window.state().live.model.simple_share, 0.0);
    assert!(!window.has_text(held));
    let unlearned = "This has not been learned yet.";
    assert!(!window.has_text(unlearned), "the step itself waits for it");
    window.act(Action::SkipStep);
    assert_eq!(index(&mut window), Some(4));
    assert!(window.has_text(unlearned));
    // It learns on meanwhile.
    publish(&mut window, 4801);
    assert!(!window.has_text(unlearned));
}

#[test]
fn after_a_skip_only_the_second_one_is_asked_for() {
    let (mut window, _) = waiting_toy();
    let (refused, again) = ("Do what the step asks for", "Skip once more");
    window.press(Key::PageDown);
    assert!(window.has_text(refused));
    window.act(Action::SkipStep);
    assert!(!window.has_text(refused) && window.has_text(again));
    window.press(Key::PageDown);
    assert!(!window.has_text(refused) && window.has_text(again));
    assert_eq!(index(&mut window), Some(3));
}

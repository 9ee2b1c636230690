//! The card of a lesson: its keys, where it stands, and what it says where a button is missing.

use cellscope::app::{Action, Lesson, ReadyLesson, Task, Tour, views};
use cellscope::engine::{Event, Layer};
use egui::{Key, Role};
use egui_kittest::kittest::Queryable;

use crate::lessons::{obey, used};
use crate::test_window::{TestWindow, view};
use crate::timeline;

#[test]
fn the_keys_of_a_lesson_go_on_and_back_and_mean_nothing_without_one() {
    let mut window = TestWindow::measured();
    window.harness.key_press(Key::PageDown);
    window.settle();
    assert!(!window.has_text("No lesson is open."));
    let ready = ReadyLesson::find("filling-in").expect("there");
    window.act(Action::TakeLesson(ready));
    let index = |window: &mut TestWindow| window.state().tour.as_ref().map(|tour| tour.index);
    for (key, at, is_refused) in [
        (Key::PageDown, 1, false),
        (Key::PageDown, 2, false),
        // It asks for something.
        (Key::PageDown, 2, true),
        // What was said of that step holds no more.
        (Key::PageUp, 1, false),
    ] {
        window.harness.key_press(key);
        window.settle();
        assert_eq!(index(&mut window), Some(at));
        let refused = window.has_text("Do what the step asks for, or skip it.");
        assert_eq!(refused, is_refused);
    }
    // A slider has no use for them, a text that people read does.
    window.node(Role::Slider, "Share hidden").focus();
    window.harness.key_press(Key::PageDown);
    window.settle();
    assert_eq!(index(&mut window), Some(2));
    window.act(Action::Help);
    window.settle();
    window.harness.key_press(Key::PageUp);
    window.settle();
    assert_eq!(index(&mut window), Some(2));
}

#[test]
fn back_and_next_show_a_button_that_another_stimulus_took_away() {
    let mut window = used();
    let ready = ReadyLesson::find("complex-cells").expect("there");
    window.act(Action::TakeLesson(ready));
    let own = window.config.clone();
    let mut generation = 0;
    let sweeps = |window: &mut TestWindow| {
        let tour = window.state().tour.as_ref();
        tour.is_some_and(|tour| tour.step().task == Some(Task::Sweep))
    };
    while !sweeps(&mut window) {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
    }
    window.settle();
    let hint = "Back and then Next show it again.";
    assert!(!window.has_text(hint));
    window.click("Grating");
    window.harness.run_steps(60);
    assert!(window.has_text(hint));
    window.act(Action::PreviousStep);
    window.act(Action::NextStep);
    window.settle();
    assert!(!window.has_text(hint));
    window.node(Role::Button, "Sweep b");
}

#[test]
fn a_step_of_a_lesson_goes_back_to_now() {
    let mut window = timeline::window();
    let ready = ReadyLesson::find("filling-in").expect("there");
    window.act(Action::TakeLesson(ready));
    window.press(Key::OpenBracket);
    assert!(window.state().is_past());
    window.act(Action::NextStep);
    assert!(!window.state().is_past());
}

#[test]
fn the_card_of_a_step_that_points_at_nothing_stays_where_it_was() {
    let mut window = used();
    let ready = ReadyLesson::find("filling-in").expect("there");
    window.act(Action::TakeLesson(ready));
    let own = window.config.clone();
    let mut generation = 0;
    let is_last = |window: &mut TestWindow| window.state().tour.as_ref().is_some_and(Tour::is_last);
    let mut before = None;
    while !is_last(&mut window) {
        obey(&mut window, &mut generation, &own);
        window.settle();
        before = Some(window.node(Role::Button, "Leave").rect());
        window.act(Action::SkipStep);
    }
    window.settle();
    let tour = window.state().tour.as_ref().expect("a lesson");
    assert_eq!(tour.step().point, None);
    let now = window.node(Role::Button, "Leave").rect();
    assert_eq!(before.map(|before| before.left()), Some(now.left()));
}

#[test]
fn a_step_whose_card_has_no_room_beside_its_view_stands_below_the_views() {
    let mut window = used();
    window.harness.set_size(egui::vec2(853.0, 533.0));
    window.act(Action::TakeLesson(ReadyLesson::find("toy").expect("there")));
    let own = window.config.clone();
    obey(&mut window, &mut 0, &own);
    window.settle();
    let text = "A world of lines";
    assert!(window.has_text(text));
    let step = window.harness.get_by_label_contains(text).rect();
    let view = window.harness.get_by_label("Export Figure 1").rect();
    assert!(
        step.top() > view.bottom() && step.bottom() < 533.0,
        "{step:?}"
    );
    // Over the whole width, and not in a card.
    assert!(step.width() > 500.0, "{step:?}");
}

#[test]
fn messages_leave_a_step_below_the_views_free() {
    let mut window = used();
    window.harness.set_size(egui::vec2(853.0, 533.0));
    window.act(Action::TakeLesson(ReadyLesson::find("toy").expect("there")));
    let own = window.config.clone();
    obey(&mut window, &mut 0, &own);
    window.tell(Event::Failed("x.safetensors: not a model".to_owned()));
    window.settle();
    let leave = window.node(Role::Button, "Leave").rect();
    let message = window.node(Role::Button, "Dismiss").rect();
    assert!(message.bottom() < leave.top(), "{message:?} over {leave:?}");
}

#[test]
fn a_view_that_was_closed_is_missed_and_comes_back_with_the_next_step() {
    let mut window = used();
    let ready = ReadyLesson::find("simple-cells").expect("there");
    window.act(Action::TakeLesson(ready));
    let own = window.config.clone();
    let mut generation = 0;
    obey(&mut window, &mut generation, &own);
    window.click("Next");
    window.act(Action::Close(view("filters")));
    window.settle();
    window.act(Action::SkipStep);
    obey(&mut window, &mut generation, &own);
    window.act(Action::SkipStep);
    window.settle();
    let index = window.state().tour.as_ref().map(|tour| tour.index);
    assert_eq!(index, Some(2));
    assert!(window.tab("Filters").is_some(), "the step points at it");
    let hint = "Back and then Next show it again.";
    window.harness.run_steps(60);
    assert!(!window.has_text(hint));
    window.act(Action::Close(view("filters")));
    window.settle();
    window.harness.run_steps(60);
    assert!(window.has_text(hint));
}

#[test]
fn the_unit_that_steps_speak_of_stays_selected() {
    let mut window = used();
    let ready = ReadyLesson::find("complex-cells").expect("there");
    window.act(Action::TakeLesson(ready));
    let own = window.config.clone();
    obey(&mut window, &mut 0, &own);
    window.click("Next");
    window.state().selection.select(Layer::Invariant, 3);
    window.settle();
    window.click("Next");
    for _ in 0..2 {
        window.press(Key::Escape);
        window.settle();
        assert_eq!(window.state().selection.invariant, Some(3));
    }
    // Here it would dim what responds.
    for _ in 0..2 {
        window.click("Next");
        assert_eq!(window.state().selection.invariant, None);
        window.click("Back");
        assert_eq!(window.state().selection.invariant, Some(3));
    }
}

#[test]
fn a_lesson_that_begins_after_its_first_steps_has_the_unit_selected_that_they_ask_for() {
    let mut window = used();
    let own = window.config.clone();
    let ready = ReadyLesson::find("complex-cells").expect("there");
    let lesson = Lesson::parse(ready.key, ready.toml, &views()).expect("a lesson");
    window.app().take_lesson_from(lesson, 3);
    window.settle();
    obey(&mut window, &mut 0, &own);
    window.settle();
    let tour = window.state().tour.as_ref().expect("a lesson");
    assert_eq!(tour.index, 2);
    assert!(window.state().selection.invariant.is_some());
}

#[test]
fn a_sparsity_that_the_lesson_does_not_speak_of_is_to_be_set_back() {
    let mut window = used();
    window.act(Action::TakeLesson(ReadyLesson::find("toy").expect("there")));
    let own = window.config.clone();
    obey(&mut window, &mut 0, &own);
    let hint = "set it back";
    assert!(!window.has_text(hint));
    let alpha = window.state().live.model.alpha;
    for (value, is_told) in [(8.0, true), (alpha, false)] {
        let slider = window.node(Role::Slider, "α  simple units");
        slider.set_value_accesskit(f64::from(value));
        window.settle();
        assert_eq!(window.has_text(hint), is_told, "{value}");
    }
}

//! What comes back when a lesson ends or is left, and what does not.

use cellscope::app::{Action, LESSONS};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Command, Event, Visited};
use egui_kittest::kittest::Queryable as _;

use crate::lessons::{obey, told, used};
use crate::memory::Memory;
use crate::test_window::TestWindow;

#[test]
fn a_lesson_that_is_left_half_way_brings_everything_back() {
    let mut window = used();
    let (own, before) = (window.config.clone(), told(&mut window));
    let mut generation = 0;
    window.act(Action::TakeLesson(&LESSONS[1]));
    obey(&mut window, &mut generation, &own);
    window.click("Next");
    window.click("Skip");
    window.click("Back");
    assert_eq!(window.state().tour.as_ref().expect("a lesson").index, 1);
    window.click("Leave");
    obey(&mut window, &mut generation, &own);
    assert_eq!(told(&mut window), before);
}

#[test]
fn what_is_saved_in_a_lesson_is_how_things_were_before_it() {
    let mut window = used();
    let before = window.state().settings.clone();
    let mut storage = Memory::default();
    window.act(Action::TakeLesson(&LESSONS[0]));
    assert_ne!(window.state().settings, before);
    window.app().store(&mut storage);
    let mut next = TestWindow::measured();
    next.restore(&storage);
    assert_eq!(next.state().settings, before);
    assert!(next.tab("Stimulus").is_some(), "the layout of then");
}

#[test]
fn a_lesson_visits_a_model_and_returns_from_it() {
    let mut window = used();
    window.act(Action::TakeLesson(&LESSONS[0]));
    let visits = Visited::New(Box::new(Config::preset(Preset::Quick)));
    let sent = window.commands();
    assert_eq!(sent[0], Command::Visit(visits));
    assert!(sent.contains(&Command::Pause), "{sent:?}");
    window.click("Leave");
    let sent = window.commands();
    assert_eq!(sent[0], Command::Return);
    assert!(sent.contains(&Command::Pace(Some(7.0))), "{sent:?}");
}

#[test]
fn a_lesson_that_is_left_before_its_model_came_brings_back_what_was_there() {
    for is_told_first in [true, false] {
        let mut window = used();
        let own = window.config.clone();
        window.act(Action::TakeLesson(&LESSONS[0]));
        window.click("Leave");
        // The model of the lesson comes only now.
        window.config = Config::preset(Preset::Quick);
        window.publish(|snapshot| snapshot.generation = 41);
        assert_ne!(window.state().workers.stimulus.theta_deg, 77.0);
        window.config = own;
        if is_told_first {
            window.tell(Event::CameBack(42));
        }
        window.publish(|snapshot| snapshot.generation = 42);
        window.tell(Event::CameBack(42));
        assert_eq!(window.state().workers.stimulus.theta_deg, 77.0);
    }
}

#[test]
fn a_model_that_is_opened_in_a_lesson_stays_and_nothing_of_another_comes_back() {
    let mut window = used();
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(&LESSONS[0]));
    obey(&mut window, &mut generation, &own);
    window.tell(Event::VisitEnded {
        is_restorable: true,
    });
    assert!(window.has_text("does not come back at its end"));
    window.click("Leave");
    // Another model of the same settings as the one before the lesson.
    window.config = own;
    window.publish(|snapshot| snapshot.generation = 99);
    assert_ne!(window.state().workers.stimulus.theta_deg, 77.0);
}

#[test]
fn that_a_model_comes_back_is_promised_only_where_it_can_be_restored() {
    for (is_restorable, told) in [
        (true, "brings it back."),
        (false, "It is not kept, as it had learned nothing."),
    ] {
        let mut window = TestWindow::measured();
        window.state().kept.folder = Some("kept".into());
        window.act(Action::TakeLesson(&LESSONS[0]));
        window.tell(Event::VisitEnded { is_restorable });
        assert_eq!(window.has_text("brings it back"), is_restorable);
        assert!(window.has_text(told), "{told}");
    }
}

#[test]
fn what_comes_back_after_a_second_lesson_is_of_the_model_that_comes_back() {
    let mut window = used();
    let (own, mut generation) = (window.config.clone(), 0);
    window.act(Action::TakeLesson(&LESSONS[0]));
    obey(&mut window, &mut generation, &own);
    // Another model took the place of that of before.
    window.tell(Event::VisitEnded {
        is_restorable: true,
    });
    let other = Config {
        seed: own.seed + 7,
        ..own
    };
    generation = 50;
    window.config = other.clone();
    window.publish(|snapshot| snapshot.generation = 50);
    window.state().workers.stimulus.theta_deg = 33.0;
    window.act(Action::TakeLesson(&LESSONS[1]));
    obey(&mut window, &mut generation, &other);
    window.click("Leave");
    obey(&mut window, &mut generation, &other);
    let state = window.state();
    assert_eq!(state.next_seed, other.seed);
    assert_eq!(state.draft.seed, other.seed);
    assert_eq!(state.selection.simple, None);
    assert_eq!(state.workers.stimulus.theta_deg, 33.0);
}

#[test]
fn the_trained_model_behind_the_card_that_a_lesson_ends_at_is_paused() {
    let mut window = TestWindow::measured();
    let (own, mut generation) = (window.config.clone(), 0);
    window.app().greet();
    window.settle();
    window.click("Take a lesson");
    window.click(LESSONS[0].title);
    obey(&mut window, &mut generation, &own);
    window.click("Leave");
    obey(&mut window, &mut generation, &own);
    assert!(window.has_text("Welcome to cellscope"));
    assert!(window.harness.query_by_label("paused").is_some());
    assert!(!window.has_text("going back"));
    // What the window was started with comes back only now.
    window.click("Back");
    window.click("Watch cells emerge");
    assert!(window.has_text("going back"));
}

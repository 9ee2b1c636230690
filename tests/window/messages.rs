//! What the window says, and for how long.

use cellscope::engine::{Command, Event, Layer, Run};
use egui_kittest::kittest::Queryable as _;

use crate::test_window::Desk;

#[test]
fn a_problem_stays_until_it_is_dismissed() {
    let mut desk = Desk::running();
    desk.tell(Event::Failed("x.safetensors: not a model".to_owned()));
    desk.harness.run_steps(200);
    assert!(desk.has_text("x.safetensors: not a model"));
    desk.click("Dismiss");
    assert!(!desk.has_text("x.safetensors: not a model"));
}

#[test]
fn news_goes_away_by_itself() {
    let mut desk = Desk::running();
    desk.tell(Event::Saved("cells.safetensors".into()));
    assert!(desk.has_text("Saved to cells.safetensors"));
    desk.harness.run_steps(200);
    assert!(!desk.has_text("Saved to cells.safetensors"));
}

#[test]
fn every_event_is_seen() {
    for (event, text) in [
        (Event::LoadingCancelled, "Loading stopped"),
        (
            Event::Revived {
                layer: Layer::Invariant,
                units: 4,
            },
            "4 dead invariant units",
        ),
        (
            Event::Revived {
                layer: Layer::Simple,
                units: 0,
            },
            "No dead simple units",
        ),
        (
            Event::StepUndone {
                layer: Layer::Simple,
                step: 9,
                rate: 0.5,
            },
            "diverged and was undone",
        ),
        (
            Event::Opened("m.safetensors".into()),
            "Opened m.safetensors",
        ),
        (Event::Loading { done: 1, total: 2 }, "1 of 2"),
    ] {
        let mut desk = Desk::running();
        desk.tell(event);
        assert!(desk.has_text(text), "{text}");
    }
}

#[test]
fn files_left_out_are_counted_and_listed() {
    let mut desk = Desk::running();
    let skipped = vec![
        "a.png: not a PNG file".to_owned(),
        "b.tif: too small".to_owned(),
    ];
    desk.tell(Event::Loaded {
        pictures: 7,
        skipped,
    });
    assert!(desk.has_text("2 files left out; the list"));
    desk.click("2 files left out…");
    assert!(desk.has_text("a.png: not a PNG file") && desk.has_text("b.tif: too small"));
}

#[test]
fn a_halved_rate_is_shown_where_it_is_set() {
    let mut desk = Desk::running();
    desk.tell(Event::StepUndone {
        layer: Layer::Invariant,
        step: 9,
        rate: 0.25,
    });
    assert_eq!(desk.state().live.learning.invariant_rate, 0.25);
    assert_eq!(desk.commands(), []);
}

#[test]
fn a_crash_is_shown_and_a_new_engine_starts_with_the_same_settings() {
    let mut desk = Desk::running();
    desk.state().live.model.alpha = 0.7;
    desk.tell(Event::Crashed("index out of bounds".to_owned()));
    assert!(desk.has_text("index out of bounds"));
    desk.click("Restart");
    assert!(!desk.has_text("index out of bounds"));
    let starts = &desk.wire.borrow().starts;
    assert_eq!(starts.len(), 2);
    assert_eq!(starts[1].model.alpha, 0.7);
}

#[test]
fn commands_to_a_dead_engine_do_not_reach_its_successor() {
    let mut desk = Desk::running();
    desk.tell(Event::Crashed("fault".to_owned()));
    desk.wire.borrow_mut().is_full = true;
    desk.state().send(Command::Reset);
    desk.settle();
    desk.click("Restart");
    desk.wire.borrow_mut().is_full = false;
    desk.settle();
    assert_eq!(desk.commands(), []);
    assert!(desk.harness.query_by_label("Restart").is_none());
}

#[test]
fn a_file_that_is_there_is_replaced_only_where_people_say_so() {
    let mut desk = Desk::running();
    let file = || "cells.safetensors".into();
    desk.tell(Event::WouldReplace(file()));
    assert!(desk.has_text("Replace this file?"));
    assert!(desk.has_text("cells.safetensors"));
    desk.click("Keep it");
    assert!(!desk.has_text("Replace this file?"));
    assert_eq!(desk.commands(), []);
    desk.tell(Event::WouldReplace(file()));
    desk.click("Replace");
    assert!(!desk.has_text("Replace this file?"));
    assert_eq!(desk.commands(), [Command::Replace(file())]);
}

#[test]
fn where_there_are_no_pictures_the_way_out_is_said() {
    let mut desk = Desk::waiting();
    desk.publish(|snapshot| {
        snapshot.status.run = Run::Waiting;
        snapshot.status.pictures = 0;
    });
    desk.tell(Event::Loading { done: 0, total: 9 });
    assert!(desk.has_text("preparing"));
    // What has nothing to do with pictures does not end it.
    desk.tell(Event::Failed("there is no earlier model".to_owned()));
    assert!(desk.has_text("preparing"));
    desk.tell(Event::NotLoaded("/stick: no such folder".to_owned()));
    assert!(desk.has_text("/stick: no such folder. Choose other pictures"));
    assert!(desk.has_text("no pictures"));
    desk.tell(Event::LoadingCancelled);
    assert!(desk.has_text("Loading stopped. Choose pictures"));
}

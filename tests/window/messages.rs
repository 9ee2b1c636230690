//! What the window says, and for how long.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::engine::{Command, Event, Layer, Run};
use cellscope::source::SourceSpec;
use egui::Role;
use egui_kittest::kittest::Queryable as _;

use crate::test_window::TestWindow;

#[test]
fn a_problem_stays_until_it_is_dismissed() {
    let mut window = TestWindow::running();
    window.tell(Event::Failed("x.safetensors: not a model".to_owned()));
    window.harness.run_steps(200);
    assert!(window.has_text("x.safetensors: not a model"));
    window.click("Dismiss");
    assert!(!window.has_text("x.safetensors: not a model"));
}

#[test]
fn news_goes_away_by_itself() {
    let mut window = TestWindow::running();
    window.tell(Event::Saved("cells.safetensors".into()));
    assert!(window.has_text("Saved to cells.safetensors"));
    window.harness.run_steps(200);
    assert!(!window.has_text("Saved to cells.safetensors"));
}

#[test]
fn which_units_are_dead_is_told_once_it_is_known() {
    let mut window = TestWindow::running();
    for (movies_seen, told) in [(19_999, "  – +  –"), (20_000, "  3 +  1")] {
        window.publish(|snapshot| {
            snapshot.status.movies_seen = movies_seen;
            snapshot.status.dead_by_layer = vec![3, 1];
        });
        assert!(window.has_text(told), "{movies_seen}");
    }
}

#[test]
fn every_event_is_seen() {
    for (event, text) in [
        (Event::LoadingCancelled, "Loading cancelled"),
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
            Event::Opened {
                path: "m.safetensors".into(),
                is_copy: false,
                is_restorable: false,
            },
            "Opened m.safetensors",
        ),
        (Event::Loading { done: 1, total: 2 }, "1 of 2"),
        (Event::Problem("no history".to_owned()), "No history"),
        (
            Event::NotSaved {
                path: "m.safetensors".into(),
                reason: "not saved: disk full".to_owned(),
            },
            "Not saved: disk full",
        ),
    ] {
        let mut window = TestWindow::running();
        window.tell(event);
        assert!(window.has_text(text), "{text}");
    }
}

#[test]
fn files_left_out_are_counted_and_listed() {
    let mut window = TestWindow::running();
    let skipped = vec![
        "a.png: not a PNG file".to_owned(),
        "b.tif: too small".to_owned(),
    ];
    window.tell(Event::Loaded {
        pictures: 7,
        skipped,
        movies: Vec::new(),
    });
    assert!(window.has_text("2 files skipped; the list"));
    window.click("2 files skipped…");
    assert!(window.has_text("a.png: not a PNG file") && window.has_text("b.tif: too small"));
    // With another model whose pictures are gone, they are of no picture that it learns from.
    window.publish(|snapshot| {
        snapshot.status.run = Run::Waiting;
        snapshot.status.pictures = 0;
    });
    window.tell(Event::NotLoaded("/stick: no such folder".to_owned()));
    assert!(!window.has_text("2 files skipped…"));
}

#[test]
fn sliders_show_what_is_in_force_but_for_what_was_set_since() {
    let mut window = TestWindow::running();
    // The engine halves a rate.
    window.publish(|snapshot| Arc::make_mut(&mut snapshot.config).learning.invariant_rate = 0.25);
    let state = window.state();
    assert_eq!(state.live.learning.invariant_rate, 0.25);
    assert_eq!(state.draft.learning.invariant_rate, 0.25);
    assert_eq!(window.commands(), []);
    // A value is on its way, and is refused.
    let before = window.config.model.alpha;
    window
        .node(Role::Slider, "α  simple units")
        .set_value_accesskit(8.0);
    window.settle();
    for (applied, shown) in [(0, 8.0), (u64::MAX, before)] {
        window.publish(|snapshot| {
            Arc::make_mut(&mut snapshot.config).model.alpha = before;
            snapshot.status.commands = applied;
        });
        assert_eq!(window.state().live.model.alpha, shown);
    }
}

#[test]
fn a_crash_is_shown_and_a_new_engine_starts_with_the_same_settings() {
    let mut window = TestWindow::running();
    window.state().live.model.alpha = 0.7;
    window.tell(Event::Crashed("index out of bounds".to_owned()));
    assert!(window.has_text("index out of bounds"));
    window.click("Go on");
    assert!(!window.has_text("index out of bounds"));
    let starts = &window.wire.borrow().starts;
    assert_eq!(starts.len(), 2);
    assert_eq!(starts[1].model.alpha, 0.7);
}

#[test]
fn commands_to_a_dead_engine_do_not_reach_its_successor() {
    let mut window = TestWindow::running();
    window.tell(Event::Crashed("fault".to_owned()));
    window.wire.borrow_mut().room = Some(0);
    window.state().send(Command::Reset);
    window.settle();
    window.click("Go on");
    window.wire.borrow_mut().room = None;
    window.settle();
    assert_eq!(window.commands(), []);
    assert!(window.harness.query_by_label("Go on").is_none());
}

#[test]
fn a_file_that_is_there_is_replaced_only_where_people_say_so() {
    let mut window = TestWindow::running();
    let file = || "cells.safetensors".into();
    window.tell(Event::WouldReplace(file()));
    assert!(window.has_text("Replace this file?"));
    assert!(window.has_text("cells.safetensors"));
    window.click("Keep file");
    assert!(!window.has_text("Replace this file?"));
    assert_eq!(window.commands(), []);
    window.tell(Event::WouldReplace(file()));
    window.click("Replace");
    assert!(!window.has_text("Replace this file?"));
    assert_eq!(window.commands(), [Command::Replace(file())]);
}

#[test]
fn where_there_are_no_pictures_the_way_out_is_said() {
    let mut window = TestWindow::waiting();
    window.publish(|snapshot| {
        snapshot.status.run = Run::Waiting;
        snapshot.status.pictures = 0;
    });
    window.tell(Event::Loading { done: 0, total: 9 });
    assert!(window.has_text("preparing"));
    // What has nothing to do with pictures does not end it.
    window.tell(Event::Failed("there is no earlier model".to_owned()));
    assert!(window.has_text("preparing"));
    window.tell(Event::NotLoaded("/stick: no such folder".to_owned()));
    assert!(window.has_text("/stick: no such folder. Choose other pictures"));
    assert!(window.has_text("no pictures"));
    window.tell(Event::LoadingCancelled);
    assert!(window.has_text("Loading cancelled. Choose pictures"));
}

#[test]
fn the_newest_message_is_dismissed_by_a_command() {
    let mut window = TestWindow::running();
    window.tell(Event::Failed("the first".to_owned()));
    window.tell(Event::Failed("the second".to_owned()));
    window.act(Action::DismissNewest);
    assert!(window.has_text("the first") && !window.has_text("the second"));
}

#[test]
fn what_failed_is_told_until_it_is_done_or_another_model_is_here() {
    let mut window = TestWindow::running();
    window.publish(|_| {});
    window.tell(Event::NotSaved {
        path: "/gone/m.safetensors".into(),
        reason: "not saved: /gone/m.safetensors: no folder".to_owned(),
    });
    window.tell(Event::Failed("not opened: /gone/o.safetensors".to_owned()));
    window.tell(Event::Saved("/home/m.safetensors".into()));
    assert!(window.has_text("Saved to /home/m.safetensors"));
    assert!(!window.has_text("Not saved:") && window.has_text("Not opened:"));
    window.publish(|snapshot| snapshot.generation += 1);
    assert!(!window.has_text("Not opened:"));
    // Of two that tell which model is here the first holds no more.
    window.tell(Event::Branched(7));
    window.tell(Event::Restored { movies_seen: 128 });
    assert!(!window.has_text("A new run starts") && window.has_text("is restored"));
}

#[test]
fn a_save_ends_no_problem_of_a_file_in_whose_name_its_own_is() {
    let mut window = TestWindow::running();
    for text in [
        "/x/m.safetensors: not a model",
        "m.safetensors.history: full",
    ] {
        window.tell(Event::WithoutHistory(text.to_owned()));
        window.tell(Event::Saved("m.safetensors".into()));
        assert!(window.has_text(text), "{text}");
    }
}

#[test]
fn a_message_about_pictures_goes_when_others_are_tried_and_when_some_are_there() {
    let mut window = TestWindow::running();
    window.tell(Event::NotLoaded("/stick: no such folder".to_owned()));
    window.tell(Event::NotLoaded("/disk: no such folder".to_owned()));
    assert!(!window.has_text("/stick"));
    assert!(window.has_text("/disk: no such folder"));
    window.tell(Event::Loaded {
        pictures: 2,
        skipped: Vec::new(),
        movies: Vec::new(),
    });
    assert!(!window.has_text("/disk"));
}

#[test]
fn what_becomes_of_a_model_that_gets_other_pictures_is_told_though_they_come_at_once() {
    let mut window = TestWindow::running();
    window.config.source = SourceSpec::Movie;
    window.send_model(|_| {});
    window.tell(Event::Loaded {
        pictures: 0,
        skipped: Vec::new(),
        movies: vec!["a movie".to_owned()],
    });
    assert!(window.has_text("The model goes on with these pictures."));
}

#[test]
fn what_is_beside_the_buttons_above_the_messages_is_clicked() {
    let mut window = TestWindow::measured();
    for text in ["one disk is full", "the other is too"] {
        window.tell(Event::Problem(text.to_owned()));
    }
    let buttons = window.node(Role::Button, "Dismiss all").rect();
    let beside = egui::pos2(buttons.right() + 60.0, buttons.center().y);
    let layer = window.harness.ctx.layer_id_at(beside).expect("a layer");
    assert_eq!(layer.order, egui::Order::Background, "{layer:?}");
    let on_it = window.harness.ctx.layer_id_at(buttons.center());
    assert_eq!(on_it.expect("a layer").order, egui::Order::Foreground);
    window.click("Dismiss all");
    assert!(!window.has_text("disk is full") && !window.has_text("the other is"));
}

#[test]
fn messages_stand_over_a_question_and_can_be_dismissed() {
    let mut window = TestWindow::measured();
    window.app().greet();
    window.settle();
    window.tell(Event::Problem("no history".to_owned()));
    let dismiss = window.node(Role::Button, "Dismiss").rect();
    let layer = window.harness.ctx.layer_id_at(dismiss.center());
    assert_eq!(layer.expect("a layer").order, egui::Order::Tooltip);
    for pressed in [true, false] {
        window
            .harness
            .event(egui::Event::PointerMoved(dismiss.center()));
        window.harness.event(egui::Event::PointerButton {
            pos: dismiss.center(),
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        window.harness.run_steps(1);
    }
    window.settle();
    assert!(!window.has_text("No history"));
    assert!(window.has_text("Welcome to cellscope"));
}

#[test]
fn that_a_file_cannot_be_opened_is_told_until_it_is_saved() {
    let mut window = TestWindow::running();
    window.tell(Event::Failed(
        "not opened: /x/o.safetensors: no such file".to_owned(),
    ));
    for (saved, is_told) in [("/x/p.safetensors", true), ("/x/o.safetensors", false)] {
        window.tell(Event::Saved(saved.into()));
        assert_eq!(window.has_text("Not opened:"), is_told, "{saved}");
    }
}

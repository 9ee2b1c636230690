//! Runs that learn beside the run, each with a setting of its own.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cellscope::app::Action;
use cellscope::engine::{Command, Event, Run, Snapshot};
use cellscope::figure::ColorMap;
use cellscope::model::Coupling;
use cellscope::source::Motion;
use cellscope::telemetry::{History, Point};

use crate::test_window::{TestWindow, view};
use crate::wire::Wire;

/// The commands that a run beside was sent since the last call.
fn commands(wire: &Rc<RefCell<Wire>>) -> Vec<Command> {
    std::mem::take(&mut wire.borrow_mut().commands)
}

/// A running window, and the wires of the runs that an action has learn beside its run.
fn window_with(action: Action) -> (TestWindow, Vec<Rc<RefCell<Wire>>>) {
    let mut window = TestWindow::running();
    window.commands();
    window.act(action);
    let beside = window.beside.borrow().clone();
    (window, beside)
}

/// Has a run beside show how it is at this minibatch.
fn show(window: &mut TestWindow, wire: &Rc<RefCell<Wire>>, step: u64) {
    let newest = window.wire.borrow().drawn.clone().expect("a snapshot");
    let mut snapshot = Snapshot::clone(&newest);
    snapshot.status.step = step;
    wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
}

fn names(window: &mut TestWindow) -> Vec<String> {
    let pins = window.state().pins.all().iter();
    pins.map(|pin| format!("{} {}", pin.letter, pin.name))
        .collect()
}

#[test]
fn four_betas_learn_at_once_from_the_same_seed() {
    let (mut window, beside) = window_with(Action::BesideBetas);
    let beta = window.config.model.beta;
    let sent = window.commands();
    let expected = [Command::Reset, Command::Resume, Command::Share(4)];
    assert_eq!(sent, expected);
    assert_eq!(beside.len(), 3);
    for (wire, multiple) in beside.iter().zip([0.5, 2.0, 4.0]) {
        let mut expected = window.config.clone();
        expected.model.beta = multiple * beta;
        assert_eq!(wire.borrow().starts, [expected]);
        let sent = commands(wire);
        assert_eq!(
            sent,
            [Command::Resume, Command::Pace(None), Command::Share(4)]
        );
    }
    assert!(
        names(&mut window).is_empty(),
        "nothing is shown before it is there"
    );
    // Whichever comes first.
    for wire in beside.iter().rev() {
        show(&mut window, wire, 3);
    }
    assert!(window.has_text("Beside it are B, C, D: "), "in one message");
    let expected = [("B", 0.5), ("C", 2.0), ("D", 4.0)];
    let expected =
        expected.map(|(letter, multiple)| format!("{letter} \u{3b2} {:.3}", multiple * beta));
    assert_eq!(names(&mut window), expected);
    assert_eq!(window.state().pins.compared().expect("one").letter, 'D');
}

#[test]
fn of_a_run_beside_the_newest_concentration_is_compared() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    let at = |window: &mut TestWindow, step: u64, concentration: f64| {
        let mut history = History::default();
        history.push(Point {
            step,
            movies_seen: 128 * step,
            concentration: Some(concentration),
            ..Point::default()
        });
        let newest = window.wire.borrow().drawn.clone().expect("a snapshot");
        let mut snapshot = Snapshot::clone(&newest);
        snapshot.status.step = step;
        snapshot.history = Arc::new(history);
        beside[0].borrow_mut().snapshot = Some(Arc::new(snapshot));
        window.settle();
    };
    at(&mut window, 2, 0.08);
    window.act(Action::Show(view("compare")));
    assert!(window.has_text("0.08"));
    at(&mut window, 900, 0.77);
    assert!(window.has_text("0.77"));
}

#[test]
fn a_run_beside_is_shown_as_it_goes_on() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    for step in [1, 7, 90] {
        show(&mut window, &beside[0], step);
        let pins = window.state().pins.all();
        assert_eq!(pins.len(), 1);
        assert_eq!(pins[0].snapshot().status.step, step);
        assert!(pins[0].is_beside());
    }
    window.act(Action::CompareBeside);
    assert!(window.has_text("Filter grid"));
}

#[test]
fn what_differs_is_the_other_model_still_movies_or_the_next_seed() {
    let configs = [Action::BesideModel, Action::BesideStill, Action::BesideSeed].map(|action| {
        let (window, beside) = window_with(action);
        assert_eq!(beside.len(), 1, "{action:?}");
        let config = beside[0].borrow().starts[0].clone();
        (window.config.clone(), config)
    });
    let [(mut own, joint), (_, still), (_, other)] = configs;
    assert_eq!(joint.model.coupling, Coupling::Joint);
    assert_eq!(still.movies.motion, Motion::Still);
    assert_eq!(other.seed, own.seed + 1);
    own.model.coupling = Coupling::Joint;
    assert_eq!(joint, own, "nothing else");
}

#[test]
fn runs_beside_pause_and_go_on_with_the_run_and_keep_their_own_settings() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    show(&mut window, &beside[0], 1);
    commands(&beside[0]);
    window.click("Pause");
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    window.act(Action::StepOne);
    window.act(Action::Reset);
    assert_eq!(
        commands(&beside[0]),
        [Command::Pause, Command::Step(1)],
        "but not started again"
    );
}

#[test]
fn runs_beside_pause_and_go_on_where_the_run_does_by_itself() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    show(&mut window, &beside[0], 1);
    commands(&beside[0]);
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    assert_eq!(commands(&beside[0]), [Command::Pause], "cells emerged");
    window.publish(|snapshot| snapshot.status.run = Run::Running);
    assert_eq!(commands(&beside[0]), [Command::Resume], "a lesson ended");
    // Where its pictures are loaded first.
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    window.publish(|snapshot| snapshot.status.run = Run::Waiting);
    window.publish(|snapshot| snapshot.status.run = Run::Running);
    assert_eq!(commands(&beside[0]), [Command::Pause, Command::Resume]);
    // After so many minibatches each pauses by itself.
    window.publish(|snapshot| snapshot.status.run = Run::Counting(3));
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    assert_eq!(commands(&beside[0]), []);
}

#[test]
fn a_run_beside_ends_when_it_is_unpinned() {
    let (mut window, beside) = window_with(Action::BesideBetas);
    for wire in &beside {
        show(&mut window, wire, 3);
    }
    window.commands();
    window.act(Action::Unpin);
    window.settle();
    let is_ended = |wire: &Rc<RefCell<Wire>>| wire.borrow().is_ended;
    assert!(is_ended(&beside[0]) && !is_ended(&beside[1]) && !is_ended(&beside[2]));
    assert!(window.has_text("Its run has ended"));
    assert_eq!(window.commands(), [Command::Share(3)]);
    assert!(commands(&beside[1]).contains(&Command::Share(3)));
    assert_eq!(names(&mut window).len(), 2);
}

#[test]
fn there_are_no_more_runs_than_letters() {
    let (mut window, beside) = window_with(Action::BesideBetas);
    window.act(Action::BesideSeed);
    assert!(window.has_text("B, C and D are taken"));
    for wire in &beside {
        show(&mut window, wire, 3);
    }
    window.act(Action::BesideModel);
    window.act(Action::Pin);
    assert_eq!(window.beside.borrow().len(), 3);
    assert_eq!(names(&mut window).len(), 3);
}

#[test]
fn runs_from_before_that_do_not_begin_again_with_a_new_one_are_told() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    show(&mut window, &beside[0], 5);
    let told = "Parallel runs from before go on without a restart: B.";
    assert!(!window.has_text(told));
    window.act(Action::BesideModel);
    assert!(window.has_text(told));
}

#[test]
fn what_happens_to_a_run_beside_is_told() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    let reason = "no thread to train on".to_owned();
    beside[0].borrow_mut().events.push(Event::Crashed(reason));
    window.settle();
    assert!(window.has_text("has stopped: no thread to train on"));
    assert!(window.state().crash.is_none(), "the run goes on");
    assert!(beside[0].borrow().is_ended);
    // Its letter and its threads are free again.
    assert_eq!(window.commands().last(), Some(&Command::Share(1)));
    window.act(Action::BesideBetas);
    assert_eq!(window.beside.borrow().len(), 4);
}

#[test]
fn the_window_closes_only_once_the_model_of_a_run_that_ended_is_kept() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    let reason = "planted".to_owned();
    beside[0].borrow_mut().events.push(Event::Crashed(reason));
    window.settle();
    let is_kept = Arc::clone(&beside[0].borrow().is_kept);
    drop(window);
    assert!(is_kept.load(Ordering::Relaxed));
}

#[test]
fn what_a_run_beside_showed_last_stays_when_it_stops() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    show(&mut window, &beside[0], 5);
    let reason = "planted".to_owned();
    beside[0].borrow_mut().events.push(Event::Crashed(reason));
    window.settle();
    let pins = window.state().pins.all();
    assert_eq!(pins[0].snapshot().status.step, 5);
    assert!(!pins[0].is_beside());
}

#[test]
fn a_run_beside_takes_other_colors_also_while_it_is_paused() {
    let (mut window, beside) = window_with(Action::BesideSeed);
    show(&mut window, &beside[0], 5);
    window.state().settings.preferences.filter_colors = ColorMap::Diverging;
    window.settle();
    assert_eq!(beside[0].borrow().colors.map, ColorMap::Diverging);
}

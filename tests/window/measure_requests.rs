//! What the window asks the analyst and the bench, and that it asks no more than it needs.

use std::sync::Arc;

use cellscope::app::{Action, Arrangement, Pane};
use cellscope::engine::{Analysis, AnalysisStage, Run, Snapshot};

use crate::test_window::Desk;

/// The paused model again, as the engine sends it when a measure was noted, changed as the test needs it.
fn publish_again(desk: &mut Desk, change: impl FnOnce(&mut Snapshot)) {
    let mut snapshot = {
        let wire = desk.wire.borrow();
        Snapshot::clone(wire.drawn.as_ref().expect("a snapshot was drawn"))
    };
    change(&mut snapshot);
    desk.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    desk.settle();
}

/// How often the analyst and the bench were asked.
fn asked(desk: &Desk) -> (usize, usize) {
    let wire = desk.wire.borrow();
    (wire.requests.len(), wire.shown.len())
}

#[test]
fn a_paused_model_is_asked_about_once_however_often_it_comes() {
    let mut desk = Desk::measured();
    desk.act(Action::Arrange(Arrangement::Bench));
    let before = asked(&desk);
    assert!(before.0 > 0 && before.1 > 0, "{before:?}");
    for _ in 0..3 {
        publish_again(&mut desk, |_| {});
    }
    assert_eq!(asked(&desk), before);
}

#[test]
fn a_paused_model_at_another_alpha_is_asked_about_anew() {
    let mut desk = Desk::measured();
    desk.act(Action::Arrange(Arrangement::Bench));
    let before = asked(&desk);
    publish_again(&mut desk, |snapshot| {
        Arc::make_mut(&mut snapshot.config).model.alpha = 0.7;
    });
    assert_eq!(asked(&desk), (before.0 + 1, before.1 + 1));
}

/// What is awaited of a model that learns and has seen so many movies.
fn awaited(desk: &mut Desk, movies_seen: u64) -> Option<AnalysisStage> {
    for _ in 0..2 {
        desk.publish(|snapshot| {
            snapshot.status.run = Run::Running;
            snapshot.status.movies_seen = movies_seen;
        });
    }
    let wire = desk.wire.borrow();
    wire.requests.last().expect("a request").awaited
}

#[test]
fn measures_of_a_model_that_learns_are_hurried_only_for_a_view_that_lacks_them() {
    let mut desk = Desk::running();
    assert_eq!(awaited(&mut desk, 10_000), None);
    desk.act(Action::Show(Pane::Maps));
    assert_eq!(awaited(&mut desk, 10_000), Some(AnalysisStage::Fits));
    desk.act(Action::Show(Pane::Unit));
    assert_eq!(awaited(&mut desk, 10_000), Some(AnalysisStage::Edges));
}

#[test]
fn measures_that_a_model_has_outgrown_are_hurried_anew_for_a_view_that_shows_them() {
    let mut desk = Desk::running();
    let measure = |desk: &mut Desk, movies_seen: u64| {
        let mut analysis = Analysis::clone(&desk.analysis());
        Arc::make_mut(&mut analysis.snapshot).status.movies_seen = movies_seen;
        desk.wire.borrow_mut().analysis = Some(Arc::new(analysis));
        desk.settle();
    };
    desk.act(Action::Show(Pane::Maps));
    measure(&mut desk, 10_000);
    assert_eq!(awaited(&mut desk, 19_999), None);
    assert_eq!(awaited(&mut desk, 20_000), Some(AnalysisStage::Fits));
    measure(&mut desk, 20_000);
    assert_eq!(awaited(&mut desk, 21_000), None);
    desk.act(Action::Show(Pane::Pooling));
    measure(&mut desk, 21_000);
    assert_eq!(awaited(&mut desk, 50_000), None, "nobody looks");
}

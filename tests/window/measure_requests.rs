//! What the window asks the analyst and the bench, and that it asks no more than it needs.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::engine::{Analysis, AnalysisStage, Answer, Run, Snapshot};

use crate::test_window::{TestWindow, layout, view};

/// The paused model again, as the engine sends it when a measure was noted, changed as the test needs it.
fn publish_again(window: &mut TestWindow, change: impl FnOnce(&mut Snapshot)) {
    let mut snapshot = {
        let wire = window.wire.borrow();
        Snapshot::clone(wire.drawn.as_ref().expect("a snapshot was drawn"))
    };
    change(&mut snapshot);
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
}

/// How often the analyst and the bench were asked.
fn asked(window: &TestWindow) -> (usize, usize) {
    let wire = window.wire.borrow();
    (wire.requests.len(), wire.shown.len())
}

#[test]
fn a_paused_model_is_asked_about_once_however_often_it_comes() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("bench")));
    let before = asked(&window);
    assert!(before.0 > 0 && before.1 > 0, "{before:?}");
    for _ in 0..3 {
        publish_again(&mut window, |_| {});
    }
    assert_eq!(asked(&window), before);
}

#[test]
fn a_paused_model_at_another_alpha_is_asked_about_anew() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("bench")));
    let before = asked(&window);
    publish_again(&mut window, |snapshot| {
        Arc::make_mut(&mut snapshot.config).model.alpha = 0.7;
    });
    assert_eq!(asked(&window), (before.0 + 1, before.1 + 1));
}

/// What is awaited of a model that learns and has seen so many movies.
fn awaited(window: &mut TestWindow, movies_seen: u64) -> Option<AnalysisStage> {
    for _ in 0..2 {
        window.publish(|snapshot| {
            snapshot.status.run = Run::Running;
            snapshot.status.movies_seen = movies_seen;
        });
    }
    let wire = window.wire.borrow();
    wire.requests.last().expect("a request").awaited
}

#[test]
fn measures_of_a_model_that_learns_are_hurried_only_for_a_view_that_lacks_them() {
    let mut window = TestWindow::running();
    assert_eq!(awaited(&mut window, 10_000), None);
    window.act(Action::Show(view("maps")));
    assert_eq!(awaited(&mut window, 10_000), Some(AnalysisStage::Fits));
    window.act(Action::Show(view("unit")));
    assert_eq!(awaited(&mut window, 10_000), Some(AnalysisStage::Edges));
}

#[test]
fn measures_that_a_model_has_outgrown_are_hurried_anew_for_a_view_that_shows_them() {
    let mut window = TestWindow::running();
    let measure = |window: &mut TestWindow, movies_seen: u64| {
        let mut analysis = Analysis::clone(&window.analysis());
        Arc::make_mut(&mut analysis.snapshot).status.movies_seen = movies_seen;
        window
            .wire
            .borrow_mut()
            .answers
            .push(Answer::Analysis(Arc::new(analysis)));
        window.settle();
    };
    window.act(Action::Show(view("maps")));
    measure(&mut window, 10_000);
    assert_eq!(awaited(&mut window, 19_999), None);
    assert_eq!(awaited(&mut window, 20_000), Some(AnalysisStage::Fits));
    measure(&mut window, 20_000);
    assert_eq!(awaited(&mut window, 21_000), None);
    window.act(Action::Show(view("pooling")));
    measure(&mut window, 21_000);
    assert_eq!(awaited(&mut window, 50_000), None, "nobody looks");
}

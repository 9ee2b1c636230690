//! The movie that the model learns from: what is asked, what is shown, and what the buttons do.

use std::sync::Arc;

use cellscope::app::{Action, Format};
use cellscope::engine::{Answer, Command, InputMovies, InputWorker};
use egui::Role;
use egui_kittest::kittest::Queryable as _;
use ndarray::Array2;

use crate::exporting::{export, wait_for};
use crate::test_window::{TestWindow, view, wait};

/// A window over a model that has learned from two movies.
fn learned() -> TestWindow {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        let (n_t, pixels) = (snapshot.config.movies.frames, snapshot.config.pixels());
        snapshot.input = InputMovies {
            frames: Array2::from_shape_fn((2 * n_t, pixels), |(t, p)| ((t + p) % 5) as f32 - 2.0),
            movie_frames: n_t,
            step: snapshot.status.step,
            ..InputMovies::default()
        };
    });
    window
}

#[test]
fn a_movie_is_asked_about_when_it_is_in_sight_and_shown_with_its_units() {
    let mut window = learned();
    assert!(
        window.wire.borrow().input_questions.is_empty(),
        "asked while out of sight"
    );
    window.act(Action::Show(view("input")));
    assert!(window.has_text("The movies of the last minibatch are shown here"));
    let asked = |window: &TestWindow| {
        let wire = window.wire.borrow();
        wire.input_questions
            .iter()
            .map(|question| question.movie)
            .collect::<Vec<_>>()
    };
    assert_eq!(asked(&window), [0]);
    let question = window.wire.borrow().input_questions[0].clone();
    let worker = InputWorker::spawn(|| {});
    worker.ask(question);
    let answer = wait(&worker, |_| true);
    window
        .wire
        .borrow_mut()
        .answers
        .push(Answer::Input(Arc::clone(&answer)));
    window.settle();
    assert!(window.has_text("movie 1 of minibatch 10"));
    window.node(Role::Canvas, "Input movie");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("input.csv");
    export(&mut window, view("input"), Format::Csv, &path);
    let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    assert!(table.contains("layer,unit,value\nz,"), "{table}");
    window.settle();
    window.click("Next movie");
    assert_eq!(asked(&window), [0, 1]);
    let steps = window
        .harness
        .get_all_by_role_and_label(Role::Button, "Step");
    steps.last().expect("that of the view").click();
    window.settle();
    assert_eq!(
        window.wire.borrow().commands.last(),
        Some(&Command::Step(1))
    );
}

//! What is read and measured of a moment of the past, and what is said where it cannot be.

use std::sync::Arc;

use cellscope::analysis::tuning::EdgeStudy;
use cellscope::app::{Action, StimulusKind};
use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Analysis, Answer, Checkpoint, Command, Layer, Recording, Run, Snapshot, history_path,
};
use cellscope::figure::ColorMap;
use cellscope::source::Pictures;
use cellscope::telemetry::Mark;
use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;
use ndarray::Array2;

use crate::test_window::{TestWindow, view};
use crate::timeline::{chosen, publish, recorded, shown, window};

/// Measures of a snapshot, whatever they say.
fn measures(window: &TestWindow, of: &Arc<Snapshot>) -> Answer {
    let mut analysis = Analysis::clone(&window.analysis());
    analysis.snapshot = Arc::clone(of);
    if let Some(edges) = &mut analysis.edges {
        Arc::make_mut(edges).step = of.status.step;
    }
    Answer::Analysis(Arc::new(analysis))
}

#[test]
fn measures_of_the_past_are_shown_and_never_sent_to_the_engine() {
    let mut window = window();
    window.act(Action::Show(view("maps")));
    window.press(Key::OpenBracket);
    let asked = {
        let wire = window.wire.borrow();
        Arc::clone(&wire.requests.last().expect("a request").snapshot)
    };
    assert_eq!(asked.status.step, 11);
    window.commands();
    assert!(!window.canvases().contains(&"Pooling maps".to_owned()));
    for _ in 0..2 {
        let answer = measures(&window, &asked);
        window.wire.borrow_mut().answers.push(answer);
        window.settle();
        assert_eq!(window.commands(), []);
        window.canvas("Pooling maps");
        // The second time it comes too late.
        window.press(Key::End);
        window.press(Key::OpenBracket);
    }
    window.press(Key::End);
    let answer = measures(&window, &asked);
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    assert_eq!(window.commands(), []);
    let answer = measures(&window, &recorded().1);
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    assert!(matches!(window.commands()[..], [Command::Note { .. }]));
}

#[test]
fn measures_with_settings_that_were_not_learned_with_are_no_part_of_the_curves() {
    let mut window = window();
    let mut changed = Snapshot::clone(&recorded().1);
    let mark = Mark {
        step: changed.status.step,
        movies_seen: changed.status.movies_seen,
        elapsed_secs: changed.status.elapsed_secs,
        text: "alpha 0.5 to 0.7".to_owned(),
        is_event: false,
        until: None,
    };
    Arc::make_mut(&mut changed.history).mark(mark);
    window.commands();
    for (of, notes) in [(Arc::new(changed), 0), (Arc::clone(&recorded().1), 1)] {
        let answer = measures(&window, &of);
        window.wire.borrow_mut().answers.push(answer);
        window.settle();
        assert_eq!(window.commands().len(), notes);
    }
}

#[test]
fn a_moment_is_asked_for_once_and_again_in_other_colours() {
    let mut window = window();
    window.press(Key::OpenBracket);
    publish(&mut window, |_| {});
    window.settle();
    assert_eq!(window.wire.borrow().past_requests.len(), 1);
    window.state().settings.preferences.filter_colors = ColorMap::Diverging;
    window.settle();
    let wire = window.wire.borrow();
    assert_eq!(wire.past_requests.len(), 2);
    assert_eq!(wire.past_requests[1].colors.map, ColorMap::Diverging);
}

#[test]
fn a_moment_that_cannot_be_read_is_a_problem_and_now_is_shown() {
    let (folder, snapshot) = recorded();
    let (whole, cut) = (
        history_path(&folder.path().join("model.safetensors")),
        folder.path().join("cut.history"),
    );
    std::fs::copy(&whole, &cut).expect("copied");
    let recording = Recording::open(&cut).expect("whole");
    let file = std::fs::File::options().write(true).open(&cut);
    file.and_then(|file| file.set_len(100)).expect("cut");
    let mut window = window();
    publish(&mut window, |snapshot| snapshot.recording = recording);
    window.press(Key::OpenBracket);
    assert!(window.has_text("The past cannot be shown"));
    assert_eq!(chosen(&mut window), None);
    assert_eq!(shown(&mut window), snapshot.status.step);
}

#[test]
fn a_run_without_a_history_says_so() {
    let mut window = TestWindow::running();
    window.press(Key::OpenBracket);
    assert!(window.has_text("No moment of this run is recorded"));
    assert_eq!(chosen(&mut window), None);
}

#[test]
fn measures_of_another_moment_say_which_and_those_known_are_not_asked_again() {
    let mut window = window();
    window.act(Action::Show(view("maps")));
    window.press(Key::OpenBracket);
    let asked = |window: &TestWindow| {
        let wire = window.wire.borrow();
        let steps = wire.requests.iter().map(|asked| asked.snapshot.status.step);
        steps.collect::<Vec<_>>()
    };
    assert_eq!(asked(&window), [11]);
    let then = Arc::clone(&window.wire.borrow().requests[0].snapshot);
    let answer = measures(&window, &then);
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    let sign = "measures of step 11";
    assert!(!window.has_text(sign));
    window.press(Key::OpenBracket);
    assert!(window.has_text(sign));
    assert_eq!(asked(&window), [11, 10]);
    window.press(Key::CloseBracket);
    assert!(!window.has_text(sign));
    window.press(Key::End);
    window.press(Key::OpenBracket);
    window.canvas("Pooling maps");
    assert_eq!(asked(&window), [11, 10]);
}

#[test]
fn the_run_is_measured_while_its_past_is_shown() {
    let mut window = window();
    window.press(Key::OpenBracket);
    let before = window.wire.borrow().requests.len();
    publish(&mut window, |snapshot| {
        snapshot.status.step = 5_000;
        snapshot.status.movies_seen = 80_000;
        snapshot.status.run = Run::Running;
    });
    let wire = window.wire.borrow();
    let asked = &wire.requests[before..];
    assert!(
        asked
            .iter()
            .any(|asked| asked.snapshot.status.step == 5_000)
    );
    assert!(asked.iter().all(|asked| asked.awaited.is_none()));
}

#[test]
fn the_lines_of_the_toy_example_are_measured_at_each_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("m.safetensors");
    let trained = std::process::Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["train", "--preset", "toy", "--steps", "30", "--out"])
        .arg(&model)
        .output();
    assert!(trained.expect("it starts").status.success());
    let opened = Checkpoint::open(&model).expect("a model");
    let recording = Recording::open(&history_path(&model)).expect("a history");
    let mut window = TestWindow::waiting();
    publish(&mut window, |snapshot| {
        snapshot.config = Arc::new(Config::preset(Preset::Toy));
        snapshot.learner = opened.learner;
        snapshot.status.step = opened.state.step;
        snapshot.status.criteria = Vec::new();
        snapshot.recording = recording;
    });
    window.press(Key::OpenBracket);
    let criteria = &window.state().status().expect("a model").criteria;
    let names: Vec<_> = criteria.iter().map(|criterion| criterion.name).collect();
    assert_eq!(names[..2], ["lines found", "orientations with a unit"]);
    assert!(criteria.iter().all(|criterion| criterion.value.is_some()));
    // What Figure 1 and the status show of it.
    let step = window.state().status().expect("a model").step;
    let wire = window.wire.borrow();
    let asked = wire.requests.last().expect("a request");
    assert_eq!(asked.snapshot.status.step, step);
}

#[test]
fn the_unit_that_is_shown_though_none_is_selected_stays_along_the_past() {
    let mut window = window();
    window.act(Action::Show(view("unit")));
    let now = measures(&window, &recorded().1);
    window.wire.borrow_mut().answers.push(now);
    window.settle();
    let shown = |window: &TestWindow| {
        let is_shown = |unit: &usize| window.has_text(&format!("Invariant unit {unit}"));
        (0..25).rev().find(is_shown)
    };
    let unit = shown(&window);
    assert_ne!(unit, Some(0), "what is shown where all are silent");
    window.press(Key::OpenBracket);
    let mut analysis = Analysis::clone(&window.analysis());
    {
        let wire = window.wire.borrow();
        let last = wire.requests.last().expect("a request");
        analysis.snapshot = Arc::clone(&last.snapshot);
    }
    assert_eq!(analysis.snapshot.status.step, 11);
    let mut edges = EdgeStudy::clone(analysis.edges.as_ref().expect("measured"));
    edges.invariant.fill(None);
    edges
        .responses
        .invariant
        .iter_mut()
        .for_each(|layer| layer.fill(0.0));
    analysis.edges = Some(Arc::new(edges));
    let silent = Answer::Analysis(Arc::new(analysis));
    window.wire.borrow_mut().answers.push(silent);
    window.settle();
    assert!(window.has_text("None of these edges turned this unit on"));
    assert_eq!(shown(&window), unit);
}

#[test]
fn in_full_screen_the_step_of_the_measures_stands_above_the_panels() {
    let mut window = window();
    window.act(Action::Show(view("responses")));
    window.act(Action::Present);
    window.press(Key::OpenBracket);
    let then = {
        let wire = window.wire.borrow();
        Arc::clone(&wire.requests.last().expect("a request").snapshot)
    };
    let answer = measures(&window, &then);
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    window.press(Key::OpenBracket);
    let sign = window.harness.get_by_label_contains("measures of step");
    let sign = sign.rect();
    let panels = window.canvas("Edge responses");
    let panels = window.node(Role::Canvas, &panels).rect();
    assert!(sign.bottom() <= panels.top() + 1.0, "{sign:?} {panels:?}");
}

#[test]
fn the_controls_and_the_state_of_the_run_are_said_to_be_of_now() {
    let mut window = window();
    let signs = ["values of now", "learning now"];
    assert!(signs.iter().all(|sign| !window.has_text(sign)));
    window.press(Key::OpenBracket);
    assert!(signs.iter().all(|sign| window.has_text(sign)));
    window.press(Key::End);
    assert!(signs.iter().all(|sign| !window.has_text(sign)));
}

#[test]
fn steps_that_are_left_are_said_to_be_of_now() {
    let mut window = window();
    publish(&mut window, |snapshot| {
        snapshot.status.run = Run::Counting(7);
    });
    assert!(window.has_text("7 steps left") && !window.has_text("7 steps left now"));
    window.press(Key::OpenBracket);
    assert!(window.has_text("7 steps left now"));
}

#[test]
fn a_moment_whose_movies_were_cut_in_another_way_is_said_to_have_no_pictures() {
    let mut window = window();
    // No movie as of then can be cut from it.
    let small = ("small".to_owned(), Array2::zeros((4, 4)));
    publish(&mut window, |snapshot| {
        snapshot.pictures = Some(Arc::new(Pictures::new(vec![small])));
    });
    window.press(Key::OpenBracket);
    window.state().selection.select(Layer::Simple, 3);
    window.state().workers.stimulus.kind = StimulusKind::Patch;
    for key in ["strongest", "inpainting", "bench"] {
        window.act(Action::Show(view(key)));
        window.act(Action::Maximise(view(key)));
        assert!(window.has_text("cut in another way"), "{key}");
        window.act(Action::Maximise(view(key)));
    }
}

#[test]
fn cells_that_emerge_while_the_past_is_shown_are_said_to_come_after_it() {
    let mut window = window();
    window.act(Action::Welcome);
    window.click("Watch cells emerge");
    publish(&mut window, |snapshot| snapshot.generation = 8);
    window.press(Key::OpenBracket);
    assert!(chosen(&mut window).is_some());
    publish(&mut window, |snapshot| {
        snapshot.generation = 8;
        snapshot.status.emerged_secs = Some(9.0);
    });
    assert!(window.has_text("Complex cells have emerged since the moment shown."));
}

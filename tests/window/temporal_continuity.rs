//! The view Temporal continuity: models are trained when its button says so, shown as they come, and stopped.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::engine::{Answer, TimeAnswer, TimeQuestion};
use cellscope::figure::Format;
use cellscope::model::Coupling;
use cellscope::telemetry::{Measured, TimeRun};
use egui::Role;

use crate::exporting::{export, wait_for};
use crate::test_window::{TestWindow, view};

fn asked(window: &TestWindow) -> Vec<Option<u64>> {
    let wire = window.wire.borrow();
    let questions = wire.time_questions.iter();
    questions
        .map(|asked| asked.as_ref().map(|asked| asked.steps))
        .collect()
}

/// Answers the last question with so many models.
fn answer(window: &mut TestWindow, done: usize, is_final: bool) {
    let question: Option<TimeQuestion> = window
        .wire
        .borrow()
        .time_questions
        .last()
        .cloned()
        .flatten();
    let kinds = ["drift", "movie", "scrambled", "still"];
    let run = |index: usize| TimeRun {
        source: "embedded scenes".to_owned(),
        motion: kinds[index / 3],
        seed: index as u64 % 3,
        measured: Measured {
            concentration: Some(0.8 - 0.1 * (index / 3) as f64),
            width_ratio: Some(2.5),
            f2_over_f0_invariant: Some(0.3),
            ..Measured::default()
        },
    };
    let answer = TimeAnswer {
        question: question.expect("a question"),
        runs: (0..done).map(run).collect(),
        motion: kinds[(done / 3).min(3)],
        share: done as f32 / 12.0,
        is_final,
    };
    window
        .wire
        .borrow_mut()
        .answers
        .push(Answer::Time(Arc::new(answer)));
    window.settle();
}

#[test]
fn models_are_trained_on_demand_and_shown_as_they_come() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("time")));
    assert!(asked(&window).is_empty(), "asked by itself");
    window.state().workers.time_study.steps = 700;
    window.click("Train 12 models");
    assert_eq!(asked(&window), [Some(700)]);
    assert!(window.has_text("Starting…"));
    answer(&mut window, 4, false);
    assert!(window.has_text("movie: model 5 of 12"));
    window.node(Role::Canvas, "Temporal continuity");
    // It goes on out of sight.
    window.act(Action::Show(view("inpainting")));
    window.act(Action::Show(view("time")));
    answer(&mut window, 12, true);
    assert!(
        window.has_text(
            "12 models of 12 x 12 pixels, 3 frames, 100 and 25 units, 700 minibatches each"
        )
    );
    assert_eq!(asked(&window), [Some(700)]);
    window.act(Action::Export(view("time")));
    assert_eq!(
        window.export_form().target.formats,
        [Format::Svg, Format::Png, Format::Csv]
    );
}

#[test]
fn the_models_begin_with_the_sparsities_as_they_were_set() {
    let mut window = TestWindow::measured();
    (
        window.config.model.invariant_share,
        window.config.model.beta,
    ) = (0.1, 1.75);
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.status.prices_set = Some([snapshot.config.model.alpha, 0.2]);
    });
    window.act(Action::Show(view("time")));
    window.click("Train 12 models");
    let wire = window.wire.borrow();
    let asked = wire.time_questions.last().cloned().flatten();
    assert_eq!(asked.expect("a question").config.model.beta, 0.2);
}

#[test]
fn training_can_be_stopped_and_what_is_done_stays() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("time")));
    window.click("Train 12 models");
    answer(&mut window, 2, false);
    window.click("Stop");
    assert_eq!(asked(&window), [Some(1_200), None]);
    assert!(window.has_text("2 models of 12 x 12 pixels, 3 frames, 100 and 25 units"));
    window.node(Role::Canvas, "Temporal continuity");
    window.click("Train 12 models again");
    assert_eq!(asked(&window).len(), 3);
}

#[test]
fn joint_models_are_called_joint() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.config.model.coupling = Coupling::Joint;
    window.publish(|snapshot| snapshot.generation = 1);
    window.act(Action::Show(view("time")));
    window.click("Train 12 models");
    let said = "12 joint models of 12 x 12 pixels, 3 frames, 100 and 25 units";
    assert!(window.has_text(said), "while they learn");
    answer(&mut window, 12, true);
    assert!(window.has_text(said));
    let path = folder.path().join("time.csv");
    export(&mut window, view("time"), Format::Csv, &path);
    let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    assert!(table.contains(&format!("# {said}")), "{table}");
}

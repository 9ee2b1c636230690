//! The convergence bench: what it asks and when, and what it draws of the answer.

use std::sync::Arc;
use std::time::Duration;

use cellscope::analysis::convergence::{EnergyName, Spread};
use cellscope::app::{Action, CodedInput, Format, StimulusKind};
use cellscope::engine::{Answer, ConvergenceAnswer, ConvergenceQuestion, Inputs, Run, Snapshot};
use egui::Role;

use crate::exporting::{export, wait_for};
use crate::models::known;
use crate::test_window::{TestWindow, view};

/// What was asked, without what was given up.
fn asked(window: &TestWindow) -> Vec<ConvergenceQuestion> {
    let wire = window.wire.borrow();
    wire.convergence_questions
        .iter()
        .flatten()
        .cloned()
        .collect()
}

/// A window that learns and has pictures, with the bench in front.
fn learning() -> TestWindow {
    let mut window = TestWindow::measured();
    let drawn = window.wire.borrow().drawn.clone().expect("a snapshot");
    window.publish(|snapshot| {
        *snapshot = (*drawn).clone();
        snapshot.status.run = Run::Running;
    });
    window.act(Action::Show(view("convergence")));
    window
}

/// Longer than a question must stay the same before it is asked.
fn wait(window: &mut TestWindow) {
    for _ in 0..10 {
        std::thread::sleep(Duration::from_millis(50));
        window.harness.run_steps(1);
    }
}

/// Has an answer come.
fn tell(window: &mut TestWindow, answer: ConvergenceAnswer) {
    let answer = Answer::Convergence(Arc::new(answer));
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
}

#[test]
fn while_paused_it_asks_by_itself_and_draws_the_answer() {
    let mut window = TestWindow::measured();
    wait(&mut window);
    assert!(asked(&window).is_empty(), "asked while out of sight");
    window.show_convergence();
    let questions = asked(&window);
    assert_eq!(questions.len(), 1, "once");
    assert_eq!(questions[0].energy, EnergyName::E1);
    assert_eq!(questions[0].inputs, Inputs::Movies(3));
    assert!(window.node(Role::Button, "Stop").rect().is_positive());
    let answer = window.descend();
    assert_eq!(answer.convergence.as_ref().expect("done").samples, 3);
    assert_eq!(window.canvas("Convergence of"), "Convergence of E1");
    assert!(window.has_text("3 patches"));
    wait(&mut window);
    assert_eq!(asked(&window).len(), 1, "what is known is not asked again");
    window.click("Joint");
    wait(&mut window);
    let last = asked(&window).pop().expect("a question");
    assert_eq!(last.energy, EnergyName::Joint);
    window.descend();
    window.canvas("Convergence of Joint");
    window.click("E1");
    wait(&mut window);
    assert_eq!(asked(&window).len(), 2, "E1 is still known");
    window.canvas("Convergence of E1");
}

#[test]
fn while_learning_it_asks_when_told_to_and_stops_when_told_to() {
    let mut window = learning();
    wait(&mut window);
    assert!(asked(&window).is_empty(), "asked by itself");
    window.click("The stimulus");
    window.click("Measure");
    assert_eq!(
        window.state().workers.convergence.coded,
        CodedInput::Stimulus
    );
    let questions = asked(&window);
    assert_eq!(questions.len(), 1);
    let pixels = window.config.pixels();
    assert!(matches!(&questions[0].inputs, Inputs::Frame(frame) if frame.len() == pixels));
    assert!(window.state().workers.convergence.is_busy());
    window.click("Stop");
    assert!(
        window
            .wire
            .borrow()
            .convergence_questions
            .last()
            .expect("told")
            .is_none()
    );
    assert!(!window.state().workers.convergence.is_busy());
    wait(&mut window);
    assert_eq!(asked(&window).len(), 1);
}

#[test]
fn a_view_that_is_hidden_gives_up() {
    let mut window = TestWindow::measured();
    window.show_convergence();
    window.close_tab("Convergence");
    let last = window.wire.borrow().convergence_questions.last().cloned();
    assert!(matches!(last, Some(None)), "{last:?}");
    let before = window.wire.borrow().convergence_questions.len();
    wait(&mut window);
    assert_eq!(
        window.wire.borrow().convergence_questions.len(),
        before,
        "told once"
    );
}

#[test]
fn where_the_best_code_is_0_it_says_why_there_are_no_lines() {
    let said = "The best code is 0, where all solvers start: there are no lines.";
    for (alpha, is_said) in [(0.5, false), (90.0, true)] {
        let mut window = TestWindow::waiting();
        let mut snapshot = Snapshot::clone(&known().0);
        Arc::make_mut(&mut snapshot.config).model.alpha = alpha;
        window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
        window.settle();
        window.state().workers.stimulus.kind = StimulusKind::Edge;
        window.state().workers.convergence.coded = CodedInput::Stimulus;
        window.show_convergence();
        window.descend();
        assert_eq!(window.has_text(said), is_said, "alpha {alpha}");
    }
}

#[test]
fn of_an_empty_drawing_it_says_that_nothing_is_drawn() {
    let mut window = TestWindow::measured();
    window.state().workers.stimulus.kind = StimulusKind::Drawing;
    window.state().workers.convergence.coded = CodedInput::Stimulus;
    window.show_convergence();
    window.descend();
    let said = "Nothing is drawn: the energy is 0 from the start.";
    assert!(window.has_text(said));
    let canvases = window.canvases();
    assert!(
        !canvases
            .iter()
            .any(|name| name.starts_with("Convergence of"))
    );
    window.state().workers.stimulus.kind = StimulusKind::Edge;
    wait(&mut window);
    window.descend();
    window.canvas("Convergence of");
    assert!(!window.has_text(said));
}

#[test]
fn the_caption_counts_the_patches_of_the_lines_while_it_measures_and_when_it_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.show_convergence();
    let measured = window.descend();
    window.state().workers.convergence.patches = 9;
    wait(&mut window);
    let question = asked(&window).pop().expect("a question");
    assert_eq!(question.inputs, Inputs::Movies(9));
    // Seven are done, and the lines are of the first three.
    let under_way = ConvergenceAnswer {
        question,
        convergence: measured.convergence.clone(),
        done: 7,
        total: 9,
        stage: None,
    };
    tell(&mut window, under_way);
    assert!(window.has_text("7 of 9 done"));
    assert!(window.has_text("3 patches, medians and quartiles"));
    window.click("Stop");
    wait(&mut window);
    assert!(window.has_text("3 patches, medians and quartiles"));
    assert!(!window.has_text("7 patches") && !window.has_text("7 of 9"));
    let path = folder.path().join("convergence.csv");
    export(&mut window, view("convergence"), Format::Csv, &path);
    let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    assert!(
        table.contains("# 3 patches, medians and quartiles"),
        "{table}"
    );
}

#[test]
fn lines_and_their_caption_stay_until_there_are_newer_lines() {
    let under_way = "A new measurement is under way.";
    let mut window = TestWindow::measured();
    window.show_convergence();
    let measured = window.descend();
    let model = &measured.question.snapshot.config.model;
    let before = format!("α = {}, β = {}; all codes", model.alpha, model.beta);
    assert!(window.has_text(&before) && !window.has_text(under_way));
    let mut changed = (*measured.question.snapshot).clone();
    Arc::make_mut(&mut changed.config).model.alpha = 0.875;
    window.publish(|snapshot| *snapshot = changed);
    wait(&mut window);
    let question = asked(&window).pop().expect("a question");
    assert_eq!(question.snapshot.config.model.alpha, 0.875);
    assert!(window.has_text("Starting…"));
    assert!(window.has_text(&before) && window.has_text(under_way));
    // It began, and no patch is done.
    let begun = ConvergenceAnswer {
        question,
        convergence: None,
        done: 0,
        total: 3,
        stage: None,
    };
    tell(&mut window, begun);
    assert!(window.has_text("0 of 3 done"));
    window.canvas("Convergence of E1");
    assert!(window.has_text(&before) && window.has_text(under_way));
    window.descend();
    assert!(window.has_text("α = 0.875, β"));
    assert!(!window.has_text(&before) && !window.has_text(under_way));
    // Measured anew, it can be stopped before there is anything new.
    window.click("Measure");
    assert!(window.state().workers.convergence.is_busy());
    window.click("Stop");
    assert!(window.has_text("α = 0.875, β"));
}

#[test]
fn a_median_between_two_iterations_is_told_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.show_convergence();
    let mut answer = (*window.descend()).clone();
    let measured = Arc::make_mut(answer.convergence.as_mut().expect("done"));
    (
        measured.iterations,
        measured.energies[0].methods[0].converged_samples,
    ) = (100, 3);
    measured.energies[0].methods[0].converged_at_start = 0;
    measured.energies[0].methods[0].iterations_to_converge = Some(Spread {
        lower_quartile: 40.0,
        median: 42.5,
        upper_quartile: 45.0,
    });
    tell(&mut window, answer);
    let path = folder.path().join("convergence.csv");
    export(&mut window, view("convergence"), Format::Csv, &path);
    let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    assert!(table.contains(", k to 1e-4 of E 42.5\n"), "{table}");
}

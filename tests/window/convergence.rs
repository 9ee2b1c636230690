//! The convergence bench: what it asks and when, and what it draws of the answer.

use std::time::Duration;

use cellscope::analysis::convergence::EnergyName;
use cellscope::app::{Action, Coded, Pane};
use cellscope::engine::{ConvergenceQuestion, Inputs, Run};
use egui::Role;

use crate::test_window::Desk;

/// What was asked, without what was given up.
fn asked(desk: &Desk) -> Vec<ConvergenceQuestion> {
    let wire = desk.wire.borrow();
    wire.descents.iter().flatten().cloned().collect()
}

/// A window that learns and has pictures, with the bench in front.
fn learning() -> Desk {
    let mut desk = Desk::measured();
    let drawn = desk.wire.borrow().drawn.clone().expect("a snapshot");
    desk.publish(|snapshot| {
        *snapshot = (*drawn).clone();
        snapshot.status.run = Run::Running;
    });
    desk.act(Action::Show(Pane::Convergence));
    desk
}

/// Longer than a question must stay the same before it is asked.
fn wait(desk: &mut Desk) {
    for _ in 0..10 {
        std::thread::sleep(Duration::from_millis(50));
        desk.harness.run_steps(1);
    }
}

#[test]
fn while_paused_it_asks_by_itself_and_draws_the_answer() {
    let mut desk = Desk::measured();
    wait(&mut desk);
    assert!(asked(&desk).is_empty(), "asked while out of sight");
    desk.show_convergence();
    let questions = asked(&desk);
    assert_eq!(questions.len(), 1, "once");
    assert_eq!(questions[0].energy, EnergyName::E1);
    assert_eq!(questions[0].inputs, Inputs::Movies(3));
    assert!(desk.node(Role::Button, "Stop").rect().is_positive());
    let answer = desk.descend();
    assert_eq!(answer.convergence.as_ref().expect("done").samples, 3);
    assert_eq!(desk.canvas("Convergence of"), "Convergence of E1");
    assert!(desk.has_text("3 patches"));
    wait(&mut desk);
    assert_eq!(asked(&desk).len(), 1, "what is known is not asked again");
    desk.click("Joint");
    wait(&mut desk);
    let last = asked(&desk).pop().expect("a question");
    assert_eq!(last.energy, EnergyName::Joint);
    desk.descend();
    desk.canvas("Convergence of Joint");
    desk.click("E1");
    wait(&mut desk);
    assert_eq!(asked(&desk).len(), 2, "E1 is still known");
    desk.canvas("Convergence of E1");
}

#[test]
fn while_learning_it_asks_when_told_to_and_stops_when_told_to() {
    let mut desk = learning();
    wait(&mut desk);
    assert!(asked(&desk).is_empty(), "asked by itself");
    desk.click("The stimulus on the bench");
    desk.click("Measure");
    assert_eq!(desk.state().descent.coded, Coded::Stimulus);
    let questions = asked(&desk);
    assert_eq!(questions.len(), 1);
    let pixels = desk.config.pixels();
    assert!(matches!(&questions[0].inputs, Inputs::Frame(frame) if frame.len() == pixels));
    assert!(desk.state().descent.is_busy());
    desk.click("Stop");
    assert!(desk.wire.borrow().descents.last().expect("told").is_none());
    assert!(!desk.state().descent.is_busy());
    wait(&mut desk);
    assert_eq!(asked(&desk).len(), 1);
}

#[test]
fn a_view_that_is_hidden_gives_up() {
    let mut desk = Desk::measured();
    desk.show_convergence();
    desk.close_tab("Convergence");
    let last = desk.wire.borrow().descents.last().cloned();
    assert!(matches!(last, Some(None)), "{last:?}");
    let before = desk.wire.borrow().descents.len();
    wait(&mut desk);
    assert_eq!(desk.wire.borrow().descents.len(), before, "told once");
}

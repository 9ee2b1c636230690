//! Commands on their way to the engine.

use cellscope::engine::{Command, Run};
use cellscope::parameter::Parameter;

use crate::test_window::TestWindow;

#[test]
fn what_finds_no_room_is_sent_later_in_order_and_once() {
    let commands = [
        Command::Pause,
        Command::Step(1),
        Command::Reset,
        Command::Resume,
    ];
    let mut window = TestWindow::running();
    window.wire.borrow_mut().room = Some(1);
    for command in &commands {
        window.state().send(command.clone());
    }
    window.settle();
    assert_eq!(window.wire.borrow().commands, commands[..1]);
    window.wire.borrow_mut().room = None;
    window.settle();
    assert_eq!(window.commands(), commands);
}

#[test]
fn of_consecutive_values_of_one_slider_only_the_last_is_sent() {
    let mut window = TestWindow::running();
    for command in [
        Command::Set(Parameter::Alpha, 0.1),
        Command::Set(Parameter::Alpha, 0.2),
        Command::Set(Parameter::Beta, 0.3),
        Command::Set(Parameter::Alpha, 0.4),
        Command::Set(Parameter::Gamma, 0.5),
        Command::Set(Parameter::Gamma, 0.6),
        Command::Set(Parameter::SimpleRate, 1.0),
        Command::Set(Parameter::InvariantRate, 2.0),
        Command::Set(Parameter::InvariantRate, 3.0),
        Command::Step(1),
        Command::Step(1),
    ] {
        window.state().send(command);
    }
    window.settle();
    let expected = [
        Command::Set(Parameter::Alpha, 0.2),
        Command::Set(Parameter::Beta, 0.3),
        Command::Set(Parameter::Alpha, 0.4),
        Command::Set(Parameter::Gamma, 0.6),
        Command::Set(Parameter::SimpleRate, 1.0),
        Command::Set(Parameter::InvariantRate, 3.0),
        Command::Step(1),
        Command::Step(1),
    ];
    assert_eq!(window.commands(), expected);
}

#[test]
fn a_minibatch_that_takes_long_tells_how_far_it_is() {
    let mut window = TestWindow::running();
    let movies = window.state().live.learning.batch_movies;
    window.wire.borrow_mut().movies_coded = movies / 4;
    window.settle();
    assert!(!window.has_text("learning 25 %"), "it has just begun");
    window.wait_for_text("learning 25 %");
    window.publish(|snapshot| snapshot.status.step += 1);
    assert!(!window.has_text("learning 25 %"), "another has begun");
    window.wait_for_text("learning 25 %");
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    assert!(!window.has_text("learning 25 %"), "none is on its way");
}

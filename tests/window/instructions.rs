//! What the window tells its engine of learning: when it changes, and to a new engine.

use cellscope::app::FULL_PACE;
use cellscope::engine::{Command, Event};
use egui::Role;

use crate::test_window::TestWindow;

#[test]
fn the_pace_and_the_pause_are_sent_when_they_change_and_to_a_new_engine() {
    let mut window = TestWindow::running();
    let slow = window.node(Role::Slider, "Pace");
    slow.set_value_accesskit(10.0);
    window.settle();
    let pause = "Pause when complex cells emerge";
    window.node(Role::CheckBox, pause).click();
    window.settle();
    let slow_until_emerged = [Command::Pace(Some(10.0)), Command::PauseWhenEmerged(true)];
    assert_eq!(window.commands(), slow_until_emerged);
    window.tell(Event::Crashed("index out of bounds".to_owned()));
    window.click("Go on");
    assert_eq!(window.commands(), slow_until_emerged);
    let full = window.node(Role::Slider, "Pace");
    full.set_value_accesskit(f64::from(FULL_PACE));
    window.settle();
    window.node(Role::CheckBox, pause).click();
    window.settle();
    assert_eq!(
        window.commands(),
        [Command::Pace(None), Command::PauseWhenEmerged(false)]
    );
}

#[test]
fn the_size_of_the_history_is_sent_when_it_changes_and_to_a_new_engine() {
    let mut window = TestWindow::running();
    window.unfold("Model file");
    let largest = window.node(Role::SpinButton, "History up to");
    largest.set_value_accesskit(50.0);
    window.settle();
    let fifty = [Command::HistoryBytes(50_000_000)];
    assert_eq!(window.commands(), fifty);
    assert_eq!(window.state().settings.preferences.history_mb, 50);
    window.tell(Event::Crashed("index out of bounds".to_owned()));
    window.click("Go on");
    assert_eq!(window.commands(), fifty);
}

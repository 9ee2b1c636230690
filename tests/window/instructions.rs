//! What the window tells its engine of learning: when it changes, and to a new engine.

use cellscope::app::{Action, FULL_PACE};
use cellscope::engine::{Command, Event, Layer};
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
fn what_is_switched_while_a_model_is_replaced_is_shown_as_it_will_be() {
    let mut window = TestWindow::running();
    window.act(Action::FreezeSimple);
    window.act(Action::KeepAlive);
    let sent = [
        Command::Freeze(Layer::Simple, true),
        Command::KeepAlive(true),
    ];
    assert_eq!(window.commands(), sent);
    let switched = |window: &mut TestWindow| {
        let learning = &window.state().live.learning;
        (learning.freeze_simple, learning.keep_alive)
    };
    // A model that the engine began before it applied these.
    window.publish(|snapshot| {
        snapshot.generation += 1;
        snapshot.status.commands = 0;
    });
    assert_eq!(switched(&mut window), (true, true));
    // Later ones tell what is in force.
    window.config.learning.freeze_simple = true;
    window.publish(|snapshot| {
        snapshot.generation += 1;
        snapshot.status.commands = u64::MAX;
    });
    assert_eq!(switched(&mut window), (true, false));
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

//! Steps back: settings, parameters, layout and selection, but never the model.

use std::sync::Arc;

use cellscope::app::{Action, LESSONS};
use cellscope::engine::{Command, Layer};
use cellscope::figure::ColorMap;
use cellscope::parameter::Parameter;
use egui::{Event, Key, Modifiers, Role, pos2, vec2};

use crate::test_window::{TestWindow, layout, view};

const ALPHA: &str = "α  simple units";

fn undo(window: &mut TestWindow) {
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.settle();
}

fn redo(window: &mut TestWindow) {
    let keys = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.harness.key_press_modifiers(keys, Key::Z);
    window.settle();
}

fn set_alpha(window: &mut TestWindow, value: f64) {
    window.node(Role::Slider, ALPHA).set_value_accesskit(value);
    window.settle();
}

#[test]
fn every_change_is_a_step_back_and_forth_in_order() {
    let mut window = TestWindow::measured();
    set_alpha(&mut window, 2.0);
    window.state().settings.preferences.filter_colors = ColorMap::Diverging;
    window.settle();
    window.state().selection.select(Layer::Simple, 7);
    window.settle();
    window.commands();
    undo(&mut window);
    assert_eq!(window.state().selection.simple, None);
    assert!(window.has_text("Undone: selection."));
    undo(&mut window);
    assert_eq!(
        window.state().settings.preferences.filter_colors,
        ColorMap::default()
    );
    assert_eq!(
        window.commands(),
        [],
        "the engine has nothing to do with it"
    );
    undo(&mut window);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.5)]);
    assert!(window.has_text("Undone: α 0.5 to 2."));
    undo(&mut window);
    assert!(window.has_text("Nothing to undo."));
    redo(&mut window);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 2.0)]);
    redo(&mut window);
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::Y);
    window.settle();
    assert_eq!(window.state().selection.simple, Some(7));
    redo(&mut window);
    assert!(window.has_text("Nothing to redo."));
}

#[test]
fn betas_with_a_separate_a_are_taken_back_from_the_run_as_well() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("responses")));
    window.commands();
    window.act(Action::TrainBetas);
    let trained = window.commands();
    assert!(matches!(&trained[..], [Command::ExtraBetas(betas)] if !betas.is_empty()));
    undo(&mut window);
    assert_eq!(window.commands(), [Command::ExtraBetas(vec![])]);
    redo(&mut window);
    assert_eq!(window.commands(), trained);
}

#[test]
fn a_change_after_a_step_back_is_the_only_way_on() {
    let mut window = TestWindow::measured();
    set_alpha(&mut window, 2.0);
    undo(&mut window);
    set_alpha(&mut window, 1.0);
    window.commands();
    redo(&mut window);
    assert_eq!(window.commands(), []);
    undo(&mut window);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.5)]);
}

#[test]
fn a_drag_of_a_slider_is_one_step_however_long_it_lasts() {
    let mut window = TestWindow::measured();
    let slider = window.node(Role::Slider, ALPHA).rect();
    let at = |share: f32| pos2(slider.left() + share * slider.width(), slider.center().y);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.event(Event::PointerMoved(at(0.6)));
    window.harness.event(button(at(0.6), true));
    for step in 0..30 {
        let place = at(0.6 + 0.01 * step as f32);
        window.harness.event(Event::PointerMoved(place));
        window.harness.run_steps(3);
    }
    window.harness.event(button(at(0.9), false));
    window
        .harness
        .event(Event::PointerMoved(at(0.9) + vec2(0.0, 300.0)));
    window.settle();
    assert_ne!(window.state().live.model.alpha, 0.5);
    undo(&mut window);
    assert_eq!(window.state().live.model.alpha, 0.5);
}

#[test]
fn a_layout_and_a_closed_view_come_back() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("figure3")));
    window.close_tab("Edge responses");
    assert!(window.tab("Edge responses").is_none());
    undo(&mut window);
    assert!(window.tab("Edge responses").is_some());
    assert!(window.has_text("Undone: layout."));
    assert!(window.tab("Maps").is_none());
    undo(&mut window);
    assert!(window.tab("Maps").is_some());
    window.act(Action::Close(view("maps")));
    window.act(Action::Undo);
    assert!(window.tab("Maps").is_some());
}

#[test]
fn a_frozen_layer_and_the_pace_are_told_to_the_engine() {
    let mut window = TestWindow::measured();
    window.act(Action::FreezeSimple);
    window.act(Action::PauseWhenEmerged);
    window.commands();
    undo(&mut window);
    undo(&mut window);
    let back = [
        Command::PauseWhenEmerged(false),
        Command::Freeze(Layer::Simple, false),
    ];
    assert_eq!(window.commands(), back);
}

#[test]
fn keeping_all_units_alive_is_taken_back() {
    let mut window = TestWindow::measured();
    window.commands();
    window.act(Action::KeepAlive);
    undo(&mut window);
    assert!(window.has_text("Undone: keep all units alive."));
    let sent = [true, false].map(Command::KeepAlive);
    assert_eq!(window.commands(), sent);
}

#[test]
fn another_model_has_no_steps_back_into_the_last_one() {
    let mut window = TestWindow::running();
    set_alpha(&mut window, 2.0);
    window.publish(|_| {});
    window.config.model.alpha = 1.25;
    window.publish(|snapshot| snapshot.generation = 1);
    window.commands();
    undo(&mut window);
    assert_eq!(window.commands(), []);
    assert_eq!(window.state().live.model.alpha, 1.25);
}

#[test]
fn in_a_lesson_there_is_no_undo_and_preferences_chosen_there_stay() {
    let mut window = TestWindow::measured();
    set_alpha(&mut window, 2.0);
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.commands();
    undo(&mut window);
    assert_eq!(window.commands(), [], "the lesson's model keeps its alpha");
    assert!(window.has_text("until then there is no undo."));
    window.state().settings.preferences.filter_colors = ColorMap::Diverging;
    window.act(Action::ToggleControls);
    window.settle();
    window.act(Action::LeaveLesson);
    assert_eq!(
        window.state().settings.preferences.filter_colors,
        ColorMap::Diverging
    );
    assert!(window.state().settings.shows_controls);
}

#[test]
fn steps_of_before_a_lesson_are_there_again_after_it() {
    let mut window = TestWindow::measured();
    set_alpha(&mut window, 2.0);
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.publish(|snapshot| snapshot.generation = 41);
    window.act(Action::LeaveLesson);
    window.tell(cellscope::engine::Event::CameBack(42));
    window.publish(|snapshot| snapshot.generation = 42);
    window.commands();
    undo(&mut window);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.5)]);
    undo(&mut window);
    assert!(window.has_text("Nothing to undo."));
    set_alpha(&mut window, 3.0);
    assert!(!window.has_text("Nothing to undo."));
}

#[test]
fn a_key_that_comes_up_under_another_name_is_let_go() {
    let mut window = TestWindow::measured();
    // With Shift, as ":" is typed where it is above ";", and Shift is let go first.
    for (key, pressed) in [(Key::Colon, true), (Key::Semicolon, false)] {
        window.harness.event(Event::Key {
            key,
            physical_key: Some(Key::Semicolon),
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
    }
    set_alpha(&mut window, 2.0);
    window.press(Key::ArrowRight);
    let selected = window.state().selection;
    window.press(Key::ArrowRight);
    assert_ne!(window.state().selection, selected);
    undo(&mut window);
    assert_eq!(window.state().selection, selected, "one step a key");
}

#[test]
fn a_key_let_go_unseen_does_not_join_all_later_changes() {
    let mut window = TestWindow::measured();
    window.harness.event(Event::Key {
        key: Key::A,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    // Longer than a key is held that does not repeat.
    window.harness.run_steps(90);
    set_alpha(&mut window, 2.0);
    window.state().selection.select(Layer::Simple, 7);
    window.settle();
    undo(&mut window);
    assert!(window.has_text("Undone: selection."));
    // The keys of the step back are let go.
    window.harness.run_steps(90);
    undo(&mut window);
    assert!(window.has_text("Undone: α 0.5 to 2."));
}

#[test]
fn to_hold_a_share_is_taken_back_to_the_sparsity_of_before() {
    let mut window = TestWindow::measured();
    let hold = "Hold the share of u";
    window.node(Role::CheckBox, hold).click();
    window.settle();
    window.publish(|snapshot| {
        let config = Arc::make_mut(&mut snapshot.config);
        config.model.invariant_share = 0.1;
        config.model.beta = 1.75;
    });
    window.commands();
    undo(&mut window);
    let beta = window.config.model.beta;
    assert_eq!(window.state().live.model.beta, beta);
    assert_eq!(
        window.commands(),
        [
            Command::Set(Parameter::InvariantShare, 0.0),
            Command::Set(Parameter::Beta, beta),
        ]
    );
}

#[test]
fn a_share_that_is_held_again_goes_on_from_the_sparsity_that_it_had_come_to() {
    let mut window = TestWindow::measured();
    window.config.model.invariant_share = 0.1;
    window.config.model.beta = 1.75;
    window.publish(|snapshot| {
        snapshot.generation = 1;
        let share = 0.2;
        snapshot.status.prices_set = Some([snapshot.config.model.alpha, share]);
    });
    window.settle();
    window.node(Role::CheckBox, "Hold the share of u").click();
    window.settle();
    window.publish(|snapshot| snapshot.generation = 1);
    assert_eq!(window.state().live.model.beta, 1.75, "it stays there");
    window.commands();
    undo(&mut window);
    assert_eq!(
        window.commands(),
        [Command::Set(Parameter::InvariantShare, 0.1)]
    );
    assert!(window.has_text("Undone: share of u"));
    window.harness.run_steps(90);
    undo(&mut window);
    assert!(window.has_text("Nothing to undo."));
    assert_eq!(window.commands(), []);
    redo(&mut window);
    assert!(
        window
            .commands()
            .contains(&Command::Set(Parameter::InvariantShare, 0.0))
    );
}

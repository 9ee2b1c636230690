//! What sliders and numbers send.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::engine::{Command, Layer};
use cellscope::parameter::Parameter;
use cellscope::telemetry::Mark;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::TestWindow;
use crate::typing::type_into;

#[test]
fn a_slider_sends_its_value_when_it_changes_and_only_then() {
    let mut window = TestWindow::running();
    window
        .node(Role::Slider, "α  simple units")
        .set_value_accesskit(2.0);
    window.settle();
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 2.0)]);
    window
        .node(Role::Slider, "β  invariant units")
        .set_value_accesskit(0.1);
    window.settle();
    assert_eq!(window.commands(), [Command::Set(Parameter::Beta, 0.1)]);
}

#[test]
fn a_number_is_sent_when_it_is_entered_and_not_on_the_way() {
    let mut window = TestWindow::running();
    let alpha = "α  simple units";
    window.node(Role::SpinButton, alpha).focus();
    window.settle();
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::A);
    for digit in ["0", ".", "3"] {
        window.harness.event(egui::Event::Text(digit.to_owned()));
        window.settle();
        assert_eq!(window.commands(), [], "{digit}");
    }
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.3)]);
}

#[test]
fn escape_leaves_a_number_as_it_was_and_the_marked_unit_alone() {
    let mut window = TestWindow::measured();
    window.commands();
    window.state().selection.select(Layer::Simple, 7);
    type_into(&mut window, (Role::SpinButton, "α  simple units"), "3");
    window.harness.key_press(Key::Escape);
    window.settle();
    assert_eq!(window.commands(), []);
    assert_eq!(window.state().selection.simple, Some(7));
    // With nothing in its way it unmarks.
    window.harness.key_press(Key::Escape);
    window.settle();
    assert_eq!(window.state().selection.simple, None);
}

#[test]
fn a_slider_goes_back_to_its_default() {
    let mut window = TestWindow::running();
    assert!(
        window
            .node(Role::Button, "Reset α  simple units")
            .accesskit_node()
            .is_disabled()
    );
    window.state().live.model.alpha = 3.0;
    window.settle();
    window.click("Reset α  simple units");
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.5)]);
}

#[test]
fn a_snapshot_that_lags_behind_does_not_move_a_slider() {
    let mut window = TestWindow::running();
    window
        .node(Role::Slider, "α  simple units")
        .set_value_accesskit(2.0);
    window.settle();
    window.publish(|snapshot| {
        Arc::make_mut(&mut snapshot.config).model.alpha = 0.5;
        snapshot.status.commands = 0;
    });
    assert_eq!(window.state().live.model.alpha, 2.0);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 2.0)]);
}

#[test]
fn another_model_brings_its_own_values() {
    let mut window = TestWindow::running();
    window.config.model.alpha = 1.25;
    window.publish(|snapshot| snapshot.generation = 1);
    assert_eq!(window.state().live.model.alpha, 1.25);
    assert_eq!(window.commands(), []);
}

#[test]
fn a_value_beyond_a_slider_stays_until_somebody_moves_it() {
    let mut window = TestWindow::waiting();
    window.config.model.alpha = 0.005;
    window.config.learning.simple_rate = 500.0;
    window.publish(|_| {});
    window.unfold("Learning");
    assert_eq!(window.commands(), []);
    assert_eq!(window.state().live.model.alpha, 0.005);
    assert_eq!(window.state().live.learning.simple_rate, 500.0);
}

fn hold(window: &mut TestWindow) {
    window.node(Role::CheckBox, "Hold the share of u").click();
    window.settle();
}

#[test]
fn a_share_that_no_sparsity_reaches_is_told_with_the_share_there_is() {
    let mut window = TestWindow::running();
    window.config.model.simple_share = 0.1;
    for (alpha, said) in [
        (0.001, "α is 0.001 now, its lowest: the share is 4.0\u{a0}%"),
        (100.0, "α is 100 now, its highest: the share is 4.0\u{a0}%"),
        (0.5, "α is 0.500 now"),
    ] {
        window.config.model.alpha = alpha;
        window.publish(|_| {});
        let label = window.harness.query_by_role_and_label(Role::Label, said);
        assert!(label.is_some(), "{said}");
    }
}

#[test]
fn a_share_is_held_only_once_it_is_that_of_the_present_sparsities() {
    let mut window = TestWindow::running();
    let beta = window.config.model.beta;
    for (is_changed, sent) in [(true, 0), (false, 1)] {
        window.publish(|snapshot| {
            snapshot.status.invariant_density = 0.0234;
            let step = snapshot.status.step;
            let at = Mark {
                step: if is_changed { step } else { step - 1 },
                movies_seen: 64,
                elapsed_secs: 1.0,
                text: String::new(),
                is_event: false,
                until: None,
            };
            let history = Arc::make_mut(&mut snapshot.history);
            history.mark_change("beta", 2.0 * beta, beta, at, None);
        });
        window.commands();
        hold(&mut window);
        assert_eq!(window.commands().len(), sent);
        window.act(Action::HoldInvariantShare);
        assert_eq!(window.has_text("Learn a step first"), is_changed);
        window.act(Action::DismissAll);
    }
}

#[test]
fn a_sparsity_follows_the_share_of_units_on_until_it_is_let_go() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| snapshot.status.invariant_density = 0.0234);
    hold(&mut window);
    let held = Command::Set(Parameter::InvariantShare, 0.0234);
    let state = window.state();
    assert_eq!(state.draft.model, state.live.model, "sizes to apply");
    assert_eq!(window.commands(), [held]);
    let slider = (Role::Slider, "β  invariant units");
    let slider = window.harness.query_by_role_and_label(slider.0, slider.1);
    assert!(slider.is_none(), "what is adapted cannot be set");
    window
        .node(Role::Slider, "Share of u active")
        .set_value_accesskit(0.05);
    window.settle();
    let wanted = Command::Set(Parameter::InvariantShare, 0.05);
    assert_eq!(window.commands(), [wanted]);
    // What the engine made of it stays when it is let go.
    window.publish(|snapshot| Arc::make_mut(&mut snapshot.config).model.beta = 0.123_456);
    assert!(window.has_text("β is 0.123 now"));
    hold(&mut window);
    let free = Command::Set(Parameter::InvariantShare, 0.0);
    assert_eq!(window.commands(), [free]);
    let let_go = |window: &mut TestWindow, applied| {
        window.publish(|snapshot| {
            Arc::make_mut(&mut snapshot.config).model.beta = 0.123_456;
            snapshot.status.commands = applied;
        });
    };
    let_go(&mut window, u64::MAX);
    assert_eq!(window.state().live.model.beta, 0.123_456);
    assert_eq!(window.commands(), [], "nobody set it");
    // One that people set meanwhile holds.
    window
        .node(Role::Slider, "β  invariant units")
        .set_value_accesskit(0.2);
    window.settle();
    let_go(&mut window, 0);
    assert_eq!(window.state().live.model.beta, 0.2);
}

#[test]
fn all_units_can_be_kept_alive() {
    let mut window = TestWindow::running();
    window.act(Action::KeepAlive);
    assert_eq!(window.commands(), [Command::KeepAlive(true)]);
}

#[test]
fn a_value_that_was_sent_while_a_model_was_made_holds_for_that_model() {
    let mut window = TestWindow::running();
    let mut applied = 0;
    for (alpha, generation) in [(2.0, 1), (3.0, 2)] {
        window
            .node(Role::Slider, "α  simple units")
            .set_value_accesskit(alpha);
        window.settle();
        // It was begun before the command was there.
        window.publish(|snapshot| {
            snapshot.generation = generation;
            Arc::make_mut(&mut snapshot.config).model.alpha = 0.5;
            snapshot.status.commands = applied;
        });
        assert_eq!(window.state().live.model.alpha, alpha as f32);
        window.publish(|snapshot| snapshot.generation = generation);
        applied += window.commands().len() as u64;
    }
    window.publish(|snapshot| {
        snapshot.generation = 3;
        Arc::make_mut(&mut snapshot.config).model.alpha = 0.25;
        snapshot.status.commands = applied;
    });
    assert_eq!(window.state().live.model.alpha, 0.25);
}

#[test]
fn every_parameter_that_acts_has_a_slider() {
    for share in [0.0, 0.03] {
        let mut window = TestWindow::waiting();
        let model = &mut window.config.model;
        (model.simple_share, model.invariant_share, model.top) = (share, share, 3);
        window.publish(|_| {});
        window.unfold("Learning");
        window.unfold("Motion");
        let config = window.config.clone();
        let acting = Parameter::ALL.iter().map(|parameter| parameter.row());
        for row in acting.filter(|row| (row.acts)(&config)) {
            let slider = (Role::Slider, row.label);
            let shown = window.harness.query_by_role_and_label(slider.0, slider.1);
            assert!(
                shown.is_some(),
                "no slider for {}: see its section in app/controls",
                row.name
            );
        }
    }
}

//! Values by name, in the palette of commands.

use cellscope::app::{Action, FULL_PACE, MaskShape, StimulusKind};
use cellscope::channels::Channels;
use cellscope::engine::Command;
use cellscope::parameter::Parameter;
use egui::{Key, Role};
use egui_kittest::kittest::NodeT as _;

use super::palette::{enter, entries, is_open, offers, open};
use crate::test_window::TestWindow;

#[test]
fn a_parameter_is_named_first_and_then_its_value_which_must_be_in_range() {
    let mut window = TestWindow::measured();
    window.commands();
    open(&mut window);
    enter(&mut window, "alpha");
    window.press(Key::Enter);
    assert!(is_open(&mut window), "a number is still missing");
    for digit in ["-", "5"] {
        window.harness.event(egui::Event::Text(digit.to_owned()));
        window.settle();
    }
    window.press(Key::Enter);
    assert_eq!(window.commands(), [], "-5 is no sparsity");
    window.press(Key::Backspace);
    window.press(Key::Backspace);
    window.harness.event(egui::Event::Text("0.7".to_owned()));
    window.settle();
    window.press(Key::Enter);
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.7)]);
}

#[test]
fn scattered_letters_fit_nothing_and_the_pace_is_set_by_its_name() {
    let mut window = TestWindow::measured();
    window.commands();
    open(&mut window);
    for typed in ["pattern", "patch side 60 zzz"] {
        enter(&mut window, typed);
        assert!(
            window.has_text("No match. Try another word, or fewer letters."),
            "{typed}"
        );
    }
    enter(&mut window, "pace 60");
    window.press(Key::Enter);
    assert_eq!(window.state().settings.pace_per_sec, 60.0);
    assert_eq!(
        window.commands(),
        [Command::Pace(Some(60.0))],
        "no new model"
    );
}

#[test]
fn a_setting_that_is_chosen_leaves_what_changed_since_it_was_found() {
    let mut window = TestWindow::measured();
    window.state().settings.pace_per_sec = 15.0;
    open(&mut window);
    window
        .harness
        .event(egui::Event::Text("animations off".to_owned()));
    window.harness.step();
    // What slowed learning down ends.
    window.state().settings.pace_per_sec = FULL_PACE;
    window.press(Key::Enter);
    assert!(!is_open(&mut window));
    let settings = &window.state().settings;
    assert!(!settings.preferences.animations);
    assert_eq!(settings.pace_per_sec, FULL_PACE);
}

#[test]
fn a_parameter_takes_what_its_field_takes() {
    let mut window = TestWindow::measured();
    window.commands();
    for (typed, entry) in [
        ("alpha 500", "α  simple units = 500"),
        ("alpha 0.0001", "α  simple units = 0.0001"),
    ] {
        open(&mut window);
        enter(&mut window, typed);
        let found = window.node(Role::Button, entry).accesskit_node();
        assert!(found.is_disabled(), "{typed}");
        window.press(Key::Enter);
        assert!(is_open(&mut window), "{typed}");
        window.press(Key::Escape);
    }
    assert_eq!(window.commands(), []);
}

#[test]
fn a_size_with_a_number_and_channels_start_a_new_model() {
    let mut window = TestWindow::measured();
    window.commands();
    let live = window.state().live.clone();
    for typed in ["patch", "frames", "simple units", "top units", "channels"] {
        open(&mut window);
        enter(&mut window, typed);
        let found = entries(&window);
        assert!(
            found
                .iter()
                .any(|(text, _)| text.to_lowercase().contains(typed)),
            "{typed}: {found:?}"
        );
        window.press(Key::Escape);
    }
    open(&mut window);
    enter(&mut window, "simple units 600");
    window.press(Key::Enter);
    let mut wanted = live.clone();
    wanted.model.simple = 600;
    wanted.learning.batch_movies = 192;
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(wanted))]);
    open(&mut window);
    enter(&mut window, "channels opponent");
    window.press(Key::Enter);
    let mut wanted = live;
    wanted.movies.channels = Channels::Opponent;
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(wanted))]);
    // What is so already restarts nothing: sizes that are entered stay.
    let so = format!("simple units {}", window.state().live.model.simple);
    for typed in [
        &so,
        "simple units 0",
        "simple units 2.5",
        "patch side, px 3",
    ] {
        open(&mut window);
        enter(&mut window, typed);
        window.press(Key::Enter);
        assert!(is_open(&mut window), "{typed}");
        assert_eq!(window.commands(), [], "{typed}");
        window.press(Key::Escape);
    }
}

#[test]
fn what_an_entry_does_is_told_to_its_end_in_a_narrow_window() {
    let mut window = TestWindow::measured();
    window.harness.set_size(egui::vec2(560.0, 600.0));
    window.settle();
    open(&mut window);
    enter(&mut window, "simple units 600");
    assert!(window.has_text("Untrained. The present model is kept."));
}

#[test]
fn the_sparsity_of_a_held_share_is_there_and_cannot_be_set() {
    let mut window = TestWindow::measured();
    window.state().live.model.invariant_share = 0.02;
    open(&mut window);
    enter(&mut window, "beta 0.2");
    window.settle();
    assert!(offers(&window, "β  invariant units"));
    window.press(Key::Enter);
    let sent = window.commands();
    assert!(
        sent.iter()
            .all(|command| !matches!(command, Command::Set(..))),
        "{sent:?}"
    );
}

#[test]
fn a_share_is_told_and_typed_in_percent_as_in_its_field() {
    let mut window = TestWindow::measured();
    window.config.model.invariant_share = 0.015;
    window.publish(|snapshot| snapshot.generation = 1);
    window.commands();
    open(&mut window);
    enter(&mut window, "share of u");
    assert!(window.has_text("Share of u active: 1.5 %"));
    enter(&mut window, "share of u 2");
    assert!(window.has_text("Share of u active = 2 %"));
    window.press(Key::Enter);
    assert_eq!(
        window.commands(),
        [Command::Set(Parameter::InvariantShare, 0.02)]
    );
}

#[test]
fn numbers_of_the_stimulus_and_of_the_mask_are_set_by_their_names() {
    let mut window = TestWindow::measured();
    let enter_and_press = |window: &mut TestWindow, typed: &str| {
        open(window);
        enter(window, typed);
        window.press(Key::Enter);
    };
    assert_eq!(window.tab("Stimulus"), None);
    enter_and_press(&mut window, "frequency 0.2");
    assert!(window.tab("Stimulus").is_some());
    enter_and_press(&mut window, "theta 45");
    let stimulus = &window.state().workers.stimulus;
    assert_eq!(stimulus.kind, StimulusKind::Grating);
    assert_eq!(
        (stimulus.freq_cycles_per_px, stimulus.theta_deg),
        (0.2, 45.0)
    );
    enter_and_press(&mut window, "share hidden 80");
    let mask = &window.state().workers.inpainting.mask_editor;
    assert_eq!((mask.by, mask.share_percent), (MaskShape::Random, 80.0));
    // Refused, with the range.
    enter_and_press(&mut window, "frequency 2");
    let entry = window.node(Role::Button, "frequency = 2 cycles/px");
    assert!(entry.accesskit_node().is_disabled());
    assert!(is_open(&mut window));
    assert_eq!(window.state().workers.stimulus.freq_cycles_per_px, 0.2);
}

#[test]
fn a_model_is_pinned_by_its_path_and_what_cannot_act_now_is_grey() {
    let mut window = TestWindow::measured();
    let golden = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/golden/version-1-toy.safetensors"
    );
    open(&mut window);
    enter(&mut window, &format!("pin {golden}"));
    window.press(Key::Enter);
    window.wait_for_text("Pinned as B: version-1-toy.");
    assert!(window.tab("Compare").is_some());
    window.act(Action::HideBlock);
    for entry in ["Another mask", "Clear the mask"] {
        open(&mut window);
        enter(&mut window, entry);
        let found = window.node(Role::Button, entry).accesskit_node();
        assert!(found.is_disabled(), "{entry}");
        window.press(Key::Escape);
    }
    // By the word on its button.
    open(&mut window);
    enter(&mut window, "drift");
    window.press(Key::Enter);
    assert!(window.state().workers.stimulus.is_sweeping);
}

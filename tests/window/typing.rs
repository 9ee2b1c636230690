//! What is typed into numbers, seeds and paths.

use std::path::PathBuf;

use cellscope::app::Action;
use cellscope::config::Preset;
use cellscope::engine::{Command, Event};
use cellscope::parameter::Parameter;
use cellscope::source::SourceSpec;
use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::NodeT as _;

use crate::test_window::TestWindow;

const ALPHA: &str = "α  simple units";

/// Types instead of what is in a field of this role and name.
pub(crate) fn type_into(window: &mut TestWindow, (role, name): (Role, &str), text: &str) {
    window.node(role, name).focus();
    window.settle();
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(egui::Event::Text(text.to_owned()));
    window.settle();
}

/// Types into the number of this name, and enters it.
fn enter(window: &mut TestWindow, name: &str, text: &str) {
    type_into(window, (Role::SpinButton, name), text);
    window.harness.key_press(Key::Enter);
    window.settle();
}

#[test]
fn what_is_no_value_is_refused_with_the_reason_and_the_old_one_stays() {
    for (typed, said) in [
        ("nan", "\"nan\" is not a number."),
        ("two", "\"two\" is not a number."),
        ("-5", "-5 is too small: the smallest value is 0.001."),
        ("1e9", "1e9 is too large: the largest value is 100."),
    ] {
        let mut window = TestWindow::running();
        enter(&mut window, ALPHA, typed);
        assert_eq!(window.commands(), [], "{typed}");
        assert_eq!(window.state().live.model.alpha, 0.5, "{typed}");
        let said = format!("α simple units: {said} The value stays 0.5.");
        assert!(window.has_text(&said), "{typed}");
    }
}

#[test]
fn a_decimal_comma_is_taken() {
    let mut window = TestWindow::running();
    enter(&mut window, ALPHA, "0,2");
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 0.2)]);
    assert!(!window.has_text("The value stays"));
}

#[test]
fn what_the_configuration_allows_can_be_typed_beyond_the_slider() {
    let mut window = TestWindow::running();
    enter(&mut window, ALPHA, "20");
    assert_eq!(window.commands(), [Command::Set(Parameter::Alpha, 20.0)]);
    assert_eq!(window.state().live.model.alpha, 20.0);
}

#[test]
fn shares_are_shown_and_typed_in_percent() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| snapshot.status.invariant_density = 0.02);
    window.act(Action::HoldInvariantShare);
    window.commands();
    let name = "Share of u active";
    let field = window.node(Role::SpinButton, name);
    assert_eq!(field.accesskit_node().value().as_deref(), Some("2.00 %"));
    for (typed, share) in [("3", 0.03), ("0,05 %", 0.0005)] {
        enter(&mut window, name, typed);
        let wanted = Command::Set(Parameter::InvariantShare, share);
        assert_eq!(window.commands(), [wanted], "{typed}");
    }
    enter(&mut window, name, "60");
    let said = "60 is too large: the largest value is 50 %. The value stays 0.05 %.";
    assert!(window.has_text(&format!("{name}: {said}")));
}

#[test]
fn a_size_that_is_no_whole_number_is_refused() {
    let mut window = TestWindow::running();
    window.harness.set_size(vec2(1280.0, 1200.0));
    window.unfold("Sizes");
    enter(&mut window, "Simple units", "20.5");
    assert!(window.has_text("20.5 is not a whole number. The value stays 100."));
    enter(&mut window, "Simple units", "-3");
    assert!(window.has_text("-3 is too small: the smallest value is 0."));
    assert_eq!(window.state().draft.model.simple, 100);
}

#[test]
fn reset_goes_back_to_the_value_of_the_preset() {
    for (preset, beta) in [
        (Preset::Paper, 0.3),
        (Preset::Deep, 0.2),
        (Preset::Toy, 0.65),
    ] {
        let mut window = TestWindow::waiting();
        window.config = cellscope::config::Config::preset(preset);
        window.publish(|_| {});
        let reset = "Reset β  invariant units";
        let button = window.node(Role::Button, reset);
        assert!(button.accesskit_node().is_disabled(), "{preset:?}");
        window.state().live.model.beta = 1.0;
        window.settle();
        window.click(reset);
        assert_eq!(window.commands(), [Command::Set(Parameter::Beta, beta)]);
    }
}

#[test]
fn a_seed_has_all_digits_that_were_typed_and_is_a_whole_number() {
    let mut window = TestWindow::running();
    for seed in [u64::MAX, 9_007_199_254_740_993] {
        enter(&mut window, "Seed", &seed.to_string());
        assert_eq!(window.state().next_seed, seed);
        let shown = window
            .node(Role::SpinButton, "Seed")
            .accesskit_node()
            .value();
        assert_eq!(shown, Some(seed.to_string()));
    }
    for typed in ["18446744073709551616", "-1", "2.5", "ten"] {
        enter(&mut window, "Seed", typed);
        assert_eq!(window.state().next_seed, 9_007_199_254_740_993, "{typed}");
        let said = format!("\"{typed}\" is not a whole number from 0 to 18446744073709551615.");
        assert!(window.has_text(&said), "{typed}");
    }
}

#[test]
fn a_seed_that_was_entered_outlives_a_reset() {
    let mut window = TestWindow::running();
    enter(&mut window, "Seed", "77");
    assert!(window.has_text("now 0; press New seed"));
    window.click("Restart");
    assert_eq!(window.commands(), [Command::Reset]);
    window.publish(|snapshot| snapshot.generation = 1);
    assert_eq!(window.state().next_seed, 77);
    window.click("New seed");
    assert_eq!(window.commands(), [Command::NewSeed(77)]);
    window.config.seed = 77;
    window.publish(|snapshot| snapshot.generation = 2);
    assert!(!window.has_text("press New seed"));
}

#[test]
fn the_home_folder_can_be_typed_as_a_tilde() {
    let home = std::env::home_dir().expect("a home folder");
    for (typed, path) in [("~/pictures", home.join("pictures")), ("~", home.clone())] {
        let mut window = TestWindow::running();
        let field = window.node(Role::TextInput, "Path of pictures");
        field.focus();
        field.type_text(typed);
        window.settle();
        window.click("Load");
        let expected = SourceSpec::images([path]);
        assert_eq!(window.commands(), [Command::NewSource(expected)]);
    }
    let other = SourceSpec::images([PathBuf::from("~other/pictures")]);
    let mut window = TestWindow::running();
    let field = window.node(Role::TextInput, "Path of pictures");
    field.focus();
    field.type_text("~other/pictures");
    window.settle();
    window.click("Load");
    assert_eq!(window.commands(), [Command::NewSource(other)]);
}

#[test]
fn the_path_of_a_model_opens_it_in_the_field_for_pictures_too() {
    let mut window = TestWindow::running();
    let field = window.node(Role::TextInput, "Path of pictures");
    field.focus();
    field.type_text("/models/cells.safetensors");
    window.settle();
    window.click("Load");
    let file = PathBuf::from("/models/cells.safetensors");
    assert_eq!(window.commands(), [Command::Open(file)]);
}

#[test]
fn pictures_are_counted_in_words() {
    let mut window = TestWindow::waiting();
    window.tell(Event::Loading { done: 0, total: 0 });
    assert!(window.has_text("Looking for pictures…"));
    assert!(!window.has_text("0 of 0"));
    window.tell(Event::Loading { done: 2, total: 9 });
    assert!(window.has_text("2 of 9"));
    window.tell(Event::Loaded {
        pictures: 1,
        skipped: vec!["a.png: not a PNG file".to_owned()],
        movies: Vec::new(),
    });
    window.publish(|snapshot| snapshot.status.pictures = 1);
    assert!(window.has_text("1 picture loaded, 1 file skipped"));
    window.tell(Event::Loaded {
        pictures: 0,
        skipped: vec!["a.png: not a PNG file".to_owned()],
        movies: vec!["a.gif: 9 frames".to_owned(), "b.gif: 9 frames".to_owned()],
    });
    assert!(window.has_text("2 movie files loaded, 1 file skipped"));
    assert!(!window.has_text("1 pictures"));
}

#[test]
fn a_number_that_nobody_changes_stays_as_it_is() {
    // Out of the slider's range, and with more digits than are shown.
    for alpha in [50.0, 0.123_456] {
        for typed in [None, Some("50")] {
            let mut window = TestWindow::waiting();
            window.config.model.alpha = alpha;
            window.publish(|_| {});
            match typed.filter(|_| alpha == 50.0) {
                Some(text) => enter(&mut window, ALPHA, text),
                None => {
                    window.node(Role::SpinButton, ALPHA).focus();
                    window.settle();
                    window.harness.key_press(Key::Enter);
                    window.settle();
                }
            }
            assert_eq!(window.commands(), []);
            assert_eq!(window.state().live.model.alpha, alpha);
        }
    }
}

#[test]
fn enter_opens_the_model_whose_path_was_typed() {
    let mut window = TestWindow::running();
    window.unfold("Model file");
    window.node(Role::TextInput, "Path of the model").focus();
    window.settle();
    let path = "/models/cells.safetensors";
    window.harness.event(egui::Event::Text(path.to_owned()));
    window.settle();
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.commands(), [Command::Open(path.into())]);
}

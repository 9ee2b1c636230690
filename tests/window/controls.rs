//! What the controls send.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cellscope::config::Preset;
use cellscope::engine::{Command, Event, Layer, Run};
use cellscope::source::SourceSpec;
use egui::{DroppedFile, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::Desk;

#[test]
fn the_large_button_pauses_and_resumes_as_the_engine_says() {
    let mut desk = Desk::running();
    desk.click("Pause");
    assert_eq!(desk.commands(), [Command::Pause]);
    desk.publish(|snapshot| snapshot.status.run = Run::Paused);
    desk.click("Resume");
    assert_eq!(desk.commands(), [Command::Resume]);
}

#[test]
fn run_controls_send_their_commands() {
    let mut desk = Desk::running();
    for (label, command) in [
        ("Step", Command::Step(1)),
        ("Step 100", Command::Step(100)),
        ("Reset", Command::Reset),
    ] {
        desk.click(label);
        assert_eq!(desk.commands(), [command]);
    }
}

#[test]
fn new_seed_takes_the_next_seed_unless_one_was_entered() {
    let mut desk = Desk::running();
    desk.click("New seed");
    assert_eq!(desk.commands(), [Command::NewSeed(1)]);
    desk.state().next_seed = 77;
    desk.click("New seed");
    assert_eq!(desk.commands(), [Command::NewSeed(77)]);
}

#[test]
fn nothing_is_sent_when_nothing_was_touched() {
    let mut desk = Desk::running();
    for _ in 0..5 {
        desk.publish(|_| {});
    }
    assert_eq!(desk.commands(), []);
}

#[test]
fn a_slider_sends_its_value_when_it_changes_and_only_then() {
    let mut desk = Desk::running();
    desk.node(Role::Slider, "α  simple units")
        .set_value_accesskit(2.0);
    desk.settle();
    assert_eq!(desk.commands(), [Command::Alpha(2.0)]);
    desk.node(Role::Slider, "β  invariant units")
        .set_value_accesskit(0.1);
    desk.settle();
    assert_eq!(desk.commands(), [Command::Beta(0.1)]);
}

#[test]
fn a_number_is_sent_when_it_is_entered_and_not_on_the_way() {
    let mut desk = Desk::running();
    let alpha = "α  simple units";
    desk.node(Role::SpinButton, alpha).focus();
    desk.settle();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    for digit in ["0", ".", "3"] {
        desk.harness.event(egui::Event::Text(digit.to_owned()));
        desk.settle();
        assert_eq!(desk.commands(), [], "{digit}");
    }
    desk.harness.key_press(Key::Enter);
    desk.settle();
    assert_eq!(desk.commands(), [Command::Alpha(0.3)]);
}

#[test]
fn escape_leaves_a_number_as_it_was_and_the_marked_unit_alone() {
    let mut desk = Desk::measured();
    desk.commands();
    desk.state().selection.mark(Layer::Simple, 7);
    desk.node(Role::SpinButton, "α  simple units").focus();
    desk.settle();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    desk.harness.event(egui::Event::Text("3".to_owned()));
    desk.settle();
    desk.harness.key_press(Key::Escape);
    desk.settle();
    assert_eq!(desk.commands(), []);
    assert_eq!(desk.state().selection.simple, Some(7));
    // With nothing in its way it unmarks.
    desk.harness.key_press(Key::Escape);
    desk.settle();
    assert_eq!(desk.state().selection.simple, None);
}

#[test]
fn escape_closes_a_menu_or_a_question_and_nothing_else() {
    let mut desk = Desk::measured();
    desk.commands();
    desk.state().selection.mark(Layer::Simple, 7);
    desk.click("Run");
    assert!(desk.has_text("Step 100"));
    desk.harness.key_press(Key::Escape);
    desk.settle();
    desk.tell(Event::WouldReplace(PathBuf::from("cells.safetensors")));
    assert!(desk.has_text("Replace this file?"));
    desk.harness.key_press(Key::Escape);
    desk.settle();
    assert!(!desk.has_text("Replace this file?"));
    assert_eq!(desk.commands(), []);
    assert_eq!(desk.state().selection.simple, Some(7));
}

#[test]
fn a_slider_goes_back_to_its_default() {
    let mut desk = Desk::running();
    assert!(
        desk.node(Role::Button, "Reset α  simple units")
            .accesskit_node()
            .is_disabled()
    );
    desk.state().live.model.alpha = 3.0;
    desk.settle();
    desk.click("Reset α  simple units");
    assert_eq!(desk.commands(), [Command::Alpha(0.5)]);
}

#[test]
fn a_snapshot_that_lags_behind_does_not_move_a_slider() {
    let mut desk = Desk::running();
    desk.node(Role::Slider, "α  simple units")
        .set_value_accesskit(2.0);
    desk.settle();
    desk.publish(|_| {});
    assert_eq!(desk.state().live.model.alpha, 2.0);
    assert_eq!(desk.commands(), [Command::Alpha(2.0)]);
}

#[test]
fn another_model_brings_its_own_values() {
    let mut desk = Desk::running();
    desk.config.model.alpha = 1.25;
    desk.publish(|snapshot| snapshot.generation = 1);
    assert_eq!(desk.state().live.model.alpha, 1.25);
    assert_eq!(desk.commands(), []);
}

#[test]
fn layers_are_frozen_and_revived() {
    let mut desk = Desk::running();
    desk.unfold("Learning");
    desk.node(Role::CheckBox, "Freeze A").click();
    desk.settle();
    assert_eq!(desk.commands(), [Command::Freeze(Layer::Invariant, true)]);
    let none = desk.node(Role::Button, "Revive 0 dead simple units");
    assert!(none.accesskit_node().is_disabled());
    desk.publish(|snapshot| snapshot.status.simple_dead = 3);
    desk.click("Revive 3 dead simple units");
    assert_eq!(desk.commands(), [Command::Revive(Layer::Simple)]);
}

#[test]
fn sizes_are_applied_together() {
    let mut desk = Desk::running();
    desk.unfold("Sizes");
    let apply = desk.node(Role::Button, "Apply and restart");
    assert!(apply.accesskit_node().is_disabled(), "nothing to apply");
    Preset::Large.apply(&mut desk.state().draft);
    desk.settle();
    desk.click("Apply and restart");
    let mut expected = desk.config.clone();
    Preset::Large.apply(&mut expected);
    assert_eq!(desk.commands(), [Command::Rebuild(Box::new(expected))]);
}

#[test]
fn a_size_out_of_range_is_explained_and_not_applied() {
    let mut desk = Desk::running();
    desk.unfold("Contrast");
    desk.state().draft.normalise.window_px = 8;
    desk.settle();
    assert!(desk.has_text("window should be an odd number"));
    let apply = desk.node(Role::Button, "Apply and restart");
    assert!(apply.accesskit_node().is_disabled());
}

#[test]
fn a_path_is_typed_and_loaded() {
    let mut desk = Desk::running();
    let field = desk.node(Role::TextInput, "Path of pictures");
    field.focus();
    field.type_text("my pictures");
    desk.settle();
    desk.click("Load");
    let path = std::env::current_dir().expect("a folder");
    let paths = vec![path.join("my pictures")];
    assert_eq!(
        desk.commands(),
        [Command::NewSource(SourceSpec::Images(paths))]
    );
}

#[test]
fn loading_shows_how_far_it_is_and_can_be_cancelled() {
    let mut desk = Desk::running();
    assert!(desk.harness.query_by_label("Cancel").is_none());
    desk.tell(Event::Loading { done: 3, total: 40 });
    assert!(desk.has_text("3 of 40"));
    desk.click("Cancel");
    assert_eq!(desk.commands(), [Command::CancelLoading]);
    desk.tell(Event::LoadingCancelled);
    assert!(desk.harness.query_by_label("Cancel").is_none());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads no files".to_owned())
    }
}

#[test]
fn dropped_pictures_are_learned_from_and_a_dropped_model_is_opened() {
    let mut desk = Desk::running();
    let mut drop = |names: &[&str]| {
        let files = names
            .iter()
            .map(|name| Arc::new(Dropped(PathBuf::from(name))) as _);
        desk.harness.input_mut().dropped_files = files.collect();
        desk.settle();
        desk.commands()
    };
    let pictures = ["a.png", "folder"].map(PathBuf::from).to_vec();
    assert_eq!(
        drop(&["a.png", "folder"]),
        [Command::NewSource(SourceSpec::Images(pictures))]
    );
    assert_eq!(
        drop(&["m.safetensors"]),
        [Command::Open("m.safetensors".into())]
    );
}

#[test]
fn keys_do_what_the_help_table_says() {
    let mut desk = Desk::running();
    desk.publish(|snapshot| snapshot.status.file = Some("cells.safetensors".into()));
    let shifted = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    for (modifiers, key, command) in [
        (Modifiers::NONE, Key::Space, Command::Pause),
        (Modifiers::NONE, Key::Period, Command::Step(1)),
        (Modifiers::COMMAND, Key::R, Command::Reset),
        (shifted, Key::R, Command::NewSeed(1)),
        (
            Modifiers::COMMAND,
            Key::S,
            Command::Save("cells.safetensors".into()),
        ),
    ] {
        desk.harness.key_press_modifiers(modifiers, key);
        desk.settle();
        assert_eq!(desk.commands(), [command], "{modifiers:?} {key:?}");
    }
}

#[test]
fn a_key_that_is_held_starts_again_only_once_but_goes_on_stepping() {
    for (key, modifiers, commands) in [
        (Key::R, Modifiers::COMMAND, vec![Command::Reset]),
        (Key::Period, Modifiers::NONE, vec![Command::Step(1); 4]),
    ] {
        let mut desk = Desk::running();
        for repeat in [false, true, true, true] {
            desk.harness.event(egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat,
                modifiers,
            });
            desk.harness.run_steps(1);
        }
        desk.settle();
        assert_eq!(desk.commands(), commands);
    }
}

#[test]
fn a_space_typed_into_a_field_does_not_pause() {
    let mut desk = Desk::running();
    desk.node(Role::TextInput, "Path of pictures").focus();
    desk.settle();
    desk.harness.key_press(Key::Space);
    desk.settle();
    assert_eq!(desk.commands(), []);
}

#[test]
fn a_command_without_room_is_sent_when_there_is() {
    let mut desk = Desk::running();
    desk.wire.borrow_mut().is_full = true;
    desk.click("Step");
    desk.click("Reset");
    assert_eq!(desk.commands(), []);
    desk.wire.borrow_mut().is_full = false;
    desk.settle();
    assert_eq!(desk.commands(), [Command::Step(1), Command::Reset]);
}

#[test]
fn a_value_beyond_a_slider_stays_until_somebody_moves_it() {
    let mut desk = Desk::waiting();
    desk.config.model.alpha = 0.005;
    desk.config.learning.simple_rate = 500.0;
    desk.publish(|_| {});
    desk.unfold("Learning");
    assert_eq!(desk.commands(), []);
    assert_eq!(desk.state().live.model.alpha, 0.005);
    assert_eq!(desk.state().live.learning.simple_rate, 500.0);
}

#[test]
fn another_number_of_layers_keeps_pictures_and_rates() {
    let mut desk = Desk::running();
    let pictures = SourceSpec::Images(vec!["folder".into()]);
    desk.state().live.source = pictures.clone();
    let source = pictures.clone();
    desk.publish(|snapshot| Arc::make_mut(&mut snapshot.config).source = source);
    desk.state().live.learning.simple_rate = 3.0;
    Preset::Deep.apply(&mut desk.state().draft);
    desk.unfold("Sizes");
    desk.click("Apply and restart");
    let [Command::Rebuild(config)] = &desk.commands()[..] else {
        panic!("one command");
    };
    assert!(config.model.top > 0);
    assert_eq!(config.source, pictures);
    assert_eq!(config.learning.simple_rate, 3.0);
}

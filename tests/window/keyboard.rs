//! The whole window without a pointer: load pictures, mark a unit, sweep an edge, export, save, open again.

use std::path::PathBuf;

use cellscope::engine::Command;
use cellscope::source::SourceSpec;
use egui::{Key, Modifiers};

use crate::exporting::wait_for;
use crate::test_window::TestWindow;

fn press(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.settle();
}

fn type_text(window: &mut TestWindow, text: &str) {
    window.harness.event(egui::Event::Text(text.to_owned()));
    window.settle();
}

/// Finds a command by its words, and takes it.
fn take(window: &mut TestWindow, words: &str) {
    let keys = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    press(window, keys, Key::P);
    type_text(window, words);
    press(window, Modifiers::NONE, Key::Enter);
    assert!(!window.state().shows_palette, "{words} was taken");
}

#[test]
fn the_whole_window_is_driven_by_keys_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.commands();

    take(&mut window, "embedded movie");
    assert_eq!(window.commands(), [Command::NewSource(SourceSpec::Movie)]);

    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.state().selection.invariant, Some(1));

    take(&mut window, "view stimulus");
    take(&mut window, "sweep the stimulus");
    assert!(window.state().stimulus.is_sweeping);
    take(&mut window, "sweep the stimulus");
    assert!(!window.state().stimulus.is_sweeping);

    take(&mut window, "export filters");
    // What is typed takes the place of the name suggested.
    let path = folder.path().join("cells.svg");
    type_text(&mut window, &path.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!wait_for(&mut window, &path).is_empty());

    let model = PathBuf::from("/models/cells.safetensors");
    window.publish(|snapshot| snapshot.status.file = Some(model.clone()));
    window.commands();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(window.commands(), [Command::Save(model.clone())]);
    take(&mut window, "open cells.safetensors");
    assert_eq!(window.commands(), [Command::Open(model)]);
}

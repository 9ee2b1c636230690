//! What was used last, and the title.

use std::path::PathBuf;
use std::sync::Arc;

use cellscope::app::Recents;
use cellscope::engine::Command;
use cellscope::source::SourceSpec;
use eframe::Storage as _;
use egui::Key;

use crate::memory::Memory;
use crate::test_window::TestWindow;

/// A window whose model was saved as `cells` and learns from the pictures of a folder.
fn used() -> TestWindow {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        snapshot.status.file = Some("/models/cells.safetensors".into());
        snapshot.status.saved_step = Some(10);
        let source = SourceSpec::Images(vec!["/pictures/leaves".into()]);
        Arc::make_mut(&mut snapshot.config).source = source;
    });
    window
}

#[test]
fn models_and_pictures_used_are_found_again_after_a_restart() {
    let mut window = used();
    let mut storage = Memory::default();
    window.app().store(&mut storage);
    let mut window = TestWindow::running();
    window.restore(&storage);
    window.commands();
    window.click("File");
    window.click("Recent models");
    window.click("cells.safetensors");
    let model = PathBuf::from("/models/cells.safetensors");
    assert_eq!(window.commands(), [Command::Open(model)]);
    window.state().shows_palette = true;
    window.settle();
    window
        .harness
        .event(egui::Event::Text("learn leaves".to_owned()));
    window.settle();
    window.harness.key_press(Key::Enter);
    window.settle();
    let leaves = SourceSpec::Images(vec!["/pictures/leaves".into()]);
    assert_eq!(window.commands(), [Command::NewSource(leaves)]);
}

#[test]
fn the_newest_stands_first_and_each_stands_once() {
    let mut window = TestWindow::running();
    for name in ["a", "b", "a", "c"] {
        window.publish(|snapshot| snapshot.status.file = Some(name.into()));
    }
    let models: Vec<PathBuf> = ["c", "a", "b"].map(PathBuf::from).to_vec();
    assert_eq!(window.state().recents.models, models);
    for file in 0..30 {
        window.publish(|snapshot| snapshot.status.file = Some(file.to_string().into()));
    }
    assert_eq!(window.state().recents.models.len(), 10);
}

#[test]
fn a_damaged_list_is_reported() {
    let mut storage = Memory::default();
    assert_eq!(Recents::restore(Some(&storage)), Ok(Recents::default()));
    storage.set_string("recent-files", "{".to_owned());
    assert!(Recents::restore(Some(&storage)).is_err());
}

#[test]
fn the_title_names_the_model_and_marks_what_its_file_lacks() {
    let mut window = TestWindow::waiting();
    assert_eq!(window.state().title(), "cellscope");
    window.publish(|snapshot| snapshot.status.step = 0);
    assert_eq!(window.state().title(), "new model - cellscope");
    window.publish(|_| {});
    assert_eq!(window.state().title(), "new model* - cellscope");
    let mut window = used();
    assert_eq!(window.state().title(), "cells - cellscope");
    window.publish(|snapshot| {
        snapshot.status.file = Some("/models/cells.safetensors".into());
        (snapshot.status.saved_step, snapshot.status.step) = (Some(10), 11);
    });
    assert_eq!(window.state().title(), "cells* - cellscope");
}

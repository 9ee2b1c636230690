//! What was used last, and the title.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cellscope::app::{Action, Recents};
use cellscope::engine::Command;
use cellscope::source::SourceSpec;
use eframe::Storage as _;
use egui::Key;

use crate::memory::Memory;
use crate::sweep_map::sweep;
use crate::test_window::{TestWindow, view};

/// A window whose model was saved as `cells` and learns from the pictures of a folder.
fn used() -> TestWindow {
    let mut window = TestWindow::running();
    use_cells(&mut window);
    window
}

fn use_cells(window: &mut TestWindow) {
    window.publish(|snapshot| {
        snapshot.status.file = Some("/models/cells.safetensors".into());
        snapshot.status.saved_step = Some(10);
        let source = SourceSpec::Images(vec!["/pictures/leaves".into()]);
        Arc::make_mut(&mut snapshot.config).source = source;
    });
}

/// A window that keeps what was used last in this file.
fn remembering(path: &Path) -> TestWindow {
    let mut window = TestWindow::running();
    window.app().use_recents(path.to_owned());
    window.settle();
    window
}

/// Goes on until the file says all of this.
fn wait(window: &mut TestWindow, path: &Path, words: &[&str]) {
    let says = |file: String| words.iter().all(|word| file.contains(word));
    window.wait_until(&words.join(" and "), |_| {
        std::fs::read_to_string(path).is_ok_and(says)
    });
}

#[test]
fn what_two_windows_used_stands_in_one_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recent-files.json");
    let (mut one, mut other) = (remembering(&path), remembering(&path));
    one.publish(|snapshot| snapshot.status.file = Some("one.safetensors".into()));
    wait(&mut one, &path, &["one.safetensors"]);
    other.publish(|snapshot| snapshot.status.file = Some("other.safetensors".into()));
    wait(&mut other, &path, &["one.safetensors", "other.safetensors"]);
    let models: Vec<PathBuf> = ["other.safetensors", "one.safetensors"]
        .map(PathBuf::from)
        .to_vec();
    assert_eq!(remembering(&path).state().recents.models, models);
    // A list that cannot be read is said so, and begins anew.
    std::fs::write(&path, "{").expect("written");
    let mut window = remembering(&path);
    assert!(window.has_text("The list of recent files cannot be read"));
    let is_sentence = window.has_text("it begins anew.");
    assert!(!is_sentence, "what is wrong with a file has no full stop");
    window.publish(|snapshot| snapshot.status.file = Some("new.safetensors".into()));
    wait(&mut window, &path, &["new.safetensors"]);
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_remembered() {
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recent-files.json");
    let mut window = remembering(&path);
    let model = PathBuf::from(std::ffi::OsStr::from_bytes(b"caf\xe9.safetensors"));
    let used = model.clone();
    window.publish(move |snapshot| snapshot.status.file = Some(used));
    wait(&mut window, &path, &["file:caf%E9.safetensors"]);
    assert_eq!(remembering(&path).state().recents.models, [model]);
}

#[test]
fn the_list_of_an_earlier_version_is_taken_over() {
    let mut storage = Memory::default();
    let list = r#"{"models":["old.safetensors"],"pictures":[],"folder":null}"#;
    storage.set_string("recent-files", list.to_owned());
    let mut window = TestWindow::running();
    window.restore(&storage);
    assert_eq!(
        window.state().recents.models,
        [PathBuf::from("old.safetensors")]
    );
}

#[test]
fn models_and_pictures_used_are_found_again_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recent-files.json");
    let mut window = remembering(&path);
    use_cells(&mut window);
    wait(&mut window, &path, &["cells", "leaves"]);
    let mut window = remembering(&path);
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
fn a_sweep_that_was_shown_is_found_again_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recent-files.json");
    let shown = folder.path().join("of-beta");
    sweep(&shown);
    let mut window = remembering(&path);
    // One that is none is not remembered.
    window.app().open_sweep(folder.path().join("nowhere"));
    window.wait_for_text("makes the folder of a sweep");
    window.app().open_sweep(shown.clone());
    window.wait_for_text("8 waiting");
    wait(&mut window, &path, &["of-beta"]);
    for way in ["menu", "view", "palette"] {
        let mut window = remembering(&path);
        assert_eq!(window.state().recents.sweeps, std::slice::from_ref(&shown));
        match way {
            "menu" => {
                window.click("File");
                window.click("Recent sweeps");
                window.click("of-beta");
            }
            "view" => {
                window.act(Action::Show(view("sweep")));
                window.click("Open of-beta again");
            }
            _ => {
                window.state().shows_palette = true;
                window.settle();
                let typed = "open sweep of-beta".to_owned();
                window.harness.event(egui::Event::Text(typed));
                window.settle();
                window.harness.key_press(Key::Enter);
            }
        }
        window.wait_for_text("8 waiting");
    }
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
    for (step, title) in [(4_000, "trained model"), (4_001, "trained model*")] {
        window.publish(|snapshot| {
            (snapshot.status.saved_step, snapshot.status.step) = (Some(4_000), step);
        });
        assert_eq!(window.state().title(), format!("{title} - cellscope"));
    }
    let mut window = used();
    assert_eq!(window.state().title(), "cells - cellscope");
    window.publish(|snapshot| {
        snapshot.status.file = Some("/models/cells.safetensors".into());
        (snapshot.status.saved_step, snapshot.status.step) = (Some(10), 11);
    });
    assert_eq!(window.state().title(), "cells* - cellscope");
}

#[test]
fn a_changed_setting_has_a_star_and_a_kept_model_a_name() {
    let mut window = used();
    window.publish(|snapshot| {
        snapshot.status.file = Some("/models/cells.safetensors".into());
        snapshot.status.saved_step = Some(10);
        snapshot.status.is_changed = true;
    });
    assert_eq!(window.state().title(), "cells* - cellscope");
    for (step, title) in [(10, "kept model"), (11, "kept model*")] {
        window.publish(|snapshot| {
            snapshot.status.is_kept = true;
            (snapshot.status.saved_step, snapshot.status.step) = (Some(10), step);
        });
        assert_eq!(window.state().title(), format!("{title} - cellscope"));
    }
}

//! What the export dialog takes, refuses and says.

use std::path::Path;

use cellscope::app::{Action, Format, Sheet};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::NodeT as _;

use crate::exporting::{export, wait_for};
use crate::test_window::{TestWindow, view};
use crate::typing::type_into;

/// The field of the file.
const PATH: (Role, &str) = (Role::TextInput, "Path of the export");

#[test]
fn an_ending_that_is_typed_chooses_its_format_and_one_that_is_none_is_refused() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("curves")));
    window.act(Action::Export(view("curves")));
    let form = |window: &mut TestWindow| {
        let form = window.export_form();
        (form.target.format, form.target.path.clone())
    };
    type_into(&mut window, PATH, "/tmp/a.png");
    assert_eq!(form(&mut window), (Format::Png, "/tmp/a.png".to_owned()));
    window.click("CSV");
    assert_eq!(form(&mut window), (Format::Csv, "/tmp/a.csv".to_owned()));
    for (typed, said) in [
        (
            "/tmp/a.jpg",
            "No .jpg can be written here: end the name in one of .svg, .png, .csv",
        ),
        // A format that this view lacks.
        ("/tmp/a.npy", "No .npy can be written here"),
        (
            "/tmp/",
            "/tmp/ is a folder: name a file in it, /tmp/curves.csv for example",
        ),
        ("", "choose a file"),
    ] {
        type_into(&mut window, PATH, typed);
        if typed.is_empty() {
            window.harness.key_press(Key::Backspace);
            window.settle();
        }
        assert!(window.has_text(said), "{typed}");
        let write = window.node(Role::Button, "Write");
        assert!(write.accesskit_node().is_disabled(), "{typed}");
        assert_eq!(form(&mut window), (Format::Csv, typed.to_owned()));
    }
}

#[test]
fn a_folder_that_is_there_is_not_written_beside() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    export(&mut window, view("maps"), Format::Svg, folder.path());
    window.wait_for_text("is a folder: name a file in it");
    assert!(window.has_text(&folder.path().join("maps.svg").display().to_string()));
    assert!(window.state().exports.form.is_some());
    assert!(!folder.path().with_extension("svg").exists());
}

#[test]
fn an_error_names_the_file_that_was_asked_for() {
    let mut window = TestWindow::measured();
    let missing = Path::new("/no/such/folder/curves.svg");
    export(&mut window, view("curves"), Format::Svg, missing);
    window.wait_for_text(
        "/no/such/folder/curves.svg: the folder /no/such/folder does not exist; make it first, or choose another",
    );
    assert!(!window.has_text("os error"));
    assert!(!window.has_text(".cellscope-"));
}

#[test]
fn the_next_export_begins_in_the_folder_and_the_format_of_the_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    let path = folder.path().join("a.png");
    export(&mut window, view("maps"), Format::Png, &path);
    wait_for(&mut window, &path);
    window.wait_for_text("Written to ");
    window.act(Action::Export(view("polar")));
    let form = window.export_form();
    assert_eq!(form.target.format, Format::Png);
    let suggested = folder.path().join("polar.png").display().to_string();
    assert_eq!(form.target.path, suggested);
    window.state().exports.form = None;
    window.act(Action::Export(view("bench")));
    let form = window.export_form();
    assert!(
        form.target.path.ends_with("stimulus.png"),
        "{}",
        form.target.path
    );
}

#[test]
fn figure_1_says_what_it_needs_before_it_can_be_exported() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("figure1")));
    window.act(Action::Export(view("figure1")));
    assert!(window.has_text("Figure 1 has nothing to export yet: start the toy example first."));
    assert!(!window.has_text("bring it to the front"));
}

#[test]
fn no_key_opens_anything_behind_a_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("maps.svg");
    std::fs::write(&path, "mine").expect("written");
    let mut window = TestWindow::measured();
    export(&mut window, view("maps"), Format::Svg, &path);
    window.wait_for_text("Replace this file?");
    let zoom = window.state().settings.preferences.zoom_percent;
    let both = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    for (modifiers, key) in [
        (Modifiers::COMMAND, Key::E),
        (both, Key::E),
        (both, Key::P),
        (Modifiers::COMMAND, Key::Comma),
        (Modifiers::NONE, Key::F1),
    ] {
        window.harness.key_press_modifiers(modifiers, key);
        window.settle();
        let state = window.state();
        assert!(
            state.exports.form.is_none() && state.exports.clip.is_none() && !state.shows_palette
        );
        let sheets = [Sheet::Help, Sheet::Preferences];
        assert!(
            sheets.iter().all(|sheet| !state.sheets.is_open(*sheet)),
            "{key:?}"
        );
    }
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    window.settle();
    assert_ne!(window.state().settings.preferences.zoom_percent, zoom);
    assert!(window.has_text("Replace this file?"));
}

#[test]
fn a_form_opened_while_an_older_one_is_asked_about_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("maps.svg");
    for (answer, is_replaced) in [("Keep file", false), ("Replace", true)] {
        std::fs::write(&path, "mine").expect("written");
        let mut window = TestWindow::measured();
        export(&mut window, view("maps"), Format::Svg, &path);
        window.act(Action::Export(view("curves")));
        window.wait_for_text("Replace this file?");
        window.click(answer);
        if is_replaced {
            window.wait_for_text("Written to ");
        }
        let is_mine = std::fs::read(&path).expect("there") == b"mine";
        assert_eq!(is_mine, !is_replaced);
        assert_eq!(window.export_form().view, view("curves"), "{answer}");
    }
}

#[test]
fn a_view_without_the_format_of_the_last_export_is_offered_under_another_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    let path = folder.path().join("filters.npy");
    export(&mut window, view("filters"), Format::Npy, &path);
    wait_for(&mut window, &path);
    window.wait_for_text("Written to ");
    window.act(Action::Show(view("curves")));
    window.act(Action::Export(view("curves")));
    let form = window.export_form();
    let (format, path) = (form.target.format, form.target.path.clone());
    assert_ne!(format, Format::Npy);
    let suggested = folder.path().join(format!("curves.{}", format.extension()));
    assert_eq!(path, suggested.display().to_string());
}

#[test]
fn escape_closes_the_form_that_was_opened_last_and_takes_away_what_was_said_of_it() {
    let mut window = TestWindow::measured();
    let missing = Path::new("/no such folder/filters.svg");
    export(&mut window, view("filters"), Format::Svg, missing);
    window.wait_for_text("/no such folder does not exist");
    window.act(Action::ExportClip);
    let open = |window: &mut TestWindow| {
        let exports = &window.state().exports;
        (exports.form.is_some(), exports.clip.is_some())
    };
    assert_eq!(open(&mut window), (true, true));
    window.press(Key::Escape);
    assert_eq!(open(&mut window), (true, false));
    assert!(window.has_text("/no such folder does not exist"));
    window.press(Key::Escape);
    assert_eq!(open(&mut window), (false, false));
    assert!(!window.has_text("/no such folder does not exist"));
}

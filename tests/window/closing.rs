//! What Escape and Enter do with the windows over the window, and how messages go.

use std::sync::Arc;

use cellscope::app::{Action, Sheet};
use cellscope::engine::{Event, Layer};
use egui::os::OperatingSystem;
use egui::{Key, KeyboardShortcut, Modifiers, Role, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;

use crate::exporting::wait_for;
use crate::test_window::{TestWindow, view};

#[test]
fn escape_closes_the_windows_one_by_one_and_only_then_clears_the_selection() {
    let mut window = TestWindow::measured();
    window.tell(Event::Loaded {
        pictures: 7,
        skipped: vec!["a.png: not a PNG file".to_owned()],
        movies: Vec::new(),
    });
    window.state().selection.select(Layer::Simple, 7);
    window.act(Action::Help);
    window.act(Action::Export(view("filters")));
    window.state().sheets.open(Sheet::SkippedFiles);
    window.settle();
    assert!(window.has_text("a.png: not a PNG file"));
    window.press(Key::Escape);
    assert!(window.state().exports.form.is_none(), "the dialog first");
    assert!(window.state().sheets.is_open(Sheet::SkippedFiles));
    window.press(Key::Escape);
    assert!(!window.state().sheets.is_open(Sheet::SkippedFiles));
    assert!(window.state().sheets.is_open(Sheet::Help));
    window.press(Key::Escape);
    assert!(!window.state().sheets.is_open(Sheet::Help));
    assert_eq!(window.state().selection.simple, Some(7));
    window.press(Key::Escape);
    assert_eq!(window.state().selection.simple, None);
}

#[test]
fn escape_closes_export_while_its_path_is_typed() {
    let mut window = TestWindow::measured();
    window.act(Action::Export(view("filters")));
    window.node(Role::TextInput, "Path of the export").focus();
    window.settle();
    window.press(Key::Escape);
    assert!(window.state().exports.form.is_none());
}

#[test]
fn enter_in_the_path_writes_the_export() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("filters.csv");
    let mut window = TestWindow::measured();
    window.act(Action::Export(view("filters")));
    window.click("CSV");
    let form = window.export_form();
    form.target.path = path.display().to_string();
    window.settle();
    window.node(Role::TextInput, "Path of the export").focus();
    window.settle();
    window.press(Key::Enter);
    assert!(!wait_for(&mut window, &path).is_empty());
    window.wait_until("the form is closed", |window| {
        window.state().exports.form.is_none()
    });
}

#[test]
fn messages_are_dismissed_at_once_and_can_be_read_again() {
    let mut window = TestWindow::running();
    for file in ["a", "b", "c", "d"] {
        window.tell(Event::Failed(format!("{file}.png: not a PNG file")));
    }
    assert!(window.has_text("d.png") && !window.has_text("a.png"));
    assert!(window.has_text("1 more"));
    window.click("Dismiss all");
    assert!(!window.has_text("d.png"));
    assert!(window.harness.query_by_label("Dismiss all").is_none());
    window.act(Action::Messages);
    for file in ["a", "b", "c", "d"] {
        assert!(window.has_text(&format!("{file}.png")), "{file}");
    }
    window.press(Key::Escape);
    assert!(!window.has_text("a.png"));
}

#[test]
fn a_start_from_nothing_says_the_way_back() {
    let mut window = TestWindow::waiting();
    window.publish(|snapshot| {
        snapshot.status.step = 40;
        snapshot.status.movies_seen = 4_000;
    });
    let before = window.state().live.clone();
    assert!(!window.has_text("Restore previous model"));
    let begin = |window: &mut TestWindow, generation, restorable| {
        window.publish(|snapshot| {
            snapshot.generation = generation;
            snapshot.status.step = 0;
            snapshot.status.movies_seen = 0;
            snapshot.status.restorable = restorable;
        });
    };
    // The model of before is gone, or has not learned: another was replaced last.
    begin(&mut window, 1, None);
    begin(&mut window, 2, Some(0));
    assert!(!window.has_text("Restore previous model"));
    assert_eq!(window.state().live, before);
    window.publish(|snapshot| {
        snapshot.generation = 3;
        snapshot.status.step = 0;
        snapshot.status.movies_seen = 0;
        snapshot.status.restorable = Some(2);
        Arc::make_mut(&mut snapshot.config).model.alpha = 0.75;
    });
    assert!(window.has_text("Its α is 0.75; it was 0.5."));
    assert!(window.has_text("Restore previous model (Ctrl+B) brings back the previous one"));
    assert_eq!(
        window.state().live.model.alpha,
        0.75,
        "sliders follow the model"
    );
}

#[test]
fn the_way_back_has_the_keys_of_the_system() {
    let mut window = TestWindow::running();
    window.harness.ctx.set_os(OperatingSystem::Mac);
    window.settle();
    let keys = KeyboardShortcut::new(Modifiers::COMMAND, Key::B);
    let keys = window.harness.ctx.format_shortcut(&keys);
    assert!(keys.ends_with('B') && keys != "Ctrl+B", "{keys}");
    let way_back = format!("File > Restore previous model ({keys})");
    window.act(Action::Undo);
    assert!(window.has_text(&format!("comes back with {way_back}.")));
    window.tell(Event::Branched(7));
    assert!(window.has_text(&format!("{way_back} brings back the previous run.")));
}

/// Has the window closed, as people do; whether it stays open.
pub(crate) fn is_kept_open(window: &mut TestWindow) -> bool {
    let viewports = &mut window.harness.input_mut().viewports;
    let own = viewports.entry(ViewportId::ROOT).or_default();
    own.events.push(ViewportEvent::Close);
    window.harness.step();
    let output = &window.harness.output().viewport_output[&ViewportId::ROOT];
    output.commands.contains(&ViewportCommand::CancelClose)
}

#[test]
fn a_window_that_trains_models_asks_once_before_it_closes() {
    let mut window = TestWindow::measured();
    assert!(!is_kept_open(&mut window), "nothing would be lost");
    window.act(Action::Show(view("time")));
    window.click("Train 12 models");
    assert!(is_kept_open(&mut window));
    window.settle();
    assert!(window.has_text("Model 1 of 12 of Temporal continuity is training"));
    let is_kept = |window: &TestWindow| window.has_text("The model is kept in any case.");
    assert!(!is_kept(&window), "no folder is named");
    window.state().kept.folder = Some("kept".into());
    window.settle();
    assert!(is_kept(&window));
    window.click("Cancel");
    assert!(!window.has_text("Quit now?"));
    assert!(is_kept_open(&mut window), "it is asked again");
    assert!(!is_kept_open(&mut window), "a second request closes it");
    window.settle();
    assert!(window.has_text("Quit now?"));
    window.state().workers.time_study.stop();
    window.settle();
    assert!(!window.has_text("Quit now?"), "nothing would be lost now");
}

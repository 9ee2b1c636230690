//! The list of kept models.

use std::path::{Path, PathBuf};

use cellscope::app::{Action, Sheet};
use cellscope::engine::{Checkpoint, Command};
use cellscope::telemetry::Mark;
use egui::{Key, Role};
use egui_kittest::kittest::NodeT as _;

use crate::test_window::TestWindow;

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/golden/version-1-toy.safetensors"
);

/// A kept model of so many movies.
fn keep(folder: &Path, written_millis: u64, movies: u64) -> PathBuf {
    let path = folder.join(format!("{written_millis} {movies} movies.safetensors"));
    std::fs::copy(GOLDEN, &path).expect("copied");
    path
}

/// Goes on until the list is as it should be.
fn wait(window: &mut TestWindow, is_there: impl Fn(&TestWindow) -> bool) {
    window.wait_until("the list comes", |window| is_there(window));
    window.settle();
}

/// A window with the list of a folder open.
fn listing(folder: &Path) -> TestWindow {
    let mut window = TestWindow::measured();
    window.commands();
    window.state().kept.folder = Some(folder.to_owned());
    window.act(Action::OpenKept);
    window
}

#[test]
fn kept_models_are_listed_opened_kept_for_ever_and_deleted_after_a_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = keep(folder.path(), 1_763_800_000_000, 64_000);
    let second = keep(folder.path(), 1_763_800_600_000, 512);
    std::fs::write(first.with_extension("history"), "a history").expect("written");
    let mut window = listing(folder.path());
    wait(&mut window, |window| {
        window.has_text("2025-11-22 08:26:40 UTC")
    });
    assert!(window.has_text("24 and 4 units"));
    window.click("Keep for ever: 64\u{a0}000 movies");
    let for_ever = folder
        .path()
        .join("1763800000000 64000 movies, for ever.safetensors");
    wait(&mut window, |window| window.has_text("UTC, kept for ever"));
    assert!(for_ever.exists() && for_ever.with_extension("history").exists());
    assert!(!first.exists());
    window.click("Delete…: 512 movies");
    assert!(second.exists(), "it was only asked");
    window.click("Cancel: 512 movies");
    window.click("Delete…: 512 movies");
    // Escape takes back the question alone.
    window.press(Key::Escape);
    window.click("Delete…: 512 movies");
    window.click("Delete: 512 movies");
    wait(&mut window, |window| !window.has_text("512 movies"));
    assert!(!second.exists() && for_ever.exists());
    window.click("Open: 64\u{a0}000 movies");
    assert_eq!(window.commands(), [Command::Open(for_ever)]);
    assert!(!window.has_text("Kept models"));
}

#[test]
fn a_price_that_was_set_after_a_model_learned_last_is_told_beside_that_it_learned_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = keep(folder.path(), 1_763_800_000_000, 64_000);
    let mut model = Checkpoint::open(&path).expect("a model");
    let (state, beta) = (&mut model.state, model.config.model.beta);
    let now = Mark {
        step: state.step,
        movies_seen: state.movies_seen,
        elapsed_secs: state.elapsed_secs,
        text: String::new(),
        is_event: false,
        until: None,
    };
    state.history.mark_change("beta", beta, 0.125, now, None);
    model.config.model.beta = 0.125;
    model.save(&path).expect("saved");
    let mut window = listing(folder.path());
    wait(&mut window, |window| {
        window.has_text(&format!("β {beta}, then set to α 0.5, β 0.125"))
    });
}

#[test]
fn a_damaged_model_says_so_and_is_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("1763800000000 7 movies.safetensors");
    std::fs::write(&path, "no model").expect("written");
    let mut window = listing(folder.path());
    wait(&mut window, |window| window.has_text("not a model file"));
    let open = window.node(Role::Button, "Open: 7 movies");
    assert!(open.accesskit_node().is_disabled());
}

#[test]
fn where_nothing_is_kept_that_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = listing(&folder.path().join("not made yet"));
    wait(&mut window, |window| window.has_text("None yet."));
    let mut window = TestWindow::measured();
    window.act(Action::OpenKept);
    assert!(window.has_text("No models are kept"));
    assert!(!window.has_text("Reading the models"));
}

#[test]
fn the_palette_opens_a_kept_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = keep(folder.path(), 1_763_800_000_000, 64_000);
    let mut window = listing(folder.path());
    wait(&mut window, |window| window.has_text("UTC"));
    window.state().sheets.close(Sheet::KeptModels);
    window.act(Action::Palette);
    window
        .harness
        .event(egui::Event::Text("open kept".to_owned()));
    window.settle();
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.commands(), [Command::Open(path)]);
}

#[test]
fn rows_stay_where_they_are_while_the_list_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    keep(folder.path(), 1_763_800_000_000, 64_000);
    let replaced = keep(folder.path(), 1_763_800_600_000, 512);
    let mut window = listing(folder.path());
    wait(&mut window, |window| window.has_text("512 movies"));
    let names = ["Open: 512 movies", "Open: 64\u{a0}000 movies"];
    let places = |window: &TestWindow| names.map(|name| window.node(Role::Button, name).rect());
    let before = places(&window);
    // The model that learns is saved again.
    let newest = keep(folder.path(), 1_763_801_200_000, 1_024);
    std::fs::remove_file(replaced).expect("removed");
    window.publish(|snapshot| snapshot.status.kept_step = Some(8));
    wait(&mut window, |window| {
        window.has_text("1\u{a0}024 movies") && window.has_text("UTC, no longer kept")
    });
    assert_eq!(places(&window), before);
    let opens = |window: &TestWindow, name: &str| {
        let button = window.node(Role::Button, name);
        (button.rect().top(), !button.accesskit_node().is_disabled())
    };
    assert!(!opens(&window, names[0]).1 && opens(&window, names[1]).1);
    assert!(opens(&window, "Open: 1\u{a0}024 movies").0 > before[1].top());
    // Opened again, the newest comes first.
    window.state().sheets.close(Sheet::KeptModels);
    window.act(Action::OpenKept);
    wait(&mut window, |window| window.has_text("1\u{a0}024 movies"));
    assert!(!window.has_text("no longer kept"));
    let [top, below] = ["Open: 1\u{a0}024 movies", names[1]].map(|name| opens(&window, name).0);
    assert!(top < below);
    window.click("Open: 1\u{a0}024 movies");
    assert_eq!(window.commands(), [Command::Open(newest)]);
}

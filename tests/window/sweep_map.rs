//! The map of a sweep: read, chosen, kept up to date, and its models opened.

use std::path::{Path, PathBuf};

use cellscope::app::Action;
use cellscope::engine::Command;
use cellscope::sweep::{Measures, Sweep, SweepFolder};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::{TestWindow, view};

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/golden/version-1-toy.safetensors"
);

/// A sweep of two alphas, two betas and two seeds, all of whose tasks wait.
fn sweep(folder: &Path) -> SweepFolder {
    let plan = "steps = 1\nmodel.alpha = [0.2, 0.4]\nmodel.beta = [0.1, 0.3]\nseed = [0, 1]\n";
    let sweep = Sweep::parse("plan.toml", plan, folder).expect("a plan");
    SweepFolder::create(folder, sweep, plan).expect("a folder")
}

/// Finishes a task with this concentration.
fn finish(folder: &SweepFolder, task: usize, concentration: f64) {
    let model = folder.model(task);
    std::fs::create_dir_all(model.parent().expect("a folder")).expect("made");
    std::fs::copy(GOLDEN, &model).expect("copied");
    let measures = Measures {
        concentration: Some(concentration),
        energy: Some(10.0 + task as f64),
        ..Measures::default()
    };
    folder.finish(task, measures).expect("written");
}

/// A window with the map of a folder.
fn window(folder: &Path) -> TestWindow {
    let mut window = TestWindow::measured();
    window.commands();
    window.app().open_sweep(folder.to_owned());
    window.settle();
    window
}

/// The name of the cell whose name begins like this.
fn cell(window: &TestWindow, start: &str) -> Option<String> {
    let cells = window.harness.get_all_by_role(Role::ListBoxOption);
    let mut names = cells.filter_map(|node| node.accesskit_node().label());
    names.find(|name| name.starts_with(start))
}

#[test]
fn the_map_is_read_follows_the_sweep_and_a_click_opens_a_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = sweep(folder.path());
    for (task, concentration) in [(0, 0.2), (1, 0.4), (6, 0.9)] {
        finish(&sweep, task, concentration);
    }
    let mut window = window(folder.path());
    window.wait_for_text("3 done, 5 waiting");
    window.settle();
    assert!(window.has_text(view("sweep").caption));
    window.canvas("Map of the sweep: concentration");
    let low = "α 0.2, β 0.1: concentration 0.300";
    assert_eq!(
        cell(&window, low).as_deref(),
        Some(low),
        "the median of two"
    );
    let waiting = "α 0.2, β 0.3: concentration not known yet";
    assert!(cell(&window, waiting).is_some());
    // It goes on.
    finish(&sweep, 2, 0.55);
    window.wait_until("the map follows", |window| {
        cell(window, "α 0.2, β 0.3: concentration 0.550").is_some()
    });
    window.settle();
    let high = "α 0.4, β 0.3: concentration 0.900";
    window.node(Role::ListBoxOption, high).click_accesskit();
    window.settle();
    assert_eq!(
        window.commands(),
        [Command::OpenCopy(sweep.model(6))],
        "the sweep's own model stays"
    );
    // By keys.
    let canvas = window.canvas("Map of the sweep: concentration");
    window.node(Role::Canvas, &canvas).focus();
    window.settle();
    for key in [Key::ArrowRight, Key::ArrowUp, Key::Enter] {
        window.press(key);
    }
    assert_eq!(window.commands(), [Command::OpenCopy(sweep.model(6))]);
    let none = "α 0.4, β 0.1: concentration not known yet";
    window.node(Role::ListBoxOption, none).click_accesskit();
    window.settle();
    assert_eq!(window.commands(), []);
    assert!(window.has_text("No model with these settings is done yet."));
}

#[test]
fn pointing_at_a_cell_tells_its_tasks_and_shows_the_strongest_rows_of_its_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = sweep(folder.path());
    (0..8).for_each(|task| finish(&sweep, task, 0.1 * task as f64));
    let mut window = window(folder.path());
    window.wait_for_text("8 done");
    let name = cell(&window, "α 0.2, β 0.1").expect("a cell");
    let at = window.node(Role::ListBoxOption, &name).rect().center();
    window.harness.event(egui::Event::PointerMoved(at));
    window.wait_until("the rows of the model", |window| {
        let label = "Strongest rows of task 0";
        let rows = window.harness.query_by_role_and_label(Role::Image, label);
        rows.is_some()
    });
    assert!(window.has_text("task 1: 0.100"));
    // With Shift a click pins the model.
    window.harness.event(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        window.harness.event_modifiers(
            egui::Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::SHIFT,
            },
            Modifiers::SHIFT,
        );
        window.harness.run_steps(1);
    }
    window.wait_for_text("Pinned as B: ");
    assert_eq!(window.commands(), []);
}

#[test]
fn menus_choose_the_measure_and_the_settings_and_the_table_has_what_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = sweep(folder.path());
    (0..8).for_each(|task| finish(&sweep, task, 0.5));
    let mut window = window(folder.path());
    window.wait_for_text("8 done");
    let energy = Measures::NAMES.iter().position(|name| *name == "energy");
    let choice = window.state().sweep_map.choice.as_mut().expect("read");
    assert_eq!(choice.over, [0, 1], "alpha and beta, not the seed");
    choice.measure = energy.expect("a measure");
    choice.third = Some(2);
    window.wait_until("the other map", |window| {
        cell(window, "α 0.4, β 0.3, seed 1: energy 17.000").is_some()
    });
    window
        .harness
        .get_by_role_and_label(Role::ComboBox, "Measure of the map");
    let choice = window.state().sweep_map.choice.as_mut().expect("read");
    choice.over = [0, 0];
    window.wait_for_text("a map is over two different settings");
}

#[test]
fn a_folder_without_a_sweep_says_so_and_another_path_can_be_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(&folder.path().join("nowhere"));
    window.wait_for_text("no such file; `cellscope sweep plan` makes the folder");
    let sound: PathBuf = folder.path().join("s");
    sweep(&sound);
    window.node(Role::TextInput, "Path of the sweep").focus();
    window.settle();
    let path = sound.display().to_string();
    window.harness.event(egui::Event::Text(path));
    window.settle();
    window.click("Open the path of the sweep");
    window.wait_for_text("8 waiting");
    window.act(Action::Show(view("filters")));
    window.harness.key_press(Key::Escape);
}

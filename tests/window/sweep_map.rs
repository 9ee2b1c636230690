//! The map of a sweep, and the chart over one setting: read, chosen, kept up to date, and its models opened.

use std::path::{Path, PathBuf};

use cellscope::app::Action;
use cellscope::engine::{Command, Event};
use cellscope::figure::Format;
use cellscope::sweep::{Measures, Sweep, SweepFolder};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::exporting::{export, wait_for};
use crate::test_window::{TestWindow, view};

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/golden/version-1-toy.safetensors"
);

/// A sweep of two alphas, two betas and two seeds, all of whose tasks wait.
pub(crate) fn sweep(folder: &Path) -> SweepFolder {
    let plan = "steps = 1\nmodel.alpha = [0.2, 0.4]\nmodel.beta = [0.1, 0.3]\nseed = [0, 1]\n";
    planned(folder, plan)
}

fn planned(folder: &Path, plan: &str) -> SweepFolder {
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
    window.wait_for_text("Pinned as B: α 0.2, β 0.1, seed 0");
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
    assert_eq!(
        choice.over,
        [Some(0), Some(1), None],
        "alpha and beta, not the seed"
    );
    choice.measure = energy.expect("a measure");
    choice.over[2] = Some(2);
    window.wait_until("the other map", |window| {
        cell(window, "α 0.4, β 0.3, seed 1: energy 17.000").is_some()
    });
    window
        .harness
        .get_by_role_and_label(Role::ComboBox, "Measure of the map");
    let choice = window.state().sweep_map.choice.as_mut().expect("read");
    choice.over[1] = Some(0);
    window.wait_for_text("A map is over one setting, or over two or three different ones");
}

#[test]
fn over_one_setting_each_model_is_a_point_that_tells_of_it_and_opens_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = planned(
        folder.path(),
        "steps = 1\nmodel.beta = [0.1, 0.2, 0.4]\nseed = [0, 1]\n",
    );
    for (task, concentration) in [(0, 0.2), (1, 0.4), (4, 0.9)] {
        finish(&sweep, task, concentration);
    }
    sweep.fail(2, "no room on the disk").expect("written");
    let mut window = window(folder.path());
    window.wait_for_text("3 done, 2 waiting, 1 failed");
    window.settle();
    let canvas = window.canvas("Chart of the sweep: concentration");
    let second = "β 0.1, seed 1: concentration 0.400";
    for name in [
        "β 0.1, seed 0: concentration 0.200",
        second,
        "β 0.2, seed 0: concentration not known: failed",
        "β 0.2, seed 1: concentration not known yet",
        "β 0.4, seed 0: concentration 0.900",
        "β 0.4, seed 1: concentration not known yet",
    ] {
        assert!(cell(&window, name).is_some(), "{name}");
    }
    window.node(Role::ListBoxOption, second).click_accesskit();
    window.settle();
    assert_eq!(window.commands(), [Command::OpenCopy(sweep.model(1))]);
    // By a pointer, not quite on it.
    let at = window.node(Role::ListBoxOption, second).rect().center() + egui::vec2(3.0, 2.0);
    window.harness.event(egui::Event::PointerMoved(at));
    window.settle();
    assert!(window.has_text("task 1: 0.400"));
    for pressed in [true, false] {
        window.harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.harness.run_steps(1);
    }
    window.settle();
    assert_eq!(window.commands(), [Command::OpenCopy(sweep.model(1))]);
    window.harness.event(egui::Event::PointerGone);
    window.settle();
    // By keys: the last value, and its first model.
    window.node(Role::Canvas, &canvas).focus();
    window.settle();
    for key in [Key::ArrowRight, Key::ArrowRight] {
        window.press(key);
    }
    window.settle();
    assert!(window.has_text("task 4: 0.900"));
    window.press(Key::Enter);
    assert_eq!(window.commands(), [Command::OpenCopy(sweep.model(4))]);
    let failed = "β 0.2, seed 0: concentration not known: failed";
    window.node(Role::ListBoxOption, failed).click_accesskit();
    window.settle();
    assert_eq!(window.commands(), []);
    assert!(window.has_text("All models with these settings failed"));
    // What is on screen is what is written.
    for (format, words) in [
        (Format::Svg, ">no value<"),
        (Format::Csv, "\n0.1,1,0.4,1,1\n"),
    ] {
        let path = folder
            .path()
            .join("chart")
            .with_extension(format.extension());
        export(&mut window, view("sweep"), format, &path);
        let written = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        assert!(written.contains(words), "{written}");
        assert!(written.contains("Concentration of 3 of 6 models, line: the mean over seed"));
        assert!(written.contains("; 1 failed"), "{written}");
    }
    // Another setting upwards makes it a map again.
    let choice = window.state().sweep_map.choice.as_mut().expect("read");
    assert_eq!(choice.over, [Some(0), None, None], "not the seed");
    choice.over[1] = Some(1);
    window.wait_until("the map", |window| {
        let canvases = window.canvases();
        canvases
            .iter()
            .any(|name| name.starts_with("Map of the sweep"))
    });
}

#[test]
fn sources_of_pictures_have_their_names_and_their_paths_stand_in_the_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = r#"["scenes", { images = ["films/leaves.mp4"] }, { images = ["a/train"] }, { images = ["b/train"] }]"#;
    let plan = format!("steps = 1\nsource = {sources}\nseed = [0, 1]\n");
    let sweep = planned(folder.path(), &plan);
    (0..8).for_each(|task| finish(&sweep, task, 0.5));
    let mut window = window(folder.path());
    window.wait_for_text("8 done");
    window.settle();
    let film = "source leaves.mp4, seed 1: concentration 0.500";
    for name in [
        "source embedded scenes, seed 0",
        film,
        "source train, seed 0",
    ] {
        assert!(cell(&window, name).is_some(), "{name}");
    }
    let at = window.node(Role::ListBoxOption, film).rect().center();
    window.harness.event(egui::Event::PointerMoved(at));
    window.settle();
    let path = folder.path().join("films/leaves.mp4").display().to_string();
    assert!(window.has_text(&format!("source {path}")), "in full");
    // Of a map too; where two names are the same, with their folders.
    let choice = window.state().sweep_map.choice.as_mut().expect("read");
    choice.over[1] = Some(1);
    let same = folder.path().join("b/train").display().to_string();
    window.wait_until("the map", |window| {
        cell(window, &format!("source {same}, seed 1")).is_some()
    });
    assert!(cell(&window, film).is_some());
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
    window.settle();
    let field = window.node(Role::TextInput, "Path of the sweep");
    let left = field.accesskit_node().value().unwrap_or_default();
    assert_eq!(left, "", "it is told beside the field");
    window.act(Action::Show(view("filters")));
    window.harness.key_press(Key::Escape);
}

#[test]
fn why_a_sweep_was_not_opened_is_told_until_another_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, other] = ["first", "other"].map(|name| folder.path().join(name));
    sweep(&first);
    planned(&other, "steps = 1\nseed = [0, 1, 2]\n");
    let mut window = window(&first);
    window.wait_for_text("8 waiting");
    let pictures = format!(
        "no usable picture or movie in {}: looked for some",
        other.display()
    );
    window.tell(Event::NotLoaded(pictures));
    window.app().open_sweep(folder.path().join("nowhere"));
    window.wait_for_text("no such file; ");
    window.wait_for_text("8 waiting");
    window.settle();
    assert!(window.has_text("no such file; "), "that stays");
    assert!(window.has_text("No usable picture"), "that too");
    window.app().open_sweep(other);
    window.wait_for_text("3 waiting");
    window.settle();
    assert!(!window.has_text("no such file; ") && !window.has_text("No usable picture"));
}

#[test]
fn a_dash_tells_why_there_is_no_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = sweep(folder.path());
    finish(&sweep, 6, 0.5);
    for task in [0, 1] {
        let result = sweep.model(task).with_file_name("result.json");
        std::fs::create_dir_all(result.parent().expect("a folder")).expect("made");
        let measures = Measures {
            dead_simple: Some(300.0),
            ..Measures::default()
        };
        sweep.finish(task, measures).expect("written");
    }
    let mut window = window(folder.path());
    window.wait_for_text("3 done, 5 waiting");
    window.settle();
    let name = "α 0.2, β 0.1: concentration undefined: most simple units are dead";
    assert!(cell(&window, name).is_some());
    let at = window.node(Role::ListBoxOption, name).rect().center();
    window.harness.event(egui::Event::PointerMoved(at));
    window.settle();
    assert!(window.has_text("task 1: no value, most simple units are dead"));
    assert!(window.has_text("To open the others, choose seed above."));
    assert!(window.has_text("A click or Enter opens a copy of task 0"));
    // Only what models have can be chosen, and what is.
    window.harness.event(egui::Event::PointerGone);
    window.settle();
    window.node(Role::ComboBox, "Measure of the map").click();
    window.settle();
    assert!(window.has_text("Energy") && window.has_text("Dead simple units"));
    assert!(!window.has_text("Lines found") && !window.has_text("Share of v active"));
}

#[test]
fn a_sweep_of_one_model_is_one_point_that_opens_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = planned(folder.path(), "steps = 1\n");
    finish(&sweep, 0, 0.5);
    let mut window = window(folder.path());
    window.wait_for_text("1 done");
    window.settle();
    window.canvas("Chart of the sweep: concentration");
    let name = "the model: concentration 0.500";
    window.node(Role::ListBoxOption, name).click_accesskit();
    window.settle();
    assert_eq!(window.commands(), [Command::OpenCopy(sweep.model(0))]);
    let across = window
        .harness
        .query_by_role_and_label(Role::ComboBox, "Setting across");
    assert!(across.is_none(), "there is none");
}

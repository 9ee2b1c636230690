//! Pinned runs: kept, and with the curves of the run.

use std::sync::Arc;

use cellscope::analysis::Layer;
use cellscope::app::{Action, Format};
use cellscope::engine::{Answer, Run, Snapshot};
use cellscope::model::Coupling;
use cellscope::telemetry::{History, Point};
use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use ndarray::Axis;

use crate::exporting::wait_for;
use crate::models::known;
use crate::test_window::{TestWindow, view};
use crate::typing::type_into;

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/golden/version-1-toy.safetensors"
);

pub(crate) fn letters(window: &mut TestWindow) -> String {
    let pins = window.state().pins.all();
    pins.iter().map(|pin| pin.letter).collect()
}

/// The model that is known in full, its units in another order: unit k at the place `(k + by) mod K`, and filters with the
/// other sign.
pub(crate) fn rotated(by: usize) -> Snapshot {
    let mut snapshot = Snapshot::clone(&known().0);
    snapshot.generation = 1;
    snapshot.status.step = 77;
    let weights = &mut Arc::make_mut(&mut snapshot.learner).weights;
    let order = |units: usize| (0..units).map(move |place| (place + units - by) % units);
    let (simple, invariant) = weights.pooling().dim();
    let simple: Vec<_> = order(simple).collect();
    let invariant: Vec<_> = order(invariant).collect();
    weights.dictionary = -weights.dictionary.select(Axis(1), &simple);
    let pooling = weights.pooling().select(Axis(0), &simple);
    *weights.pooling_mut() = pooling.select(Axis(1), &invariant);
    snapshot
}

/// A window on a run whose units are those of the pinned run B in another order, by 10 places.
pub(crate) fn rotated_window() -> TestWindow {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.wire.borrow_mut().snapshot = Some(Arc::new(rotated(10)));
    window.settle();
    window
}

#[test]
fn a_state_is_pinned_renamed_chosen_and_unpinned() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    assert!(window.has_text("Pinned as B: step 10."));
    window.publish(|snapshot| snapshot.status.step = 4_321);
    window.press(Key::P);
    assert_eq!(letters(&mut window), "BC");
    window.act(Action::Show(view("compare")));
    let field = window.node(Role::TextInput, "Name of C");
    assert_eq!(
        field.accesskit_node().value().as_deref(),
        Some("step 4\u{a0}321")
    );
    window.press(Key::F2);
    window
        .harness
        .event(egui::Event::Text(", the late one".to_owned()));
    window.settle();
    let name = window.state().pins.all()[1].name.clone();
    assert!(name.contains("the late one"), "{name}");
    window.click("Compare B");
    let compared = window.state().pins.compared().map(|pin| pin.letter);
    assert_eq!(compared, Some('B'));
    window.click("Unpin B");
    assert_eq!(letters(&mut window), "C");
    // The letter that is free again is given again, and a fourth run is refused.
    for _ in 0..2 {
        window.act(Action::Pin);
    }
    assert_eq!(letters(&mut window), "BCD");
    window.act(Action::Pin);
    assert!(window.has_text("B, C and D are taken"));
    assert_eq!(letters(&mut window), "BCD");
    for _ in 0..3 {
        window.act(Action::Unpin);
    }
    assert_eq!(letters(&mut window), "");
    window.act(Action::ShowPinned);
    assert!(window.has_text("No run is pinned."));
}

#[test]
fn what_was_measured_of_the_pinned_state_is_not_measured_again_and_what_was_not_is_once() {
    let mut window = TestWindow::measured();
    window.wire.borrow_mut().requests.clear();
    window.press(Key::P);
    let asked = |window: &TestWindow| {
        let wire = window.wire.borrow();
        let pinned = wire.requests.iter();
        let pinned = pinned.filter(|asked| asked.snapshot.generation >= 1 << 63);
        pinned.cloned().collect::<Vec<_>>()
    };
    assert!(asked(&window).is_empty(), "all of it is known");
    let mut other = rotated(3);
    other.status.run = Run::Running;
    window.wire.borrow_mut().snapshot = Some(Arc::new(other));
    window.settle();
    window.press(Key::P);
    let all = asked(&window);
    let [request] = &all[..] else {
        panic!("asked {} times", all.len());
    };
    assert!(request.edges && request.gratings);
    let mut analysis = (*window.analysis()).clone();
    analysis.snapshot = Arc::clone(&request.snapshot);
    let step = request.snapshot.status.step;
    let edges = Arc::make_mut(analysis.edges.as_mut().expect("measured"));
    edges.step = step;
    let gratings = Arc::make_mut(analysis.gratings.as_mut().expect("measured"));
    gratings.step = step;
    window.commands();
    let answer = Answer::Analysis(Arc::new(analysis));
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    assert_eq!(asked(&window).len(), 1);
    assert_eq!(window.commands(), [], "nothing for the curves of the run");
}

#[test]
fn the_names_of_runs_above_the_curves_are_each_in_one_line() {
    let mut window = TestWindow::measured();
    for _ in 0..3 {
        window.press(Key::P);
    }
    let titles = ["A  the run", "B  step 10", "C  step 10", "D  step 10"];
    let mut seen = 0;
    for width in (880_u16..=1280).step_by(40) {
        let size = egui::vec2(f32::from(width), 800.0);
        window.harness.set_size(size);
        window.settle();
        for title in titles {
            let names = window
                .harness
                .query_all_by_role_and_label(Role::Label, title);
            for name in names {
                seen += 1;
                let height = name.rect().height();
                assert!(height < 26.0, "{title} in {width}: {height}");
            }
        }
    }
    assert!(seen >= titles.len(), "{seen}");
}

#[test]
fn a_moment_of_the_past_is_pinned_with_its_curves_and_units_keep_their_numbers() {
    let mut window = crate::timeline::window();
    window.press(Key::OpenBracket);
    window.press(Key::P);
    window.press(Key::End);
    let pinned = Arc::clone(window.state().pins.all()[0].snapshot());
    assert_eq!(pinned.status.step, 11);
    let points = pinned.history.points();
    assert!(points.last().is_some_and(|point| point.step <= 11));
    window.press(Key::V);
    window.state().selection.select(Layer::Simple, 5);
    window.wait_for_text("simple unit 5 is 5 in B, correlation");
}

#[test]
fn what_is_pinned_tells_its_seed_beside_another_run_unless_people_named_it() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.press(Key::P);
    window.act(Action::Show(view("compare")));
    window.press(Key::F2);
    window.harness.event(egui::Event::Text(", mine".to_owned()));
    window.settle();
    let mine = window.state().pins.all()[1].name.clone();
    let mine = mine.as_str();
    assert!(mine.contains("mine"), "{mine}");
    let begin = |window: &mut TestWindow, generation: u64, seed: u64| {
        window.config.seed = seed;
        window.publish(|snapshot| snapshot.generation = generation);
        let pins = window.state().pins.all().iter();
        pins.map(|pin| pin.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(begin(&mut window, 1, 1), ["seed 0, step 10", mine]);
    window.act(Action::Pin);
    let names = ["seed 0, step 10", mine, "step 10"];
    assert_eq!(begin(&mut window, 1, 1), names);
    let names = ["seed 0, step 10", mine, "seed 1, step 10"];
    assert_eq!(begin(&mut window, 2, 1), names, "of another run");
    let names = ["step 10", mine, "seed 1, step 10"];
    assert_eq!(begin(&mut window, 0, 0), names, "its run again");
}

/// Curves that end at this minibatch.
pub(crate) fn history(steps: u64) -> Arc<History> {
    let mut history = History::default();
    for step in 1..=steps {
        history.push(Point {
            step,
            movies_seen: 128 * step,
            elapsed_secs: 0.1 * step as f64,
            energies: Default::default(),
            simple_density: 0.04,
            invariant_density: 0.1,
            ..Point::default()
        });
    }
    Arc::new(history)
}

#[test]
fn the_curves_of_pinned_runs_stay_and_are_written_with_those_of_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.publish(|snapshot| snapshot.history = history(50));
    window.press(Key::P);
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.history = history(20);
    });
    assert!(
        window.has_text("B  seed 0, step 10"),
        "named above the charts"
    );
    for (format, name) in [(Format::Csv, "curves.csv"), (Format::Svg, "curves.svg")] {
        let path = folder.path().join(name);
        window.click("Export Curves");
        let form = window.export_form();
        form.target.format = format;
        form.target.path = path.display().to_string();
        window.settle();
        window.click("Write");
        let written = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        if format == Format::Svg {
            assert!(
                written.contains(">B seed 0, step 10<"),
                "the legend names it"
            );
            continue;
        }
        let lines = |of: &str| written.lines().filter(|line| line.starts_with(of)).count();
        assert_eq!((lines("A,"), lines("B,")), (20, 50));
        let of_pin = written.split_once("# run: B seed 0, step 10\n");
        let of_pin = of_pin.expect("it says what B is").1;
        assert!(of_pin.contains("# config: {"), "with its settings");
    }
}

#[test]
fn a_model_file_is_pinned_and_one_that_is_none_says_why() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("compare")));
    let pin = |window: &mut TestWindow, path: &str| {
        type_into(window, (Role::TextInput, "Path of the model to pin"), path);
        window.click("Pin path");
    };
    pin(&mut window, GOLDEN);
    window.wait_for_text("Pinned as B: ");
    window.settle();
    let pinned = window.state().pins.all()[0].snapshot().clone();
    assert_eq!(pinned.dictionary().ncols(), 24);
    assert_eq!(window.state().pins.all()[0].name, "version-1-toy");
    // Its patches have another size: units cannot be matched, and that is said.
    window.wait_for_text("A and B are not matched: their patches have 12 x 12 and 10 x 10 pixels");
    window.act(Action::Show(view("filters")));
    window.press(Key::B);
    assert_eq!(
        window.canvas("Filter grid"),
        "Filter grid: 24 filters",
        "the views show it"
    );
    window.press(Key::B);
    window.act(Action::Show(view("compare")));
    pin(&mut window, "/no/such/model.safetensors");
    window.wait_for_text("Not pinned:");
    assert_eq!(letters(&mut window), "B");
}

#[test]
fn a_file_that_is_pinned_already_is_not_pinned_again_until_it_changes() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    let name = "Path of the model to pin";
    let width = window.node(Role::TextInput, name).rect().width();
    assert!((300.0..=500.0).contains(&width), "{width}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.safetensors");
    std::fs::copy(GOLDEN, &file).expect("a copy");
    let pin = |window: &mut TestWindow| {
        let path = file.display().to_string();
        type_into(window, (Role::TextInput, name), &path);
        window.click("Pin path");
    };
    pin(&mut window);
    window.wait_for_text("Pinned as B: one.");
    pin(&mut window);
    window.wait_for_text("one is pinned already as B.");
    assert_eq!(letters(&mut window), "B");
    // Another file in its place.
    let other = folder.path().join("other");
    std::fs::copy(GOLDEN, &other).expect("a copy");
    std::fs::rename(&other, &file).expect("it takes its place");
    pin(&mut window);
    window.wait_for_text("Pinned as C: one.");
    assert_eq!(letters(&mut window), "BC");
}

#[test]
fn the_energies_of_the_curves_say_of_which_runs_terms_are_halved() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.config.model.coupling = Coupling::Joint;
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.history = history(50);
    });
    window.act(Action::Show(view("curves")));
    window.canvas("Energy per movie (α terms of A halved)");
    window.press(Key::P);
    window.config.model.coupling = Coupling::Split;
    window.publish(|snapshot| {
        snapshot.generation = 2;
        snapshot.history = history(50);
    });
    window.canvas("Energy per movie (α terms of C halved)");
}

#[test]
fn every_run_that_is_not_matched_is_named_whichever_is_compared() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("compare")));
    let path = (Role::TextInput, "Path of the model to pin");
    type_into(&mut window, path, GOLDEN);
    window.click("Pin path");
    window.wait_for_text("Pinned as B: ");
    window.act(Action::Pin);
    let compared = window.state().pins.compared().map(|pin| pin.letter);
    assert_eq!(compared, Some('C'));
    window.wait_for_text("A and B are not matched: their patches have 12 x 12 and 10 x 10 pixels");
    assert!(!window.has_text("C is not matched"));
}

#[test]
fn a_path_that_is_typed_where_no_more_runs_can_be_pinned_is_not_taken_as_keys() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("compare")));
    for _ in 0..3 {
        window.press(Key::P);
    }
    assert_eq!(letters(&mut window), "BCD");
    let name = "Path of the model to pin";
    type_into(&mut window, (Role::TextInput, name), "a.b");
    window.press(Key::Enter);
    window.wait_for_text("B, C and D are taken: unpin one first.");
    assert_eq!(letters(&mut window), "BCD");
}

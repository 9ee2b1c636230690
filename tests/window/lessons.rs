//! Lessons: every one is played to its end by clicks on names, and leaves behind what it found.

use std::sync::Arc;

use cellscope::app::{
    Action, LESSONS, Lesson, Quantity, ReadyLesson, Settings, Target, Task, View, views,
};
use cellscope::config::Config;
use cellscope::engine::{Checkpoint, Command, Event, Layer, Run, Visited};
use cellscope::source::{Pictures, SourceSpec};
use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::palette;
use crate::test_window::TestWindow;

/// A window in which something was changed that a lesson must bring back.
pub(crate) fn used() -> TestWindow {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(crate::test_window::layout("bench")));
    window.state().settings.pace_per_sec = 7.0;
    window.state().selection.select(Layer::Simple, 5);
    window.state().workers.stimulus.theta_deg = 77.0;
    window.settle();
    window.commands();
    window
}

/// What can be told of a window without its model.
pub(crate) fn told(window: &mut TestWindow) -> (Settings, Vec<View>, String) {
    let state = window.state();
    let (settings, selection) = (state.settings.clone(), state.selection);
    let (theta, tour) = (state.workers.stimulus.theta_deg, state.tour.is_some());
    // What is measured of a model is not in a recording of it.
    let mut names = window.canvases();
    names.retain(|name| {
        ["Filter", "Pooling rows", "Stimulus"]
            .iter()
            .any(|start| name.starts_with(start))
    });
    names.sort();
    let visible = views()
        .into_iter()
        .filter(|view| window.tab(view.title).is_some());
    (
        settings,
        visible.collect(),
        format!("{selection:?} {theta} {tour} {names:?}"),
    )
}

/// Does to the window what the engine would do for these commands.
pub(crate) fn obey(window: &mut TestWindow, generation: &mut u64, own: &Config) {
    for command in window.commands() {
        let run = match &command {
            Command::Resume => Some(Run::Running),
            Command::Pause => Some(Run::Paused),
            _ => None,
        };
        let returns = command == Command::Return;
        let config = match command {
            Command::Visit(Visited::New(config)) => Some(*config),
            Command::Visit(Visited::Trained) => Some(Checkpoint::trained().config),
            Command::Return => Some(own.clone()),
            _ => None,
        };
        if let Some(config) = config {
            *generation += 1;
            window.config = config;
        }
        let (newest, at) = (window.state().run(), *generation);
        let has_pictures = window.config.source != SourceSpec::Lines;
        let noise = |(y, x): (usize, usize)| ((y * 7 + x * 3) % 13) as f32 / 13.0 - 0.5;
        let picture = ndarray::Array2::from_shape_fn((60, 80), noise);
        let pictures = Arc::new(Pictures::new(vec![("noise".to_owned(), picture)]));
        window.publish(|snapshot| {
            snapshot.generation = at;
            snapshot.status.run = run.unwrap_or(newest);
            snapshot.status.step = 0;
            snapshot.pictures = has_pictures.then_some(pictures);
        });
        if returns {
            window.tell(Event::CameBack(at));
        }
    }
}

/// Does what a step asks for, by the names of controls where people would use one.
pub(crate) fn perform(
    window: &mut TestWindow,
    lesson: &Lesson,
    index: usize,
    generation: &mut u64,
    own: &Config,
) {
    let step = &lesson.steps[index];
    let name = |target: &Option<Target>| match target {
        Some(Target::Control { role, label }) => (*role, label.clone()),
        other => panic!(
            "{}, step {}: {other:?} is no control",
            lesson.title,
            index + 1
        ),
    };
    match step.task.expect("a task") {
        Task::Run | Task::Click | Task::Pause | Task::Stimulus(_) | Task::Drift => {
            let (role, label) = name(&step.point);
            window.node(role, &label).click();
            window.settle();
        }
        Task::Sweep => {
            let (role, label) = name(&step.point);
            window.node(role, &label).click();
            window.harness.run_steps(120);
        }
        Task::Mark(layer) => {
            let canvas = match layer {
                Layer::Simple => "Filter grid",
                Layer::Invariant => "Pooling rows",
            };
            window.click_about(canvas, |state| state.selection.of(layer).is_some());
        }
        Task::Above(Quantity::Step | Quantity::Lines, bound) => {
            if window.state().run() == Run::Paused {
                window.click("Resume");
            }
            obey(window, generation, own);
            let at = *generation;
            window.publish(|snapshot| {
                snapshot.generation = at;
                snapshot.status.step = bound as u64 + 1;
            });
        }
        Task::Above(_, bound) => set(window, &name(&step.point).1, bound * 1.1),
        Task::Below(_, bound) => set(window, &name(&step.point).1, bound * 0.9),
        Task::Show(_) => window.settle(),
    }
    obey(window, generation, own);
}

/// The lesson on the toy example at its step that waits for 4800 minibatches, and the generation of its model.
pub(crate) fn waiting_toy() -> (TestWindow, u64) {
    let mut window = used();
    let (own, mut generation) = (window.config.clone(), 0);
    let ready = ReadyLesson::find("toy").expect("there");
    window.act(Action::TakeLesson(ready));
    let waits = |window: &mut TestWindow| {
        let tour = window.state().tour.as_ref().expect("a lesson");
        tour.step().task == Some(Task::Above(Quantity::Step, 4800.0))
    };
    obey(&mut window, &mut generation, &own);
    while !waits(&mut window) {
        window.act(Action::SkipStep);
        obey(&mut window, &mut generation, &own);
    }
    (window, generation)
}

pub(crate) fn set(window: &mut TestWindow, slider: &str, value: f64) {
    window.node(Role::Slider, slider).set_value_accesskit(value);
    window.settle();
}

/// Plays a lesson to its end.
fn play(ready: &'static ReadyLesson) {
    let lesson = Lesson::parse(ready.key, ready.toml, &views()).expect("a sound lesson");
    assert_eq!(lesson.title, ready.title);
    let mut window = used();
    let (own, before) = (window.config.clone(), told(&mut window));
    let mut generation = 0;
    window.act(Action::TakeLesson(ready));
    for (index, step) in lesson.steps.iter().enumerate() {
        obey(&mut window, &mut generation, &own);
        let place = format!("{}, step {}", ready.key, index + 1);
        assert!(window.has_text(&step.text), "{place} is not shown");
        if let Some(Target::Control { role, label }) = &step.point {
            let mut nodes = window.harness.query_all_by_role(*role);
            let is_it = |found: String| found == *label;
            let found = nodes.any(|node| node.accesskit_node().label().is_some_and(is_it));
            assert!(found, "{place}: no {label}");
        }
        let last = index + 1 == lesson.steps.len();
        let next = if last { "Finish" } else { "Next" };
        // What takes the engine, such as the lines of the toy example, is not in a recording.
        let is_measured = matches!(step.task, Some(Task::Above(Quantity::Lines, _)));
        if step.task.is_some() && !window.state().tour.as_ref().expect("a lesson").is_done() {
            assert!(
                window
                    .node(Role::Button, next)
                    .accesskit_node()
                    .is_disabled(),
                "{place}"
            );
            perform(&mut window, &lesson, index, &mut generation, &own);
        }
        let is_done = window.state().tour.as_ref().expect("a lesson").is_done();
        assert!(
            is_done || is_measured,
            "{place}: what was asked for is done"
        );
        if is_done {
            window.click(next);
        } else {
            // It learns already: the first leaves it time.
            window.click("Skip");
            window.click("Skip");
        }
    }
    obey(&mut window, &mut generation, &own);
    assert_eq!(told(&mut window), before, "{}", ready.key);
}

#[test]
fn the_lesson_on_simple_cells_is_played_to_its_end() {
    play(ReadyLesson::find("simple-cells").expect("there"));
}

#[test]
fn the_lesson_on_complex_cells_is_played_to_its_end() {
    play(ReadyLesson::find("complex-cells").expect("there"));
}

#[test]
fn the_lesson_on_sparsity_is_played_to_its_end() {
    play(ReadyLesson::find("sparsity").expect("there"));
}

#[test]
fn the_lesson_on_the_toy_example_is_played_to_its_end() {
    play(ReadyLesson::find("toy").expect("there"));
}

#[test]
fn the_lesson_on_movies_is_played_to_its_end() {
    play(ReadyLesson::find("movies").expect("there"));
}

#[test]
fn the_lesson_on_filling_in_is_played_to_its_end() {
    play(ReadyLesson::find("filling-in").expect("there"));
}

#[test]
fn what_a_lesson_says_of_a_trained_model_is_not_made_untrue_by_a_restart() {
    for (key, restarts) in [("sparsity", false), ("simple-cells", true)] {
        let mut window = TestWindow::measured();
        window.act(Action::TakeLesson(ReadyLesson::find(key).expect("there")));
        window.commands();
        window.act(Action::Reset);
        let sent = window.commands().contains(&Command::Reset);
        assert_eq!(sent, restarts, "{key}");
        let said = window.has_text("Leave the lesson first: it is about a model that has learned.");
        assert_eq!(said, !restarts, "{key}");
    }
    let mut window = TestWindow::measured();
    let (own, mut generation) = (window.config.clone(), 0);
    window.act(Action::TakeLesson(&LESSONS[0]));
    // Beyond the step that waits for learning.
    for _ in 0..4 {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
    }
    window.commands();
    window.act(Action::Reset);
    assert!(!window.commands().contains(&Command::Reset));
    // And on that step, once it is done.
    let mut window = TestWindow::measured();
    window.act(Action::TakeLesson(
        ReadyLesson::find("movies").expect("there"),
    ));
    obey(&mut window, &mut generation, &own);
    window.click("Next");
    window.settle();
    assert!(window.has_text("At step 0. Learning is paused"));
    window.publish(|snapshot| {
        snapshot.generation = generation;
        snapshot.status.step = 10;
        snapshot.status.run = Run::Running;
    });
    window.settle();
    // Not one more, however slow this window is.
    assert!(window.commands().contains(&Command::StepTo(801)));
    assert!(!window.has_text("Learning is paused"));
    window.publish(|snapshot| {
        snapshot.generation = generation;
        snapshot.status.step = 801;
        snapshot.status.run = Run::Running;
    });
    window.settle();
    // What comes next is about this model: it learns no longer, however long people read.
    assert!(window.commands().contains(&Command::Pause));
    window.act(Action::Reset);
    assert!(!window.commands().contains(&Command::Reset));
}

#[test]
fn every_file_of_a_lesson_is_in_the_menu() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons");
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    let mut rows: Vec<_> = LESSONS
        .iter()
        .map(|row| format!("{}.toml", row.key))
        .collect();
    files.sort();
    rows.sort();
    assert_eq!(files, rows);
}

#[test]
fn no_model_of_other_settings_begins_in_a_lesson() {
    let refused = "Leave the lesson first: it is about its own model.";
    let mut window = TestWindow::measured();
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.commands();
    let ways: [fn(&mut TestWindow); 5] = [
        |window| window.act(Action::StartToy),
        |window| window.act(Action::PasteConfiguration),
        |window| {
            window.state().draft.model.simple += 1;
            window.act(Action::ApplySizes);
        },
        |window| {
            palette::open(window);
            palette::enter(window, "preset paper");
            window.press(Key::Enter);
        },
        // Nor does the model learn from what moves in another way.
        |window| {
            palette::enter(window, "motion still");
            window.press(Key::Enter);
        },
    ];
    for begin in ways {
        begin(&mut window);
        assert_eq!(window.commands(), []);
        assert!(window.has_text(refused));
    }
    window.press(Key::Escape);
    window.act(Action::LeaveLesson);
    window.commands();
    window.act(Action::StartToy);
    assert!(matches!(window.commands()[..], [Command::Rebuild(_)]));
}

#[test]
fn every_step_but_the_last_points_at_what_it_speaks_of() {
    for ready in &LESSONS {
        let lesson = Lesson::parse(ready.key, ready.toml, &views()).expect("a sound lesson");
        let (_, steps) = lesson.steps.split_last().expect("steps");
        for step in steps {
            assert!(step.point.is_some(), "{}: {}", ready.key, step.text);
        }
    }
}

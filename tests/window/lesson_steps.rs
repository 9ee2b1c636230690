//! What steps of a lesson set, and the way back to them.

use cellscope::app::{Action, LESSONS, Lesson, MaskShape, Quantity, ReadyLesson, Task, views};
use cellscope::engine::Run;

use crate::lessons::{obey, perform, set, used, waiting_toy};
use crate::test_window::TestWindow;

#[test]
fn the_way_back_shows_what_a_step_speaks_of() {
    let ready = LESSONS.iter().find(|lesson| lesson.key == "complex-cells");
    let ready = ready.expect("a lesson");
    let lesson = Lesson::parse(ready.key, ready.toml, &views()).expect("a sound lesson");
    let mut window = used();
    window.state().settings.pauses_when_emerged = true;
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(ready));
    assert!(!window.state().settings.pauses_when_emerged);
    let sweeps = |step: &&cellscope::app::Step| step.set.sweep == Some(true);
    let until = lesson.steps.iter().position(|step| sweeps(&step));
    let until = until.expect("a step that sweeps");
    for _ in 0..until {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
    }
    assert!(window.state().workers.stimulus.is_sweeping && window.tab("Stimulus").is_some());
    let selected = window.state().selection.invariant;
    assert_eq!(
        selected, None,
        "what answers is not dimmed by what was chosen"
    );
    for _ in 0..until {
        window.act(Action::PreviousStep);
    }
    assert!(!window.state().workers.stimulus.is_sweeping && window.tab("Filters").is_some());
    assert_eq!(window.tab("Stimulus"), None);
    window.act(Action::LeaveLesson);
    assert!(window.state().settings.pauses_when_emerged);
}

#[test]
fn the_way_back_brings_back_the_values_of_a_step() {
    let ready = LESSONS.iter().find(|lesson| lesson.key == "sparsity");
    let mut window = used();
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(ready.expect("a lesson")));
    let mut alphas = Vec::new();
    // To the step that puts alpha back, after one that makes it large and one that makes it small.
    for _ in 0..5 {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
        alphas.push(window.state().live.model.alpha);
    }
    assert!(alphas[1] > 0.8 && alphas[3] < 0.2 && alphas[4] == 0.5);
    // As each of the four before it was left.
    for left in [3, 3, 2, 1] {
        window.act(Action::PreviousStep);
        assert_eq!(window.state().live.model.alpha, alphas[left]);
    }
}

#[test]
fn the_way_back_leaves_what_was_set_back_as_the_lesson_has_it() {
    let (mut window, generation) = waiting_toy();
    let begun = window.state().live.model;
    set(&mut window, "α  simple units", 8.0);
    window.publish(|snapshot| {
        snapshot.generation = generation;
        (snapshot.status.step, snapshot.status.simple_density) = (4801, 0.05);
    });
    window.act(Action::HoldSimpleShare);
    assert!(window.state().live.model.simple_share > 0.0);
    window.act(Action::NextStep);
    assert!(window.has_text("turn off Hold the share of z"));
    window.act(Action::HoldSimpleShare);
    set(&mut window, "α  simple units", f64::from(begun.alpha));
    assert!(!window.has_text("set it back"));
    set(&mut window, "β  invariant units", 5.0);
    assert!(window.has_text("set it back"));
    window.act(Action::PreviousStep);
    // What the lesson did not ask for comes back as it was left.
    let model = &window.state().live.model;
    let now = [model.alpha, model.simple_share, model.beta];
    assert_eq!(now, [begun.alpha, 0.0, begun.beta]);
    assert!(!window.has_text("set it back") && !window.has_text("turn off Hold"));
}

#[test]
fn a_model_learns_on_with_the_sparsity_that_a_step_asked_for() {
    let ready = LESSONS.iter().find(|lesson| lesson.key == "sparsity");
    let ready = ready.expect("a lesson");
    let lesson = Lesson::parse(ready.key, ready.toml, &views()).expect("a sound lesson");
    let lowers_beta =
        |step: &cellscope::app::Step| matches!(step.task, Some(Task::Below(Quantity::Beta, _)));
    let until = lesson.steps.iter().position(lowers_beta);
    let until = until.expect("a step that lowers beta");
    let mut window = used();
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(ready));
    for _ in 0..until {
        obey(&mut window, &mut generation, &own);
        window.act(Action::SkipStep);
    }
    obey(&mut window, &mut generation, &own);
    assert_eq!(window.state().run(), Run::Running);
    perform(&mut window, &lesson, until, &mut generation, &own);
    let tour = window.state().tour.clone().expect("a lesson");
    assert!(tour.is_done() && tour.index == until);
    assert_eq!(window.state().run(), Run::Running);
}

#[test]
fn the_way_back_hides_pixels_as_the_lesson_speaks_of_them() {
    let ready = LESSONS.iter().find(|lesson| lesson.key == "filling-in");
    let mut window = used();
    let own = window.config.clone();
    let mut generation = 0;
    window.act(Action::TakeLesson(ready.expect("a lesson")));
    for _ in 0..2 {
        obey(&mut window, &mut generation, &own);
        window.act(Action::NextStep);
    }
    obey(&mut window, &mut generation, &own);
    window.act(Action::HideBlock);
    window.act(Action::PreviousStep);
    window.act(Action::NextStep);
    let mask = |window: &mut TestWindow| window.state().workers.inpainting.mask_editor.by;
    assert_eq!(mask(&mut window), MaskShape::Random);
    // What is skipped is seen.
    window.act(Action::HideBlock);
    window.act(Action::SkipStep);
    assert_eq!(mask(&mut window), MaskShape::Random);
    let share = window.state().workers.inpainting.mask_editor.share_percent;
    assert!(share > 75.0 && share == share.round());
}

#[test]
fn what_a_step_asks_for_counts_however_it_is_done() {
    for (key, actions) in [
        ("movies", &[Action::ShowGrating, Action::Sweep][..]),
        ("filling-in", &[Action::AnotherMask][..]),
    ] {
        let mut window = used();
        let own = window.config.clone();
        let mut generation = 0;
        window.act(Action::TakeLesson(ReadyLesson::find(key).expect("there")));
        let is_wanted = |window: &mut TestWindow| {
            let tour = window.state().tour.as_ref().expect("a lesson");
            matches!(tour.step().task, Some(Task::Click | Task::Stimulus(_)))
        };
        while !is_wanted(&mut window) {
            obey(&mut window, &mut generation, &own);
            window.act(Action::SkipStep);
        }
        for &action in actions {
            let tour = window.state().tour.as_ref().expect("a lesson");
            assert!(!tour.is_done(), "{key} {action:?}");
            window.act(action);
            let tour = window.state().tour.as_ref().expect("a lesson");
            assert!(tour.is_done(), "{key} {action:?}");
            window.act(Action::NextStep);
        }
    }
}

#[test]
fn a_step_that_has_people_set_a_sparsity_says_that_its_share_is_held_and_is_skipped_without() {
    let mut window = used();
    window.act(Action::TakeLesson(
        ReadyLesson::find("sparsity").expect("there"),
    ));
    let (own, mut generation) = (window.config.clone(), 0);
    obey(&mut window, &mut generation, &own);
    window.act(Action::SkipStep);
    window.publish(|snapshot| {
        snapshot.generation = generation;
        snapshot.status.simple_density = 0.05;
    });
    window.act(Action::HoldSimpleShare);
    assert!(window.has_text("turn off Hold the share of z"));
    assert!(!window.has_text("What this step points at is not there now"));
    window.act(Action::SkipStep);
    let model = &window.state().live.model;
    assert!(model.simple_share == 0.0 && model.alpha > 0.8);
    assert!(!window.has_text("turn off Hold the share of z"));
}

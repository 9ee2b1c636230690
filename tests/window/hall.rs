//! For newcomers and for a hall: the card Welcome, captions, and presenting.

use cellscope::app::{Action, LESSONS, Welcome, views};
use cellscope::config::Config;
use cellscope::engine::{Command, Event, Run, Visited};
use egui::{Key, Modifiers, PointerButton, Role, pos2, vec2};
use egui_kittest::kittest::Queryable as _;

use crate::test_window::{TestWindow, layout};
use crate::watching::slow;

/// A window as it is at the first start.
fn greeting() -> TestWindow {
    let mut window = TestWindow::measured();
    window.commands();
    window.app().greet();
    window.settle();
    window
}

#[test]
fn no_card_is_in_the_way_unless_it_is_asked_for() {
    let window = TestWindow::measured();
    assert!(!window.has_text("Welcome to cellscope"));
}

#[test]
fn the_card_stands_over_the_trained_model_and_its_doors_lead_on() {
    // What asks for a file leaves the card there until one is chosen.
    for (door, sent, stays) in [
        (
            "Watch cells emerge",
            vec![Command::Return, Command::Resume, slow()],
            false,
        ),
        ("Your own pictures", vec![], true),
        ("Open a model", vec![], true),
    ] {
        let mut window = greeting();
        assert_eq!(
            window.commands(),
            [Command::Visit(Visited::Trained), Command::Pause]
        );
        assert!(window.has_text("Welcome to cellscope"));
        window.click(door);
        let told = (window.commands(), window.has_text("Welcome to cellscope"));
        // Where no dialog can be shown it ends as if cancelled, on a busy machine as soon as this.
        let is_cancelled = stays && told == (vec![Command::Return], false);
        assert!(is_cancelled || told == (sent, stays), "{door}: {told:?}");
    }
}

#[test]
fn where_a_model_was_kept_the_card_goes_on_with_it() {
    let mut window = greeting();
    window.commands();
    let last = "Go on with your last model";
    assert!(!window.has_text(last));
    window.state().kept.has_last = true;
    window.settle();
    window.click(last);
    assert_eq!(window.commands(), [Command::Return, Command::Restore]);
    assert!(!window.has_text("Welcome to cellscope"));
}

#[test]
fn a_lesson_is_taken_from_the_card() {
    let mut window = greeting();
    window.click("Take a lesson");
    window.click(LESSONS[2].title);
    assert!(!window.has_text("Welcome to cellscope"));
    let tour = window.state().tour.as_ref().expect("a lesson");
    assert_eq!(tour.lesson.title, LESSONS[2].title);
    // What the window was started with was never seen: it does not take the place of the lesson's model.
    window.commands();
    window.click("Leave");
    let sent = window.commands();
    assert!(sent.starts_with(&[Command::Visit(Visited::Trained), Command::Pause]));
    assert!(window.has_text("Welcome to cellscope"));
    window.click(LESSONS[0].title);
    window.click("Leave");
    window.commands();
    window.click("Back");
    window.click("Watch cells emerge");
    assert_eq!(
        window.commands(),
        [Command::Return, Command::Resume, slow()]
    );
}

#[test]
fn the_card_that_a_lesson_ends_at_knows_what_waits_behind_it() {
    // By Help > Welcome as well.
    let mut window = greeting();
    window.click("Take a lesson");
    window.click(LESSONS[2].title);
    window.act(Action::Welcome);
    window.commands();
    window.harness.key_press(Key::Escape);
    window.settle();
    assert_eq!(window.commands(), [Command::Stay]);
    // Once the visit has ended nothing waits any more.
    let mut window = greeting();
    window.click("Take a lesson");
    window.click(LESSONS[2].title);
    window.tell(Event::VisitEnded {
        is_restorable: true,
    });
    window.commands();
    window.click("Leave");
    assert!(!window.has_text("Welcome to cellscope"));
    assert!(window.commands().contains(&Command::Return));
}

#[test]
fn escape_closes_the_card_and_people_go_on_with_what_they_see() {
    let mut window = greeting();
    window.commands();
    window.harness.key_press(Key::Escape);
    window.settle();
    assert!(!window.has_text("Welcome to cellscope"));
    assert_eq!(window.commands(), [Command::Stay]);
}

#[test]
fn a_click_beside_the_card_leaves_it_there_and_a_button_closes_it() {
    let mut window = greeting();
    window.commands();
    for pressed in [true, false] {
        let pos = pos2(5.0, 5.0);
        window.harness.event(egui::Event::PointerMoved(pos));
        window.harness.event(egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.harness.run_steps(2);
    }
    assert!(window.has_text("Welcome to cellscope"));
    window.click("Look around");
    assert!(!window.has_text("Welcome to cellscope"));
    assert_eq!(window.commands(), [Command::Stay]);
}

#[test]
fn the_tick_keeps_the_card_away_and_help_brings_it_back() {
    let mut window = greeting();
    window
        .node(Role::CheckBox, "Show this at the start")
        .click();
    window.settle();
    assert!(!window.state().settings.greets);
    window.harness.key_press(Key::Escape);
    window.settle();
    window.commands();
    window.click("Help");
    window.click("Welcome");
    let card = window.state().welcome.expect("open");
    assert_eq!(card.visits, Welcome::default().visits);
    // The model is the user's own now, and may be of a kind that takes minutes: that of a first start begins in its place.
    window.click("Watch cells emerge");
    let config = Box::<Config>::default();
    assert_eq!(
        window.commands(),
        [Command::Rebuild(config), Command::Resume, slow()]
    );
    // What has emerged is the model that was there before.
    window.publish(|snapshot| snapshot.status.emerged_secs = Some(1.0));
    assert_eq!(window.commands(), []);
    for emerged_secs in [None, Some(9.0)] {
        assert_eq!(window.commands(), []);
        window.publish(|snapshot| {
            snapshot.generation = 9;
            snapshot.status.emerged_secs = emerged_secs;
        });
        window.settle();
    }
    assert_eq!(window.commands(), [Command::Pace(None)]);
    assert!(window.has_text("continues at full pace"));
}

#[test]
fn every_view_has_a_caption_that_can_be_switched_off() {
    let mut window = TestWindow::measured();
    for view in views() {
        assert!(view.caption.ends_with('.'), "{}", view.key);
        window.act(Action::Show(view));
        // Of what the model has nothing, nor of a sweep that is not open, nothing is said.
        let suits = !["figure1", "top", "sweep"].contains(&view.key);
        assert_eq!(window.has_text(view.caption), suits, "{}", view.key);
    }
    let shown = views()
        .into_iter()
        .filter(|view| window.has_text(view.caption))
        .count();
    assert!(shown > 1, "of all views in front");
    window.act(Action::ToggleCaptions);
    assert!(views().iter().all(|view| !window.has_text(view.caption)));
}

fn has_menu(window: &TestWindow) -> bool {
    let role = Role::Button;
    let menu = window.harness.query_by_role_and_label(role, "Pictures");
    menu.is_some()
}

#[test]
fn presenting_shows_the_views_alone_and_escape_ends_it() {
    let mut window = TestWindow::measured();
    window.commands();
    let zoom = window.harness.ctx.zoom_factor();
    window.harness.key_press(Key::F11);
    window.settle();
    assert!(window.state().presents);
    assert!(!has_menu(&window) && window.tab("Filters").is_none());
    assert!(window.harness.ctx.zoom_factor() > zoom, "large type");
    window.canvas("Filter grid");
    window.harness.key_press(Key::Escape);
    window.settle();
    assert!(!window.state().presents && has_menu(&window));
    assert_eq!(window.harness.ctx.zoom_factor(), zoom);
}

#[test]
fn a_clicker_goes_through_the_layouts_and_space_does_not_pause() {
    let mut window = TestWindow::measured();
    window.commands();
    window.act(Action::Present);
    let first = window.canvases();
    for key in [Key::PageDown, Key::Space, Key::ArrowRight] {
        window.harness.key_press(key);
        window.settle();
    }
    // Of three layouts on, the last shows responses to a stimulus.
    window.act(Action::Arrange(layout("overview")));
    window.harness.key_press(Key::PageDown);
    window.settle();
    assert_ne!(window.canvases(), first);
    window.harness.key_press(Key::PageUp);
    window.settle();
    assert_eq!(window.canvases(), first);
    let sent = window.commands();
    assert!(!sent.contains(&Command::Resume), "{sent:?}");
}

#[test]
fn a_clicker_goes_through_a_lesson_with_its_controls_beside_it() {
    let mut window = TestWindow::measured();
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.act(Action::Present);
    let index = |window: &mut TestWindow| window.state().tour.as_ref().map(|tour| tour.index);
    for key in [Key::PageDown, Key::Space] {
        window.harness.key_press(key);
        window.settle();
    }
    assert_eq!(index(&mut window), Some(2));
    window.harness.key_press(Key::PageUp);
    window.settle();
    assert_eq!(index(&mut window), Some(1));
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    window.node(Role::Button, "Resume");
}

#[test]
fn a_lesson_from_the_card_ends_in_a_hall_above_the_trained_model_and_the_card_comes_after_it() {
    let mut window = greeting();
    window.click("Take a lesson");
    window.click(LESSONS[2].title);
    window.act(Action::Present);
    window.commands();
    window.act(Action::LeaveLesson);
    let sent = window.commands();
    assert!(sent.starts_with(&[Command::Visit(Visited::Trained), Command::Pause]));
    assert!(!sent.contains(&Command::Return), "{sent:?}");
    assert!(!window.has_text("Welcome to cellscope"));
    window.act(Action::Present);
    assert!(window.has_text("Welcome to cellscope"));
}

#[test]
fn presenting_from_a_lecture_gives_the_chosen_size_back() {
    let mut window = TestWindow::measured();
    window.act(Action::ZoomIn);
    window.act(Action::Arrange(layout("lecture")));
    let in_lecture = window.harness.ctx.zoom_factor();
    assert!(in_lecture > 1.1 && window.state().has_few_controls);
    window.act(Action::Present);
    window.act(Action::Present);
    assert_eq!(window.harness.ctx.zoom_factor(), in_lecture);
    window.act(Action::Arrange(layout("overview")));
    assert_eq!(window.harness.ctx.zoom_factor(), 1.1);
    assert_eq!(window.state().settings.preferences.zoom_percent, 110);
    assert!(!window.state().has_few_controls);
}

#[test]
fn while_presenting_the_step_of_a_lesson_covers_no_view() {
    for size in [vec2(1280.0, 800.0), vec2(1920.0, 1080.0)] {
        let mut window = TestWindow::measured();
        window.harness.set_size(size);
        window.act(Action::Present);
        let lesson = LESSONS.iter().find(|one| one.title == "Complex cells");
        window.act(Action::TakeLesson(lesson.expect("part of the program")));
        // The step that lets the edge run is gone on from by a second press.
        for _ in 0..6 {
            window.act(Action::SkipStep);
        }
        window.answer();
        assert!(window.has_text("Watch the bars."));
        let answers = window.canvas("Stimulus and responses");
        let answers = window.node(Role::Canvas, &answers).rect();
        let text = window
            .harness
            .get_by_label_contains("Watch the bars.")
            .rect();
        // Below the answers is the caption of their view, below that the step.
        let caption = window
            .harness
            .get_by_label_contains("Left: what the cells are shown.");
        let seen = answers.with_max_y(caption.rect().top().min(answers.bottom()));
        assert!(
            seen.height() > 0.9 * answers.height(),
            "{seen:?} of {answers:?}"
        );
        assert!(text.top() > seen.bottom(), "{text:?} {seen:?}");
        for share in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let at = seen.lerp_inside(vec2(share, 0.9));
            let layer = window.harness.ctx.layer_id_at(at).expect("a layer");
            assert_eq!(layer.order, egui::Order::Background, "{at:?} is covered");
        }
        let leave = window.node(Role::Button, "Leave").rect();
        assert!(leave.bottom() <= window.harness.ctx.content_rect().bottom());
    }
}

#[test]
fn the_pace_of_watching_is_no_step_of_undo() {
    let mut window = TestWindow::measured();
    window.act(Action::Welcome);
    window.click("Watch cells emerge");
    window.harness.run_steps(30);
    for (generation, emerged_secs) in [(1, None), (1, Some(9.0))] {
        window.publish(|snapshot| {
            snapshot.generation = generation;
            snapshot.status.emerged_secs = emerged_secs;
        });
        window.harness.run_steps(30);
    }
    assert!(window.has_text("continues at full pace"));
    window.act(Action::Undo);
    window.settle();
    assert!(!window.has_text("Undone: pace"));
}

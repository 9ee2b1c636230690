//! The timeline: every view at a moment of the past, while learning goes on.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cellscope::analysis::Layer;
use cellscope::app::Action;
use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Command, Engine, Event, HISTORY_BYTES, Options, Recording, Run, Snapshot, history_path,
};
use cellscope::telemetry::{Mark, Point};
use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;

use crate::test_window::{TestWindow, view};

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Minibatches of the run shown; a moment before each of them is recorded.
pub(crate) const STEPS: u64 = 12;

/// A run of some minibatches that goes on, and its history in a file that lasts as long as the tests.
pub(crate) fn recorded() -> &'static (tempfile::TempDir, Arc<Snapshot>) {
    static RECORDED: OnceLock<(tempfile::TempDir, Arc<Snapshot>)> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::preset(Preset::Quick);
        config.learning.batch_movies = 16;
        let options = Options {
            threads: 1,
            paused: true,
            history_bytes: HISTORY_BYTES,
            ..Options::default()
        };
        let engine = Engine::spawn(config, options, || {});
        let started = Instant::now();
        let mut snapshot = engine.snapshot();
        engine.send(Command::Step(STEPS)).expect("room");
        loop {
            assert!(started.elapsed() < PATIENCE, "nothing is recorded");
            // A command while paused brings a snapshot.
            engine.send(Command::PauseWhenEmerged(false)).expect("room");
            snapshot = engine.snapshot().or(snapshot);
            let is_done = |snapshot: &&Arc<Snapshot>| {
                snapshot.status.step == STEPS
                    && snapshot.recording.moments().len() >= STEPS as usize
            };
            if let Some(snapshot) = snapshot.as_ref().filter(is_done) {
                let mut shown = Snapshot::clone(snapshot);
                shown.recording = saved(&engine, &folder);
                shown.status.run = Run::Running;
                return (folder, Arc::new(shown));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    })
}

/// The history of a run, saved beside its model.
fn saved(engine: &Engine, folder: &tempfile::TempDir) -> Recording {
    let file = folder.path().join("model.safetensors");
    engine.send(Command::Save(file.clone())).expect("room");
    loop {
        match engine.wait_event(PATIENCE).expect("an event") {
            Event::Saved(_) => break,
            Event::Failed(reason) => panic!("{reason}"),
            _ => {}
        }
    }
    Recording::open(&history_path(&file)).expect("written")
}

/// A window on the run that is recorded.
pub(crate) fn window() -> TestWindow {
    let mut window = TestWindow::waiting();
    publish(&mut window, |_| {});
    window
}

/// Sends the window the run, changed as the test needs it.
pub(crate) fn publish(window: &mut TestWindow, change: impl FnOnce(&mut Snapshot)) {
    let mut snapshot = Snapshot::clone(&recorded().1);
    change(&mut snapshot);
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
}

/// Presses the pointer on the timeline, at a share of its width, and holds it.
fn press_at(window: &mut TestWindow, share: f32) {
    use_button_at(window, share, true);
}

/// Moves the pointer along the timeline and presses or lets go its button there, in one frame.
fn use_button_at(window: &mut TestWindow, share: f32, pressed: bool) {
    let rect = window.node(Role::Slider, "Timeline").rect();
    let pos = rect.lerp_inside(egui::vec2(share, 0.5));
    window.harness.event(egui::Event::PointerMoved(pos));
    window.harness.event(egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    });
    window.settle();
}

fn move_to(window: &mut TestWindow, share: f32) {
    let rect = window.node(Role::Slider, "Timeline").rect();
    let pos = rect.lerp_inside(egui::vec2(share, 0.5));
    window.harness.event(egui::Event::PointerMoved(pos));
    window.settle();
}

/// The moment of the past that is chosen.
pub(crate) fn chosen(window: &mut TestWindow) -> Option<u64> {
    window.state().timeline.step()
}

/// Minibatches learned from by the model that the views show.
pub(crate) fn shown(window: &mut TestWindow) -> u64 {
    window.state().status().expect("a model").step
}

const SIGN: &str = "The past: step";

#[test]
fn dragging_shows_every_moment_in_the_views_and_the_sign_comes_and_goes() {
    let mut window = window();
    window.act(Action::Show(view("bench")));
    assert!(!window.has_text(SIGN));
    press_at(&mut window, 0.0);
    assert_eq!(chosen(&mut window), Some(0));
    assert!(window.has_text("The past: step 0"));
    let mut seen = Vec::new();
    for share in 1..20_u16 {
        move_to(&mut window, f32::from(share) / 20.0);
        let step = shown(&mut window);
        seen.push(step);
        if chosen(&mut window).is_some() {
            let recording = &recorded().1.recording;
            let index = recording.nearest(step).expect("moments");
            let then = recording.read(index).expect("sound");
            let wire = window.wire.borrow();
            let of_view = &wire.shown.last().expect("the stimulus is shown").snapshot;
            assert_eq!(of_view.dictionary(), &then.learner.weights.dictionary);
            assert!(window.has_text(&format!("{:>9}", then.learner.movies_seen)));
        }
    }
    assert!(seen.is_sorted() && seen.len() > 5, "{seen:?}");
    move_to(&mut window, 1.0);
    assert_eq!(chosen(&mut window), None);
    assert_eq!(shown(&mut window), STEPS);
    assert!(!window.has_text(SIGN));
}

#[test]
fn a_click_shows_the_moment_there_and_takes_the_focus() {
    let mut window = window();
    window.node(Role::Slider, "Timeline").click();
    window.settle();
    let clicked = chosen(&mut window).expect("the past");
    window.press(Key::ArrowLeft);
    assert_eq!(chosen(&mut window), Some(clicked - 1));
    window.press(Key::Space);
    assert!(window.state().timeline.is_playing());
    assert_eq!(window.commands(), [], "Space plays, and does not pause");
}

#[test]
fn space_is_for_the_run_again_once_the_timeline_is_back_at_now() {
    let mut window = window();
    window.node(Role::Slider, "Timeline").click();
    window.settle();
    window.press(Key::End);
    assert_eq!(chosen(&mut window), None);
    window.press(Key::Space);
    assert!(!window.state().timeline.is_playing());
    assert_eq!(window.commands(), [Command::Pause]);
}

#[test]
fn with_the_focus_its_keys_are_those_of_a_slider() {
    let mut window = window();
    window.state().selection.simple = Some(5);
    window.node(Role::Slider, "Timeline").focus();
    window.settle();
    for (key, step) in [
        (Key::ArrowLeft, Some(11)),
        (Key::ArrowDown, Some(10)),
        (Key::ArrowRight, Some(11)),
        (Key::PageDown, Some(1)),
        (Key::PageDown, Some(0)),
        (Key::PageUp, Some(10)),
        (Key::Home, Some(0)),
        (Key::ArrowUp, Some(1)),
        (Key::End, None),
        (Key::ArrowRight, None),
    ] {
        window.press(key);
        assert_eq!(chosen(&mut window), step, "{key:?}");
        assert_eq!(shown(&mut window), step.unwrap_or(STEPS), "{key:?}");
    }
    assert_eq!(window.state().selection.simple, Some(5), "moved as well");
}

#[test]
fn without_the_focus_brackets_go_through_the_moments_and_end_goes_back_to_now() {
    let mut window = window();
    for (key, step) in [
        (Key::OpenBracket, Some(11)),
        (Key::OpenBracket, Some(10)),
        (Key::CloseBracket, Some(11)),
        (Key::End, None),
        (Key::End, None),
    ] {
        window.press(key);
        assert_eq!(chosen(&mut window), step, "{key:?}");
    }
    assert_eq!(window.commands(), []);
}

#[test]
fn the_moment_comes_back_after_the_pinned_run_was_shown_in_its_place() {
    let mut window = window();
    window.press(Key::P);
    window.press(Key::OpenBracket);
    for shows_pin in [true, false, true] {
        window.press(Key::B);
        let moment = (!shows_pin).then_some(11);
        assert_eq!(chosen(&mut window), moment, "pinned run: {shows_pin}");
    }
    // Also where it is shown because no run is pinned any more, and once only.
    window.act(Action::Unpin);
    assert_eq!(chosen(&mut window), Some(11));
    window.press(Key::P);
    window.press(Key::B);
    // Now is where End goes, also from the pinned run.
    window.press(Key::End);
    assert_eq!(chosen(&mut window), None);
    for _ in 0..2 {
        window.press(Key::B);
    }
    assert_eq!(chosen(&mut window), None);
}

#[test]
fn learning_goes_on_while_the_past_is_shown() {
    let mut window = window();
    window.press(Key::OpenBracket);
    publish(&mut window, |snapshot| {
        snapshot.status.step = 5_000;
        snapshot.status.movies_seen = 80_000;
        snapshot.status.dead_by_layer = vec![3, 0];
        let history = Arc::make_mut(&mut snapshot.history);
        let last = *history.points().last().expect("points");
        history.push(Point {
            step: 5_000,
            ..last
        });
    });
    assert_eq!((chosen(&mut window), shown(&mut window)), (Some(11), 11));
    assert_eq!(window.state().now().expect("a run").step, 5_000);
    assert!(window.has_text("learning") && window.has_text(SIGN));
    window.press(Key::Space);
    assert_eq!(window.commands(), [Command::Pause]);
    window.press(Key::End);
    assert_eq!(shown(&mut window), 5_000);
}

#[test]
fn a_new_run_branches_from_the_moment_shown() {
    let mut window = window();
    window.act(Action::Branch);
    assert_eq!(window.commands(), [], "now is no moment of the past");
    window.press(Key::OpenBracket);
    window.press(Key::OpenBracket);
    window.click("Branch here");
    assert_eq!(window.commands(), [Command::Branch(10)]);
    assert_eq!(chosen(&mut window), None);
    assert!(window.harness.query_by_label("Branch here").is_none());
}

#[test]
fn in_a_run_that_branches_off_the_units_selected_stay_selected() {
    let mut window = window();
    window.state().selection.select(Layer::Simple, 5);
    window.press(Key::OpenBracket);
    window.act(Action::Branch);
    publish(&mut window, |snapshot| snapshot.generation += 1);
    assert_eq!(window.state().selection.simple, Some(5));
    publish(&mut window, |snapshot| snapshot.generation += 2);
    assert_eq!(window.state().selection.simple, None, "of another run");
}

#[test]
fn another_run_brings_the_window_back_to_now() {
    let mut window = window();
    window.press(Key::OpenBracket);
    publish(&mut window, |snapshot| snapshot.generation += 1);
    assert_eq!(chosen(&mut window), None);
    assert!(!window.has_text(SIGN) && window.has_text("Another run began: the present is shown."));
    // What was asked of the run before is not shown.
    window.wire.borrow_mut().withholds_past = true;
    window.press(Key::OpenBracket);
    publish(&mut window, |snapshot| snapshot.generation += 2);
    window.wire.borrow_mut().withholds_past = false;
    window.press(Key::OpenBracket);
    assert_eq!(shown(&mut window), 11);
}

#[test]
fn pointing_at_a_mark_tells_what_happened_and_when() {
    let mut window = window();
    publish(&mut window, |snapshot| {
        let point = snapshot.history.points()[5];
        Arc::make_mut(&mut snapshot.history).mark(Mark {
            step: point.step,
            movies_seen: point.movies_seen,
            elapsed_secs: point.elapsed_secs,
            text: "alpha 0.5 to 0.7".to_owned(),
            is_event: false,
            until: None,
        });
    });
    let tells = |window: &mut TestWindow, share: u16| {
        move_to(window, f32::from(share) / 85.0);
        window.has_text("α 0.5 to 0.7")
    };
    let told: Vec<u16> = (0..=200)
        .filter(|&share| tells(&mut window, share))
        .collect();
    assert!((1..20).contains(&told.len()), "{told:?}");
    move_to(&mut window, f32::from(told[told.len() / 2]) / 85.0);
    assert!(window.has_text("step 6,") && chosen(&mut window).is_none());
}

#[test]
fn the_bar_can_be_hidden() {
    let mut window = window();
    window.act(Action::ToggleTimeline);
    let role = Role::Slider;
    let bar = window.harness.query_by_role_and_label(role, "Timeline");
    assert!(bar.is_none());
    window.act(Action::ToggleTimeline);
    window.node(role, "Timeline");
}

#[test]
fn what_a_moment_is_stands_above_the_timeline() {
    let mut window = window();
    let track = window.node(Role::Slider, "Timeline").rect();
    window.harness.hover_at(track.center());
    window.harness.run_steps(20);
    let tip = window.harness.query_all_by_label_contains("step ");
    let over = tip
        .map(|node| node.rect())
        .filter(|rect| rect.x_range().intersects(track.x_range()));
    let over: Vec<_> = over.collect();
    assert!(!over.is_empty(), "a text about the moment");
    assert!(
        over.iter().all(|rect| !rect.intersects(track)),
        "{over:?} {track:?}"
    );
}

#[test]
fn a_drag_that_ends_in_one_frame_ends_where_it_was_let_go() {
    let mut window = window();
    press_at(&mut window, 0.3);
    use_button_at(&mut window, 0.02, false);
    assert_eq!(chosen(&mut window), Some(0));
}

#[test]
fn keys_that_move_no_slider_work_while_the_timeline_has_the_focus() {
    let mut window = window();
    window.node(Role::Slider, "Timeline").focus();
    window.settle();
    window.press(Key::OpenBracket);
    assert_eq!(chosen(&mut window), Some(11));
    window.press(Key::ArrowLeft);
    assert_eq!(chosen(&mut window), Some(10), "one moment, not also a unit");
    assert_eq!(window.state().selection.simple, None);
    window.press(Key::P);
    assert!(window.has_text("Pinned as B"), "the moment shown");
}

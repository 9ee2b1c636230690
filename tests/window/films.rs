//! The window filmed as it goes through the run: its pictures are the frames, and afterwards it is where it was.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::app::{Action, ClipSubject, ExportTheme};
use cellscope::engine::Command;
use egui::{Color32, ColorImage, Key, Role, Theme, ViewportCommand};

use crate::clips::{clips, frames, name, with_past};
use crate::closing::is_kept_open;
use crate::test_window::{TestWindow, view};

/// Far longer than a short film takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks for a short clip of this, to be written to a file.
fn ask(window: &mut TestWindow, subject: ClipSubject, path: &Path) {
    window.act(Action::ExportClip);
    ask_open(window, subject, path);
}

/// The same where the dialog is open already.
fn ask_open(window: &mut TestWindow, subject: ClipSubject, path: &Path) {
    window.clip_form().subject = subject;
    window.settle();
    let form = window.clip_form();
    assert!(form.source.is_filmed);
    (form.options.seconds, form.options.frames_per_sec) = (1.0, 8);
    name(window, path);
    // Every frame from here on may ask for a picture.
    window.node(Role::Button, "Write clip").click();
}

/// Asks for a short clip of the window in this folder, and goes on until it is being filmed.
fn begin(window: &mut TestWindow, folder: &Path) {
    ask(window, ClipSubject::Window, &folder.join("w.gif"));
    while !window.state().is_filmed() {
        window.harness.run_steps(1);
    }
}

/// Goes on frame by frame until this holds. A picture of the window has the colour of the step that is shown, and a border
/// that is no part of the film.
fn film_until(window: &mut TestWindow, is_done: impl Fn(&TestWindow) -> bool) -> Vec<u64> {
    let (started, mut taken) = (Instant::now(), Vec::new());
    while !is_done(window) {
        assert!(
            started.elapsed() < PATIENCE,
            "the film does not end: {taken:?}"
        );
        window.harness.run_steps(1);
        let step = window.state().status().expect("a model").step;
        let outputs = window.harness.output().viewport_output.values();
        let commands = outputs.flat_map(|output| output.commands.iter());
        let asked: Vec<_> = commands
            .filter_map(|command| match command {
                ViewportCommand::Screenshot(picture) => Some(picture.clone()),
                _ => None,
            })
            .collect();
        for picture in asked {
            taken.push(step);
            let color = Color32::from_rgb(5 * step as u8, 100, 200);
            picture.complete(Arc::new(ColorImage::filled([1280, 1000], color)));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    taken
}

#[test]
fn the_whole_window_is_filmed_at_every_moment_and_is_then_where_it_was() {
    let (mut window, folder) = with_past();
    window.commands();
    window.harness.key_press(Key::OpenBracket);
    window.settle();
    let before = window.state().timeline.step().expect("the past");
    let path = folder.path().join("w.gif");
    ask(&mut window, ClipSubject::Window, &path);
    let taken = film_until(&mut window, |window| window.has_text("Written to "));
    let frames = frames(&path);
    assert_eq!(frames.len(), 7);
    let shown = frames
        .iter()
        .map(|frame| u64::from(frame.buffer()[(9, 9)][0]) / 5);
    let (mut shown, mut taken) = (shown.collect::<Vec<_>>(), taken);
    shown.dedup();
    taken.dedup();
    assert!(taken.ends_with(&shown), "{shown:?} of {taken:?}");
    assert!(shown.is_sorted() && shown.len() > 3, "{shown:?}");
    assert_eq!((shown[0], shown.last()), (0, Some(&40)));
    let (width, height) = frames[0].buffer().dimensions();
    // The bar above is no part of it.
    assert!(
        width == 1280 && (950..1000).contains(&height),
        "{width} x {height}"
    );
    assert!(!window.state().is_filmed());
    assert_eq!(window.state().timeline.step(), Some(before));
    assert_eq!(window.commands(), []);
}

#[test]
fn a_stimulus_that_moves_stands_still_while_it_is_filmed() {
    let (mut window, folder) = with_past();
    window.commands();
    window.state().workers.stimulus.is_sweeping = true;
    begin(&mut window, folder.path());
    assert!(!window.state().workers.stimulus.is_sweeping);
    film_until(&mut window, |window| window.has_text("Written to "));
    assert!(window.state().workers.stimulus.is_sweeping);
}

#[test]
fn a_film_in_the_hall_has_its_bar_and_the_timeline() {
    let (mut window, folder) = with_past();
    window.act(Action::Present);
    window.settle();
    begin(&mut window, folder.path());
    window.harness.run_steps(1);
    assert!(window.has_text("The window is being filmed."));
    film_until(&mut window, |window| window.has_text("Written to "));
}

#[test]
fn a_clip_into_a_missing_folder_is_refused_before_anything_is_filmed() {
    let (mut window, folder) = with_past();
    let path = folder.path().join("missing/w.gif");
    ask(&mut window, ClipSubject::Window, &path);
    let refused = "missing: no such folder; make it first";
    let taken = film_until(&mut window, |window| window.has_text(refused));
    assert!(taken.is_empty(), "{taken:?}");
}

#[test]
fn a_film_has_the_theme_asked_for_and_the_window_its_own_afterwards() {
    let (mut window, folder) = with_past();
    let chosen = window.harness.ctx.theme();
    let path = folder.path().join("w.gif");
    window.act(Action::ExportClip);
    let form = window.clip_form();
    form.theme = ExportTheme::Light;
    ask_open(&mut window, ClipSubject::Window, &path);
    film_until(&mut window, |window| {
        window.has_text("The window is being filmed.")
    });
    let themes = std::cell::RefCell::new(Vec::new());
    film_until(&mut window, |window| {
        if window.has_text("The window is being filmed.") {
            themes.borrow_mut().push(window.harness.ctx.theme());
        }
        window.has_text("Written to ")
    });
    window.settle();
    let themes = themes.into_inner();
    assert!(
        themes[1..].iter().all(|theme| *theme == Theme::Light),
        "{themes:?}"
    );
    assert_eq!(
        (chosen, window.harness.ctx.theme()),
        (Theme::Dark, Theme::Dark)
    );
}

#[test]
fn a_view_that_draws_no_other_moment_is_filmed_where_it_is() {
    let (mut window, folder) = with_past();
    window.act(Action::Show(view("bench")));
    let path = folder.path().join("b.gif");
    ask(&mut window, ClipSubject::View(view("bench")), &path);
    let stimulus = |window: &mut TestWindow| {
        // The units answer at once.
        let asked = window
            .wire
            .borrow()
            .shown
            .last()
            .map(|asked| Arc::clone(&asked.snapshot));
        asked.map(|snapshot| (snapshot.generation, snapshot.status.step))
    };
    let mut answered = None;
    let started = Instant::now();
    while !window.has_text("Written to ") {
        assert!(started.elapsed() < PATIENCE, "the film does not end");
        let asked = stimulus(&mut window);
        if asked != answered {
            answered = asked;
            window.answer_stimulus();
        }
        drop(film_until(&mut window, {
            let frames = std::cell::Cell::new(0);
            move |_| frames.replace(frames.get() + 1) == 1
        }));
    }
    let frames = frames(&path);
    assert_eq!(frames.len(), 7);
    let (width, height) = frames[0].buffer().dimensions();
    assert!(width < 1000 && height < 900, "{width} x {height}");
}

#[test]
fn a_film_is_stopped_by_its_button_or_escape_and_leaves_no_file() {
    let (mut window, folder) = with_past();
    let stop: [fn(&mut TestWindow); 2] = [
        |window| window.click("Stop"),
        |window| window.harness.key_press(Key::Escape),
    ];
    for stop in stop {
        ask(
            &mut window,
            ClipSubject::Window,
            &folder.path().join("w.gif"),
        );
        film_until(&mut window, |window| window.has_text(" of 7 frames"));
        stop(&mut window);
        film_until(&mut window, |window| {
            window.has_text("stopped; nothing is written")
        });
        assert!(!window.state().is_filmed());
        assert_eq!(window.state().timeline.step(), None);
        assert_eq!(clips(folder.path()), 0);
        window.state().exports.clip = None;
        window.state().notices = Default::default();
    }
}

#[test]
fn what_the_run_becomes_meanwhile_is_shown_when_the_film_is_over() {
    let (mut window, folder) = with_past();
    ask(
        &mut window,
        ClipSubject::Window,
        &folder.path().join("w.gif"),
    );
    let mut newer = (*window.wire.borrow().drawn.clone().expect("a snapshot")).clone();
    newer.status.step = 90;
    let is_begun = std::cell::Cell::new(false);
    film_until(&mut window, |window| {
        is_begun.replace(window.has_text("The window is being filmed."))
    });
    window.wire.borrow_mut().snapshot = Some(Arc::new(newer));
    film_until(&mut window, |window| window.has_text(" of 7 frames"));
    assert_eq!(window.state().now().expect("a run").step, 40);
    film_until(&mut window, |window| window.has_text("Written to "));
    assert_eq!(window.state().now().expect("a run").step, 90);
    window.commands();
    window.act(Action::TogglePause);
    assert!(matches!(
        window.commands()[..],
        [Command::Resume | Command::Pause]
    ));
}

#[test]
fn a_film_waits_while_it_is_asked_whether_to_quit() {
    let (mut window, folder) = with_past();
    let path = folder.path().join("w.gif");
    ask(&mut window, ClipSubject::Window, &path);
    film_until(&mut window, |window| window.has_text(" of 7 frames"));
    assert!(is_kept_open(&mut window));
    let frames = std::cell::Cell::new(0);
    let taken = film_until(&mut window, |_| frames.replace(frames.get() + 1) == 20);
    assert!(window.has_text("Quit now?") && window.state().is_filmed());
    assert!(taken.is_empty(), "the question is in no frame");
    window.node(Role::Button, "Cancel").click();
    film_until(&mut window, |window| window.has_text("Written to "));
}

//! The window on a real engine.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::app::{App, Connect, EngineLink, Settings};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Command, Engine, Event, HISTORY_BYTES, Options, Run, Snapshot};
use cellscope::parameter::Parameter;
use egui::{Key, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::tapped::{Heard, Tapped};

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the engine told the window last.
type Ear = Rc<RefCell<Heard>>;

fn config() -> Config {
    let mut config = Config::preset(Preset::Quick);
    config.seed = 3;
    config.learning.batch_movies = 16;
    config
}

fn window(paused: bool) -> (Harness<'static, Option<App>>, Ear) {
    let ear = Ear::default();
    let tap = Rc::clone(&ear);
    let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
        let app = app.get_or_insert_with(|| {
            let tap = Rc::clone(&tap);
            let connect: Connect = Box::new(move |config, _role, ctx| {
                let (ctx, heard) = (ctx.clone(), Rc::clone(&tap));
                let options = Options {
                    paused,
                    history_bytes: HISTORY_BYTES,
                    ..Options::default()
                };
                let on_news = move || ctx.request_repaint();
                let link = EngineLink::open(config, options, on_news.clone(), on_news);
                Box::new(Tapped { link, heard })
            });
            App::new(ui.ctx(), config(), Settings::default(), connect)
        });
        app.logic(ui.ctx());
        app.ui(ui);
    };
    let builder = Harness::builder().with_size(vec2(1280.0, 1000.0));
    (builder.build_ui_state(show, None), ear)
}

/// Shows frames until the window was given a snapshot that `wanted` holds for.
fn wait(
    harness: &mut Harness<'_, Option<App>>,
    ear: &Ear,
    wanted: impl Fn(&Snapshot) -> bool,
) -> Arc<Snapshot> {
    let started = Instant::now();
    loop {
        harness.run_steps(1);
        let heard = ear.borrow().snapshot.clone();
        if let Some(snapshot) = heard.filter(|snapshot| wanted(snapshot)) {
            return snapshot;
        }
        assert!(started.elapsed() < PATIENCE, "nothing happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn click(harness: &mut Harness<'_, Option<App>>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(4);
}

fn wait_paused(engine: &Engine) {
    loop {
        match engine.wait_event(PATIENCE).expect("an event") {
            Event::Paused { .. } => return,
            Event::NotLoaded(reason) | Event::Failed(reason) | Event::Crashed(reason) => {
                panic!("{reason}")
            }
            _ => {}
        }
    }
}

#[test]
fn the_window_and_a_headless_engine_learn_the_same_bits() {
    let (mut harness, ear) = window(true);
    wait(&mut harness, &ear, |snapshot| snapshot.status.pictures > 0);
    click(&mut harness, "Step 100");
    let done = |step| move |s: &Snapshot| s.status.step == step && s.status.run == Run::Paused;
    wait(&mut harness, &ear, done(100));
    harness
        .get_by_role_and_label(Role::Slider, "α  simple units")
        .set_value_accesskit(0.25);
    harness.run_steps(4);
    let set = |snapshot: &Snapshot| snapshot.config.model.alpha != 0.5;
    let alpha = wait(&mut harness, &ear, set).config.model.alpha;
    click(&mut harness, "Step");
    let shown = wait(&mut harness, &ear, done(101));

    let options = Options {
        threads: 1,
        paused: true,
        ..Options::default()
    };
    let engine = Engine::spawn(config(), options, || {});
    for command in [
        Command::Step(100),
        Command::Set(Parameter::Alpha, alpha),
        Command::Step(1),
    ] {
        let counts = matches!(command, Command::Step(_));
        engine.send(command).expect("room in the queue");
        if counts {
            wait_paused(&engine);
        }
    }
    let headless = engine.snapshot().expect("a snapshot");
    assert_eq!(headless.status.step, 101);
    assert_eq!(shown.dictionary(), headless.dictionary(), "W");
    assert_eq!(shown.pooling(), headless.pooling(), "A");
}

#[test]
fn a_window_closed_while_training_ends_its_engine() {
    let (mut harness, ear) = window(false);
    wait(&mut harness, &ear, |snapshot| snapshot.status.step > 10);
    drop(harness);
    // The engine's snapshots end with it: nothing holds the last one but the test.
    let last = ear.borrow_mut().snapshot.take().expect("a snapshot");
    assert_eq!(Arc::strong_count(&last), 1);
}

#[test]
fn the_past_is_read_beside_the_window_and_shown() {
    let (mut harness, ear) = window(true);
    wait(&mut harness, &ear, |snapshot| snapshot.status.pictures > 0);
    click(&mut harness, "Step 100");
    let is_recorded =
        |snapshot: &Snapshot| snapshot.status.step == 100 && snapshot.recording.moments().len() > 5;
    let now = wait(&mut harness, &ear, is_recorded);
    harness
        .get_by_role_and_label(Role::Slider, "Timeline")
        .focus();
    harness.run_steps(4);
    for (key, step) in [(Key::Home, 0), (Key::ArrowRight, 1), (Key::Home, 0)] {
        harness.key_press(key);
        let started = Instant::now();
        loop {
            harness.run_steps(1);
            let state = harness.state().as_ref().expect("made").state();
            if state.timeline.step() == Some(step)
                && state.status().map(|status| status.step) == Some(step)
            {
                break;
            }
            assert!(started.elapsed() < PATIENCE, "{step} is not shown");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    harness.key_press(Key::End);
    harness.run_steps(4);
    let state = harness.state().as_ref().expect("made").state();
    let shown = state.status().map(|status| status.step);
    assert_eq!(shown, Some(now.status.step));
}

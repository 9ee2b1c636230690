//! The engine from outside: the same commands at the same steps give the same bits, nothing is lost,
//! and neither side waits for the other.

mod beside;
mod branching;
mod colour;
mod determinism;
mod emergence;
mod golden;
mod history;
mod keeping;
mod killed;
mod marks;
mod pictures;
mod recording;
mod refusing;
mod reopening;
mod restarting;
mod rounds;
mod saving;
mod stopping;
mod visiting;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::config::Config;
use cellscope::engine::{Command, Engine, Event, Layer, Options, Run, Snapshot};
use cellscope::parameter::Parameter;

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn config(seed: u64) -> Config {
    let mut config = Config {
        seed,
        ..Config::default()
    };
    config.movies.patch_side = 8;
    config.model.simple = 40;
    config.model.invariant = 10;
    config.learning.batch_movies = 8;
    config
}

fn start(config: Config, options: Options) -> Engine {
    Engine::spawn(config, options, || {})
}

fn paused(threads: usize, open: Option<PathBuf>) -> Options {
    Options {
        threads,
        open,
        paused: true,
        ..Options::default()
    }
}

/// Waits for the first event that `wanted` picks out; any failure on the way is one of the test.
fn wait<T>(engine: &Engine, wanted: impl Fn(&Event) -> Option<T>) -> T {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(event) = engine.wait_event(Duration::from_millis(100)) {
            if let Some(found) = wanted(&event) {
                return found;
            }
            assert!(
                !matches!(
                    event,
                    Event::NotLoaded(_)
                        | Event::NotSaved { .. }
                        | Event::Failed(_)
                        | Event::Problem(_)
                        | Event::WithoutHistory(_)
                        | Event::Crashed(_)
                ),
                "{event:?}"
            );
        }
    }
    panic!("nothing happened");
}

fn wait_loaded(engine: &Engine) {
    wait(engine, |event| {
        matches!(event, Event::Loaded { .. }).then_some(())
    });
}

fn wait_failure(engine: &Engine) -> String {
    wait(engine, |event| match event {
        Event::NotLoaded(reason)
        | Event::NotSaved { reason, .. }
        | Event::Failed(reason)
        | Event::Crashed(reason) => Some(reason.clone()),
        _ => None,
    })
}

/// Waits for the sentence on what is wrong beside the model.
fn wait_problem(engine: &Engine) -> String {
    wait(engine, |event| match event {
        Event::Problem(problem) | Event::WithoutHistory(problem) => Some(problem.clone()),
        _ => None,
    })
}

fn send(engine: &Engine, command: Command) {
    engine.send(command).expect("room in the queue");
}

/// Saves the model, and waits until it is.
fn save(engine: &Engine, file: &Path) {
    send(engine, Command::Save(file.to_path_buf()));
    wait(engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
}

/// Learns for `count` minibatches and returns the model then.
fn step(engine: &Engine, count: u64) -> Arc<Snapshot> {
    send(engine, Command::Step(count));
    wait(engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    engine
        .snapshot()
        .expect("a snapshot comes before the pause is told")
}

/// The script that every determinism test runs.
fn script(engine: &Engine) -> Arc<Snapshot> {
    step(engine, 5);
    send(engine, Command::Set(Parameter::Alpha, 0.3));
    send(engine, Command::Set(Parameter::Beta, 0.2));
    step(engine, 4);
    send(engine, Command::Freeze(Layer::Simple, true));
    send(engine, Command::Set(Parameter::InvariantRate, 0.5));
    send(engine, Command::Set(Parameter::FastestMotion, 3.5));
    step(engine, 3);
    send(engine, Command::Revive(Layer::Invariant));
    step(engine, 2)
}

fn assert_same_model(a: &Snapshot, b: &Snapshot) {
    assert_eq!(a.dictionary(), b.dictionary(), "W");
    assert_eq!(a.pooling(), b.pooling(), "A");
    assert_eq!(a.config, b.config);
    assert_eq!(a.simple_use(), b.simple_use());
    assert_eq!(a.status.movies_seen, b.status.movies_seen);
}

#[test]
fn where_a_third_layer_begins_to_learn_is_marked() {
    let mut config = config(31);
    config.model.simple = 20;
    config.model.top = 3;
    config.learning.batch_movies = 4096;
    let engine = start(config, paused(0, None));
    wait_loaded(&engine);
    let history = step(&engine, 16).history.clone();
    let last = history.points().last().expect("a point");
    assert!(last.top_density.is_some_and(|share| share > 0.0));
    let marks = history.marks().to_vec();
    let marks: Vec<_> = marks.iter().map(|mark| (mark.step, &*mark.text)).collect();
    assert_eq!(marks, [(15, "layer 3 begins to learn")]);
}

#[test]
fn a_running_engine_answers_and_a_dropped_one_ends_while_training() {
    let engine = start(config(7), Options::default());
    wait_loaded(&engine);
    let started = Instant::now();
    let running = loop {
        if let Some(snapshot) = engine.snapshot()
            && snapshot.status.step > 20
        {
            break snapshot;
        }
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(running.status.run, Run::Running);
    send(&engine, Command::Pause);
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    send(&engine, Command::Resume);
    drop(engine);
}

#[test]
fn only_the_newest_snapshot_waits_and_a_full_queue_gives_the_command_back() {
    let engine = start(config(8), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 3);
    send(&engine, Command::Step(4));
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    assert_eq!(engine.snapshot().map(|newest| newest.status.step), Some(7));
    assert!(engine.snapshot().is_none(), "one snapshot, taken once");
    // A long step keeps the worker from its queue now and then; more than fits must come back.
    send(&engine, Command::Resume);
    let refused = (0..100_000)
        .map(|n| Command::Set(Parameter::Alpha, 0.4 + 1e-6 * n as f32))
        .find_map(|command| {
            engine
                .send(command.clone())
                .err()
                .map(|back| (command, back))
        });
    let (sent, back) = refused.expect("the queue is bounded");
    assert_eq!(sent, back);
}

#[test]
fn a_change_of_alpha_is_marked_on_the_curves() {
    let engine = start(config(9), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 2);
    send(&engine, Command::Set(Parameter::Alpha, 0.7));
    let changed = step(&engine, 1);
    assert_eq!(changed.config.model.alpha, 0.7);
    let marks: Vec<_> = changed
        .history
        .marks()
        .iter()
        .map(|m| (m.step, m.text.as_str()))
        .collect();
    assert_eq!(marks, [(2, "alpha 0.5 to 0.7")]);
    assert_eq!(changed.history.points().len(), 3);
}

#[test]
fn runs_that_learn_beside_each_other_share_the_pictures_that_both_would_load() {
    let engine = start(config(9), paused(1, None));
    wait_loaded(&engine);
    let run = step(&engine, 1);
    let beside = |seed| {
        let options = Options {
            beside: Some(Arc::clone(&run)),
            ..paused(1, None)
        };
        let engine = start(config(seed), options);
        wait_loaded(&engine);
        let snapshot = step(&engine, 1);
        snapshot.pictures.clone().expect("pictures")
    };
    let own = run.pictures.as_ref().expect("pictures");
    assert!(Arc::ptr_eq(own, &beside(9)));
    // The scenes of another seed are others.
    assert!(!Arc::ptr_eq(own, &beside(10)));
}

#[test]
fn minibatches_asked_for_while_others_are_learned_from_come_after_them() {
    let engine = start(config(26), paused(2, None));
    wait_loaded(&engine);
    send(&engine, Command::Step(60));
    send(&engine, Command::Step(40));
    wait(&engine, |event| {
        matches!(event, Event::Paused { step: 100 }).then_some(())
    });
}

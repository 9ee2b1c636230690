//! The engine from outside: the same commands at the same steps give the same bits, nothing is lost,
//! and neither side waits for the other.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::config::Config;
use cellscope::engine::{Command, Engine, Event, Keep, Layer, Options, Run, Snapshot};
use cellscope::source::SourceSpec;

/// Far longer than anything here takes; reached only when something hangs.
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
                !matches!(event, Event::Failed(_) | Event::Crashed(_)),
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
        Event::Failed(reason) | Event::Crashed(reason) => Some(reason.clone()),
        _ => None,
    })
}

fn send(engine: &Engine, command: Command) {
    engine.send(command).expect("room in the queue");
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
    send(engine, Command::Alpha(0.3));
    send(engine, Command::Beta(0.2));
    step(engine, 4);
    send(engine, Command::Freeze(Layer::Simple, true));
    send(engine, Command::Rate(Layer::Invariant, 0.5));
    step(engine, 3);
    send(engine, Command::Revive(Layer::Invariant));
    step(engine, 2)
}

fn assert_same_model(a: &Snapshot, b: &Snapshot) {
    assert_eq!(a.dictionary, b.dictionary, "W");
    assert_eq!(a.pooling, b.pooling, "A");
    assert_eq!(a.config, b.config);
    assert_eq!(a.simple_use, b.simple_use);
    assert_eq!(a.status.movies_seen, b.status.movies_seen);
}

#[test]
fn the_same_commands_at_the_same_steps_give_the_same_bits_on_any_number_of_threads() {
    let models: Vec<_> = [1, 2, 3]
        .map(|threads| {
            let engine = start(config(3), paused(threads, None));
            wait_loaded(&engine);
            script(&engine)
        })
        .into();
    assert_same_model(&models[0], &models[1]);
    assert_same_model(&models[0], &models[2]);
}

#[test]
fn a_run_stopped_saved_and_opened_goes_on_as_if_it_had_never_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    let straight = start(config(4), paused(2, None));
    wait_loaded(&straight);
    step(&straight, 6);
    send(&straight, Command::Save(file.clone()));
    wait(&straight, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    let whole = step(&straight, 5);
    let resumed = start(Config::default(), paused(1, Some(file)));
    wait_loaded(&resumed);
    let rest = step(&resumed, 5);
    assert_same_model(&whole, &rest);
    assert_eq!(rest.status.step, 11);
    assert_eq!(rest.history.points().len(), whole.history.points().len());
}

#[test]
fn reset_starts_the_same_run_again_and_a_new_seed_another() {
    let engine = start(config(5), paused(2, None));
    wait_loaded(&engine);
    let first = step(&engine, 3);
    send(&engine, Command::Reset);
    let again = step(&engine, 3);
    assert_same_model(&first, &again);
    assert_ne!(first.generation, again.generation);
    send(&engine, Command::NewSeed(6));
    wait_loaded(&engine);
    let other = step(&engine, 3);
    assert_ne!(first.dictionary, other.dictionary);
    let fresh = start(config(6), paused(2, None));
    wait_loaded(&fresh);
    assert_same_model(&other, &step(&fresh, 3));
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
        .map(|n| Command::Alpha(0.4 + 1e-6 * n as f32))
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
    send(&engine, Command::Alpha(0.7));
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
fn settings_out_of_range_are_refused_and_change_nothing() {
    let engine = start(config(10), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 1);
    for (command, reason) in [
        (
            Command::Alpha(f32::NAN),
            "alpha should be from 0.001 to 100, but is NaN",
        ),
        (
            Command::Beta(-1.0),
            "beta should be from 0.001 to 100, but is -1",
        ),
        (
            Command::Rate(Layer::Simple, f32::INFINITY),
            "rate of W should be from 0 to 1000, but is inf",
        ),
    ] {
        send(&engine, command);
        assert_eq!(wait_failure(&engine), reason);
    }
    let mut impossible = config(10);
    impossible.model.simple = 0;
    send(&engine, Command::Rebuild(Box::new(impossible)));
    assert_eq!(
        wait_failure(&engine),
        "simple should be from 1 to 8192 units, but is 0"
    );
    send(&engine, Command::Step(0));
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    assert_same_model(&before, &engine.snapshot().expect("a snapshot"));
}

#[test]
fn pictures_that_cannot_be_loaded_leave_the_model_and_its_pictures_alone() {
    let engine = start(config(11), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 2);
    let missing = SourceSpec::Images(vec![PathBuf::from("/no/such/folder")]);
    send(&engine, Command::NewSource(missing.clone()));
    assert!(wait_failure(&engine).contains("/no/such/folder"));
    let mut rebuilt = config(11);
    rebuilt.source = missing;
    send(&engine, Command::Rebuild(Box::new(rebuilt)));
    assert!(wait_failure(&engine).contains("/no/such/folder"));
    let after = step(&engine, 1);
    assert_eq!(after.status.step, 3);
    assert_eq!(after.generation, before.generation);
    assert_eq!(after.status.pictures, before.status.pictures);
}

#[test]
fn a_file_that_is_no_model_is_named_and_the_model_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "not a model").expect("written");
    let engine = start(config(12), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 2);
    send(&engine, Command::Open(file.clone()));
    let reason = wait_failure(&engine);
    assert!(
        reason.contains("notes.txt") && reason.contains("not a model file"),
        "{reason}"
    );
    send(
        &engine,
        Command::Save(folder.path().join("missing/model.safetensors")),
    );
    assert!(wait_failure(&engine).contains("missing/model.safetensors"));
    assert_eq!(
        std::fs::read_to_string(&file).expect("still there"),
        "not a model"
    );
    assert_eq!(step(&engine, 1).status.step, 3);
}

#[test]
fn a_rate_that_diverges_is_undone_halved_and_reported() {
    let mut wild = config(13);
    wild.learning.simple_rate = 1000.0;
    wild.learning.batch_movies = 128;
    let engine = start(wild, paused(1, None));
    wait_loaded(&engine);
    send(&engine, Command::Step(40));
    let rate = wait(&engine, |event| match event {
        Event::StepUndone {
            layer: Layer::Simple,
            rate,
            ..
        } => Some(*rate),
        _ => None,
    });
    assert_eq!(rate, 500.0);
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    let tamed = engine.snapshot().expect("a snapshot");
    assert!(tamed.config.learning.simple_rate < 1000.0);
    assert!(
        tamed
            .dictionary
            .iter()
            .chain(&tamed.pooling)
            .all(|weight| weight.is_finite())
    );
    assert!(tamed.history.marks()[0].text.contains("undone"));
}

/// A folder of so many pictures.
fn pictures(count: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..count {
        let picture = image::GrayImage::from_fn(200, 150, |x, y| {
            image::Luma([((x * y + number * x) % 251) as u8])
        });
        picture
            .save(folder.path().join(format!("{number}.png")))
            .expect("written");
    }
    folder
}

#[test]
fn a_new_start_takes_the_pictures_that_are_on_their_way() {
    let folder = pictures(20);
    let source = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    let (from_folder, again) = (Command::NewSource(source.clone()), config(22));
    // In either order, both count.
    for commands in [
        [from_folder.clone(), Command::Rebuild(Box::new(again))],
        [from_folder.clone(), Command::NewSeed(22)],
        [Command::NewSeed(22), from_folder],
    ] {
        let engine = start(config(21), paused(1, None));
        wait_loaded(&engine);
        step(&engine, 2);
        for command in commands {
            send(&engine, command);
        }
        wait_loaded(&engine);
        let snapshot = step(&engine, 1);
        assert_eq!(snapshot.config.source, source);
        assert_eq!(snapshot.config.seed, 22);
        assert_eq!(snapshot.status.step, 1, "a new start");
    }
}

#[test]
fn loading_can_be_stopped_and_learning_goes_on_with_what_was_there() {
    let folder = pictures(200);
    let engine = start(config(14), paused(1, None));
    wait_loaded(&engine);
    let many = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    send(&engine, Command::NewSource(many));
    send(&engine, Command::CancelLoading);
    wait(&engine, |event| {
        matches!(event, Event::LoadingCancelled).then_some(())
    });
    let after = step(&engine, 1);
    assert_eq!(after.status.source, "embedded scenes");
}

fn keeping(folder: &Path, every: Duration) -> Options {
    Options {
        keep: Some(Keep {
            folder: folder.join("kept"),
            every,
        }),
        ..paused(1, None)
    }
}

const NEVER: Duration = Duration::MAX;

/// The model before, once it is there.
fn restore(engine: &Engine) -> Arc<Snapshot> {
    send(engine, Command::Restore);
    wait(engine, |event| {
        matches!(event, Event::Restored).then_some(())
    });
    wait_loaded(engine);
    engine.snapshot().expect("a snapshot")
}

#[test]
fn a_model_that_was_replaced_or_left_unsaved_can_be_brought_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(15), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    send(&engine, Command::Restore);
    assert!(wait_failure(&engine).contains("no earlier model"));
    let first = step(&engine, 4);
    send(&engine, Command::Reset);
    let second = step(&engine, 2);
    // To and fro, however often: neither is lost by not having learned since.
    for _ in 0..2 {
        assert_same_model(&first, &restore(&engine));
        assert_same_model(&second, &restore(&engine));
    }
    let last = step(&engine, 3);
    drop(engine);
    let next = start(config(15), keeping(folder.path(), NEVER));
    wait_loaded(&next);
    assert_same_model(&last, &restore(&next));
    assert_same_model(&first, &restore(&next));
    drop(next);
    let kept = std::fs::read_dir(folder.path().join("kept")).expect("a folder");
    assert_eq!(kept.count(), 2, "each model once, as it was last");
}

#[test]
fn a_model_that_cannot_be_kept_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocked = folder.path().join("kept");
    std::fs::write(&blocked, "no folder").expect("written");
    let engine = start(config(16), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let model = step(&engine, 2);
    let (saved, other) = (folder.path().join("a.safetensors"), config(17));
    for command in [
        Command::Reset,
        Command::NewSeed(3),
        Command::Rebuild(Box::new(other)),
    ] {
        send(&engine, command);
        assert!(wait_failure(&engine).contains("so it stays"));
    }
    assert_same_model(&model, &step(&engine, 0));
    send(&engine, Command::Save(saved));
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    send(&engine, Command::Reset);
    assert_eq!(step(&engine, 1).status.step, 1);
}

#[test]
fn a_model_is_kept_while_it_learns_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        paused: false,
        ..keeping(folder.path(), Duration::from_millis(20))
    };
    let engine = start(config(18), options);
    let kept = || {
        let files = std::fs::read_dir(folder.path().join("kept"));
        let files = files.into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name().into_string().expect("a name"));
        names
            .filter(|name| name.ends_with(" movies.safetensors"))
            .collect::<Vec<_>>()
    };
    let deadline = Instant::now() + PATIENCE;
    let mut seen = std::collections::BTreeSet::new();
    while seen.len() < 4 {
        assert!(Instant::now() < deadline, "only {seen:?}");
        seen.extend(kept());
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(engine);
    assert_eq!(kept().len(), 1);
}

#[test]
fn a_file_of_another_model_is_replaced_only_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(19), paused(1, None));
    wait_loaded(&engine);
    let saved = || {
        wait(&engine, |event| match event {
            Event::Saved(path) => Some((true, path.clone())),
            Event::WouldReplace(path) => Some((false, path.clone())),
            _ => None,
        })
    };
    step(&engine, 1);
    for _ in 0..2 {
        send(&engine, Command::Save(file.clone()));
        assert_eq!(saved(), (true, file.clone()), "its own");
    }
    let before = std::fs::read(&file).expect("there");
    send(&engine, Command::Reset);
    step(&engine, 2);
    send(&engine, Command::Save(file.clone()));
    assert_eq!(saved(), (false, file.clone()));
    assert_eq!(std::fs::read(&file).expect("there"), before);
    send(&engine, Command::Replace(file.clone()));
    assert_eq!(saved(), (true, file.clone()));
    assert_ne!(std::fs::read(&file).expect("there"), before);
    send(&engine, Command::Save(file.clone()));
    assert_eq!(saved(), (true, file), "its own by now");
}

#[test]
fn pictures_asked_for_again_and_again_come_on_a_single_thread_too() {
    let options = Options {
        paused: false,
        ..paused(1, None)
    };
    let engine = start(config(20), options);
    wait_loaded(&engine);
    for round in 0..10 {
        // Two in a row before the next minibatch.
        for seed in [100 + round, 200 + round] {
            send(&engine, Command::NewSeed(seed));
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    let deadline = Instant::now() + PATIENCE;
    while engine
        .snapshot()
        .is_none_or(|snapshot| snapshot.config.seed != 209 || snapshot.status.step == 0)
    {
        assert!(Instant::now() < deadline, "it hangs");
        std::thread::sleep(Duration::from_millis(1));
    }
}

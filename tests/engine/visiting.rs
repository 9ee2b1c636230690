//! Another model is visited, and the present one comes back as it was.

use std::sync::Arc;
use std::time::Duration;

use cellscope::engine::{
    Checkpoint, Command, Engine, Event, Keep, Options, Run, Snapshot, Visited,
};

use super::{assert_same_model, config, paused, send, start, step, wait, wait_loaded};

fn new(seed: u64) -> Command {
    Command::Visit(Visited::New(Box::new(config(seed))))
}

/// Returns, and gives the model that is there then.
fn come_back(engine: &Engine) -> Arc<Snapshot> {
    send(engine, Command::Return);
    wait(engine, |event| {
        matches!(event, Event::CameBack).then_some(())
    });
    step(engine, 0)
}

#[test]
fn the_model_before_comes_back_and_goes_on_as_if_nothing_had_been_visited() {
    let engine = start(config(31), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 3);
    send(&engine, new(32));
    wait_loaded(&engine);
    let visited = step(&engine, 2);
    assert_ne!(visited.generation, before.generation);
    assert_eq!(visited.config.seed, 32);
    // A second visit takes the place of the first, not of the model before.
    send(&engine, Command::Visit(Visited::Trained));
    wait_loaded(&engine);
    let trained = step(&engine, 0);
    assert_eq!(*trained.config, Checkpoint::trained().config);
    assert_same_model(&before, &come_back(&engine));
    let gone_on = step(&engine, 3);
    let alone = start(config(31), paused(1, None));
    wait_loaded(&alone);
    assert_same_model(&step(&alone, 6), &gone_on);
}

#[test]
fn to_return_from_nowhere_changes_nothing() {
    let engine = start(config(33), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 2);
    send(&engine, Command::Return);
    assert_same_model(&before, &step(&engine, 0));
}

#[test]
fn what_is_visited_becomes_the_model_when_people_stay() {
    let engine = start(config(34), paused(1, None));
    wait_loaded(&engine);
    send(&engine, new(35));
    wait_loaded(&engine);
    let visited = step(&engine, 2);
    send(&engine, Command::Stay);
    send(&engine, Command::Return);
    assert_same_model(&visited, &step(&engine, 0));
}

#[test]
fn what_a_visit_lets_learn_stands_as_before_when_it_ends() {
    let engine = start(config(36), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, new(37));
    wait_loaded(&engine);
    send(&engine, Command::Resume);
    send(&engine, Command::Return);
    wait(&engine, |event| {
        matches!(event, Event::CameBack).then_some(())
    });
    let back = step(&engine, 0);
    assert_eq!((back.status.run, back.status.step), (Run::Paused, 1));
}

#[test]
fn at_the_end_the_model_before_is_kept_and_not_what_was_visited() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || Options {
        keep: Some(Keep {
            folder: folder.path().join("kept"),
            every: Duration::MAX,
        }),
        ..paused(1, None)
    };
    let engine = start(config(38), options());
    wait_loaded(&engine);
    let before = step(&engine, 3);
    send(&engine, new(39));
    wait_loaded(&engine);
    step(&engine, 5);
    drop(engine);
    let next = start(config(38), options());
    wait_loaded(&next);
    send(&next, Command::Restore);
    wait(&next, |event| {
        matches!(event, Event::Restored).then_some(())
    });
    wait_loaded(&next);
    assert_same_model(&before, &step(&next, 0));
}

#[test]
fn the_trained_model_is_sound_and_small() {
    let trained = Checkpoint::trained();
    assert_eq!(trained.state.step, 4_000);
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/trained.safetensors");
    let bytes = file.metadata().expect("a file").len();
    assert!(bytes <= 300_000, "{bytes}");
}

//! What the engine refuses, and what then stays as it is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::engine::{Command, Engine, Event, Layer, Run, Snapshot};
use cellscope::parameter::Parameter;

use super::{
    PATIENCE, assert_same_model, config, paused, send, start, step, wait, wait_failure, wait_loaded,
};

#[test]
fn settings_out_of_range_are_refused_and_change_nothing() {
    let engine = start(config(10), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 1);
    for (command, reason) in [
        (
            Command::Set(Parameter::Alpha, f32::NAN),
            "alpha should be from 0.001 to 100, but is NaN",
        ),
        (
            Command::Set(Parameter::Beta, -1.0),
            "beta should be from 0.001 to 100, but is -1",
        ),
        (
            Command::Set(Parameter::SimpleRate, f32::INFINITY),
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
        "simple should be from 1 to 16384 units, but is 0"
    );
    send(&engine, Command::Step(0));
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    assert_same_model(&before, &engine.snapshot().expect("a snapshot"));
}

#[test]
fn a_file_that_is_no_model_is_named_and_the_model_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, history, figure, picture] =
        ["notes.txt", "a.history", "a.svg", "a.png"].map(|name| folder.path().join(name));
    let black = image::GrayImage::new(9, 9);
    black.save(&picture).expect("written");
    std::fs::write(&file, "not a model").expect("written");
    std::fs::write(&history, "cellscope history 1\n").expect("written");
    std::fs::write(&figure, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").expect("written");
    let engine = start(config(12), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 2);
    send(&engine, Command::Open(file.clone()));
    let reason = wait_failure(&engine);
    assert!(
        reason.contains("notes.txt: not a model file; give a .safetensors file"),
        "{reason}"
    );
    for (other, what) in [
        (
            history,
            "a.history: the history of a model, not the model beside it",
        ),
        (figure, "a.svg: an SVG figure, not a model file"),
        (picture, "a.png: a PNG picture, not a model file"),
    ] {
        send(&engine, Command::Open(other));
        let reason = wait_failure(&engine);
        assert!(reason.contains(what), "{reason}");
        assert!(!reason.contains("a name that ends in"), "{reason}");
    }
    send(
        &engine,
        Command::Save(folder.path().join("missing/model.safetensors")),
    );
    let reason = wait_failure(&engine);
    assert!(
        reason.contains("missing/model.safetensors: the folder "),
        "{reason}"
    );
    assert!(
        reason.contains("missing does not exist; make it first, or choose another"),
        "{reason}"
    );
    assert_eq!(
        std::fs::read_to_string(&file).expect("still there"),
        "not a model"
    );
    assert_eq!(step(&engine, 1).status.step, 3);
}

#[test]
fn what_a_command_leaves_as_it_was_is_shown_before_the_next_minibatch() {
    let engine = start(config(12), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    // The next minibatch comes in a quarter of an hour.
    send(&engine, Command::Pace(Some(0.001)));
    send(&engine, Command::Resume);
    let alpha = Parameter::Alpha.get(&config(12));
    send(&engine, Command::Set(Parameter::Alpha, -1.0));
    assert!(wait_failure(&engine).contains("alpha"));
    let shown = snapshot_after(&engine, 4);
    assert_eq!(Parameter::Alpha.get(&shown.config), alpha);
    send(&engine, Command::Set(Parameter::SimpleShare, 0.03));
    send(&engine, Command::Set(Parameter::SimpleShare, 0.0));
    let shown = snapshot_after(&engine, 6);
    assert_eq!(Parameter::SimpleShare.get(&shown.config), 0.0);
}

#[test]
fn that_learning_goes_on_is_shown_before_the_next_minibatch() {
    let engine = start(config(12), paused(1, None));
    wait_loaded(&engine);
    send(&engine, Command::Pace(Some(0.001)));
    step(&engine, 1);
    send(&engine, Command::Resume);
    let shown = snapshot_after(&engine, 3);
    assert_eq!((shown.status.run, shown.status.step), (Run::Running, 1));
}

/// The first snapshot after so many commands.
fn snapshot_after(engine: &Engine, commands: u64) -> Arc<Snapshot> {
    let started = Instant::now();
    loop {
        assert!(started.elapsed() < PATIENCE, "nothing is shown");
        let shown = engine.snapshot();
        if let Some(shown) = shown.filter(|shown| shown.status.commands >= commands) {
            return shown;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
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
            .dictionary()
            .iter()
            .chain(tamed.pooling())
            .all(|weight| weight.is_finite())
    );
    assert!(tamed.history.marks()[0].text.contains("undone"));
}

//! Runs that go on from a recorded moment.

use std::time::Duration;

use cellscope::engine::{Command, Engine, Event, Keep, Options};
use cellscope::parameter::Parameter;
use cellscope::source::SourceSpec;

use super::recording::{learn, recorded, steps};
use super::{config, paused, send, start, step, wait, wait_failure, wait_loaded};

/// Branches from a moment that is recorded.
fn branch(engine: &Engine, from: u64) {
    send(engine, Command::Branch(from));
    let at = wait(engine, |event| match event {
        Event::Branched(step) => Some(*step),
        _ => None,
    });
    assert_eq!(at, from);
}

#[test]
fn a_branch_goes_on_from_the_moment_and_the_old_run_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = Keep {
        folder: folder.path().to_path_buf(),
        every: Duration::from_secs(3600),
    };
    let engine = start(
        config(9),
        Options {
            keep: Some(keep),
            ..recorded()
        },
    );
    wait_loaded(&engine);
    let old = learn(&engine, 8);
    let then = old.past(4).expect("sound");
    branch(&engine, 4);
    let branch = engine.snapshot().expect("a new model");
    assert_eq!(branch.generation, old.generation + 1);
    assert_eq!(branch.learner, then.learner);
    assert_eq!(
        branch.history.points().last().map(|point| point.step),
        Some(4)
    );
    let after = learn(&engine, 2);
    assert_eq!(after.status.step, 6);
    assert_eq!(steps(&after.recording), [0, 1, 2, 3, 4, 5]);
    // The old run is the one kept last.
    send(&engine, Command::Restore);
    wait(&engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    let restored = learn(&engine, 1);
    assert_eq!(restored.status.step, 9);
    assert_eq!(steps(&restored.recording), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    drop(engine);
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    let names = files.map(|file| file.expect("read").file_name().into_string().expect("text"));
    let running: Vec<_> = names.filter(|name| name.starts_with("running-")).collect();
    assert_eq!(running, [""; 0], "no litter");
}

#[test]
fn a_branch_has_the_settings_and_the_pictures_of_its_moment() {
    let engine = start(config(12), recorded());
    wait_loaded(&engine);
    let straight_on = learn(&engine, 8);
    branch(&engine, 4);
    send(&engine, Command::Set(Parameter::Beta, 0.4));
    send(&engine, Command::NewSource(SourceSpec::Movie));
    wait_loaded(&engine);
    let elsewhere = learn(&engine, 4);
    assert_ne!(elsewhere.input.frames, straight_on.input.frames);
    branch(&engine, 4);
    wait_loaded(&engine);
    let again = learn(&engine, 4);
    assert_eq!(again.config, straight_on.config);
    assert_eq!(again.input.frames, straight_on.input.frames);
}

#[test]
fn there_is_no_branch_of_what_was_not_recorded() {
    let engine = start(config(10), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, Command::Branch(0));
    assert!(wait_failure(&engine).contains("no moment of this run is recorded"));
}

//! No model is lost, and no file is overwritten without consent.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::engine::{Checkpoint, Command, Engine, Event, Keep, Options, Snapshot};

use super::{
    PATIENCE, assert_same_model, config, paused, save, send, start, step, wait, wait_failure,
    wait_loaded,
};

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
    // Back and forth several times: neither is lost although it has not learned since.
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
        assert!(wait_failure(&engine).contains("it was not replaced"));
    }
    assert_same_model(&model, &step(&engine, 0));
    save(&engine, &saved);
    send(&engine, Command::Reset);
    assert_eq!(step(&engine, 1).status.step, 1);
}

#[test]
fn opening_and_the_end_wait_for_a_save_in_progress() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, last) = (
        folder.path().join("a.safetensors"),
        folder.path().join("b.safetensors"),
    );
    let engine = start(config(20), paused(1, None));
    wait_loaded(&engine);
    let model = step(&engine, 3);
    send(&engine, Command::Save(file.clone()));
    send(&engine, Command::Open(file.clone()));
    wait(&engine, |event| {
        (*event == Event::Saved(file.clone())).then_some(())
    });
    wait(&engine, |event| {
        (*event == Event::Opened(file.clone())).then_some(())
    });
    wait_loaded(&engine);
    assert_same_model(&model, &step(&engine, 0));
    step(&engine, 2);
    send(&engine, Command::Save(last.clone()));
    drop(engine);
    assert_eq!(Checkpoint::open(&last).expect("a model").state.step, 5);
}

#[test]
fn a_paused_model_shows_the_file_it_was_saved_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(21), paused(1, None));
    wait_loaded(&engine);
    assert_eq!(step(&engine, 1).status.file, None);
    save(&engine, &file);
    let shown = engine.snapshot().expect("published before the event");
    assert_eq!(shown.status.file, Some(file));
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

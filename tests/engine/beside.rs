//! The history beside a model's file: never lost, and never that of another model.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cellscope::engine::{
    Checkpoint, Command, Engine, Event, HISTORY_BYTES, Options, Recording, Snapshot, Visited,
    history_path,
};
use tempfile::TempDir;

use super::recording::{learn, opened, recorded, steps};
use super::{
    config, paused, save, send, start, step, wait, wait_failure, wait_loaded, wait_problem,
};

/// Opens a model with no more history.
fn unrecorded(model: &Path) -> Engine {
    let engine = start(config(0), paused(1, Some(model.to_path_buf())));
    wait_loaded(&engine);
    engine
}

/// A model of a seed that has learned from `count` minibatches, in a file with its history.
fn saved(folder: &TempDir, name: &str, seed: u64, count: u64) -> PathBuf {
    let file = folder.path().join(name);
    let engine = start(config(seed), recorded());
    wait_loaded(&engine);
    learn(&engine, count);
    save(&engine, &file);
    file
}

fn steps_beside(model: &Path) -> Vec<u64> {
    let recording = Recording::open(&history_path(model));
    steps(&recording.unwrap_or_else(|error| panic!("{error}")))
}

/// Waits until the history that the model had in its file is there.
pub(super) fn with_moments(engine: &Engine) -> Arc<Snapshot> {
    loop {
        let snapshot = step(engine, 0);
        if !snapshot.recording.moments().is_empty() {
            return snapshot;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn a_model_that_records_no_more_keeps_its_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 51, 4);
    let engine = unrecorded(&file);
    with_moments(&engine);
    step(&engine, 2);
    save(&engine, &file);
    assert_eq!(steps_beside(&file), [0, 1, 2, 3]);
    let other = folder.path().join("b.safetensors");
    save(&engine, &other);
    assert_eq!(steps_beside(&other), [0, 1, 2, 3]);
    // A new run from a moment has what was before it, and what comes once moments are recorded again.
    send(&engine, Command::Branch(2));
    wait(&engine, |event| {
        matches!(event, Event::Branched(2)).then_some(())
    });
    step(&engine, 1);
    let branch = folder.path().join("c.safetensors");
    save(&engine, &branch);
    assert_eq!(steps_beside(&branch), [0, 1, 2]);
    send(&engine, Command::HistoryBytes(HISTORY_BYTES));
    assert_eq!(steps(&learn(&engine, 1).recording), [0, 1, 2, 3]);
}

#[test]
fn a_history_that_cannot_be_read_is_told_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 52, 2);
    let newer = b"cellscope history 2\nunknown";
    std::fs::write(history_path(&file), newer).expect("written");
    let engine = start(config(0), opened(&file));
    let problem = wait_problem(&engine);
    assert!(
        problem.contains("a.history: not the history of a model"),
        "{problem}"
    );
    learn(&engine, 2);
    send(&engine, Command::Save(file.clone()));
    let problem = wait_problem(&engine);
    assert!(problem.contains("move it away"), "{problem}");
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    let there = std::fs::read(history_path(&file)).expect("there");
    assert_eq!(there, newer);
    assert_eq!(Checkpoint::open(&file).expect("a model").state.step, 4);
}

#[test]
fn a_model_that_takes_the_place_of_another_does_not_get_its_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 53, 4);
    let engine = start(config(54), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 6);
    send(&engine, Command::Replace(file.clone()));
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    assert!(!history_path(&file).exists());
}

#[test]
fn the_history_of_another_model_beside_a_file_is_told_and_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = saved(&folder, "a.safetensors", 55, 3);
    // Of the same seed and settings, and yet another run.
    let other = saved(&folder, "b.safetensors", 55, 3);
    std::fs::copy(history_path(&other), history_path(&mine)).expect("copied");
    let engine = start(config(0), opened(&mine));
    let problem = wait_problem(&engine);
    assert!(
        problem.contains("a.history: the history of another model"),
        "{problem}"
    );
    assert_eq!(steps(&learn(&engine, 1).recording), [3]);
    // A copy of both files is the same run.
    let copy = folder.path().join("c.safetensors");
    std::fs::copy(&other, &copy).expect("copied");
    std::fs::copy(history_path(&other), history_path(&copy)).expect("copied");
    let engine = start(config(0), opened(&copy));
    wait_loaded(&engine);
    assert_eq!(steps(&learn(&engine, 1).recording), [0, 1, 2, 3]);
}

#[test]
fn files_of_before_runs_had_numbers_belong_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 56, 3);
    let mut old = Checkpoint::open(&file).expect("a model");
    assert!(old.run.take().is_some());
    old.save(&file).expect("written");
    let mut history = std::fs::read(history_path(&file)).expect("there");
    let length = u32::from_le_bytes(history[20..24].try_into().expect("four bytes"));
    let number = 20..28 + length as usize;
    assert!(history[number.clone()][8..].starts_with(b"run "));
    history.drain(number);
    std::fs::write(history_path(&file), &history).expect("written");
    let engine = start(config(0), opened(&file));
    wait_loaded(&engine);
    assert_eq!(steps(&learn(&engine, 1).recording), [0, 1, 2, 3]);
    save(&engine, &file);
    assert_eq!(steps_beside(&file), [0, 1, 2, 3]);
    assert_eq!(Checkpoint::open(&file).expect("a model").run, None);
}

#[test]
fn a_model_that_cannot_be_saved_leaves_the_history_of_the_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 57, 3);
    let engine = start(config(58), recorded());
    wait_loaded(&engine);
    learn(&engine, 1);
    // A folder in the place of the model: it cannot be replaced.
    std::fs::remove_file(&file).expect("removed");
    std::fs::create_dir(&file).expect("a folder");
    send(&engine, Command::Replace(file.clone()));
    assert!(wait_failure(&engine).contains("is a folder"));
    assert_eq!(steps_beside(&file), [0, 1, 2]);
}

#[test]
fn a_history_does_not_take_the_place_of_its_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.history");
    let engine = start(config(59), recorded());
    wait_loaded(&engine);
    learn(&engine, 2);
    send(&engine, Command::Save(file.clone()));
    assert!(wait_problem(&engine).contains("another extension"));
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    assert_eq!(Checkpoint::open(&file).expect("a model").state.step, 2);
}

#[test]
fn the_size_that_is_set_during_a_visit_holds_after_it() {
    for (before, after) in [(HISTORY_BYTES, 0), (0, HISTORY_BYTES)] {
        let options = Options {
            history_bytes: before,
            ..paused(1, None)
        };
        let engine = start(config(60), options);
        wait_loaded(&engine);
        let visited = Visited::New(Box::new(config(61)));
        send(&engine, Command::Visit(visited));
        wait_loaded(&engine);
        send(&engine, Command::HistoryBytes(after));
        send(&engine, Command::Return);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.safetensors");
        step(&engine, 3);
        save(&engine, &file);
        let found = history_path(&file).exists();
        assert_eq!(found, after > 0, "{before} to {after}");
    }
}

#[test]
fn a_file_that_is_no_history_is_left_alone_and_told_where_a_model_s_history_would_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("notes.history");
    std::fs::write(&notes, "mine").expect("written");
    let engine = start(config(53), recorded());
    wait_loaded(&engine);
    learn(&engine, 2);
    send(
        &engine,
        Command::Save(folder.path().join("notes.safetensors")),
    );
    let problem = wait_problem(&engine);
    assert!(problem.contains("notes.history"), "{problem}");
    assert!(problem.contains("move it away"), "{problem}");
    assert_eq!(std::fs::read_to_string(&notes).expect("there"), "mine");
}

#[test]
fn the_history_of_another_model_beside_a_file_is_moved_aside_when_the_model_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = saved(&folder, "a.safetensors", 55, 3);
    let other = saved(&folder, "b.safetensors", 55, 4);
    std::fs::copy(history_path(&other), history_path(&mine)).expect("copied");
    let engine = start(config(0), opened(&mine));
    assert!(wait_problem(&engine).contains("another model"));
    learn(&engine, 2);
    send(&engine, Command::Save(mine.clone()));
    let told = wait_problem(&engine);
    assert!(
        told.contains("a.history: the history of another model; it is "),
        "{told}"
    );
    assert!(told.contains("a-2.history now"), "{told}");
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    let aside = std::fs::read(folder.path().join("a-2.history")).expect("there");
    assert!(aside == std::fs::read(history_path(&other)).expect("there"));
    assert_eq!(steps_beside(&mine), [3, 4]);
    // Once.
    save(&engine, &mine);
    assert!(!folder.path().join("a-3.history").exists());
}

#[test]
fn a_history_that_is_left_without_its_model_is_moved_aside_by_a_model_of_that_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = saved(&folder, "b.safetensors", 55, 4);
    let file = folder.path().join("a.safetensors");
    std::fs::copy(history_path(&other), history_path(&file)).expect("copied");
    let engine = start(config(56), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 2);
    send(&engine, Command::Save(file.clone()));
    let told = wait_problem(&engine);
    assert!(told.contains("a-2.history now"), "{told}");
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    let aside = std::fs::read(folder.path().join("a-2.history")).expect("there");
    assert!(aside == std::fs::read(history_path(&other)).expect("there"));
    assert_eq!(Checkpoint::open(&file).expect("a model").state.step, 2);
}

#[cfg(unix)]
#[test]
fn a_model_that_a_link_leads_to_has_its_history_beside_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(&folder, "a.safetensors", 63, 3);
    let link = folder.path().join("link.safetensors");
    std::os::unix::fs::symlink("a.safetensors", &link).expect("a link");
    let engine = start(config(0), opened(&link));
    wait_loaded(&engine);
    assert_eq!(steps(&learn(&engine, 1).recording), [0, 1, 2, 3]);
    save(&engine, &link);
    assert_eq!(steps_beside(&file), [0, 1, 2, 3]);
    assert_eq!(Checkpoint::open(&file).expect("a model").state.step, 4);
    assert!(link.is_symlink() && !folder.path().join("link.history").exists());
    // Nor does the history take the place of a model that is called so.
    let odd = folder.path().join("odd.safetensors");
    std::os::unix::fs::symlink("odd.history", &odd).expect("a link");
    send(&engine, Command::Save(odd.clone()));
    assert!(wait_problem(&engine).contains("another extension"));
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    assert_eq!(Checkpoint::open(&odd).expect("a model").state.step, 4);
}

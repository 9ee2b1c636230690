//! No model is lost, and no file is overwritten without consent.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::engine::{
    Checkpoint, Command, Engine, Event, Keep, Layer, Options, Snapshot, history_path,
};
use cellscope::parameter::Parameter;

use super::{
    PATIENCE, assert_same_model, config, paused, save, send, start, step, wait, wait_failure,
    wait_loaded, wait_problem,
};

pub(super) fn keeping(folder: &Path, every: Duration) -> Options {
    Options {
        keep: Some(Keep {
            folder: folder.join("kept"),
            every,
        }),
        ..paused(1, None)
    }
}

pub(super) const NEVER: Duration = Duration::MAX;

/// The files of kept models.
fn kept_models(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder.join("kept"));
    let files = files
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    files
        .filter(|path| path.to_string_lossy().ends_with(" movies.safetensors"))
        .collect()
}

/// Has the model kept now; returns where it is.
fn keep(engine: &Engine) -> Result<Option<PathBuf>, String> {
    send(engine, Command::Keep);
    wait(engine, |event| match event {
        Event::Kept(kept) => Some(kept.clone()),
        _ => None,
    })
}

/// The model before, once it is there.
fn restore(engine: &Engine) -> Arc<Snapshot> {
    send(engine, Command::Restore);
    wait(engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
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
    assert_eq!(first.status.restorable, None);
    assert_eq!(second.status.restorable, Some(first.generation));
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
fn a_model_is_kept_while_it_learns_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        paused: false,
        ..keeping(folder.path(), Duration::from_millis(20))
    };
    let engine = start(config(18), options);
    let kept = || kept_models(folder.path());
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
fn where_the_newest_kept_model_is_damaged_the_one_before_is_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(22), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let first = step(&engine, 3);
    send(&engine, Command::Reset);
    step(&engine, 2);
    send(&engine, Command::Reset);
    step(&engine, 1);
    let files = std::fs::read_dir(folder.path().join("kept")).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    let newest = files.max().expect("two models");
    std::fs::write(&newest, "no model").expect("written");
    send(&engine, Command::Restore);
    let told = wait_problem(&engine);
    assert!(told.contains("not restored: "), "{told}");
    assert!(told.contains(&newest.display().to_string()), "{told}");
    wait(&engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    wait_loaded(&engine);
    assert_same_model(&first, &engine.snapshot().expect("a snapshot"));
    assert!(newest.exists(), "what cannot be read is left as it is");
}

#[test]
fn a_model_that_was_saved_before_it_was_replaced_comes_back_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(29), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    // A kept model, older than the one that is saved.
    step(&engine, 1);
    send(&engine, Command::Reset);
    let before = step(&engine, 3);
    save(&engine, &file);
    // Nor is an untrained model in between what was there before.
    send(&engine, Command::Reset);
    send(&engine, Command::Reset);
    send(&engine, Command::Restore);
    let opened = wait(&engine, |event| match event {
        Event::Opened { path, .. } => Some(path.clone()),
        _ => None,
    });
    assert_eq!(opened, file);
    wait_loaded(&engine);
    let back = engine.snapshot().expect("a snapshot");
    assert_same_model(&before, &back);
    assert_eq!(back.status.file.as_ref(), Some(&file));
}

#[test]
fn a_model_is_kept_at_once_where_the_program_is_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(24), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let keeper = engine.keeper();
    assert_eq!(keeper.keep(PATIENCE), Ok(None), "it has not learned");
    step(&engine, 3);
    let kept = keeper.keep(PATIENCE).expect("kept").expect("a file");
    assert_eq!(Checkpoint::open(&kept).expect("a model").state.step, 3);
    assert_eq!(
        keeper.keep(PATIENCE),
        Ok(Some(kept.clone())),
        "no other file"
    );
    assert!(!keeper.has_ended());
    drop(engine);
    assert!(keeper.has_ended());
    assert_eq!(
        keeper.keep(PATIENCE),
        Ok(Some(kept)),
        "it kept it at its end"
    );
    assert_eq!(keeper.keep(PATIENCE), Ok(None), "that was said");
}

#[test]
fn a_model_that_its_folder_refuses_is_kept_elsewhere_and_where_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(24), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    step(&engine, 3);
    let keeper = engine.keeper();
    // A file where the folder would be.
    std::fs::write(folder.path().join("kept"), "in the way").expect("written");
    drop(engine);
    let kept = keeper.keep(PATIENCE).expect("kept").expect("a file");
    assert!(!kept.starts_with(folder.path()), "{}", kept.display());
    assert_eq!(Checkpoint::open(&kept).expect("a model").state.step, 3);
    std::fs::remove_dir_all(kept.parent().expect("a folder of its own")).expect("removed");
}

#[test]
fn a_model_whose_clock_has_stopped_goes_on_and_opens_again() {
    const LONGEST_SECS: f64 = 1e12;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let mut old = Checkpoint::trained();
    old.state.elapsed_secs = LONGEST_SECS;
    old.save(&file).expect("saved");
    let engine = start(config(25), paused(1, Some(file.clone())));
    wait_loaded(&engine);
    step(&engine, 2);
    save(&engine, &file);
    let now = Checkpoint::open(&file).expect("a model").state;
    assert_eq!(
        (now.step, now.elapsed_secs),
        (old.state.step + 2, LONGEST_SECS)
    );
}

#[test]
fn a_setting_changed_while_paused_is_a_change_to_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(26), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    step(&engine, 3);
    save(&engine, &file);
    let shown = || engine.snapshot().expect("a snapshot");
    let alpha = config(26).model.alpha;
    let is_changed = |value: f32| {
        send(&engine, Command::Set(Parameter::Alpha, value));
        step(&engine, 0).status.is_changed
    };
    assert!(!shown().status.is_changed);
    assert!(is_changed(0.7));
    assert!(!is_changed(alpha), "as it was");
    assert!(is_changed(0.7));
    // Switched there and back before the next minibatch there is no mark.
    for frozen in [true, false] {
        send(&engine, Command::Freeze(Layer::Simple, frozen));
    }
    let marks = step(&engine, 0).history.marks().to_vec();
    let marks: Vec<_> = marks.iter().map(|mark| mark.text.clone()).collect();
    assert_eq!(marks, [format!("alpha {alpha} to 0.7")]);
    drop(engine);
    let next = start(config(26), keeping(folder.path(), NEVER));
    wait_loaded(&next);
    let kept = restore(&next);
    assert_eq!((kept.status.step, kept.config.model.alpha), (3, 0.7));
    assert!(kept.status.is_kept && !kept.status.is_changed);
    assert_eq!(kept.status.saved_step, Some(3));
}

#[test]
fn a_model_opened_at_the_start_is_as_its_file_has_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    Checkpoint::trained().save(&file).expect("saved");
    let engine = start(config(27), paused(1, Some(file)));
    wait_loaded(&engine);
    let status = step(&engine, 0).status.clone();
    assert_eq!(status.saved_step, Some(status.step));
    assert!(!status.is_changed);
    send(&engine, Command::Revive(Layer::Invariant));
    wait(&engine, |event| {
        matches!(event, Event::Revived { .. }).then_some(())
    });
    assert!(step(&engine, 0).status.is_changed);
}

#[test]
fn an_earlier_state_of_the_model_itself_can_be_opened_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(23), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let first = step(&engine, 3);
    send(&engine, Command::Reset);
    step(&engine, 0);
    assert_same_model(&first, &restore(&engine));
    let kept = kept_models(folder.path()).pop().expect("the first state");
    let later = step(&engine, 2);
    assert_eq!(later.status.kept_step, Some(3));
    send(&engine, Command::Open(kept.clone()));
    wait(&engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    wait_loaded(&engine);
    assert_same_model(&first, &engine.snapshot().expect("a snapshot"));
    assert!(
        kept.exists(),
        "it is opened, and not replaced by the later state"
    );
    assert_same_model(&later, &restore(&engine));
}

#[test]
fn a_kept_model_that_another_window_or_the_way_back_needs_stays_when_a_later_state_of_it_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(61), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let first = step(&engine, 3);
    send(&engine, Command::Reset);
    step(&engine, 1);
    let kept = kept_models(folder.path()).pop().expect("the first");
    let open = |engine: &Engine| {
        send(engine, Command::Open(kept.clone()));
        wait(engine, |event| {
            matches!(event, Event::Restored { .. }).then_some(())
        });
        wait_loaded(engine);
    };
    let other = start(config(61), keeping(folder.path(), NEVER));
    wait_loaded(&other);
    open(&other);
    step(&other, 2);
    drop(other);
    assert!(kept.exists(), "another window needs it");
    assert_same_model(&first, &restore(&engine));
    // Opened twice it is also the model that was replaced last.
    open(&engine);
    step(&engine, 2);
    assert_ne!(keep(&engine), Ok(Some(kept.clone())));
    assert!(kept.exists(), "the way back needs it");
    assert_same_model(&first, &restore(&engine));
}

#[test]
fn a_kept_model_whose_history_could_not_be_read_stays_when_a_later_state_of_it_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = start(config(63), keeping(folder.path(), NEVER));
    wait_loaded(&first);
    step(&first, 3);
    drop(first);
    let kept = kept_models(folder.path()).pop().expect("a kept model");
    let newer = b"cellscope history 2\nunknown";
    std::fs::write(history_path(&kept), newer).expect("written");
    let engine = start(config(64), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    send(&engine, Command::Open(kept.clone()));
    let problem = wait_problem(&engine);
    assert!(problem.ends_with("stays where it is"), "{problem}");
    step(&engine, 2);
    assert_ne!(keep(&engine), Ok(Some(kept.clone())));
    assert!(kept.exists(), "its history may be read another day");
    let there = std::fs::read(history_path(&kept)).expect("there");
    assert_eq!(there, newer);
}

#[test]
fn a_model_whose_file_another_one_took_is_told_to_be_gone_and_no_other_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(62), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    // One that is kept, and is not what was promised.
    step(&engine, 1);
    send(&engine, Command::Reset);
    step(&engine, 3);
    save(&engine, &file);
    send(&engine, Command::Reset);
    let present = step(&engine, 2);
    send(&engine, Command::Replace(file.clone()));
    wait(&engine, |event| {
        matches!(event, Event::Saved(_)).then_some(())
    });
    send(&engine, Command::Restore);
    let told = wait_failure(&engine);
    let place = format!("{}: another model", file.display());
    assert!(told.contains(&place), "{told}");
    assert_same_model(&present, &step(&engine, 0));
}

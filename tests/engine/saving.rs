//! A model is saved where it was asked to, and no other file is written.

use std::sync::Arc;
use std::time::Duration;

use cellscope::engine::{Checkpoint, Command, Event, Keep, Options};

use super::{assert_same_model, config, paused, save, send, start, step, wait, wait_loaded};

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
        matches!(event, Event::Opened { path, is_copy: false, .. } if *path == file).then_some(())
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
fn a_copy_of_a_model_leaves_its_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let engine = start(config(22), paused(1, None));
    wait_loaded(&engine);
    let model = step(&engine, 2);
    save(&engine, &file);
    let written = std::fs::read(&file).expect("there");
    step(&engine, 1);
    save(&engine, &folder.path().join("own.safetensors"));
    send(&engine, Command::OpenCopy(file.clone()));
    wait_loaded(&engine);
    let copy = step(&engine, 0);
    assert_same_model(&model, &copy);
    assert!(copy.status.simple_density > 0.0, "as on the curves");
    assert_eq!(copy.status.file, None);
    assert_eq!(copy.status.copy_of, Some(file.clone()));
    // Nor is it the file's own when it was away and is back.
    for copy_of in [None, Some(file.clone())] {
        send(&engine, Command::Restore);
        wait_loaded(&engine);
        let status = step(&engine, 0).status.clone();
        assert_eq!(
            (status.file.is_some(), &status.copy_of),
            (copy_of.is_none(), &copy_of)
        );
    }
    step(&engine, 1);
    send(&engine, Command::Save(file.clone()));
    wait(&engine, |event| match event {
        Event::WouldReplace(path) => Some(path.clone()),
        Event::Saved(path) => panic!("{}: replaced", path.display()),
        _ => None,
    });
    assert!(std::fs::read(&file).expect("there") == written);
    let other = folder.path().join("b.safetensors");
    save(&engine, &other);
    let run = |path| Checkpoint::open(path).expect("a model").run;
    assert_ne!(run(&file), run(&other), "another run");
    // What cannot be opened leaves the model that is there.
    let before = step(&engine, 0).generation;
    send(&engine, Command::OpenCopy(folder.path().join("none")));
    wait(&engine, |event| {
        matches!(event, Event::Failed(_)).then_some(())
    });
    assert_eq!(step(&engine, 0).generation, before);
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
fn a_file_that_another_program_replaced_is_not_the_model_s_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let other = folder.path().join("other");
    let engine = start(config(23), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    save(&engine, &file);
    for replaces in [true, false] {
        step(&engine, 1);
        std::fs::write(&other, "of another program").expect("written");
        if replaces {
            std::fs::rename(&other, &file).expect("replaced");
        } else {
            std::fs::write(&file, "of another program").expect("written");
        }
        send(&engine, Command::Save(file.clone()));
        let asked = wait(&engine, |event| match event {
            Event::WouldReplace(path) => Some(path.clone()),
            Event::Saved(path) => panic!("{}: replaced", path.display()),
            _ => None,
        });
        assert_eq!(asked, file);
        assert_eq!(std::fs::read(&file).expect("there"), b"of another program");
        send(&engine, Command::Replace(file.clone()));
        wait(&engine, |event| {
            matches!(event, Event::Saved(_)).then_some(())
        });
    }
    // Its own again, and likewise where it was opened.
    save(&engine, &file);
    let opened = start(config(23), paused(1, Some(file.clone())));
    wait_loaded(&opened);
    save(&opened, &file);
    std::fs::write(&file, "of another program").expect("written");
    send(&opened, Command::Save(file));
    wait(&opened, |event| {
        matches!(event, Event::WouldReplace(_)).then_some(())
    });
}

#[test]
fn a_model_whose_file_another_program_replaced_is_kept_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let kept = |is_replaced: bool| {
        let options = Options {
            keep: Some(Keep {
                folder: folder.path().join("kept"),
                every: Duration::MAX,
            }),
            ..paused(1, None)
        };
        let engine = start(config(23), options);
        wait_loaded(&engine);
        step(&engine, 1);
        send(&engine, Command::Replace(file.clone()));
        wait(&engine, |event| {
            matches!(event, Event::Saved(_)).then_some(())
        });
        if is_replaced {
            std::fs::write(&file, "of another program").expect("written");
        }
        send(&engine, Command::Keep);
        wait(&engine, |event| match event {
            Event::Kept(kept) => Some(kept.clone().expect("kept")),
            _ => None,
        })
    };
    assert_eq!(kept(false), Some(file.clone()));
    let beside = kept(true).expect("a file");
    assert_ne!(beside, file);
    Checkpoint::open(&beside).expect("the model");
}

#[test]
fn a_model_that_would_not_open_again_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.safetensors");
    let sound = Checkpoint::trained();
    sound.save(&file).expect("saved");
    let before = std::fs::read(&file).expect("there");
    let mut unsound = sound.clone();
    unsound.state.elapsed_secs = f64::NAN;
    let refused = unsound.save(&file).expect_err("not a number");
    assert!(refused.to_string().contains("would not open again"));
    let mut unsound = sound;
    Arc::make_mut(&mut unsound.learner).simple_moment[0] = f32::INFINITY;
    let refused = unsound.save(&file).expect_err("not finite").to_string();
    assert!(
        refused.contains("tensor simple_moment holds inf"),
        "{refused}"
    );
    assert_eq!(std::fs::read(&file).expect("there"), before);
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        1
    );
}

//! Models that come back from files: kept ones, ones without their pictures, and after an unexpected end.

use std::time::{Duration, Instant};

use cellscope::engine::{Checkpoint, Command, Event, HISTORY_BYTES, Options, Snapshot, Visited};
use cellscope::source::SourceSpec;

use super::beside::with_moments;
use super::keeping::{NEVER, keeping};
use super::recording::{learn, recorded, steps};
use super::{
    PATIENCE, assert_same_model, config, save, send, start, step, wait, wait_failure, wait_loaded,
};

#[test]
fn a_kept_model_that_is_opened_is_not_removed_to_make_room_for_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || Options {
        history_bytes: HISTORY_BYTES,
        ..keeping(folder.path(), NEVER)
    };
    let engine = start(config(17), options());
    wait_loaded(&engine);
    let learned = learn(&engine, 3);
    drop(engine);
    let kept = folder.path().join("kept");
    let file = |ending: &str| {
        let files = std::fs::read_dir(&kept).expect("a folder");
        let mut files = files.map(|file| file.expect("a file").path());
        files.find(|path| path.to_string_lossy().ends_with(ending))
    };
    let first = file("24 movies.safetensors").expect("kept at the end");
    // As many others as are kept, which all have learned for longer.
    let mut long = Checkpoint::open(&first).expect("a model");
    long.state.elapsed_secs = 1e6;
    for number in 1..9 {
        long.save(&kept.join(format!("{number} 99 movies.safetensors")))
            .expect("written");
    }
    let engine = start(config(18), options());
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, Command::Open(first.clone()));
    wait(&engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    wait_loaded(&engine);
    let back = with_moments(&engine);
    assert_same_model(&learned, &back);
    assert_eq!(steps(&back.recording), steps(&learned.recording));
    assert!(first.exists(), "until it has learned on and is kept again");
}

#[test]
fn a_model_whose_pictures_are_gone_shows_its_file_and_its_past() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other] =
        ["own.safetensors", "other.safetensors"].map(|name| folder.path().join(name));
    let engine = start(config(19), recorded());
    wait_loaded(&engine);
    let learned = learn(&engine, 3);
    save(&engine, &file);
    let mut gone = Checkpoint::open(&file).expect("a model");
    gone.config.source = SourceSpec::images(vec![folder.path().join("gone")]);
    gone.save(&file).expect("written");
    let engine = start(config(20), recorded());
    wait_loaded(&engine);
    send(&engine, Command::Resume);
    // Its ending may be left out.
    send(&engine, Command::Open(folder.path().join("own")));
    wait(&engine, |event| {
        matches!(event, Event::Opened { .. }).then_some(())
    });
    assert!(wait_failure(&engine).contains("gone"));
    let deadline = Instant::now() + PATIENCE;
    let shows = |wanted: &dyn Fn(&Snapshot) -> bool| {
        while !engine.snapshot().is_some_and(|snapshot| wanted(&snapshot)) {
            assert!(Instant::now() < deadline, "it is not shown");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    shows(&|snapshot| {
        let moments = steps(&snapshot.recording);
        snapshot.status.file.as_ref() == Some(&file) && moments == steps(&learned.recording)
    });
    save(&engine, &other);
    shows(&|snapshot| snapshot.status.file.as_ref() == Some(&other));
}

#[test]
fn the_model_that_is_part_of_the_program_is_not_kept_until_it_learns() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(21), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    let kept = || std::fs::read_dir(folder.path().join("kept")).map_or(0, Iterator::count);
    for (steps, count) in [(0, 0), (1, 1)] {
        send(&engine, Command::Visit(Visited::Trained));
        wait_loaded(&engine);
        step(&engine, steps);
        send(&engine, Command::Stay);
        send(&engine, Command::Reset);
        step(&engine, 0);
        assert_eq!(kept(), count);
    }
}

#[test]
fn a_run_that_ended_unexpectedly_is_told_at_the_next_start_and_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    std::fs::create_dir(&kept).expect("a folder");
    let orphan = kept.join("running-1-2-3.history");
    std::fs::write(&orphan, "its first moments").expect("written");
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(30 * 24 * 3600);
    let file = std::fs::File::options().write(true).open(&orphan);
    file.and_then(|file| file.set_modified(long_ago))
        .expect("older");
    let options = || Options {
        history_bytes: HISTORY_BYTES,
        ..keeping(folder.path(), NEVER)
    };
    let engine = start(config(22), options());
    // As where a card is shown at the start.
    send(&engine, Command::Visit(Visited::Trained));
    wait(&engine, |event| {
        (*event == Event::EndedUnexpectedly).then_some(())
    });
    assert!(!orphan.exists());
    wait_loaded(&engine);
    step(&engine, 1);
    drop(engine);
    let next = start(config(22), options());
    let heard = wait(&next, |event| match event {
        Event::EndedUnexpectedly => Some(true),
        Event::Loaded { .. } => Some(false),
        _ => None,
    });
    assert!(!heard, "the last one ended in order");
}

#[test]
fn a_kept_model_that_the_program_starts_with_is_no_file_of_the_user() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(23), keeping(folder.path(), NEVER));
    wait_loaded(&engine);
    step(&engine, 2);
    drop(engine);
    let files = std::fs::read_dir(folder.path().join("kept")).expect("a folder");
    let mut files = files.map(|file| file.expect("a file").path());
    let kept = files.find(|path| {
        path.extension()
            .is_some_and(|ending| ending == "safetensors")
    });
    let options = Options {
        open: kept,
        ..keeping(folder.path(), NEVER)
    };
    let engine = start(config(23), options);
    wait(&engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    assert_eq!(step(&engine, 1).status.file, None);
}

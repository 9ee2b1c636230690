//! Pictures on their way: asked for again, stopped, or not to be had.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cellscope::engine::{Command, Event, Options};
use cellscope::source::SourceSpec;

use super::{PATIENCE, config, paused, send, start, step, wait, wait_failure, wait_loaded};

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
        // The first pictures may be there before the second command is.
        let deadline = Instant::now() + PATIENCE;
        while engine
            .snapshot()
            .is_none_or(|snapshot| snapshot.config.source != source || snapshot.config.seed != 22)
        {
            assert!(Instant::now() < deadline, "they do not come");
            std::thread::sleep(Duration::from_millis(1));
        }
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

//! Loading pictures: requested again, cancelled, or impossible.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::config::Config;
use cellscope::engine::{Command, Engine, Event, Layer, Options, Run, Snapshot};
use cellscope::model::Coupling;
use cellscope::parameter::Parameter;
use cellscope::source::{Motion, MovieParams, Pictures, SourceSpec, load_levels};

use super::recording::{learn, recorded};
use super::{
    PATIENCE, assert_same_model, config, paused, save, send, start, step, wait, wait_failure,
    wait_loaded,
};

/// Waits until a snapshot is as wanted.
fn wait_until(engine: &Engine, is_wanted: impl Fn(&Snapshot) -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !engine
        .snapshot()
        .is_some_and(|snapshot| is_wanted(&snapshot))
    {
        assert!(Instant::now() < deadline, "it hangs");
        std::thread::sleep(Duration::from_millis(1));
    }
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
fn of_pictures_that_nothing_was_learned_from_there_is_no_mark() {
    let engine = start(config(13), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    for source in [SourceSpec::Movie, SourceSpec::Scenes, SourceSpec::Movie] {
        send(&engine, Command::NewSource(source.clone()));
        wait_until(&engine, |snapshot| snapshot.config.source == source);
    }
    let snapshot = step(&engine, 1);
    let marks = snapshot.history.marks().iter();
    let pictures: Vec<_> = marks
        .filter(|mark| mark.text.starts_with("pictures"))
        .collect();
    let [mark] = pictures[..] else {
        panic!("one mark: {pictures:?}");
    };
    assert_eq!(mark.text, "pictures: embedded movie");
}

#[test]
fn pictures_that_could_not_be_loaded_are_tried_again_when_learning_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("later");
    let mut late = config(11);
    late.source = SourceSpec::Images(vec![path.clone()]);
    let engine = start(late, paused(1, None));
    assert!(wait_failure(&engine).contains("later"));
    // Steps are not saved up for pictures that come later.
    for steps in [Command::Step(3), Command::StepTo(3)] {
        send(&engine, steps);
        assert!(wait_failure(&engine).contains("later"));
        let shown = engine.snapshot().expect("a snapshot");
        assert_eq!(shown.status.run, Run::Paused);
    }
    std::fs::rename(pictures(2).keep(), &path).expect("moved");
    send(&engine, Command::Resume);
    wait_loaded(&engine);
    send(&engine, Command::Pause);
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    assert_eq!(step(&engine, 0).status.pictures, 2);
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
        wait_until(&engine, |snapshot| {
            snapshot.config.source == source && snapshot.config.seed == 22
        });
        let snapshot = step(&engine, 1);
        assert_eq!(snapshot.config.source, source);
        assert_eq!(snapshot.config.seed, 22);
        assert_eq!(snapshot.status.step, 1, "a new start");
    }
}

#[test]
fn a_setting_changed_before_a_new_start_has_its_pictures_holds_there_too() {
    let folder = pictures(60);
    let mut first = config(23);
    first.source = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    let engine = start(first.clone(), paused(2, None));
    wait_loaded(&engine);
    let mut wider = first;
    wider.movies.patch_side += 2;
    send(&engine, Command::Rebuild(Box::new(wider.clone())));
    send(&engine, Command::Set(Parameter::Alpha, 0.7));
    send(&engine, Command::Freeze(Layer::Simple, true));
    wait_loaded(&engine);
    let snapshot = step(&engine, 1);
    assert_eq!(snapshot.config.movies, wider.movies);
    assert_eq!(snapshot.config.model.alpha, 0.7);
    assert!(snapshot.config.learning.freeze_simple);
}

#[test]
fn the_last_of_two_new_starts_is_the_one_that_stays() {
    let folder = pictures(60);
    let mut first = config(24);
    first.source = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    let engine = start(first.clone(), paused(2, None));
    wait_loaded(&engine);
    let (mut wider, mut joint) = (first.clone(), first.clone());
    wider.movies.patch_side += 2;
    joint.model.coupling = Coupling::Joint;
    // The second has its pictures, the first waits for them.
    send(&engine, Command::Rebuild(Box::new(wider)));
    send(&engine, Command::Rebuild(Box::new(joint)));
    let snapshot = step(&engine, 1);
    assert_eq!(snapshot.config.model.coupling, Coupling::Joint);
    assert_eq!(snapshot.config.movies, first.movies);
}

#[test]
fn pictures_being_loaded_can_be_stopped_while_a_model_learns() {
    let folder = pictures(400);
    for threads in [1, 2] {
        let engine = start(config(25), paused(threads, None));
        wait_loaded(&engine);
        send(&engine, Command::Resume);
        let many = SourceSpec::Images(vec![folder.path().to_path_buf()]);
        send(&engine, Command::NewSource(many));
        send(&engine, Command::CancelLoading);
        wait(&engine, |event| {
            matches!(event, Event::LoadingCancelled).then_some(())
        });
        send(&engine, Command::Pause);
        wait(&engine, |event| {
            matches!(event, Event::Paused { .. }).then_some(())
        });
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
    wait_until(&engine, |snapshot| {
        snapshot.config.seed == 209 && snapshot.status.step > 0
    });
}

#[test]
fn motion_that_a_picture_is_too_small_for_is_refused_by_its_name() {
    let folder = pictures(0);
    let path = folder.path().join("small.png");
    let small = image::GrayImage::from_fn(14, 40, |x, y| image::Luma([((x * y) % 251) as u8]));
    small.save(&path).expect("written");
    let mut config = config(5);
    config.source = SourceSpec::Images(vec![path]);
    let engine = start(config, paused(1, None));
    wait_loaded(&engine);
    // 8 pixels, and 2 steps of 3.
    let before = step(&engine, 1);
    send(&engine, Command::Set(Parameter::FastestMotion, 3.0));
    let reason = {
        let fits = step(&engine, 1);
        assert_eq!(fits.config.movies.speed_max_px, 3.0);
        assert_ne!(fits.dictionary(), before.dictionary(), "it learns");
        send(&engine, Command::Set(Parameter::FastestMotion, 3.1));
        wait_failure(&engine)
    };
    assert!(reason.contains("small.png is 14 x 40 pixels"), "{reason}");
    assert!(reason.contains("need 15 x 15"), "{reason}");
    assert_eq!(step(&engine, 1).config.movies.speed_max_px, 3.0);
}

/// A scene that pans, as a Y4M movie.
fn write_pan(path: &Path) {
    let (movies, go_on) = (MovieParams::default(), |_, _| ControlFlow::Continue(()));
    let scenes = load_levels(&SourceSpec::Scenes, 2, &movies, &go_on).expect("scenes");
    let mut bytes = b"YUV4MPEG2 W120 H90 F25:1 Cmono\n".to_vec();
    for t in 0..12 {
        bytes.extend(b"FRAME\n");
        let part = scenes.images()[0].slice(ndarray::s![0, t..t + 90, t..t + 120]);
        bytes.extend(part.iter().map(|level| (255.0 * level) as u8));
    }
    std::fs::write(path, bytes).expect("written");
}

#[test]
fn a_model_goes_on_with_another_cut_of_its_source_and_is_resumed_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (movie, model) = (
        folder.path().join("pan.y4m"),
        folder.path().join("a.safetensors"),
    );
    write_pan(&movie);
    let mut config = config(6);
    config.source = SourceSpec::images([movie]);
    let engine = start(config.clone(), paused(2, None));
    wait_loaded(&engine);
    let before = step(&engine, 2);
    let movies = MovieParams {
        motion: Motion::Movie,
        stride: 2,
        follow: true,
        speed_max_px: 4.0,
        ..config.movies
    };
    send(
        &engine,
        Command::Cut {
            source: None,
            movies,
        },
    );
    wait_loaded(&engine);
    let after = step(&engine, 2);
    assert_eq!(after.config.movies, movies);
    assert_eq!(after.generation, before.generation);
    assert_eq!(after.status.step, 4);
    let marks = after.history.marks();
    let texts: Vec<_> = marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(
        texts,
        ["motion: movie, 1 to 4 px per frame, stride 2, followed"]
    );
    save(&engine, &model);
    let whole = step(&engine, 3);
    let resumed = start(Config::default(), paused(1, Some(model)));
    wait_loaded(&resumed);
    assert_same_model(&whole, &step(&resumed, 3));
    // What does not fit is refused, and the cut stays.
    let larger = MovieParams {
        frames: 4,
        ..movies
    };
    send(
        &engine,
        Command::Cut {
            source: None,
            movies: larger,
        },
    );
    assert!(wait_failure(&engine).contains("another size"));
    let scenes = Command::Cut {
        source: Some(SourceSpec::Scenes),
        movies,
    };
    send(&engine, scenes);
    assert!(wait_failure(&engine).contains("do not move"));
    let drifts = MovieParams {
        motion: Motion::Drift,
        ..movies
    };
    send(
        &engine,
        Command::Cut {
            source: None,
            movies: drifts,
        },
    );
    assert!(wait_failure(&engine).contains("follow should be off"));
    assert_eq!(step(&engine, 1).config, whole.config);
}

#[test]
fn a_moment_of_the_past_has_the_pictures_of_now_only_where_they_are_cut_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let movie = folder.path().join("pan.y4m");
    write_pan(&movie);
    let mut config = config(6);
    config.source = SourceSpec::images([movie]);
    config.movies.motion = Motion::Movie;
    (config.movies.stride, config.movies.speed_max_px) = (2, 4.0);
    let engine = start(config.clone(), recorded());
    wait_loaded(&engine);
    learn(&engine, 2);
    let movies = MovieParams {
        stride: 1,
        ..config.movies
    };
    let cut = Command::Cut {
        source: None,
        movies,
    };
    send(&engine, cut);
    wait_loaded(&engine);
    let newest = learn(&engine, 2);
    let pictures_at = |step| {
        let index = newest.recording.nearest(step).expect("moments");
        newest.past(index).expect("sound").pictures
    };
    assert!(pictures_at(1).is_none(), "frames of the next film, or none");
    assert!(pictures_at(3).is_some());
    // Pictures of another size than then.
    let mut small = Snapshot::clone(&newest);
    let one = ("small".to_owned(), ndarray::Array2::zeros((7, 40)));
    small.pictures = Some(Arc::new(Pictures::new(vec![one])));
    assert!(small.past(0).expect("sound").pictures.is_none());
}

//! Movies too long to be held: learning goes through rounds, bit for bit the same however often it is stopped.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use cellscope::analysis::spectral_concentration;
use cellscope::config::Config;
use cellscope::engine::{Checkpoint, Command, Event, TimeProgress, time_runs};
use cellscope::source::{
    Motion, MovieParams, NormaliseParams, Pictures, SourceError, SourceSpec, load_levels, normalise,
};
use ndarray::{Array2, Axis};

use super::{assert_same_model, config, paused, save, send, start, step, wait, wait_loaded};

/// 217 MB of normalised frames: more than is held.
const FRAMES: usize = 180;
const WIDTH: usize = 640;
const HEIGHT: usize = 470;
/// Of a movie's 16,384 a round.
const STEPS_PER_ROUND: u64 = 32;

/// The scene that pans.
fn scene() -> Array2<f32> {
    let (movies, go_on) = (MovieParams::default(), |_, _| ControlFlow::Continue(()));
    let scenes = load_levels(&SourceSpec::Scenes, 2, &movies, &go_on).expect("scenes");
    scenes.plane(0, 0).to_owned()
}

/// Each frame of a round, sought in the file, is the one of its number.
fn assert_frames_are_those_named(pictures: &Pictures) {
    let scene = scene();
    let (height, width) = scene.dim();
    for (name, image) in pictures.names().iter().zip(pictures.images()) {
        let (_, number) = name.rsplit_once(' ').expect("a number");
        let t = number.parse::<usize>().expect("a number") - 1;
        let grey = Array2::from_shape_fn((HEIGHT, WIDTH), |(y, x)| {
            f32::from((255.0 * scene[[(y + t) % height, (x + t) % width]]) as u8) / 255.0
        });
        assert_eq!(
            image.index_axis(Axis(0), 0),
            normalise(&grey, &NormaliseParams::default()),
            "{name}"
        );
    }
}

/// Writes it as a Y4M movie.
fn write_movie(path: &Path) {
    let scene = scene();
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    writeln!(file, "YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 Cmono").expect("written");
    let (height, width) = scene.dim();
    for t in 0..FRAMES {
        writeln!(file, "FRAME").expect("written");
        let rows = (0..HEIGHT).map(|y| scene.row((y + t) % height));
        for row in rows {
            let line = (0..WIDTH).map(|x| (255.0 * row[(x + t) % width]) as u8);
            file.write_all(&line.collect::<Vec<_>>()).expect("written");
        }
    }
}

fn streamed(path: &Path) -> Config {
    let mut config = config(9);
    config.source = SourceSpec::images([path.to_path_buf()]);
    config.learning.batch_movies = 512;
    // How everything moves is measured in windows of a patch, the more of them the smaller it is.
    config.movies.patch_side = 16;
    config
}

#[test]
fn the_study_of_time_goes_through_the_rounds_as_the_engine_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let movie = folder.path().join("long.y4m");
    write_movie(&movie);
    let mut config = streamed(&movie);
    (config.seed, config.movies.motion) = (0, Motion::Drift);
    let steps = STEPS_PER_ROUND + 1;
    let mut first = None;
    let studied = time_runs(&config, steps, &mut |progress| match progress {
        TimeProgress::Busy { .. } => ControlFlow::Continue(()),
        TimeProgress::Done(run) => {
            first = Some(run.clone());
            ControlFlow::Break(())
        }
    });
    assert_eq!(studied.expect_err("it was stopped"), SourceError::Cancelled);
    let first = first.expect("a model");
    assert_eq!((first.motion, first.seed), ("drift", 0));
    let side = config.movies.patch_side;
    let engine = start(config, paused(2, None));
    wait_loaded(&engine);
    let trained = step(&engine, steps);
    let concentration = spectral_concentration(trained.weights(), side);
    let concentration = concentration.expect("measured").median;
    assert_eq!(first.measured.concentration, Some(concentration));
}

#[test]
fn a_long_movie_gives_the_same_bits_whether_or_not_the_run_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let (movie, model) = (
        folder.path().join("long.y4m"),
        folder.path().join("a.safetensors"),
    );
    write_movie(&movie);
    let engine = start(streamed(&movie), paused(2, None));
    wait_loaded(&engine);
    let begun = step(&engine, 5);
    let pictures = begun.pictures.as_ref().expect("pictures");
    assert!(
        pictures.len() < FRAMES / 2,
        "{} of {FRAMES} frames held",
        pictures.len()
    );
    assert_frames_are_those_named(pictures);
    let before = step(&engine, STEPS_PER_ROUND + 3);
    assert_ne!(
        before.pictures.as_ref().expect("pictures").names(),
        pictures.names()
    );
    save(&engine, &model);
    let whole = step(&engine, STEPS_PER_ROUND);
    let resumed = start(Config::default(), paused(1, Some(model.clone())));
    wait_loaded(&resumed);
    let resumed = step(&resumed, STEPS_PER_ROUND);
    assert_same_model(&whole, &resumed);
    assert_ne!(whole.dictionary(), before.dictionary());
    assert_eq!(
        Checkpoint::open(&model).expect("a model").config,
        streamed(&movie)
    );
}

#[test]
fn a_round_that_waits_is_not_taken_for_one_of_another_movie() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = ["first.y4m", "second.y4m"].map(|name| folder.path().join(name));
    write_movie(&first);
    std::fs::hard_link(&first, &second).expect("the same movie");
    let engine = start(streamed(&first), paused(2, None));
    wait_loaded(&engine);
    // The round after the next is read meanwhile.
    step(&engine, STEPS_PER_ROUND + 1);
    send(&engine, Command::NewSource(SourceSpec::images([second])));
    wait_loaded(&engine);
    let learned = step(&engine, 1);
    let pictures = learned.pictures.as_ref().expect("pictures");
    let is_of_second = |name: &String| name.contains("second");
    assert!(
        pictures.names().iter().all(is_of_second),
        "{:?}",
        pictures.names()[0]
    );
    assert!(learned.status.source.contains("second"));
}

#[test]
fn a_movie_that_is_lost_is_told_before_the_pause_and_another_seed_reads_others_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let movie = folder.path().join("long.y4m");
    write_movie(&movie);
    let engine = start(streamed(&movie), paused(2, None));
    wait_loaded(&engine);
    let names = |seed| {
        let snapshot = step(&engine, 1);
        assert_eq!(snapshot.config.seed, seed);
        let pictures = snapshot.pictures.as_ref().expect("pictures");
        pictures.names().to_vec()
    };
    let first = names(9);
    send(&engine, Command::NewSeed(10));
    wait_loaded(&engine);
    assert_ne!(names(10), first);
    std::fs::remove_file(&movie).expect("removed");
    // The next round is there at most.
    send(&engine, Command::Step(3 * STEPS_PER_ROUND));
    let reason = wait(&engine, |event| match event {
        Event::Failed(reason) => Some(reason.clone()),
        Event::Paused { .. } => panic!("paused without a reason"),
        _ => None,
    });
    assert!(reason.contains("long.y4m"), "{reason}");
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
}

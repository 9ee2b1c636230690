//! Commands that do not wait for the end of a minibatch.

use super::*;

/// A minibatch of this takes long enough to be stopped.
fn slow() -> Config {
    let mut config = config(5);
    config.movies.frames = 8;
    config.movies.patch_side = 16;
    config.model.simple = 300;
    config.learning.batch_movies = 4096;
    config
}

/// The step of a pause.
fn step_of(event: &Event) -> Option<u64> {
    match event {
        Event::Paused { step } => Some(*step),
        _ => None,
    }
}

/// Waits until some movies of the present minibatch are coded.
fn wait_coded(engine: &Engine) {
    let started = Instant::now();
    while engine.movies_coded() == 0 {
        assert!(started.elapsed() < PATIENCE, "no movie is coded");
        std::thread::yield_now();
    }
}

#[test]
fn a_pause_stops_a_minibatch_which_is_learned_from_later_to_the_same_bits() {
    let [straight, stopped] = [1, 2].map(|threads| start(slow(), paused(threads, None)));
    wait_loaded(&straight);
    wait_loaded(&stopped);
    send(&stopped, Command::Step(2));
    wait_coded(&stopped);
    send(&stopped, Command::Pause);
    assert_eq!(wait(&stopped, step_of), 0, "no minibatch was over");
    let coded = stopped.movies_coded();
    assert!(coded < slow().learning.batch_movies, "{coded} are coded");
    let before = stopped.snapshot().expect("one of the pause");
    assert_eq!((before.status.step, before.status.movies_seen), (0, 0));
    assert_same_model(&step(&straight, 2), &step(&stopped, 2));
    // The movies shown stay those of the minibatch learned from last.
    let learned = step(&stopped, 1);
    send(&stopped, Command::Step(1));
    let movies = slow().learning.batch_movies;
    let started = Instant::now();
    while !(1..movies).contains(&stopped.movies_coded()) {
        assert!(started.elapsed() < PATIENCE, "no movie is coded");
        std::thread::yield_now();
    }
    send(&stopped, Command::Pause);
    assert_eq!(wait(&stopped, step_of), 3);
    let shown = stopped.snapshot().expect("one of the pause").input.clone();
    assert!(shown.count() > 0);
    assert_eq!((shown.step, &shown.frames), (3, &learned.input.frames));
}

#[test]
fn a_save_waits_for_the_end_of_a_minibatch() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    let engine = start(slow(), paused(2, None));
    wait_loaded(&engine);
    send(&engine, Command::Step(1));
    wait_coded(&engine);
    save(&engine, &file);
    let saved = cellscope::engine::Checkpoint::open(&file).expect("a model");
    assert_eq!(saved.state.step, 1);
}

#[test]
fn learning_to_a_step_ends_there_and_at_once_beyond_it() {
    let engine = start(slow(), paused(2, None));
    wait_loaded(&engine);
    for (to, at) in [(3, 3), (5, 5), (4, 5)] {
        send(&engine, Command::StepTo(to));
        assert_eq!(wait(&engine, step_of), at);
    }
}

#[test]
fn a_faster_pace_does_not_wait_for_the_next_minibatch_of_a_slow_one() {
    let engine = start(config(5), paused(1, None));
    wait_loaded(&engine);
    send(&engine, Command::Pace(Some(0.001)));
    step(&engine, 1);
    // This one would come in a quarter of an hour.
    send(&engine, Command::Step(1));
    send(&engine, Command::Pace(Some(100.0)));
    assert_eq!(wait(&engine, step_of), 2);
}

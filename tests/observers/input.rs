//! The movies that a model learned from: cut where the worker says, coded as the model codes them.

use cellscope::config::{Config, Preset};
use cellscope::engine::{Command, InputAnswer, InputQuestion, InputWorker, Snapshot};
use cellscope::source::{Motion, MovieParams, SourceSpec};
use ndarray::s;

use super::{config, engine, trained, wait};
use std::sync::Arc;

fn look(snapshot: &Arc<Snapshot>, movie: usize) -> Arc<InputAnswer> {
    let worker = InputWorker::spawn(|| {});
    let snapshot = Arc::clone(snapshot);
    worker.ask(InputQuestion { snapshot, movie });
    wait(|| worker.answer())
}

#[test]
fn a_movie_is_where_it_is_said_to_be_and_its_code_explains_it() {
    let snapshot = trained(&engine(config(40)), 60);
    assert_eq!(snapshot.input.count(), 16);
    let mut explained = 0;
    for movie in [0, 7, 15] {
        let found = look(&snapshot, movie);
        let n_t = snapshot.config.movies.frames;
        let place = found.place.as_ref().expect("cut from a scene");
        assert_eq!(place.corners.len(), n_t);
        for (frame, &(top, left)) in found.frames.outer_iter().zip(&place.corners) {
            let window = place.picture.slice(s![.., top..top + 8, left..left + 8]);
            assert!(window.iter().eq(frame.iter()), "movie {movie}");
        }
        assert!(found.simple.is_sorted_by(|a, b| a.1 >= b.1));
        assert!(found.invariant.is_sorted_by(|a, b| a.1 >= b.1));
        let left = (&found.frames - &found.reconstruction)
            .mapv(|x| x * x)
            .sum();
        let power = found.frames.mapv(|x| x * x).sum();
        assert!(left < power || found.simple.is_empty(), "{left} of {power}");
        explained += usize::from(left < power);
    }
    assert!(explained > 0, "no movie has a code");
}

#[test]
fn a_movie_is_where_it_was_cut_whatever_is_set_since() {
    let engine = engine(config(12));
    let before = look(&trained(&engine, 3), 5);
    let place = before.place.as_ref().expect("cut from a scene");
    let movies = MovieParams {
        motion: Motion::Still,
        speed_max_px: 8.0,
        speed_min_px: 8.0,
        ..before.question.snapshot.config.movies
    };
    let source = Some(SourceSpec::Movie);
    engine.send(Command::Cut { source, movies }).expect("room");
    let changed = wait(|| {
        let now = engine.snapshot();
        now.filter(|now| now.config.movies == movies)
    });
    let after = look(&changed, 5);
    let place_after = after.place.as_ref().expect("cut from a scene");
    assert_eq!(after.frames, before.frames);
    assert_eq!(place_after.name, place.name);
    assert_eq!(place_after.corners, place.corners);
    assert_eq!(place_after.picture, place.picture);
}

#[test]
fn a_still_is_at_one_place_and_a_scrambled_movie_at_none() {
    for (motion, places) in [(Motion::Still, Some(1)), (Motion::Scrambled, None)] {
        let mut config = config(12);
        config.movies.motion = motion;
        let found = look(&trained(&engine(config), 1), 2);
        assert_eq!(
            found.place.as_ref().map(|place| place.corners.len()),
            places
        );
    }
}

#[test]
fn lines_have_no_place() {
    let engine = engine(Config::preset(Preset::Toy));
    let snapshot = trained(&engine, 3);
    let found = look(&snapshot, 2);
    assert!(found.place.is_none());
    assert_eq!(found.frames.dim(), (1, 100));
}

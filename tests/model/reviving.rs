//! Units that are rarely on, and how they are brought back.

use cellscope::model::{COMPETITIVE_MOVIES, Learner, LearningParams, Schedule};

use super::learning::{MOVIE, assert_sound, learn};
use super::{PIXELS, frames, params};

#[test]
fn dead_units_are_drawn_anew_from_the_data() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 10);
    learn(&mut learner, 3, &LearningParams::default());
    learner.simple_use[4] = 0.0;
    learner.weights.layers[0].state.unit_use[2] = 0.0;
    let before = learner.weights.clone();
    let frames = frames(40 * MOVIE, 2);
    assert_eq!(
        learner.revive_simple(frames.view(), MOVIE, &params(0.2, 0.1), Schedule::Steady),
        1
    );
    assert_eq!(
        learner.revive_invariant(frames.view(), MOVIE, &params(0.2, 0.1), Schedule::Steady),
        1
    );
    assert_sound(&learner);
    assert_ne!(
        learner.weights.dictionary.column(4),
        before.dictionary.column(4)
    );
    assert_ne!(
        learner.weights.pooling().column(2),
        before.pooling().column(2)
    );
    let kept: Vec<_> = (0..60).filter(|&unit| unit != 4).collect();
    assert!(kept.iter().all(|&unit| {
        learner.weights.dictionary.column(unit) == before.dictionary.column(unit)
    }));
}

#[test]
fn units_that_were_drawn_anew_are_not_dead_before_they_learned() {
    let params = params(0.2, 50.0);
    let mut learner = Learner::new(PIXELS, &params, 10);
    learn(&mut learner, 3, &LearningParams::default());
    learner.weights.layers[0].state.unit_use.fill(0.0);
    let frames = frames(40 * MOVIE, 2);
    let revived = learner.revive_invariant(frames.view(), MOVIE, &params, Schedule::Steady);
    assert!(revived > 0, "u is off, and every unit is dead");
    learner.step(frames.view(), MOVIE, &params, &LearningParams::default());
    let again = learner.revive_invariant(frames.view(), MOVIE, &params, Schedule::Steady);
    assert_eq!(again, 0);
}

#[test]
fn a_dead_unit_takes_half_of_the_movies_of_the_busiest() {
    let params = params(0.2, 0.02);
    let mut learner = Learner::new(PIXELS, &params, 10);
    learn(&mut learner, 3, &LearningParams::default());
    let frames = frames(40 * MOVIE, 2);
    let codes = learner.weights.encode(frames.view(), MOVIE, &params, 1e-3);
    let invariant = codes.invariant();
    let codes = &invariant.codes;
    let on = |unit: usize| {
        let movies =
            (0..codes.rows()).flat_map(|movie| codes.pairs(movie).map(move |pair| (movie, pair)));
        movies.filter(move |(_, pair)| pair.0 == unit)
    };
    let busiest = (0..codes.width())
        .max_by_key(|&unit| on(unit).count())
        .expect("units");
    let dead = (busiest + 1) % codes.width();
    let unit_use = &mut learner.weights.layers[0].state.unit_use;
    unit_use.fill(0.3);
    (unit_use[busiest], unit_use[dead]) = (0.4, 0.0);
    let before = learner.weights.pooling().clone();
    assert_eq!(
        learner.revive_invariant(frames.view(), MOVIE, &params, Schedule::Steady),
        1
    );
    let layer = &learner.weights.layers[0];
    assert_eq!(layer.state.unit_use[busiest], 0.2);
    assert_eq!(layer.state.unit_use[dead], 0.2);
    let (parent, child) = (before.column(busiest), layer.weights.column(dead));
    assert_eq!(layer.weights.column(busiest), parent);
    assert!((child.dot(&child) - 1.0).abs() < 1e-5);
    // What of the pool is on in the half that is most like the movie of the largest code, and a tenth of all of it.
    let pooled = |movie: usize| {
        let mut pooled = vec![0.0; parent.len()];
        for (below, value) in invariant.remaining.pairs(movie) {
            pooled[below] = f64::from(parent[below] * value);
        }
        pooled
    };
    let scaled = |mut values: Vec<f64>| {
        let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        values.iter_mut().for_each(|value| *value /= length);
        values
    };
    let mut movies: Vec<(usize, f32)> = on(busiest)
        .map(|(movie, (_, code))| (movie, code))
        .collect();
    let most = movies.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let example = pooled(most.expect("a movie in which it is on").0);
    let alike = |movie| {
        let parts = scaled(pooled(movie));
        parts.iter().zip(&example).map(|(a, b)| a * b).sum::<f64>()
    };
    movies.sort_by(|a, b| alike(b.0).total_cmp(&alike(a.0)));
    let mut part = vec![0.0; parent.len()];
    for &(movie, code) in &movies[..movies.len().div_ceil(2)] {
        for (part, value) in part.iter_mut().zip(pooled(movie)) {
            *part += f64::from(code) * value;
        }
    }
    let expected = scaled(part).into_iter().zip(parent);
    let expected = scaled(
        expected
            .map(|(part, &pool)| part + 0.1 * f64::from(pool))
            .collect(),
    );
    for (unit, (found, expected)) in child.iter().zip(expected).enumerate() {
        let off = (f64::from(*found) - expected).abs();
        assert!(off < 1e-5, "unit {unit}: {found}, {expected}");
    }
    // Of the movies of the busiest the new unit is on in some, and in some of these the busiest is not on any more.
    let after = learner.weights.encode(frames.view(), MOVIE, &params, 1e-3);
    let after = &after.invariant().codes;
    let is_on = |unit: usize, movie: usize| after.pairs(movie).any(|(found, _)| found == unit);
    let movies: Vec<usize> = on(busiest).map(|(movie, _)| movie).collect();
    let taken = movies.iter().filter(|&&movie| is_on(dead, movie));
    let left = movies.iter().filter(|&&movie| is_on(busiest, movie));
    let (taken, left) = (taken.count(), left.count());
    assert!(
        taken > 0 && left < movies.len(),
        "{taken} taken, {left} left of {}",
        movies.len()
    );
}

#[test]
fn units_that_are_still_held_off_are_not_dead() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 10);
    let before = learner.weights.pooling().clone();
    let frames = frames(40 * MOVIE, 2);
    let mut revive = |schedule, movies_seen| {
        learner.movies_seen = movies_seen;
        learner.weights.layers[0].state.unit_use.fill(0.0);
        learner.revive_invariant(frames.view(), MOVIE, &params(0.2, 0.1), schedule)
    };
    // u turns on after a quarter of them; how often its units are on is known some time later.
    let on = COMPETITIVE_MOVIES / 4;
    for movies_seen in [0, on, on + Schedule::POOLING_USE_MOVIES - 1] {
        assert_eq!(
            revive(Schedule::Competitive, movies_seen),
            0,
            "{movies_seen}"
        );
    }
    let known = on + Schedule::POOLING_USE_MOVIES;
    assert_eq!(revive(Schedule::Competitive, known), before.ncols());
    assert_eq!(revive(Schedule::Steady, 0), before.ncols());
    assert_ne!(learner.weights.pooling(), before);
}

#[test]
fn frozen_layers_are_kept_as_they_are_where_all_units_are_kept_alive() {
    let begun = Learner::new(PIXELS, &params(0.2, 0.1), 10);
    let frames = frames(40 * MOVIE, 2);
    let after = |freeze_simple, freeze_invariant| {
        let learning = LearningParams {
            keep_alive: true,
            freeze_simple,
            freeze_invariant,
            batch_movies: 40,
            ..LearningParams::default()
        };
        let mut learner = begun.clone();
        // Both are due, and no unit was ever on.
        let step = Schedule::POOLING_USE_MOVIES / 40;
        learner.revive_due(frames.view(), MOVIE, &params(0.2, 0.1), &learning, step);
        [
            learner.weights.dictionary != begun.weights.dictionary,
            learner.weights.pooling() != begun.weights.pooling(),
        ]
    };
    assert_eq!(after(false, false), [true, true]);
    assert_eq!(after(true, false), [false, true]);
    assert_eq!(after(false, true), [true, false]);
}

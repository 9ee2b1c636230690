//! What learning must keep, and what it must catch.

use cellscope::model::{
    COMPETITIVE_MOVIES, Diverged, Learner, LearningParams, ModelParams, Schedule,
};
use ndarray::Array2;

use super::{PIXELS, frames, params};

const MOVIE: usize = 3;

fn learn(learner: &mut Learner, steps: u64, learning: &LearningParams) -> Vec<f64> {
    (0..steps)
        .map(|step| {
            let frames = frames(40 * MOVIE, 100 + step % 7);
            let report = learner.step(frames.view(), MOVIE, &params(0.2, 0.1), learning);
            assert!(report.diverged.is_empty(), "step {step}: {report:?}");
            report.energies.simple()
        })
        .collect()
}

fn assert_sound(learner: &Learner) {
    let layers = learner.weights.layers.iter();
    let mut weights = layers.flat_map(|layer| &layer.weights);
    assert!(weights.all(|weight| weight.is_finite()));
    assert!(learner.weights.dictionary.iter().all(|w| w.is_finite()));
    assert!(
        learner
            .weights
            .pooling()
            .iter()
            .all(|&weight| weight >= 0.0),
        "A >= 0"
    );
    let weights = &learner.weights;
    for column in weights
        .dictionary
        .columns()
        .into_iter()
        .chain(weights.pooling().columns())
    {
        assert!(
            (column.dot(&column) - 1.0).abs() < 1e-5,
            "columns of norm 1"
        );
    }
}

#[test]
fn learning_lowers_the_energy_and_keeps_the_constraints() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 5);
    let energies = learn(&mut learner, 70, &LearningParams::default());
    assert_sound(&learner);
    let mean = |energies: &[f64]| energies.iter().sum::<f64>() / energies.len() as f64;
    let (first, last) = (mean(&energies[..7]), mean(&energies[63..]));
    assert!(last < 0.95 * first, "{first} at first, {last} at last");
}

#[test]
fn a_frozen_layer_keeps_its_bits_while_the_other_learns() {
    let start = Learner::new(PIXELS, &params(0.2, 0.1), 6);
    for (freeze_simple, freeze_invariant) in [(true, false), (false, true)] {
        let mut learner = start.clone();
        let learning = LearningParams {
            freeze_simple,
            freeze_invariant,
            ..LearningParams::default()
        };
        learn(&mut learner, 3, &learning);
        let same_w = learner.weights.dictionary == start.weights.dictionary;
        let same_a = learner.weights.pooling() == start.weights.pooling();
        assert_eq!((same_w, same_a), (freeze_simple, freeze_invariant));
    }
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let train = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| {
            let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 7);
            learn(&mut learner, 5, &LearningParams::default());
            learner
        })
    };
    let one = train(1);
    assert_eq!(one, train(2));
    assert_eq!(one, train(5));
}

#[test]
fn one_movie_at_a_time_learns_too() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 8);
    let before = learner.weights.clone();
    for step in 0..50 {
        let frames = frames(MOVIE, 300 + step);
        let report = learner.step(
            frames.view(),
            MOVIE,
            &params(0.2, 0.1),
            &LearningParams::default(),
        );
        assert!(report.diverged.is_empty());
    }
    assert_sound(&learner);
    assert_ne!(learner.weights, before);
}

#[test]
fn a_step_that_would_raise_the_energy_is_not_taken() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 9);
    learn(&mut learner, 5, &LearningParams::default());
    // Past the warm-up, where rates are small.
    learner.movies_seen = 20_000;
    let before = learner.weights.dictionary.clone();
    let learning = LearningParams {
        simple_rate: 900.0,
        freeze_invariant: true,
        ..LearningParams::default()
    };
    let frames = frames(40 * MOVIE, 1);
    let report = learner.step(frames.view(), MOVIE, &params(0.2, 0.1), &learning);
    assert_eq!(report.diverged, [Diverged::Simple]);
    assert_eq!(learner.weights.dictionary, before);
}

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

#[test]
fn a_competitive_layer_beside_a_learns_as_a_model_of_its_beta_does() {
    let learning = LearningParams {
        schedule: Schedule::Competitive,
        ..LearningParams::default()
    };
    let mut with = Learner::new(PIXELS, &params(0.2, 0.1), 12);
    // Where u is on, at a part of beta.
    with.movies_seen = COMPETITIVE_MOVIES / 2;
    let mut alone = with.clone();
    with.set_extra_betas(&[0.05]);
    let before = alone.weights.pooling().clone();
    for step in 0..4 {
        let frames = frames(40 * MOVIE, 30 + step);
        with.step(frames.view(), MOVIE, &params(0.2, 0.1), &learning);
        alone.step(frames.view(), MOVIE, &params(0.2, 0.05), &learning);
    }
    assert_ne!(alone.weights.pooling(), before);
    assert_eq!(with.extra[0], alone.weights.layers[0]);
}

#[test]
fn blank_movies_change_nothing_but_the_count() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 11);
    let before = learner.weights.clone();
    // Also at the highest rates: there is no step that could be too long.
    for rate in [1.0, 100.0] {
        let blank = Array2::zeros((128 * MOVIE, PIXELS));
        let learning = LearningParams {
            simple_rate: rate,
            invariant_rate: rate,
            ..LearningParams::default()
        };
        let report = learner.step(blank.view(), MOVIE, &params(0.2, 0.1), &learning);
        assert!(report.diverged.is_empty(), "{rate}: {report:?}");
    }
    let close =
        |a: &Array2<f32>, b: &Array2<f32>| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6);
    assert!(close(&learner.weights.dictionary, &before.dictionary));
    assert!(close(learner.weights.pooling(), before.pooling()));
    assert_eq!(learner.movies_seen, 256);
}

#[test]
fn prices_follow_the_shares_of_units_asked_for() {
    let (simple_share, invariant_share) = (0.05, 0.1);
    let mut params = ModelParams {
        simple_share,
        invariant_share,
        ..params(0.2, 0.1)
    };
    let (learning, movies) = (LearningParams::default(), 128);
    let mut learner = Learner::new(PIXELS, &params, 5);
    let mut shares = [0.0; 2];
    for step in 0..600 {
        let frames = frames(movies * MOVIE, 100 + step % 7);
        let report = learner.step(frames.view(), MOVIE, &params, &learning);
        params.adapt_prices(&report, movies);
        if step >= 500 {
            shares[0] += report.simple_density / 100.0;
            shares[1] += report.layer_densities[0] / 100.0;
        }
    }
    assert!(params.alpha != 0.2 && params.beta != 0.1, "{params:?}");
    for (share, asked) in shares.into_iter().zip([simple_share, invariant_share]) {
        let ratio = share / f64::from(asked);
        assert!(
            (0.8..1.25).contains(&ratio),
            "{share} on, {asked} asked for"
        );
    }
}

#[test]
fn beta_stays_while_u_is_held_off() {
    let mut params = ModelParams {
        invariant_share: 0.1,
        ..params(0.2, 0.1)
    };
    let learning = LearningParams {
        schedule: Schedule::Competitive,
        ..LearningParams::default()
    };
    let mut learner = Learner::new(PIXELS, &params, 5);
    let movies = frames(40 * MOVIE, 3);
    let mut beta_after = |movies_seen| {
        learner.movies_seen = movies_seen;
        let report = learner.step(movies.view(), MOVIE, &params, &learning);
        params.adapt_prices(&report, 40);
        params.beta
    };
    assert_eq!(beta_after(0), 0.1);
    assert_ne!(beta_after(COMPETITIVE_MOVIES / 2), 0.1);
}

#[test]
fn prices_stay_where_no_share_is_asked_for_and_in_their_range_where_it_cannot_be_reached() {
    let learning = LearningParams::default();
    let frames = frames(40 * MOVIE, 3);
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 5);
    let report = learner.step(frames.view(), MOVIE, &params(0.2, 0.1), &learning);
    let mut plain = params(0.2, 0.1);
    plain.adapt_prices(&report, 128);
    assert_eq!(plain, params(0.2, 0.1));
    // Frames of nothing turn no unit on, however low its price.
    let nothing = Array2::zeros((40 * MOVIE, PIXELS));
    let mut wanting = ModelParams {
        simple_share: 0.1,
        invariant_share: 0.1,
        ..params(0.2, 0.1)
    };
    for _ in 0..300 {
        let report = learner.step(nothing.view(), MOVIE, &wanting, &learning);
        wanting.adapt_prices(&report, 128);
    }
    assert_eq!([wanting.alpha, wanting.beta], [1e-3; 2]);
    wanting.check().expect("prices in range");
}

#[test]
fn minibatches_and_courses_grow_with_the_number_of_units_above_400() {
    assert_eq!(Schedule::usual_batch(100), 128);
    assert_eq!(Schedule::usual_batch(400), 128);
    assert_eq!(Schedule::usual_batch(1000), 320);
    assert_eq!(Schedule::usual_batch(4000), 1280);
    assert_eq!(Schedule::usual_batch(16_384), 4096, "the most");
    let known = [0, 1, 2].map(|layer| Schedule::Steady.dead_known_from(layer, 4000));
    assert_eq!(known, [200_000, 20_000, 80_000]);
    assert_eq!(Schedule::Competitive.dead_known_from(1, 60), 80_000);
    assert_eq!(Schedule::use_movies(4000), 10 * Schedule::use_movies(400));
}

//! What learning must keep, and what it must catch.

use cellscope::model::{COMPETITIVE_MOVIES, Diverged, Learner, LearningParams, Schedule};
use ndarray::Array2;

use super::{PIXELS, frames, params};

pub(super) const MOVIE: usize = 3;

pub(super) fn learn(learner: &mut Learner, steps: u64, learning: &LearningParams) -> Vec<f64> {
    (0..steps)
        .map(|step| {
            let frames = frames(40 * MOVIE, 100 + step % 7);
            let report = learner.step(frames.view(), MOVIE, &params(0.2, 0.1), learning);
            assert!(report.diverged.is_empty(), "step {step}: {report:?}");
            report.energies.simple()
        })
        .collect()
}

pub(super) fn assert_sound(learner: &Learner) {
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
fn a_pooling_step_that_is_not_finite_is_not_taken() {
    let mut learner = Learner::new(PIXELS, &params(0.2, 0.1), 12);
    learner.set_extra_betas(&[0.05]);
    learn(&mut learner, 5, &LearningParams::default());
    let before = learner.clone();
    let learning = LearningParams {
        invariant_rate: f32::INFINITY,
        ..LearningParams::default()
    };
    let frames = frames(40 * MOVIE, 1);
    let report = learner.step(frames.view(), MOVIE, &params(0.2, 0.1), &learning);
    assert_eq!(report.diverged, [Diverged::Extra(0), Diverged::Pooling(0)]);
    assert_eq!(learner.weights.pooling(), before.weights.pooling());
    assert_eq!(learner.extra[0].weights, before.extra[0].weights);
    assert_ne!(learner.weights.dictionary, before.weights.dictionary);
    // At a rate that is, it goes on.
    learn(&mut learner, 5, &LearningParams::default());
    assert_ne!(learner.weights.pooling(), before.weights.pooling());
    assert_sound(&learner);
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

//! Sparsities that are adapted to a share of units that is on.

use cellscope::model::{COMPETITIVE_MOVIES, Learner, LearningParams, ModelParams, Schedule};
use ndarray::Array2;

use super::learning::MOVIE;
use super::{PIXELS, frames, params};

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

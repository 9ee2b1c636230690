//! The search for the sparsities that fill best, on scores whose top is known.

use std::f32::consts::SQRT_2 as RATIO;
use std::ops::RangeInclusive;

use cellscope::analysis::inpainting::{Sparsities, tune};

/// The sparsities that a model may have.
const RANGE: RangeInclusive<f32> = 1e-3..=100.0;

/// Highest at alpha 0.1 for one layer, and at alpha 0.2, beta 0.5 for two.
fn hill(sparsities: Sparsities) -> f64 {
    let off = |value: f32, best: f32| -f64::from((value / best).ln().powi(2));
    match sparsities.beta {
        None => off(sparsities.alpha, 0.1),
        Some(beta) => off(sparsities.alpha, 0.2) + off(beta, 0.5),
    }
}

#[test]
fn the_top_of_a_hill_is_found_from_above_and_from_below() {
    for start in [2.0, 0.5, 0.02] {
        let [one, two] = tune(start, |at| Some(hill(at))).expect("scores");
        let near = |value: f32, best: f32| (value / best).ln().abs() <= 0.5 * RATIO.ln() + 1e-3;
        assert!(near(one.sparsities.alpha, 0.1), "{one:?}");
        assert!(near(two.sparsities.alpha, 0.2), "{two:?}");
        let beta = two.sparsities.beta.expect("two layers have one");
        assert!(near(beta, 0.5), "{two:?}");
    }
}

#[test]
fn sparsities_stay_in_range_however_the_score_pulls() {
    // From one out of range, too.
    for start in [0.01, 1e-4] {
        let low = |sparsities: Sparsities| Some(-f64::from(sparsities.alpha));
        let [one, two] = tune(start, low).expect("scores");
        assert!(
            RANGE.contains(&one.sparsities.alpha) && one.sparsities.alpha < 1.5e-3,
            "{one:?}"
        );
        assert!(RANGE.contains(&two.sparsities.alpha), "{two:?}");
    }
}

#[test]
fn a_power_of_2_of_a_short_number_is_short() {
    let [one, _] = tune(0.5, |at| {
        Some(hill(at) - f64::from((at.alpha - 0.25).abs()) * 1e9)
    })
    .expect("scores");
    assert_eq!(one.sparsities.alpha, 0.25);
}

#[test]
fn without_scores_there_is_no_best() {
    assert_eq!(tune(0.5, |_| None), None);
    let only_one = |at: Sparsities| at.beta.is_none().then_some(1.0);
    assert_eq!(tune(0.5, only_one), None);
}

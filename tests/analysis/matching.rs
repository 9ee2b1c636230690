//! Units of two models matched: what was permuted is found again.

use cellscope::analysis::{Layer, MAX_MATCHED, MatchError, Matching};
use cellscope::model::{ModelParams, Weights};
use ndarray::{Array2, Axis};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}

/// Weights of so many units over patches of 36 pixels.
fn weights(simple: usize, invariant: usize, seed: u64) -> Weights {
    let params = ModelParams {
        simple,
        invariant,
        ..ModelParams::default()
    };
    let mut weights = Weights::random(36, &params, seed);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let shape = weights.pooling().dim();
    *weights.pooling_mut() = Array2::from_shape_simple_fn(shape, || generator.random::<f32>());
    weights
}

/// The order of so many units, shuffled.
fn shuffled(units: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..units).collect();
    order.shuffle(&mut generator());
    order
}

/// The same units in another order, filters with the other sign.
fn permuted(of: &Weights, simple: &[usize], invariant: &[usize]) -> Weights {
    let mut weights = of.clone();
    weights.dictionary = -of.dictionary.select(Axis(1), simple);
    let pooling = of.pooling().select(Axis(0), simple);
    *weights.pooling_mut() = pooling.select(Axis(1), invariant);
    weights
}

#[test]
fn permuted_units_are_found_again_in_both_layers() {
    let first = weights(60, 20, 1);
    let (simple, invariant) = (shuffled(60), shuffled(20));
    let second = permuted(&first, &simple, &invariant);
    let matching = Matching::new(&first, &second, false).expect("matched");
    for (layer, order) in [(Layer::Simple, &simple), (Layer::Invariant, &invariant)] {
        let matching = matching.layer(layer);
        for (place, &unit) in order.iter().enumerate() {
            let forth = matching.forth(unit).expect("a partner");
            assert_eq!(forth.unit, place, "{layer:?}");
            assert!(forth.correlation > 0.999, "{forth:?}");
            assert_eq!(matching.back(place).map(|back| back.unit), Some(unit));
        }
        assert!(matching.median_correlation() > Some(0.999));
    }
}

#[test]
fn of_the_larger_model_some_have_no_partner_whichever_is_the_first() {
    let large = weights(30, 12, 2);
    let (simple, invariant) = (shuffled(30), shuffled(12));
    let small = permuted(&large, &simple[..18], &invariant[..5]);
    for is_turned in [false, true] {
        let [first, second] = if is_turned {
            [&small, &large]
        } else {
            [&large, &small]
        };
        let matching = Matching::new(first, second, false).expect("matched");
        let simple_of = matching.layer(Layer::Simple);
        for (place, &unit) in simple.iter().enumerate() {
            let small = (place < 18).then_some(place);
            let found = if is_turned {
                simple_of.back(unit)
            } else {
                simple_of.forth(unit)
            };
            assert_eq!(found.map(|partner| partner.unit), small);
        }
    }
}

#[test]
fn the_sum_of_correlations_is_the_largest_there_is() {
    // All 120 ways of matching 5 units, tried.
    let (first, second) = (weights(5, 2, 3), weights(5, 2, 4));
    let matching = Matching::new(&first, &second, false).expect("matched");
    let pair = |order: &[usize]| {
        let permuted = permuted(&second, order, &[0, 1]);
        let by_number = Matching::new(&first, &permuted, true).expect("matched");
        let of = |unit| by_number.layer(Layer::Simple).forth(unit);
        let partners = (0..5).filter_map(of);
        partners.map(|partner| partner.correlation).sum::<f32>()
    };
    let mut best = 0.0_f32;
    let mut order = [0, 1, 2, 3, 4];
    permute(&mut order, 0, &mut |order| best = best.max(pair(order)));
    let found = (0..5).filter_map(|unit| matching.layer(Layer::Simple).forth(unit));
    let found: f32 = found.map(|partner| partner.correlation).sum();
    assert!((found - best).abs() < 1e-4, "{found} of {best}");
}

/// Calls `each` with every order of what is in `order` from `from` on.
fn permute(order: &mut [usize; 5], from: usize, each: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        return each(order);
    }
    for place in from..order.len() {
        order.swap(from, place);
        permute(order, from + 1, each);
        order.swap(from, place);
    }
}

#[test]
fn moments_of_one_run_keep_their_numbers_and_dead_filters_have_no_correlation() {
    let first = weights(10, 4, 5);
    let mut second = permuted(&first, &shuffled(10), &[0, 1, 2, 3]);
    second.dictionary.column_mut(3).fill(0.5);
    let matching = Matching::new(&first, &second, true).expect("matched");
    let simple = matching.layer(Layer::Simple);
    for unit in 0..10 {
        assert_eq!(simple.forth(unit).map(|partner| partner.unit), Some(unit));
    }
    assert_eq!(simple.forth(3).map(|dead| dead.correlation), Some(0.0));
    assert_eq!(simple.forth(10), None);
}

#[test]
fn too_many_units_are_refused() {
    let units = MAX_MATCHED + 1;
    let many = weights(units, 2, 0);
    let found = Matching::new(&many, &many, false);
    assert_eq!(found, Err(MatchError::Units { units }));
}

#[test]
fn pools_of_other_filters_are_not_alike() {
    let mut first = weights(4, 2, 5);
    let halves = Array2::from_shape_fn((4, 2), |(filter, unit)| {
        f32::from(u8::from(filter / 2 == unit))
    });
    *first.pooling_mut() = halves;
    let second = permuted(&first, &[0, 1, 2, 3], &[1, 0]);
    let invariant = Matching::new(&first, &second, false).expect("matched");
    for (unit, other) in [(0, 1), (1, 0)] {
        let partner = invariant
            .layer(Layer::Invariant)
            .forth(unit)
            .expect("a partner");
        assert_eq!(partner.unit, other);
        assert!((partner.correlation - 1.0).abs() < 1e-5);
    }
    // All of the second model pools what the first unit of the first does not.
    let mut other = first.clone();
    *other.pooling_mut() =
        Array2::from_shape_fn((4, 2), |(filter, _)| f32::from(u8::from(filter < 2)));
    let apart = Matching::new(&first, &other, false).expect("matched");
    let partner = apart.layer(Layer::Invariant).forth(1).expect("a partner");
    assert_eq!(partner.correlation, 0.0);
}

//! Patches, filled by one layer and by two.

use cellscope::analysis::inpainting::{Covered, Filler, Fills, Sparsities};
use cellscope::model::{ModelParams, SimpleCoder, Weights};
use ndarray::{Array1, Array2, s};

use super::{ONE, SIDE, TWO, half_observed, patches, weights};

#[test]
fn a_patch_of_which_all_is_observed_gives_what_the_plain_coder_gives() {
    let (weights, patches) = (weights(), patches(5));
    let filled = Filler::new(&weights, &[true; SIDE * SIDE])
        .fill(patches.view(), ONE, 1, 1)
        .filled;
    let products = weights.gram_cache();
    let coder = SimpleCoder::new(weights.dictionary.view(), &products, ONE.alpha, 1e-4);
    let codes = coder.encode(patches.view(), 1).codes.to_dense();
    let expected = codes.dot(&weights.dictionary.t());
    let off = (&filled - &expected).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off < 1e-5, "off by {off}");
    assert!(
        expected.iter().any(|&x| x.abs() > 0.05),
        "codes of nothing pass the above"
    );
}

#[test]
fn hidden_pixels_change_nothing_whatever_they_are() {
    let (weights, observed) = (weights(), half_observed());
    let filler = Filler::new(&weights, &observed);
    let given = patches(6);
    let mut spoiled = given.clone();
    for (pixel, mut column) in spoiled.columns_mut().into_iter().enumerate() {
        if !observed[pixel] {
            column.fill(f32::NAN);
        }
    }
    for sparsities in [ONE, TWO] {
        let fill = |patches: &Array2<f32>| filler.fill(patches.view(), sparsities, 3, 1).filled;
        assert_eq!(fill(&given), fill(&spoiled));
        assert!(fill(&given).iter().any(|&x| x != 0.0));
    }
}

#[test]
fn codes_of_a_masked_dictionary_are_minima_though_its_columns_have_other_norms() {
    let mut weights = weights();
    let observed = half_observed();
    // A filter that nothing is observed of.
    for (pixel, &observed) in observed.iter().enumerate() {
        if observed {
            weights.dictionary[[pixel, 7]] = 0.0;
        }
    }
    let rows: Vec<usize> = (0..observed.len())
        .filter(|&pixel| observed[pixel])
        .collect();
    let masked = weights
        .dictionary
        .select(ndarray::Axis(0), &rows)
        .mapv(f64::from);
    let patches = patches(4);
    let fill = Filler::new(&weights, &observed).fill(patches.view(), ONE, 1, 1);
    for (row, patch) in patches.outer_iter().enumerate() {
        let seen = Array1::from_iter(rows.iter().map(|&pixel| f64::from(patch[pixel])));
        let code = fill.simple.to_dense().row(row).mapv(f64::from);
        let (alpha, residual) = (f64::from(ONE.alpha), &seen - &masked.dot(&code));
        let energy = 0.5 * residual.dot(&residual) + alpha * code.mapv(f64::abs).sum();
        // The duality gap, by the residual scaled until it is feasible.
        let correlation = residual.dot(&masked);
        let largest = correlation.fold(0.0f64, |most, c| most.max(c.abs()));
        let dual = &residual * (alpha / largest).min(1.0);
        let gap = energy - (dual.dot(&seen) - 0.5 * dual.dot(&dual));
        assert!(gap <= 2e-4 * 0.5 * seen.dot(&seen), "gap {gap}");
        assert_eq!(code[7], 0.0);
        assert!(code.iter().any(|&z| z != 0.0));
    }
}

#[test]
fn two_layers_fill_as_one_where_u_costs_too_much_and_otherwise_where_it_does_not() {
    let (weights, observed, patches) = (weights(), half_observed(), patches(4));
    let filler = Filler::new(&weights, &observed);
    let one = filler.fill(patches.view(), ONE, 1, 3).filled;
    let dear = Sparsities {
        beta: Some(100.0),
        ..ONE
    };
    let two = filler.fill(patches.view(), dear, 1, 3);
    let off = (&two.filled - &one).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off < 1e-4, "off by {off}");
    let two = filler.fill(patches.view(), TWO, 1, 3);
    assert!(two.invariant.expect("u").density() > 0.0);
    let off = (&two.filled - &one).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off > 1e-3, "u does nothing");
}

#[test]
fn two_layers_go_on_with_a_pattern_that_one_layer_does_not_see() {
    // 8 filters of 8 pixels; the first four are always on together, and each pixel row is one filter.
    // Of the third filter only one pixel is observed, and dimly: alone it is not worth its price.
    let mut weights = Weights::random(
        64,
        &ModelParams {
            simple: 8,
            invariant: 1,
            ..ModelParams::default()
        },
        1,
    );
    weights.dictionary.fill(0.0);
    weights.pooling_mut().fill(0.0);
    for filter in 0..8 {
        let rows = s![filter * 8..filter * 8 + 8, filter];
        weights
            .dictionary
            .slice_mut(rows)
            .fill(8.0f32.sqrt().recip());
    }
    weights.pooling_mut().slice_mut(s![..4, 0]).fill(0.5);
    let one = Sparsities {
        alpha: 0.4,
        beta: None,
    };
    let two = Sparsities {
        alpha: 0.4,
        beta: Some(0.05),
    };
    let covered = Covered {
        truth: Array2::from_shape_fn((8, 8), |(y, _)| if y < 4 { 1.0 } else { 0.0 }),
        observed: Array2::from_shape_fn((8, 8), |(y, x)| y != 2 || x == 0),
    };
    let both = Fills::of_patch(&weights, covered, [one, two], 1);
    let hidden = s![2, 1..];
    assert!(
        both.one.filled.slice(hidden).iter().all(|&x| x == 0.0),
        "{}",
        both.one.filled
    );
    assert!(
        both.two.filled.slice(hidden).iter().all(|&x| x > 0.2),
        "{}",
        both.two.filled
    );
    assert!(both.two.snr_db > both.one.snr_db, "{both:?}");
    let invariant = both.invariant.expect("a patch");
    assert!(invariant.len() == 1 && invariant[0] > 0.0);
}

//! Whole pictures, filled by overlapping patches.

use cellscope::analysis::inpainting::{Filler, Mask, MaskKind, fill_picture, tiled};
use cellscope::model::{ModelParams, Weights};
use ndarray::{Array2, s};

use super::{ONE, SIDE, generator, patches, weights};

/// Fills a picture, and sees that nothing of it comes from hidden pixels.
fn filled_from_observed(
    weights: &Weights,
    mut image: Array2<f32>,
    tile: &Mask,
    observed: &Array2<bool>,
) -> Array2<f32> {
    let fill =
        |image: &Array2<f32>| fill_picture(weights, image.view(), tile.with_margin(), ONE, 1);
    let filled = fill(&image);
    for (value, &observed) in image.iter_mut().zip(observed) {
        *value = if observed { *value } else { f32::NAN };
    }
    assert_eq!(filled, fill(&image));
    assert!(filled.iter().all(|value| value.is_finite()));
    filled
}

#[test]
fn a_picture_of_one_patch_is_filled_as_that_patch_and_a_larger_one_everywhere() {
    let weights = weights();
    let tile = Mask::draw(MaskKind::Random(0.5), SIDE, 0, &mut generator(4));
    let patch = patches(1);
    let image = patch
        .clone()
        .into_shape_with_order((SIDE, SIDE))
        .expect("a square");
    let filled = fill_picture(&weights, image.view(), tile.with_margin(), ONE, 1);
    let alone = Filler::new(&weights, &tile.patch())
        .fill(patch.view(), ONE, 1, 1)
        .filled;
    assert!(filled.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-6));

    let image = Array2::from_shape_fn((21, 30), |(y, x)| patch[[0, (y * 7 + x * 3) % 64]]);
    let observed = tiled(tile.with_margin(), 1, 21, 30);
    assert_eq!(observed[[10, 13]], tile.with_margin()[[2, 5]]);
    let filled = filled_from_observed(&weights, image, &tile, &observed);
    assert!(
        filled
            .slice(s![18.., 27..])
            .iter()
            .any(|&value| value != 0.0)
    );
}

#[test]
fn of_a_picture_in_colour_the_same_pixels_are_hidden_in_each_plane_and_all_are_filled() {
    let params = ModelParams {
        simple: 100,
        invariant: 12,
        ..ModelParams::default()
    };
    let weights = Weights::random(3 * SIDE * SIDE, &params, 1);
    let tile = Mask::draw(MaskKind::Random(0.5), SIDE, 0, &mut generator(4));
    let grey = patches(3);
    // The planes of a patch, one below the other.
    let patch = grey.to_shape((1, 3 * SIDE * SIDE)).expect("three planes");
    let stacked = grey.to_shape((3 * SIDE, SIDE)).expect("three planes");
    let filled = fill_picture(&weights, stacked.view(), tile.with_margin(), ONE, 1);
    let alone = Filler::new(&weights, &tile.patch().repeat(3))
        .fill(patch.view(), ONE, 1, 1)
        .filled;
    assert!(filled.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-6));

    // 13 rows a plane: the mask begins anew in each.
    let image = Array2::from_shape_fn((39, 20), |(y, x)| grey[[y / 13, (y * 7 + x * 3) % 64]]);
    let observed = tiled(tile.with_margin(), 3, 39, 20);
    for plane in 0..3 {
        let rows = observed.slice(s![13 * plane..13 * (plane + 1), ..]);
        assert_eq!(rows, tiled(tile.with_margin(), 1, 13, 20));
    }
    filled_from_observed(&weights, image, &tile, &observed);
}

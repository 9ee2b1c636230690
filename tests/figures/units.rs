//! The pictures of filters, the strongest units of a pool, and units chosen at random.

use cellscope::channels::Channels;
use cellscope::figure::{
    Atlas, ColorMap, Contrast, PixelColors, Weight, random_units, random_units_of,
    strongest_invariant, strongest_simple,
};
use ndarray::Array2;

fn pixel(atlas: &Atlas, unit: usize, x: usize, y: usize) -> u8 {
    let crop = atlas.crop(unit);
    atlas.raster().rgba[4 * ((crop.y + y) * atlas.raster().width + crop.x + x)]
}

#[test]
fn every_filter_lands_in_its_own_tile_with_zero_as_mid_grey() {
    let dictionary = Array2::from_shape_fn((4, 5), |(p, k)| if p == k % 4 { -1.0 } else { 0.0 });
    let atlas = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::PerFilter);
    for unit in 0..5 {
        for p in 0..4 {
            let expected = if p == unit % 4 { 0 } else { 127 };
            let found = pixel(&atlas, unit, p % 2, p / 2);
            assert!(
                found.abs_diff(expected) <= 1,
                "unit {unit} pixel {p}: {found}"
            );
        }
    }
}

#[test]
fn common_contrast_keeps_a_weak_filter_weak_and_per_filter_contrast_does_not() {
    let dictionary = Array2::from_shape_fn((4, 2), |(_, k)| if k == 0 { 1.0 } else { 0.1 });
    let per_filter = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::PerFilter);
    let common = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::Common);
    assert_eq!(pixel(&per_filter, 1, 0, 0), 255);
    assert!(pixel(&common, 1, 0, 0) < 145);
}

#[test]
fn an_empty_filter_is_mid_grey() {
    let atlas = Atlas::new(
        Array2::zeros((9, 1)).view(),
        ColorMap::Grey,
        Contrast::PerFilter,
    );
    assert!(pixel(&atlas, 0, 1, 1).abs_diff(127) <= 1);
}

/// The colour of a pixel of a filter of 2 x 2 pixels.
fn colour(atlas: &Atlas, unit: usize, x: usize, y: usize) -> [u8; 3] {
    let (crop, raster) = (atlas.crop(unit), atlas.raster());
    let start = 4 * ((crop.y + y) * raster.width + crop.x + x);
    [0, 1, 2].map(|channel| raster.rgba[start + channel])
}

#[test]
fn filters_in_colour_are_drawn_as_the_colours_that_they_are_about_mid_grey() {
    // One pixel is redder, one less blue, two are as they are.
    let mut rgb = Array2::zeros((12, 2));
    (rgb[[0, 0]], rgb[[8 + 3, 0]]) = (1.0, -0.5);
    // Luminance alone is white, red-green alone red and the darker green.
    (rgb[[1, 1]], rgb[[4 + 2, 1]]) = (0.1, 0.1);
    let atlas = |channels| {
        let colors = PixelColors {
            channels,
            ..PixelColors::default()
        };
        Atlas::new(rgb.view(), colors, Contrast::PerFilter)
    };
    let drawn = atlas(Channels::Rgb);
    assert_eq!(drawn.side(), 2);
    assert_eq!(colour(&drawn, 0, 0, 0), [254, 127, 127]);
    assert_eq!(colour(&drawn, 0, 1, 1), [127, 127, 64]);
    assert_eq!(colour(&drawn, 0, 1, 0), [127; 3]);
    let drawn = atlas(Channels::Opponent);
    let [red, green, blue] = colour(&drawn, 1, 0, 1);
    assert_eq!(red, 254, "the strongest of R, G and B");
    assert!(green < 64 && (127..160).contains(&blue), "{green} {blue}");
    let [red, green, blue] = colour(&drawn, 1, 1, 0);
    assert!(red == green && green == blue && red > 200, "{red}");
}

#[test]
fn the_strongest_come_first_in_both_directions() {
    let pooling = Array2::from_shape_fn((50, 7), |(i, j)| ((i * 31 + j * 17) % 53) as f32);
    let by_invariant = strongest_simple(pooling.view(), 9);
    for (j, best) in by_invariant.iter().enumerate() {
        let mut all: Vec<f32> = pooling.column(j).to_vec();
        all.sort_by(|a, b| b.total_cmp(a));
        let weights: Vec<f32> = best.iter().map(|w| w.weight).collect();
        assert_eq!(weights, all[..9]);
        assert!(best.iter().all(|w| pooling[[w.unit, j]] == w.weight));
    }
    for i in 0..50 {
        let best = strongest_invariant(pooling.view(), i, 3);
        let mut all: Vec<f32> = pooling.row(i).to_vec();
        all.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(best.iter().map(|w| w.weight).collect::<Vec<_>>(), all[..3]);
    }
}

#[test]
fn zero_weights_are_left_out() {
    let mut pooling = Array2::zeros((5, 2));
    pooling[[3, 1]] = 0.5;
    let best = strongest_simple(pooling.view(), 9);
    assert!(best[0].is_empty());
    assert_eq!(
        best[1],
        [Weight {
            unit: 3,
            weight: 0.5
        }]
    );
}

#[test]
fn units_are_distinct_and_rise_and_depend_on_the_seed_alone() {
    let chosen = random_units(100, 25, 1);
    assert_eq!(chosen.len(), 25);
    assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(chosen.iter().all(|&unit| unit < 100));
    assert_eq!(chosen, random_units(100, 25, 1));
    assert_ne!(chosen, random_units(100, 25, 2));
}

#[test]
fn no_more_units_than_there_are() {
    assert_eq!(random_units(4, 25, 7), [0, 1, 2, 3]);
    assert!(random_units(0, 25, 7).is_empty());
}

#[test]
fn one_unit_more_to_choose_from_changes_one_at_most() {
    let before = random_units_of(100, |unit| unit % 2 == 0, 20, 3);
    let after = random_units_of(100, |unit| unit % 2 == 0 || unit == 31, 20, 3);
    assert!(before.iter().all(|(unit, _)| unit % 2 == 0));
    let kept = before.iter().filter(|unit| after.contains(unit)).count();
    assert!(kept >= 19, "{kept}");
}

#[test]
fn every_unit_has_its_chance() {
    let mut times = [0; 10];
    for seed in 0..2000 {
        random_units(10, 3, seed)
            .into_iter()
            .for_each(|unit| times[unit] += 1);
    }
    // 600 expected, with a standard deviation of 20.
    assert!(
        times.iter().all(|count| (500..700).contains(count)),
        "{times:?}"
    );
}

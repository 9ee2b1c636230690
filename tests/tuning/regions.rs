//! Overlap and softness of response regions whose answers are known.

use cellscope::analysis::tuning::response_regions;
use ndarray::{Array3, array, s};

use super::pooling_model::measure;

#[test]
fn plateaus_side_by_side_neither_overlap_nor_are_soft() {
    let responses =
        Array3::from_shape_fn(
            (2, 6, 3),
            |(_, b, unit)| {
                if b / 2 == unit && unit < 2 { 5.0 } else { 0.0 }
            },
        );
    let regions = response_regions(responses.view());
    assert_eq!((regions.units, regions.overlap), (2, 0.0));
    assert!((regions.covered - 4.0 / 6.0).abs() < 1e-12);
    assert_eq!(regions.softness, 0.0);
}

#[test]
fn overlap_counts_the_further_regions_where_there_are_any() {
    let responses = array![[[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]];
    let regions = response_regions(responses.view());
    assert!((regions.overlap - 1.0 / 3.0).abs() < 1e-12);
    let twice = array![[[1.0, 2.0], [3.0, 4.0]]];
    assert_eq!(response_regions(twice.view()).overlap, 1.0);
}

/// A round region of the given radius, sloping down over its outer `slope` steps.
fn hill(radius: f32, slope: f32) -> Array3<f32> {
    Array3::from_shape_fn((201, 201, 1), |(i, j, _)| {
        let inside = radius - (i as f32 - 100.0).hypot(j as f32 - 100.0);
        (inside / slope).clamp(0.0, 1.0)
    })
}

#[test]
fn softness_is_the_width_of_the_fringe() {
    // A step along a round boundary has 4 / pi sides of the squares of the grid, on average.
    let width = |slope: f32| f64::from(slope / 2.0) * std::f64::consts::FRAC_PI_4;
    for slope in [4.0, 8.0] {
        for radius in [60.0, 90.0] {
            let softness = response_regions(hill(radius, slope).view()).softness;
            let off = softness / width(slope) - 1.0;
            assert!(
                off.abs() < 0.06,
                "radius {radius}, slope {slope}: {softness}"
            );
        }
    }
}

#[test]
fn a_region_goes_on_where_half_a_turn_closes() {
    let mut across = Array3::zeros((4, 8, 1));
    let mut inside = across.clone();
    for (b, response) in [(1, 1.0), (2, 4.0), (3, 1.0)] {
        inside[[1, b, 0]] = response;
        inside[[2, b, 0]] = response;
        across[[3, b, 0]] = response;
        across[[0, 7 - b, 0]] = response;
    }
    let [inside, across] = [inside, across].map(|r| response_regions(r.view()));
    assert_eq!(inside, across);
    assert!((inside.softness - 4.0 / 10.0).abs() < 1e-12, "{inside:?}");
}

#[test]
fn a_speck_hardly_counts_beside_a_region() {
    let large = hill(60.0, 8.0);
    let mut with_speck = Array3::zeros((201, 201, 2));
    with_speck
        .slice_mut(s![.., .., 0])
        .assign(&large.slice(s![.., .., 0]));
    with_speck[[3, 3, 1]] = 1.0;
    let [alone, both] = [large, with_speck].map(|r| response_regions(r.view()));
    assert_eq!((alone.units, both.units), (1, 2));
    assert!(both.softness / alone.softness > 0.98, "{both:?}");
}

#[test]
fn silence_has_no_regions() {
    let regions = response_regions(Array3::zeros((3, 4, 2)).view());
    assert_eq!(regions.units, 0);
    assert_eq!(
        [regions.covered, regions.overlap, regions.softness],
        [0.0; 3]
    );
}

#[test]
fn regions_grow_as_the_sparsity_of_u_falls() {
    let summary = measure(|_| true);
    let betas: Vec<_> = summary.regions.iter().map(|at| at.beta).collect();
    assert_eq!(betas, [0.5, 0.3, 0.2, 0.1]);
    for pair in summary.regions.windows(2) {
        let (sparse, dense) = (pair[0].regions, pair[1].regions);
        assert!(sparse.covered < dense.covered, "{pair:?}");
    }
}

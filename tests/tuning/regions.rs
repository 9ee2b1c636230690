//! Overlap and softness of response regions whose answers are known.

use cellscope::analysis::tuning::response_regions;
use ndarray::{Array3, array};

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

#[test]
fn a_cone_is_three_quarters_soft() {
    let cone = Array3::from_shape_fn((201, 201, 1), |(i, j, _)| {
        let radius = (i as f32 - 100.0).hypot(j as f32 - 100.0);
        (90.0 - radius).max(0.0)
    });
    let regions = response_regions(cone.view());
    assert!((regions.softness - 0.75).abs() < 0.01, "{regions:?}");
}

#[test]
fn a_speck_hardly_counts_beside_a_region() {
    let region = [8.0, 7.0, 6.0, 5.0, 3.0, 2.0, 1.0, 1.0, 0.0];
    let mut responses = Array3::zeros((1, region.len(), 2));
    for (b, response) in region.into_iter().enumerate() {
        responses[[0, b, 0]] = response;
    }
    responses[[0, 2, 1]] = 1.0;
    let regions = response_regions(responses.view());
    assert_eq!(regions.units, 2);
    assert!((regions.softness - 4.0 / 9.0).abs() < 1e-12, "{regions:?}");
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

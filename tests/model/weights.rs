//! The norms of weights.

use cellscope::model::{ModelParams, Weights};
use ndarray::Array2;

#[test]
fn columns_have_norm_1_and_zero_columns_stay() {
    let params = ModelParams {
        simple: 7,
        invariant: 5,
        ..ModelParams::default()
    };
    let mut weights = Weights::random(4, &params, 1);
    let pooling = Array2::from_shape_fn((7, 5), |(i, j)| (i * j) as f32 + 0.25 * j as f32);
    let direction = pooling[[6, 3]] / pooling[[1, 3]];
    *weights.pooling_mut() = pooling;
    // Keeps the spread, and normalises.
    weights.shrink_pooling_spread(1.0);
    let pooling = weights.pooling();
    assert!(pooling.column(0).iter().all(|&weight| weight == 0.0));
    for column in pooling.columns().into_iter().skip(1) {
        assert!((column.dot(&column) - 1.0).abs() < 1e-6);
    }
    assert!((pooling[[6, 3]] / pooling[[1, 3]] - direction).abs() < 1e-5);
}

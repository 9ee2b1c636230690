//! Every gradient against central differences of the energy it belongs to, in f64.

use cellscope::model::hierarchy::Hierarchy;
use cellscope::model::{SparseRows, dictionary_descent, pooling_descent};
use ndarray::{Array2, Axis};

use super::problems::{InvariantProblem, SimpleProblem};
use super::{PIXELS, doubles, frames, uniform, weights};

/// Central difference of `f` along one coordinate.
fn difference(f: impl Fn(f64) -> f64) -> f64 {
    const STEP: f64 = 1e-5;
    (f(STEP) - f(-STEP)) / (2.0 * STEP)
}

/// The gradient of the one layer of an energy against differences of its formula.
fn assert_gradient(hierarchy: &Hierarchy<'_>, point: &[f64], smooth: impl Fn(&[f64]) -> f64) {
    let codes = vec![point.to_vec()];
    let gradient = hierarchy.layers()[0].gradient(point, &hierarchy.weights(&codes, 0));
    assert_eq!(gradient.len(), point.len());
    for (unit, &analytic) in gradient.iter().enumerate() {
        let numeric = difference(|step| {
            let mut moved = point.to_vec();
            moved[unit] += step;
            smooth(&moved)
        });
        assert!(
            (numeric - analytic).abs() <= 1e-6 * (1.0 + analytic.abs()),
            "unit {unit}: {numeric} by differences, {analytic} by formula"
        );
    }
}

#[test]
fn the_gradient_of_e1_in_z_matches_differences() {
    let (dictionary, frames) = (doubles(&weights(1).dictionary), doubles(&frames(3, 1)));
    for (row, frame) in frames.outer_iter().enumerate() {
        let problem = SimpleProblem {
            dictionary: dictionary.view(),
            frame,
            alpha: 0.5,
        };
        let point = uniform(dictionary.ncols(), -1.0, 1.0, row as u64).to_vec();
        problem.with_hierarchy(|hierarchy| {
            assert_gradient(hierarchy, &point, |z| problem.smooth(z));
        });
    }
}

#[test]
fn the_gradient_of_e2_in_u_matches_differences() {
    let pooling = doubles(weights(2).pooling());
    for seed in 0..3 {
        let pooled = uniform(pooling.nrows(), 0.0, 2.0, seed);
        let problem = InvariantProblem {
            pooling: pooling.view(),
            pooled: pooled.view(),
            alpha: 0.5,
            beta: 0.3,
        };
        let point = uniform(pooling.ncols(), 0.1, 2.0, seed + 10).to_vec();
        assert_gradient(&problem.hierarchy(), &point, |u| problem.smooth(u));
    }
}

/// Codes with a few entries on in each row.
fn sparse(rows: usize, width: usize, low: f64, high: f64, seed: u64) -> SparseRows {
    let values = uniform(rows * width, low, high, seed);
    let mut codes = SparseRows::new(width);
    for row in 0..rows {
        codes.push_row(
            (0..width)
                .filter(|unit| (unit + row) % 4 == 0)
                .map(|unit| (unit as u32, values[row * width + unit] as f32)),
        );
    }
    codes
}

#[test]
fn the_learning_gradient_of_w_matches_differences() {
    let (weights, frames) = (weights(3), frames(5, 3));
    let codes = sparse(5, weights.dictionary.ncols(), -1.0, 1.0, 4);
    let left = &frames - &codes.to_dense().dot(&weights.dictionary.t());
    let mut steps = Array2::zeros((codes.width(), PIXELS));
    dictionary_descent(left.view(), &codes.transposed(), steps.view_mut());
    let (dictionary, frames) = (doubles(&weights.dictionary), doubles(&frames));
    let dense = doubles(&codes.to_dense());
    let energy = |dictionary: &Array2<f64>| {
        let residual = &frames - &dense.dot(&dictionary.t());
        0.5 * residual.mapv(|r| r * r).sum()
    };
    for (unit, pixel) in [(0, 0), (4, 7), (17, PIXELS - 1), (33, 20)] {
        let numeric = difference(|step| {
            let mut moved = dictionary.clone();
            moved[[pixel, unit]] += step;
            energy(&moved)
        });
        let descent = f64::from(steps[[unit, pixel]]);
        assert!(
            (numeric + descent).abs() <= 1e-4 * (1.0 + descent.abs()),
            "filter {unit}, pixel {pixel}: {numeric} by differences, {descent} the descent"
        );
    }
}

#[test]
fn the_learning_gradient_of_a_matches_differences_and_only_adds() {
    let pooling = weights(5).pooling().clone();
    let (simple, invariant) = pooling.dim();
    let (pooled, codes) = (
        sparse(6, simple, 0.1, 2.0, 6),
        sparse(6, invariant, 0.1, 1.5, 7),
    );
    let alpha = 0.7;
    let (dense_pooled, dense_codes) = (doubles(&pooled.to_dense()), doubles(&codes.to_dense()));
    let remaining_of = |pooling: &Array2<f64>| {
        &dense_pooled * &dense_codes.dot(&pooling.t()).mapv(|drive| (-drive).exp())
    };
    let energy = |pooling: &Array2<f64>| f64::from(alpha) * remaining_of(pooling).sum();
    let wide = doubles(&pooling);
    let mut remaining = SparseRows::new(simple);
    for (row, values) in remaining_of(&wide).axis_iter(Axis(0)).enumerate() {
        let units = pooled.row(row).0.to_vec();
        remaining.push_row(units.into_iter().map(|u| (u, values[u as usize] as f32)));
    }
    let steps = pooling_descent(alpha, &remaining, &codes);
    assert!(
        steps.iter().all(|&step| step >= 0.0),
        "descent only adds to A"
    );
    for (column, row) in [(0, 0), (3, 8), (11, 59), (7, 31)] {
        let numeric = difference(|step| {
            let mut moved = wide.clone();
            moved[[row, column]] += step;
            energy(&moved)
        });
        let descent = f64::from(steps[[row, column]]);
        assert!(
            (numeric + descent).abs() <= 1e-5 * (1.0 + descent.abs()),
            "A[{row}, {column}]: {numeric} by differences, {descent} the descent"
        );
    }
}

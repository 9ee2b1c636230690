//! The general energy: its gradients, that no step raises it, and that E1, E2 and the joint model are
//! instances of it.

use cellscope::model::hierarchy::{
    Gram, Hierarchy, HierarchyOptions, LayerCodes, Method, Modulation, Reconstruction, StepSize,
};
use cellscope::model::{InvariantCoder, SimpleCoder};
use ndarray::Array2;
use proptest::prelude::*;

use super::problems::{InvariantProblem, SimpleProblem};
use super::{doubles, frames, uniform, weights};

/// What a random model is made of; the hierarchy borrows from it.
struct Parts {
    dictionary: Array2<f64>,
    gram: Gram,
    frames: Array2<f64>,
    poolings: Vec<Array2<f64>>,
    sparsities: Vec<f64>,
}

/// Parts of a random model of so many layers, with movies of `movie` frames.
fn parts(layers: usize, movie: usize, seed: u64) -> Parts {
    const UNITS: [usize; 4] = [60, 12, 7, 4];
    let dictionary = doubles(&weights(seed).dictionary);
    let pooling = |above: usize| {
        let (rows, columns) = (UNITS[above - 1], UNITS[above]);
        let values = uniform(rows * columns, 0.0, 1.0, seed + above as u64);
        Array2::from_shape_vec((rows, columns), values.to_vec()).expect("a value an entry")
    };
    Parts {
        gram: Gram::new(dictionary.view()),
        frames: doubles(&frames(movie, seed)),
        poolings: (1..layers).map(pooling).collect(),
        sparsities: uniform(layers, 0.05, 0.6, seed + 9).to_vec(),
        dictionary,
    }
}

impl Parts {
    fn reconstruction(&self) -> Reconstruction<'_> {
        Reconstruction::new(self.dictionary.view(), &self.gram, self.frames.view())
    }

    fn hierarchy(&self) -> Hierarchy<'_> {
        let poolings: Vec<_> = self.poolings.iter().map(|pooling| pooling.view()).collect();
        Hierarchy::joint(self.reconstruction(), &poolings, &self.sparsities)
    }
}

/// Random codes: signed in the lowest layer, above 0 in the others.
fn codes(hierarchy: &Hierarchy<'_>, size: f64, seed: u64) -> LayerCodes {
    let layers = hierarchy.layers().iter().enumerate();
    layers
        .map(|(index, layer)| {
            let low = if index == 0 { -size } else { 0.1 * size };
            uniform(layer.variables(), low, size, seed + index as u64).to_vec()
        })
        .collect()
}

fn solve(hierarchy: &Hierarchy<'_>, method: Method, iterations: usize) -> f64 {
    let options = HierarchyOptions {
        step: StepSize::LayerBound,
        method,
        max_iterations: iterations,
    };
    let found = hierarchy.minimise(&hierarchy.zeros(), &options, |_, _, _| false);
    found.energy
}

#[test]
fn every_layers_gradient_matches_differences() {
    const STEP: f64 = 1e-5;
    for layers in 1..=4 {
        let parts = parts(layers, 2, layers as u64);
        let hierarchy = parts.hierarchy();
        let codes = codes(&hierarchy, 0.7, 3);
        for (index, layer) in hierarchy.layers().iter().enumerate() {
            let weights = hierarchy.weights(&codes, index);
            let gradient = layer.gradient(&codes[index], &weights);
            for (unit, analytic) in gradient.into_iter().enumerate() {
                // Along one unit of the whole energy, less what g_a of the unit itself adds.
                let slope = |step: f64| {
                    let mut moved = codes[index].clone();
                    moved[unit] += step;
                    layer.smooth(&moved, &weights)
                };
                let numeric = (slope(STEP) - slope(-STEP)) / (2.0 * STEP);
                assert!(
                    (numeric - analytic).abs() <= 1e-6 * (1.0 + analytic.abs()),
                    "{layers} layers, layer {index}, unit {unit}: {numeric} against {analytic}"
                );
            }
        }
    }
}

#[test]
fn the_smooth_part_is_the_weights_times_the_values_and_the_bound_holds() {
    let parts = parts(3, 3, 5);
    let hierarchy = parts.hierarchy();
    let (here, there) = (codes(&hierarchy, 0.5, 1), codes(&hierarchy, 1.5, 2));
    for (index, layer) in hierarchy.layers().iter().enumerate() {
        let weights = hierarchy.weights(&here, index);
        let values = layer.values(&here[index]);
        let product: f64 = weights.iter().zip(&values).map(|(g, e)| g * e).sum();
        let smooth = layer.smooth(&here[index], &weights);
        assert!(
            (product - smooth).abs() <= 1e-9 * smooth.abs(),
            "layer {index}"
        );
        let square =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        let gradient = |codes: &LayerCodes| layer.gradient(&codes[index], &weights);
        let bend = square(&gradient(&here), &gradient(&there)).sqrt();
        let move_ = square(&here[index], &there[index]).sqrt();
        assert!(bend <= layer.lipschitz(&weights) * move_, "layer {index}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn without_momentum_no_step_in_any_layer_raises_the_energy(
        seed in 0u64..1000, layers in 1usize..=4, movie in 1usize..=3,
    ) {
        let parts = parts(layers, movie, seed);
        let hierarchy = parts.hierarchy();
        let mut codes = codes(&hierarchy, 1.0, seed);
        let mut energy = hierarchy.energy(&codes);
        for round in 0..40 {
            for layer in 0..layers {
                hierarchy.step_layer(&mut codes, layer, StepSize::LayerBound);
                let next = hierarchy.energy(&codes);
                prop_assert!(next <= energy + 1e-12 * energy.abs(), "round {}, layer {}: {} after {}", round, layer, next, energy);
                energy = next;
            }
        }
        prop_assert!(codes[1..].iter().flatten().all(|&u| u >= 0.0));
    }

    #[test]
    fn with_a_restart_no_iteration_raises_the_energy(seed in 0u64..1000, layers in 1usize..=4) {
        let parts = parts(layers, 1, seed);
        let hierarchy = parts.hierarchy();
        let options = HierarchyOptions { step: StepSize::LayerBound, method: Method::Capped, max_iterations: 60 };
        let mut last = f64::INFINITY;
        hierarchy.minimise(&codes(&hierarchy, 1.0, seed), &options, |_, energy, iteration| {
            assert!(energy <= last + 1e-12 * energy, "iteration {iteration}: {energy} after {last}");
            last = energy;
            false
        });
    }
}

#[test]
fn one_layer_is_e1_as_the_other_solvers_have_it() {
    let weights = weights(2);
    let (dictionary, alpha) = (doubles(&weights.dictionary), 0.3);
    let shared = Gram::new(dictionary.view());
    let batch = frames(6, 2);
    let products = weights.gram_cache();
    let coder = SimpleCoder::new(weights.dictionary.view(), &products, alpha, 1e-6);
    let fast = coder.encode(batch.view(), 1);
    for (row, frame) in doubles(&batch).outer_iter().enumerate() {
        let problem = SimpleProblem {
            dictionary: dictionary.view(),
            frame,
            alpha: f64::from(alpha),
        };
        let frame = frame.insert_axis(ndarray::Axis(0));
        let reconstruction = Reconstruction::new(dictionary.view(), &shared, frame);
        let hierarchy = Hierarchy::simple(reconstruction, f64::from(alpha));
        let code = uniform(dictionary.ncols(), -1.0, 1.0, row as u64).to_vec();
        let (one, other) = (hierarchy.energy(&vec![code.clone()]), problem.energy(&code));
        assert!(
            (one - other).abs() <= 1e-10 * other,
            "{one} against {other}"
        );
        let found = solve(&hierarchy, Method::Restarted, 2_000);
        let energy = fast.reconstruction[row] + fast.sparsity[row];
        assert!(
            (found - energy).abs() <= fast.gap[row] + 1e-6 * energy,
            "row {row}: {found} against {energy}, gap {}",
            fast.gap[row]
        );
    }
}

#[test]
fn one_modulating_layer_is_e2_as_the_other_solvers_have_it() {
    let weights = weights(3);
    let pooling = doubles(weights.pooling());
    let (alpha, beta) = (0.5, 0.3);
    let mut rows = cellscope::model::SparseRows::new(pooling.nrows());
    for seed in 0..6 {
        let pooled = uniform(pooling.nrows(), 0.0, 2.0, seed);
        rows.push_row((0..pooling.nrows()).map(|unit| (unit as u32, pooled[unit] as f32)));
    }
    let fast = InvariantCoder::new(weights.pooling().view(), alpha, beta, 1e-6).encode(&rows);
    for (row, pooled) in doubles(&rows.to_dense()).outer_iter().enumerate() {
        let (alpha, beta) = (f64::from(alpha), f64::from(beta));
        let problem = InvariantProblem {
            pooling: pooling.view(),
            pooled,
            alpha,
            beta,
        };
        let hierarchy = Hierarchy::invariant(pooling.view(), pooled.to_vec(), alpha, beta);
        let code = uniform(pooling.ncols(), 0.0, 1.0, row as u64).to_vec();
        let (one, other) = (hierarchy.energy(&vec![code.clone()]), problem.energy(&code));
        assert!(
            (one - other).abs() <= 1e-10 * other,
            "{one} against {other}"
        );
        let reference = problem.minimise(&vec![0.0; pooling.ncols()], 1e-9);
        assert!(reference.converged, "row {row}: the gap closes");
        let found = solve(&hierarchy, Method::Fista, 2_000);
        assert!(
            (found - reference.energy).abs() <= 1e-8 * found,
            "{found}, {}",
            reference.energy
        );
        let energy = fast.modulated[row] + fast.sparsity[row];
        assert!(
            (found - energy).abs() <= fast.gap[row] + 1e-6 * energy,
            "{found}, {energy}"
        );
    }
}

#[test]
fn while_u_is_off_the_joint_model_is_e1_at_the_full_alpha() {
    let parts = parts(2, 3, 4);
    let joint = parts.hierarchy();
    let alone = Hierarchy::simple(parts.reconstruction(), parts.sparsities[0]);
    let mut codes = codes(&joint, 1.0, 6);
    codes[1].fill(0.0);
    let (both, one) = (joint.energy(&codes), alone.energy(&vec![codes[0].clone()]));
    assert!((both - one).abs() <= 1e-12 * one, "{both} against {one}");
    codes[1][3] = 0.5;
    let paid = parts.sparsities[1] * 0.5;
    assert!(joint.energy(&codes) - paid < one, "u lowers the price of z");
}

#[test]
fn the_joint_energy_is_the_papers_formula() {
    let parts = parts(2, 2, 8);
    let joint = parts.hierarchy();
    let codes = codes(&joint, 1.0, 6);
    let (alpha, beta) = (parts.sparsities[0], parts.sparsities[1]);
    let units = parts.dictionary.ncols();
    let drive = parts.poolings[0].dot(&ndarray::ArrayView1::from(&codes[1]));
    let mut energy = beta * codes[1].iter().sum::<f64>();
    for (frame, z) in parts.frames.outer_iter().zip(codes[0].chunks(units)) {
        let left = &frame - &parts.dictionary.dot(&ndarray::ArrayView1::from(z));
        energy += 0.5 * left.dot(&left);
        let prices = drive
            .iter()
            .map(|drive| alpha * (1.0 + (-drive).exp()) / 2.0);
        energy += z
            .iter()
            .zip(prices)
            .map(|(z, price)| z.abs() * price)
            .sum::<f64>();
    }
    let found = joint.energy(&codes);
    assert!(
        (found - energy).abs() <= 1e-10 * energy,
        "{found} against {energy}"
    );
}

#[test]
fn a_modulation_of_share_one_takes_the_whole_price() {
    let pooling = Array2::from_elem((3, 1), 1.0);
    let weights = [1.0, 2.0, 0.0];
    let whole = Modulation::new(pooling.view(), 0.5, 1.0);
    assert_eq!(whole.remaining(&[0.0], &weights), weights);
    let left = whole.remaining(&[1e3], &weights);
    assert_eq!(left, [0.0; 3]);
}

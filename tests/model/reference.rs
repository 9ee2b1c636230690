//! The reference solver: FISTA with backtracking.

use cellscope::model::{
    Composite, InvariantProblem, Momentum, Options, SimpleProblem, StepSize, minimise,
};
use proptest::prelude::*;

use super::{doubles, frames, uniform, weights};

fn with(momentum: Momentum, step: StepSize, max_iterations: usize) -> Options {
    Options {
        step,
        momentum,
        max_iterations,
    }
}

const BACKTRACKING: StepSize = StepSize::Backtracking {
    initial: 0.1,
    growth: 1.5,
};

/// Runs a solver and returns the energies from the start to the end.
fn energies<P: Composite>(problem: &P, start: &[f64], options: &Options) -> Vec<f64> {
    let mut energies = Vec::new();
    minimise(problem, start, options, |_, energy, _| {
        energies.push(energy);
        false
    });
    energies
}

fn assert_never_rises(energies: &[f64]) {
    for (iteration, pair) in energies.windows(2).enumerate() {
        assert!(
            pair[1] <= pair[0] + 1e-12 * pair[0].abs(),
            "iteration {}: {} after {}",
            iteration + 1,
            pair[1],
            pair[0]
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn without_momentum_e1_never_rises(seed in 0u64..1000, alpha in 0.01f64..3.0) {
        let (dictionary, frames) = (doubles(&weights(seed).dictionary), doubles(&frames(1, seed)));
        let problem = SimpleProblem::new(dictionary.view(), frames.row(0), alpha);
        let start = uniform(problem.len(), -2.0, 2.0, seed);
        for momentum in [Momentum::None, Momentum::Restart] {
            let options = with(momentum, BACKTRACKING, 60);
            assert_never_rises(&energies(&problem, start.as_slice().expect("contiguous"), &options));
        }
    }

    #[test]
    fn without_momentum_e2_never_rises(seed in 0u64..1000, beta in 0.01f64..2.0) {
        let pooling = doubles(weights(seed).pooling());
        let pooled = uniform(pooling.nrows(), 0.0, 3.0, seed);
        let problem = InvariantProblem::new(pooling.view(), pooled.view(), 0.5, beta);
        let start = uniform(problem.len(), 0.0, 3.0, seed + 1);
        for step in [BACKTRACKING, StepSize::Constant(problem.safe_lipschitz())] {
            let options = with(Momentum::None, step, 60);
            assert_never_rises(&energies(&problem, start.as_slice().expect("contiguous"), &options));
        }
    }

    #[test]
    fn u_is_zero_exactly_when_the_test_says_so(seed in 0u64..1000, margin in -1e-3f64..1e-3) {
        let pooling = doubles(weights(seed).pooling());
        let pooled = uniform(pooling.nrows(), 0.0, 1.0, seed);
        let drive = pooling.t().dot(&pooled);
        let largest = 0.5 * drive.iter().fold(0.0f64, |max, &d| max.max(d));
        let beta = largest * (1.0 + margin);
        let problem = InvariantProblem::new(pooling.view(), pooled.view(), 0.5, beta);
        prop_assert_eq!(problem.zero_is_optimal(), margin >= 0.0);
        let found = minimise(&problem, &vec![0.0; problem.len()], &Options::default(), |point, energy, _| {
            problem.gap(point) <= 1e-13 * energy
        });
        let on = found.point.iter().any(|&u| u > 0.0);
        prop_assert_eq!(on, margin < 0.0, "beta {} against {}", beta, largest);
    }
}

#[test]
fn fista_keeps_under_its_proven_bound_and_backtracking_agrees_with_the_safe_constant() {
    let pooling = doubles(weights(3).pooling());
    for seed in 0..10 {
        let pooled = uniform(pooling.nrows(), 0.0, 3.0, seed);
        let problem = InvariantProblem::new(pooling.view(), pooled.view(), 0.5, 0.3);
        let start = vec![0.0; problem.len()];
        let best = minimise(&problem, &start, &Options::default(), |point, energy, _| {
            problem.gap(point) <= 1e-13 * energy
        });
        let lipschitz = problem.safe_lipschitz();
        let options = with(Momentum::Full, StepSize::Constant(lipschitz), 3000);
        let distance: f64 = best.point.iter().map(|u| u * u).sum();
        let path = energies(&problem, &start, &options);
        for (k, energy) in path.iter().enumerate().skip(1) {
            let bound = 2.0 * lipschitz * distance / ((k + 1) as f64).powi(2);
            let above = energy - best.energy;
            assert!(
                above <= bound + 1e-12,
                "iteration {k}: {above} above, bound {bound}"
            );
        }
        let last = path.last().expect("energies");
        assert!(
            (last - best.energy).abs() <= 1e-6 * best.energy,
            "{last}, {}",
            best.energy
        );
    }
}

#[test]
fn the_duality_gaps_bound_the_distance_to_the_minimum_from_any_point() {
    let weights = weights(4);
    let (dictionary, pooling) = (doubles(&weights.dictionary), doubles(weights.pooling()));
    let frames = doubles(&frames(5, 4));
    for (row, frame) in frames.outer_iter().enumerate() {
        let simple = SimpleProblem::new(dictionary.view(), frame, 0.4);
        let pooled = uniform(pooling.nrows(), 0.0, 3.0, row as u64);
        let invariant = InvariantProblem::new(pooling.view(), pooled.view(), 0.4, 0.3);
        let code = uniform(simple.len(), -0.5, 0.5, row as u64).to_vec();
        let invariant_code = uniform(invariant.len(), 0.0, 0.5, row as u64).to_vec();
        assert_gap_bounds(&simple, &code, |point| simple.gap(point));
        assert_gap_bounds(&invariant, &invariant_code, |point| invariant.gap(point));
    }
}

fn assert_gap_bounds<P: Composite>(problem: &P, from: &[f64], gap: impl Fn(&[f64]) -> f64) {
    let best = minimise(problem, from, &Options::default(), |point, energy, _| {
        gap(point) <= 1e-12 * energy
    });
    assert!(
        gap(&best.point) <= 1e-12 * best.energy,
        "the gap closes at the minimum"
    );
    let mut seen = 0;
    minimise(
        problem,
        from,
        &with(Momentum::None, BACKTRACKING, 30),
        |point, energy, _| {
            let above = energy - best.energy;
            assert!(
                gap(point) >= above - 1e-9,
                "gap {} below {above}",
                gap(point)
            );
            seen += 1;
            false
        },
    );
    assert_eq!(seen, 31);
}

//! Convergence compared with the proven bounds: the bounds at every k, the slope of FISTA, Lemma 2.3, and the
//! command that measures them.

#[path = "../common/mod.rs"]
mod common;
mod comparison;
mod coupled;
mod slope;

use cellscope::analysis::convergence::{
    Convergence, EnergyName, EnergySummary, Method, Progress, RandomModels, Study, Trial,
    lemma_slack, log_log_slope,
};
use cellscope::model::hierarchy::{Gram, Hierarchy, LayerCodes, Reconstruction, StepSize};
use cellscope::model::{ModelParams, Weights};
use common::{scratch, succeed};
use coupled::coupled;
use ndarray::{Array2, Axis};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::convert::Infallible;
use std::ops::ControlFlow;

fn uniform(shape: (usize, usize), low: f64, high: f64, seed: u64) -> Array2<f64> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    Array2::from_shape_simple_fn(shape, || generator.random_range(low..high))
}

fn list(length: usize, low: f64, high: f64, seed: u64) -> Vec<f64> {
    uniform((1, length), low, high, seed).into_iter().collect()
}

fn unit_columns(mut matrix: Array2<f64>) -> Array2<f64> {
    for mut column in matrix.axis_iter_mut(Axis(1)) {
        let norm = column.dot(&column).sqrt();
        column /= norm;
    }
    matrix
}

/// A dictionary whose columns share so much of one direction that W'W is ill-conditioned, `[P, K]`.
fn overlapping(pixels: usize, units: usize, seed: u64) -> Array2<f64> {
    let mut dictionary = uniform((pixels, units), -1.0, 1.0, seed);
    // Each column a running mean of the ones before it: neighbours are nearly alike.
    for unit in 1..units {
        let last = dictionary.column(unit - 1).to_owned();
        let mut column = dictionary.column_mut(unit);
        column *= 0.1;
        column.scaled_add(0.9, &last);
    }
    unit_columns(dictionary)
}

/// A trial of an energy from all codes 0.
fn trial(energy: &Hierarchy<'_>, methods: &[Method], iterations: usize) -> Trial {
    let mut go_on = |_: Progress| ControlFlow::<Infallible>::Continue(());
    let ControlFlow::Continue(trial) =
        Trial::watched(energy, methods, None, iterations, &mut go_on);
    trial
}

/// Checks a trial of convex energy against both bounds.
fn check_bounds(trial: &Trial) -> Result<(), TestCaseError> {
    for run in &trial.runs {
        for (k, excess) in run.excess.iter().enumerate().skip(1) {
            if let Some(bound) = trial.bound(run.method, k) {
                prop_assert!(
                    *excess <= bound + 1e-12 * trial.start,
                    "{:?} after {k}: {excess} above {bound}",
                    run.method
                );
            }
        }
        let against = trial.against_bound(run);
        prop_assert_eq!(against.is_some(), run.method != Method::Restarted);
        prop_assert!(against.is_none_or(|(violations, share)| violations == 0 && share <= 1.0));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn e1_stays_under_its_bounds_at_every_iteration(
        seed in 0u64..10_000,
        alpha in 0.01..1.0f64,
        overlap in any::<bool>(),
    ) {
        let dictionary = if overlap {
            overlapping(20, 30, seed)
        } else {
            unit_columns(uniform((20, 30), -1.0, 1.0, seed))
        };
        let gram = Gram::new(dictionary.view());
        let frame = uniform((1, 20), -2.0, 2.0, seed + 1);
        let term = Reconstruction::new(dictionary.view(), &gram, frame.view());
        check_bounds(&trial(&Hierarchy::simple(term, alpha), EnergyName::E1.methods(), 200))?;
    }

    #[test]
    fn e2_stays_under_its_bounds_at_every_iteration(
        seed in 0u64..10_000,
        alpha in 0.1..1.0f64,
        beta in 0.01..0.5f64,
    ) {
        let pooling = unit_columns(uniform((30, 8), 0.0, 1.0, seed));
        let pooled = list(30, -2.0, 3.0, seed + 1).into_iter().map(|z| z.max(0.0)).collect();
        let energy = Hierarchy::invariant(pooling.view(), pooled, alpha, beta);
        check_bounds(&trial(&energy, EnergyName::E2.methods(), 200))?;
    }

    #[test]
    fn lemma_2_3_holds_where_the_energy_is_convex(seed in 0u64..10_000, beta in 0.01..0.5f64) {
        let dictionary = unit_columns(uniform((20, 30), -1.0, 1.0, seed));
        let gram = Gram::new(dictionary.view());
        let frame = uniform((1, 20), -2.0, 2.0, seed + 1);
        let term = Reconstruction::new(dictionary.view(), &gram, frame.view());
        check_lemma(&Hierarchy::simple(term, beta), [-1.0, 1.0], seed)?;
        let pooling = unit_columns(uniform((30, 8), 0.0, 1.0, seed));
        let pooled = list(30, 0.0, 3.0, seed + 1);
        check_lemma(&Hierarchy::invariant(pooling.view(), pooled, 0.5, beta), [0.0, 2.0], seed)?;
        check_lemma(&coupled(list(6, -2.0, 2.0, seed), beta), [0.0, 2.0], seed)?;
    }
}

/// The slack of the lemma for random z and v in a range of values.
fn check_lemma(
    energy: &Hierarchy<'_>,
    [low, high]: [f64; 2],
    seed: u64,
) -> Result<(), TestCaseError> {
    let random = |seed: u64| -> LayerCodes {
        let layers = energy.layers().iter().enumerate();
        let codes = layers
            .map(|(index, layer)| list(layer.variables(), low, high, seed + 7 * index as u64));
        codes.collect()
    };
    let (from, other) = (random(seed + 100), random(seed + 200));
    let slack = lemma_slack(energy, &from, &other).share * energy.energy(&energy.zeros());
    prop_assert!(slack >= -1e-9 * energy.energy(&other), "slack {slack}");
    Ok(())
}

fn flat(codes: &LayerCodes) -> impl Iterator<Item = f64> + '_ {
    codes.iter().flatten().copied()
}

#[test]
fn a_coupled_convex_energy_of_two_layers_falls_like_one() {
    for seed in 0..8 {
        let energy = coupled(list(6, -2.0, 2.0, seed), 0.05);
        let lipschitz = 20.0;
        let step = StepSize::Constant(lipschitz);
        let descend = |method, max_iterations| {
            let options = cellscope::model::hierarchy::HierarchyOptions {
                step,
                method,
                max_iterations,
            };
            let mut energies = Vec::new();
            let found = energy.minimise(&energy.zeros(), &options, |_, energy, _| {
                energies.push(energy);
                false
            });
            (found, energies)
        };
        let (best, _) = descend(Method::Restarted, 20_000);
        let distance_sq: f64 = flat(&best.codes).map(|z| z * z).sum();
        for method in [Method::Ista, Method::Fista] {
            let (_, energies) = descend(method, 300);
            for (k, e) in energies.iter().enumerate().skip(1) {
                let bound = method.bound(lipschitz, distance_sq, k).expect("proven");
                assert!(e - best.energy <= bound + 1e-12, "{method:?} after {k}");
            }
        }
    }
}

#[test]
fn the_slope_of_fista_on_an_ill_conditioned_lasso_is_that_of_its_bound() {
    for seed in 0..4 {
        let dictionary = overlapping(60, 120, seed);
        let gram = Gram::new(dictionary.view());
        let frame = uniform((1, 60), -2.0, 2.0, seed + 1);
        let term = Reconstruction::new(dictionary.view(), &gram, frame.view());
        let methods = [Method::Ista, Method::Fista];
        let trial = trial(&Hierarchy::simple(term, 0.05), &methods, 1000);
        let slope = |index: usize| {
            let slope = log_log_slope(&trial.runs[index].excess);
            slope.expect("a long way down")
        };
        let (ista, fista) = (slope(0), slope(1));
        assert!(fista <= -1.8, "FISTA falls with slope {fista}");
        // Otherwise the problem is too easy for a meaningful slope of FISTA.
        assert!(ista >= -1.3, "ISTA falls with slope {ista}");
    }
}

/// A model of patches of 36 pixels that has learned nothing.
fn small_model() -> (ModelParams, Weights) {
    let params = ModelParams {
        simple: 40,
        invariant: 8,
        alpha: 0.2,
        beta: 0.05,
        ..ModelParams::default()
    };
    let weights = Weights::random(36, &params, 1);
    (params, weights)
}

#[test]
fn what_is_measured_over_movies_keeps_its_promises_and_its_bits() {
    let (params, weights) = small_model();
    let frames = uniform((4 * 2, 36), -0.5, 0.5, 2).mapv(|x| x as f32);
    let measure = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
            .install(|| Convergence::measure(&weights, frames.view(), 2, &params, 120))
    };
    let measured = measure(1);
    assert_eq!(measured, measure(3), "on one and on three threads");
    assert_eq!((measured.samples, measured.energies.len()), (4, 4));
    for energy in &measured.energies {
        check_beside(energy);
        for summary in &energy.methods {
            assert_eq!(summary.excess.len(), measured.k.len());
            let promised = energy.convex && summary.method != Method::Restarted;
            assert_eq!(summary.bound.is_some(), promised);
            let violations = summary.bound.as_ref().map_or(0, |bound| bound.violations);
            assert_eq!(violations, 0, "{:?} {:?}", energy.name, summary.method);
            if summary.method != Method::Fista {
                assert_eq!(summary.rising_samples, 0, "{:?}", energy.name);
            }
        }
    }
}

#[test]
fn samples_with_too_few_iterations_count_as_one_more_and_those_that_begin_there_do_not_count() {
    let (params, weights) = small_model();
    let mut frames = uniform((4, 36), -0.5, 0.5, 2).mapv(|x| x as f32);
    // No unit is on: the start is the minimum.
    frames.row_mut(0).mapv_inplace(|x| 1e-3 * x);
    let measured = Convergence::measure(&weights, frames.view(), 1, &params, 2);
    let energy = &measured.energies[0];
    assert_eq!(energy.name, EnergyName::E1);
    for summary in energy
        .methods
        .iter()
        .filter(|of| of.method != Method::Restarted)
    {
        let converged = (summary.converged_samples, summary.converged_at_start);
        assert_eq!(converged, (1, 1), "{summary:?}");
        let k = summary.iterations_to_converge.expect("three samples");
        assert_eq!([k.lower_quartile, k.median, k.upper_quartile], [3.0; 3]);
    }
}

/// Lemma 2.3 and the fast coder where the energy is convex, the momenta where it is not.
fn check_beside(energy: &EnergySummary) {
    let name = energy.name;
    assert_eq!(energy.lemma.is_some(), energy.convex, "{name:?}");
    assert_eq!(energy.capped_against_none.is_none(), energy.convex);
    assert_eq!(energy.unconverged, 0, "{name:?}: minima not found");
    if let Some(lemma) = &energy.lemma {
        assert_eq!(lemma.violations, 0, "{name:?}: {lemma:?}");
        assert_eq!(lemma.unbounded, 0, "{name:?}: {lemma:?}");
        assert!(lemma.pairs >= 4 * 30 && lemma.slack.median >= 0.0);
        assert!(lemma.smallest <= lemma.slack.lower_quartile);
    }
    assert_eq!(energy.coder.len(), if energy.convex { 6 } else { 0 });
    for coder in &energy.coder {
        let (gap, share) = (coder.relative_gap, coder.largest_share);
        // The gap is a share of the energy reached; f32 codes are good to a few 1e-7.
        assert!(share <= 1.2 * gap + 1e-6, "{name:?}: {share} at {gap}");
    }
    if let Some(found) = &energy.capped_against_none {
        assert_eq!(found.samples, 4);
        assert_eq!(found.ended_above, 0, "{name:?}");
    }
}

#[test]
fn a_study_that_is_broken_off_measures_nothing_and_says_why() {
    let (params, weights) = small_model();
    let frames = uniform((2, 36), -0.5, 0.5, 2).mapv(|x| x as f32);
    let study = Study::new(&weights, frames.view(), 2, &params, &EnergyName::ALL);
    for name in EnergyName::ALL {
        // 3 x 121 iterations told, then at least 11 of the search for the minimum.
        for last in [0, 1, 50, 130, 260, 370] {
            let mut told = 0;
            let mut watch = |stage| {
                told += 1;
                if told > last {
                    return ControlFlow::Break(stage);
                }
                ControlFlow::Continue(())
            };
            let found = study.sample(name, 0, 120, &mut watch);
            assert!(found.is_break(), "{name:?} after {last}");
            assert_eq!(told, last + 1, "nothing goes on after a break");
        }
    }
}

#[test]
fn random_models_are_compared_by_their_layers_and_keep_their_bits() {
    let measure = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
            .install(|| RandomModels::measure(10, 200))
    };
    let found = measure(1);
    assert_eq!(found, measure(3), "on one and on three threads");
    let layers: Vec<_> = found.by_layers.iter().map(|part| part.layers).collect();
    assert_eq!(layers, [1, 2, 3, 4]);
    let parts = found.by_layers.iter();
    let samples: Vec<_> = parts.clone().map(|part| part.comparison.samples).collect();
    assert_eq!(samples, [3, 3, 2, 2]);
    assert!(parts.clone().all(|part| part.rising_without_momentum == 0));
    assert!(parts.clone().any(|part| part.layers > 1 && part.all_on > 0));
    let all = found.all.expect("models");
    assert_eq!((all.samples, all.ended_above), (10, 0));
    // E1 is convex: with one layer neither momentum can end elsewhere, only be slower.
    assert!(found.by_layers[0].comparison.farthest_above < 1e-6);
    let faster = all.fewer_iterations.expect("some converged").median;
    assert!(faster > 1.0, "capped momentum is no faster: {faster}");
}

#[test]
fn the_command_writes_its_measures_and_its_figure() {
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 3 --out m.safetensors");
    let asked =
        "converge m.safetensors --patches 3 --iterations 40 --random 4 --json - --svg c.svg";
    let said = succeed(folder.path(), asked);
    assert_eq!(said.stderr, "");
    let report: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    assert_eq!(report["samples"], 3);
    assert_eq!(report["iterations"], 40);
    assert_eq!(report["random"]["models"], 4);
    assert_eq!(report["energies"][0]["lemma"]["violations"], 0);
    assert_eq!(report["energies"][2]["capped_against_none"]["samples"], 3);
    let ks = report["k"].as_array().map(Vec::len);
    let names: Vec<_> = (0..4).map(|i| &report["energies"][i]["name"]).collect();
    assert_eq!(names, ["E1", "E2", "joint", "three_layers"]);
    for energy in 0..4 {
        for method in 0..3 {
            let summary = &report["energies"][energy]["methods"][method];
            assert_eq!(summary["excess"].as_array().map(Vec::len), ks);
            let violations = &summary["bound"]["violations"];
            assert!(*violations == 0 || violations.is_null(), "{summary}");
        }
    }
    let svg = std::fs::read_to_string(folder.path().join("c.svg")).expect("a file");
    assert!(svg.starts_with("<svg") && svg.contains("FISTA"), "{svg}");
    // In the legend's width.
    let texts = svg
        .split("</text>")
        .filter_map(|text| text.rsplit('>').next());
    let lemma: Vec<_> = texts.filter(|text| text.contains("Lemma 2.3")).collect();
    assert!(
        !lemma.is_empty() && lemma.iter().all(|text| text.len() <= 61),
        "{lemma:?}"
    );
    assert!(svg.contains("at k = 0"), "{svg}");
}

//! A pool of shifted Gabors answers what a complex cell answers.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use cellscope::analysis::tuning::{
    EdgeStudy, GratingGrid, GratingSummary, TuningSummary, most_pooled,
};
use cellscope::channels::Channels;
use cellscope::model::Weights;
use cellscope::source::{Stimulus, draw, grating_amplitude};
use ndarray::{Array2, Axis, ShapeBuilder as _, array};

use super::pooling_model::{
    FREQ, SIDE, THETAS, config, learner, measure, measure_by, studied, weights,
};

#[test]
fn a_pool_of_shifted_gabors_is_tolerant_to_position_and_hardly_to_orientation() {
    let summary = measure(|_| true);
    let edges = summary.edges.expect("answers");
    assert_eq!(edges.pairs, THETAS.len());
    assert!(edges.width_ratio > 2.0, "{edges:?}");
    assert!(edges.bandwidth_ratio < 1.4, "{edges:?}");
}

#[test]
fn a_pool_of_shifted_gabors_hardly_swings_with_a_drifting_grating() {
    let summary = measure(|_| true);
    let gratings = summary.gratings.expect("answers");
    let (simple, invariant) = (gratings.simple, gratings.invariant.expect("answers"));
    assert!(simple.f2_over_f0 > 0.6, "{simple:?}");
    assert!(invariant.f2_over_f0 < 0.2, "{invariant:?}");
    assert!(simple.f1_over_f0 > 1.5, "{simple:?}");
    assert!((simple.freq_cycles_per_px / FREQ).log2().abs() < 0.5);
}

#[test]
fn few_phases_give_nearly_the_same_medians() {
    let all = measure(|_| true).gratings.expect("responses");
    let few = GratingGrid::few(&config().movies, &config().normalise);
    let few = measure_by(few, |_| true).gratings.expect("responses");
    let of_u = |gratings: GratingSummary| gratings.invariant.expect("answers");
    for (few, all) in [(few.simple, all.simple), (of_u(few), of_u(all))] {
        assert_eq!(few.units, all.units);
        assert_eq!(few.freq_cycles_per_px, all.freq_cycles_per_px);
        let [few, all] = [few, all].map(|medians| medians.f2_over_f0);
        assert!((few - all).abs() <= 0.05 * all.max(0.2), "{few}, {all}");
    }
}

#[test]
fn units_that_are_not_counted_are_left_out() {
    let summary = measure(|unit| unit == 1);
    assert_eq!(summary.edges.expect("answers").pairs, 1);
    let of_u = |summary: &TuningSummary| summary.gratings.expect("answers").invariant;
    assert_eq!(of_u(&summary).map(|medians| medians.units), Some(1));
    let none = measure(|_| false);
    assert_eq!((none.edges, of_u(&none)), (None, None));
    let of_z = |summary: &TuningSummary| summary.gratings.expect("answers").simple;
    assert_eq!(of_z(&none), of_z(&summary), "z answers all the same");
}

#[test]
fn responses_to_edges_are_codes_of_movies_of_equal_frames() {
    let (learner, config) = (learner(weights()), config());
    let (model, frames) = (&config.model, config.movies.frames);
    let (studied, go_on) = (
        studied(&config, &learner),
        &mut || ControlFlow::Continue(()),
    );
    let study = EdgeStudy::new(&studied, 1.0, &[0.1], |_| true, go_on);
    let responses = study.continue_value().expect("not broken off").responses;
    let grid = &responses.grid;
    let (theta, b) = (0, grid.b_px.len() / 2 + 3);
    let edge = Stimulus::Edge {
        b_px: grid.b_px[b],
        theta_rad: grid.theta_rad[theta],
        k_rad_per_px: 1.0,
    };
    let movie = draw(&vec![edge; frames], SIDE, grid.amplitude);
    for (beta, invariant) in [model.beta, 0.1].into_iter().zip(&responses.invariant) {
        let codes = learner.weights.encode(
            movie.view(),
            frames,
            &cellscope::model::ModelParams { beta, ..*model },
            1e-6,
        );
        let pooled = codes.pooled.to_dense().row(0).to_owned();
        let answered = &responses.simple.slice(ndarray::s![theta, b, ..]) * frames as f32;
        assert!(pooled.sum() > 0.1);
        assert!((pooled - answered).iter().all(|d| d.abs() < 0.02));
        let u = codes.invariant().codes.to_dense().row(0).to_owned();
        let answered = invariant.slice(ndarray::s![theta, b, ..]);
        assert!(u.sum() > 0.1);
        assert!((u - answered).iter().all(|d| d.abs() < 0.02));
    }
}

#[test]
fn u_has_no_first_harmonic_and_positive_z_has() {
    let (weights, config) = (weights(), config());
    let phases = 24;
    let cycle: Vec<_> = (0..phases)
        .map(|i| Stimulus::Drifting {
            theta_rad: THETAS[0],
            freq_cycles_per_px: FREQ,
            phase_rad: TAU * f64::from(i) / f64::from(phases),
        })
        .collect();
    let frames = draw(&cycle, SIDE, grating_amplitude(&config.normalise));
    let codes = weights.encode(frames.view(), 1, &config.model, 1e-6);
    let u = first_over_mean(&codes.invariant().codes.to_dense());
    let z = first_over_mean(&codes.simple.codes.to_dense().mapv(|z| z.max(0.0)));
    assert!(u < 1e-3, "{u}");
    assert!(z > 1.0, "{z}");
}

/// F1/F0 of the unit with the largest mean, over rows that are one cycle.
fn first_over_mean(cycle: &Array2<f32>) -> f64 {
    let of = |unit: ndarray::ArrayView1<'_, f32>| {
        let (mut x, mut y) = (0.0, 0.0);
        for (at, &value) in unit.iter().enumerate() {
            let phase = TAU * at as f64 / unit.len() as f64;
            x += f64::from(value) * phase.cos();
            y += f64::from(value) * phase.sin();
        }
        (f64::from(unit.sum()), 2.0 * x.hypot(y))
    };
    let units = cycle.axis_iter(Axis(1)).map(of);
    let (sum, first) = units.max_by(|a, b| a.0.total_cmp(&b.0)).expect("units");
    assert!(sum > 0.0, "no unit answers");
    first / sum
}

#[test]
fn the_strongest_simple_unit_has_the_largest_weight() {
    let pooling = array![[0.1, 0.9], [0.7, 0.0], [0.2, 0.3]];
    assert_eq!(most_pooled(pooling.view()), [1, 0]);
}

#[test]
fn a_model_in_colour_answers_grey_edges_as_its_luminance_would() {
    let (weights, config) = (weights(), config());
    let plane = SIDE * SIDE;
    let answers = |channels: Channels| {
        // In R, G and B the same in each, in opponent channels in the luminance alone.
        let shared = match channels {
            Channels::Rgb => 3,
            _ => 1,
        };
        let filter = |(pixel, unit): (usize, usize)| match pixel / plane < shared {
            true => weights.dictionary[[pixel % plane, unit]] / (shared as f32).sqrt(),
            false => 0.0,
        };
        let shape = (channels.count() * plane, weights.dictionary.ncols());
        let learner = learner(Weights {
            dictionary: Array2::from_shape_fn(shape.f(), filter),
            ..weights.clone()
        });
        let mut config = config.clone();
        // As strong in three planes together as in one.
        config.model.alpha *= (shared as f32).sqrt();
        config.model.beta *= (shared as f32).sqrt();
        config.movies.channels = channels;
        let (studied, go_on) = (
            studied(&config, &learner),
            &mut || ControlFlow::Continue(()),
        );
        let study = EdgeStudy::new(&studied, 1.0, &[], |_| true, go_on);
        let responses = study.continue_value().expect("not broken off").responses;
        responses.simple / (shared as f32).sqrt()
    };
    let grey = answers(Channels::Grey);
    assert!(grey.iter().any(|&z| z > 0.1));
    for channels in [Channels::Rgb, Channels::Opponent] {
        let apart = answers(channels) - &grey;
        let most = apart.iter().fold(0.0_f32, |most, by| most.max(by.abs()));
        assert!(most < 0.02, "{channels:?}: {most}");
    }
}

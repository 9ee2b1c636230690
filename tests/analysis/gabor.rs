//! Gabor fits, seen from outside.

use std::f64::consts::{PI, TAU};

use cellscope::analysis::{GaborFit, fit_filters};
use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SIDE: usize = 20;
const MIDDLE: f64 = 9.5;

/// A Gabor of any orientation and phase, its centre within the central 12 x 12 pixels, f from 0.05
/// to 0.4 cycles per pixel, `sigma_x` from 1.5 to 5 px, `sigma_y` half to twice that and 1.5 to 5 px too.
fn random_gabor(random: &mut Xoshiro256PlusPlus) -> GaborFit {
    let mut between = |low: f64, high: f64| low + (high - low) * random.random::<f64>();
    loop {
        let freq = between(0.05, 0.4);
        let sigma_x = between(1.5, 5.0);
        let sigma_y = sigma_x * between(0.5f64.ln(), 2.0f64.ln()).exp();
        let gabor = GaborFit {
            x0_px: between(-6.0, 6.0),
            y0_px: between(-6.0, 6.0),
            theta_rad: between(0.0, PI),
            freq_cycles_per_px: freq,
            sigma_x_px: sigma_x,
            sigma_y_px: sigma_y,
            phase_rad: between(-PI, PI),
            amplitude: between(0.05, 0.5),
            correlation: 1.0,
            centre_outside: false,
            steps: 0,
        };
        if (1.5..=5.0).contains(&sigma_y) {
            return gabor;
        }
    }
}

fn gabors(count: usize, seed: u64) -> Vec<GaborFit> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| random_gabor(&mut random)).collect()
}

/// A Gabor at a place given in pixels from the patch's centre, x to the right and y down.
fn value_at(gabor: &GaborFit, x_px: f64, y_px: f64) -> f64 {
    let (sin, cos) = gabor.theta_rad.sin_cos();
    let (x, y) = (x_px - gabor.x0_px, y_px - gabor.y0_px);
    let (u, v) = (cos * x + sin * y, cos * y - sin * x);
    let spread = (u / gabor.sigma_x_px).powi(2) + (v / gabor.sigma_y_px).powi(2);
    let wave = (TAU * gabor.freq_cycles_per_px * u + gabor.phase_rad).cos();
    gabor.amplitude * (-0.5 * spread).exp() * wave
}

/// One filter per column, white noise added of a tenth of each filter's power (10 dB) where asked.
fn dictionary(gabors: &[GaborFit], noise_power: f64, seed: u64) -> Array2<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut dictionary = Array2::zeros((SIDE * SIDE, gabors.len()));
    for (mut filter, gabor) in dictionary.columns_mut().into_iter().zip(gabors) {
        let values: Vec<f64> = (0..SIDE * SIDE)
            .map(|at| {
                value_at(
                    gabor,
                    (at % SIDE) as f64 - MIDDLE,
                    (at / SIDE) as f64 - MIDDLE,
                )
            })
            .collect();
        let power = values.iter().map(|v| v * v).sum::<f64>() / values.len() as f64;
        let deviation = (noise_power * power).sqrt();
        for (weight, value) in filter.iter_mut().zip(values) {
            // Box and Muller's normal deviate.
            let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
            let normal = (-2.0 * u.ln()).sqrt() * (TAU * v).cos();
            *weight = (value + deviation * normal) as f32;
        }
    }
    dictionary
}

/// Degrees between two orientations.
fn turned_deg(a: f64, b: f64) -> f64 {
    let turn = (a - b + PI / 2.0).rem_euclid(PI) - PI / 2.0;
    turn.abs().to_degrees()
}

fn moved_px(fit: &GaborFit, truth: &GaborFit) -> f64 {
    (fit.x0_px - truth.x0_px).hypot(fit.y0_px - truth.y0_px)
}

fn fit_all(dictionary: &Array2<f32>, previous: &[Option<GaborFit>]) -> Vec<GaborFit> {
    let fits = fit_filters(dictionary.view(), SIDE, previous);
    fits.into_iter().map(|fit| fit.expect("a fit")).collect()
}

#[test]
fn at_10_db_at_least_95_percent_are_found_within_3_degrees_5_percent_and_half_a_pixel() {
    let truths = gabors(500, 3);
    let fits = fit_all(&dictionary(&truths, 0.1, 4), &[]);
    let found = fits.iter().zip(&truths).filter(|(fit, truth)| {
        let ratio = fit.freq_cycles_per_px / truth.freq_cycles_per_px;
        turned_deg(fit.theta_rad, truth.theta_rad) < 3.0
            && (ratio - 1.0).abs() < 0.05
            && moved_px(fit, truth) < 0.5
    });
    let found = found.count();
    assert!(found >= 475, "{found} of 500");
}

#[test]
fn without_noise_every_parameter_is_recovered() {
    // With fewer cycles under the envelope than the fit allows for there is nothing to recover.
    let truths = gabors(100, 5);
    let truths = truths
        .iter()
        .filter(|gabor| gabor.freq_cycles_per_px * gabor.sigma_x_px > 0.12);
    let truths: Vec<_> = truths.copied().collect();
    let fits = fit_all(&dictionary(&truths, 0.0, 6), &[]);
    for (fit, truth) in fits.iter().zip(&truths) {
        let close = |fit: f64, truth: f64| (fit - truth).abs() < 1e-4 * (1.0 + truth.abs());
        assert!(moved_px(fit, truth) < 1e-4, "{fit:?} is not {truth:?}");
        assert!(
            turned_deg(fit.theta_rad, truth.theta_rad) < 0.01,
            "{fit:?} is not {truth:?}"
        );
        assert!(close(fit.freq_cycles_per_px, truth.freq_cycles_per_px));
        assert!(close(fit.sigma_x_px, truth.sigma_x_px));
        assert!(close(fit.sigma_y_px, truth.sigma_y_px));
        assert!(close(fit.correlation, 1.0));
        for place in [[0.0, 0.0], [3.3, -2.0]] {
            assert!(close(
                value_at(fit, place[0], place[1]),
                value_at(truth, place[0], place[1])
            ));
        }
        assert!((0.0..PI).contains(&fit.theta_rad) && fit.amplitude >= 0.0);
    }
}

#[test]
fn a_warm_start_reaches_the_same_fit_in_a_fraction_of_the_steps() {
    let truths = gabors(60, 7);
    let before = dictionary(&truths, 0.01, 8);
    let after = &before + &(dictionary(&truths, 0.001, 9) * 0.05);
    let last = fit_filters(before.view(), SIDE, &[]);
    let (cold, warm) = (fit_all(&after, &[]), fit_all(&after, &last));
    let steps = |fits: &[GaborFit]| fits.iter().map(|fit| fit.steps).sum::<u32>();
    assert!(
        steps(&warm) * 4 < steps(&cold),
        "{} of {}",
        steps(&warm),
        steps(&cold)
    );
    for (warm, cold) in warm.iter().zip(&cold) {
        assert!(
            (warm.correlation - cold.correlation).abs() < 1e-6,
            "{warm:?} is not {cold:?}"
        );
        assert!(
            turned_deg(warm.theta_rad, cold.theta_rad) < 0.1,
            "{warm:?} is not {cold:?}"
        );
        assert!(moved_px(warm, cold) < 0.01, "{warm:?} is not {cold:?}");
    }
}

#[test]
fn a_filter_that_has_become_another_is_found_again() {
    let (old, new) = (gabors(20, 10), gabors(20, 11));
    let last = fit_filters(dictionary(&old, 0.0, 0).view(), SIDE, &[]);
    for fit in fit_all(&dictionary(&new, 0.0, 0), &last) {
        assert!(fit.correlation > 0.999, "{fit:?}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let filters = dictionary(&gabors(24, 12), 0.1, 13);
    let fits_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool")
            .install(|| fit_filters(filters.view(), SIDE, &[]))
    };
    assert_eq!(fits_on(1), fits_on(3));
}

#[test]
fn flat_filters_and_filters_of_no_numbers_have_no_fit() {
    let mut filters = Array2::from_elem((SIDE * SIDE, 4), 0.05);
    filters.column_mut(1).fill(0.0);
    filters[[7, 2]] = f32::NAN;
    filters[[7, 3]] = f32::INFINITY;
    assert_eq!(fit_filters(filters.view(), SIDE, &[]), [None; 4]);
}

#[test]
fn noise_has_no_good_fit() {
    let pure_noise = dictionary(&gabors(20, 14), 1e4, 15);
    let good = fit_all(&pure_noise, &[])
        .into_iter()
        .filter(GaborFit::is_good);
    assert_eq!(good.count(), 0);
}

#[test]
fn a_centre_beyond_the_edge_is_flagged() {
    let mut outside = gabors(1, 16)[0];
    (outside.x0_px, outside.y0_px) = (12.0, 1.0);
    (outside.freq_cycles_per_px, outside.theta_rad) = (0.2, 0.4);
    (outside.sigma_x_px, outside.sigma_y_px) = (4.0, 4.0);
    let inside = GaborFit {
        x0_px: 8.0,
        ..outside
    };
    let fits = fit_all(&dictionary(&[outside, inside], 0.0, 17), &[]);
    assert_eq!(
        fits.iter()
            .map(|fit| fit.centre_outside)
            .collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn the_peak_frequency_is_where_the_gabors_own_spectrum_is_strongest() {
    let mut gabor = gabors(1, 18)[0];
    for (freq, sigma, phase) in [
        (0.2, 3.0, 0.4),
        (0.05, 2.0, PI / 2.0),
        (0.05, 2.5, 1.2),
        (0.06, 3.0, 0.9),
    ] {
        (gabor.freq_cycles_per_px, gabor.sigma_x_px, gabor.phase_rad) = (freq, sigma, phase);
        (gabor.x0_px, gabor.y0_px, gabor.theta_rad) = (0.0, 0.0, 0.0);
        let power = |w: f64| {
            let terms = (-400..=400).map(|step| {
                let x = 0.1 * f64::from(step);
                let (sin, cos) = (TAU * w * x).sin_cos();
                let value = value_at(&gabor, x, 0.0);
                [value * cos, value * sin]
            });
            let sum = terms.fold([0.0, 0.0], |sum, term| [sum[0] + term[0], sum[1] + term[1]]);
            sum[0].hypot(sum[1])
        };
        let peak = gabor.peak_freq_cycles_per_px();
        assert!(
            power(peak) >= power(peak * 0.99) && power(peak) >= power(peak * 1.01),
            "{gabor:?}"
        );
        let mut others = (0..50).map(|step| power(0.01 * f64::from(step)));
        assert!(
            others.all(|other| other <= power(peak) * (1.0 + 1e-9)),
            "{gabor:?}"
        );
    }
}

//! Tuning to gratings of responses whose tuning is known.

use std::f64::consts::{FRAC_PI_2, PI};

use cellscope::analysis::tuning::{GratingGrid, GratingTuning, Parity, grating_tuning};
use cellscope::source::{MovieParams, NormaliseParams};
use ndarray::Array4;

/// The tuning of a unit that answers with this function of orientation, frequency and phase.
fn tuning(parity: Parity, answer: impl Fn(f64, f64, f64) -> f64) -> Option<GratingTuning> {
    let mut grid = GratingGrid::new(&MovieParams::default(), &NormaliseParams::default());
    grid.phase_rad = (0..90).map(|i| PI * f64::from(i) / 90.0).collect();
    let (thetas, freqs, phases) = (&grid.theta_rad, &grid.freq_cycles_per_px, &grid.phase_rad);
    let shape = (thetas.len(), freqs.len(), phases.len(), 1);
    let responses = Array4::from_shape_fn(shape, |(theta, freq, phase, _)| {
        answer(thetas[theta], freqs[freq], phases[phase]) as f32
    });
    grating_tuning(&grid, responses.view(), parity)[0]
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-3
}

#[test]
fn a_sine_has_the_harmonics_of_its_size_and_of_its_positive_half() {
    let found = tuning(Parity::Odd, |_, _, phase| (phase - 0.3).sin()).expect("answers");
    assert!(near(found.f2_over_f0, 2.0 / 3.0), "{found:?}");
    assert!(near(found.f1_over_f0, FRAC_PI_2), "{found:?}");
}

/// The phases of the grid are enough for abs(sin), 2/3, whatever the phase that it is 0 at.
#[test]
fn the_modulation_of_abs_sin_depends_little_on_its_phase() {
    let grid = GratingGrid::new(&MovieParams::default(), &NormaliseParams::default());
    let step = PI / grid.phase_rad.len() as f64;
    for offset in 0..50 {
        let zero_at = step * f64::from(offset) / 50.0;
        for parity in [Parity::Even, Parity::Odd] {
            let answer = |phase: f64| match parity {
                Parity::Even => (phase - zero_at).sin().abs(),
                Parity::Odd => (phase - zero_at).sin(),
            };
            let responses = Array4::from_shape_fn((1, 1, grid.phase_rad.len(), 1), |at| {
                answer(grid.phase_rad[at.2]) as f32
            });
            let found = grating_tuning(&grid, responses.view(), parity)[0].expect("answers");
            assert!(
                (found.f2_over_f0 - 0.667).abs() <= 0.002,
                "{parity:?}, 0 at {zero_at}: {found:?}"
            );
        }
    }
}

#[test]
fn an_even_response_has_no_first_harmonic() {
    let found = tuning(Parity::Even, |_, _, phase| phase.sin().abs()).expect("answers");
    assert!(near(found.f2_over_f0, 2.0 / 3.0), "{found:?}");
    assert!(near(found.f1_over_f0, 0.0), "{found:?}");
    let constant = tuning(Parity::Even, |_, _, _| 3.0).expect("answers");
    assert!(near(constant.f2_over_f0, 0.0), "{constant:?}");
}

#[test]
fn the_preferred_grating_and_the_widths_around_it_are_found() {
    let preferred = 0.1;
    let found = tuning(Parity::Even, |theta, freq, _| {
        // A triangle across the end of the circle, and one over octaves.
        let turned = theta.min(PI - theta);
        let octaves = (freq / preferred).log2().abs();
        (1.0 - turned / 0.5).max(0.0) * (1.0 - octaves / 1.5).max(0.0)
    })
    .expect("answers");
    assert!(near(found.theta_rad, 0.0), "{found:?}");
    assert!(near(found.freq_cycles_per_px, preferred), "{found:?}");
    assert!(near(found.mean, 1.0), "{found:?}");
    assert!(near(found.bandwidth_rad, 0.5), "{found:?}");
    assert!(near(found.bandwidth_octaves, 1.5), "{found:?}");
}

#[test]
fn circular_variance_is_one_for_no_preference_and_a_half_for_a_cosine() {
    let flat = tuning(Parity::Even, |_, _, _| 1.0).expect("answers");
    assert!(near(flat.circular_variance, 1.0), "{flat:?}");
    let cosine = |theta: f64, _, _| 1.0 + (2.0 * (theta - 0.8)).cos();
    let cosine = tuning(Parity::Even, cosine).expect("answers");
    assert!(near(cosine.circular_variance, 0.5), "{cosine:?}");
}

#[test]
fn a_silent_unit_has_no_tuning() {
    assert_eq!(tuning(Parity::Odd, |_, _, _| 0.0), None);
}

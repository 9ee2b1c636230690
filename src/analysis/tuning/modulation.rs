//! Tuning to gratings, and how much a response swings as a grating drifts by.

use std::f64::consts::{PI, TAU};

use ndarray::{ArrayView3, ArrayView4, Axis};

use super::gratings::GratingGrid;
use super::profile::GratingProfile;
use super::width::{half_width_on_circle, half_width_on_line};
use crate::analysis::stats::{OrientationSum, direction};

/// What becomes of a response when the stimulus turns into its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// It turns its sign, as z does.
    Odd,
    /// It stays, as u does.
    Even,
}

/// How one unit is tuned to gratings, its response being the mean of its size over a drifting cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GratingTuning {
    /// Orientation of its best grating.
    pub theta_rad: f64,
    /// Frequency of its best grating.
    pub freq_cycles_per_px: f64,
    /// Its response to it, F0.
    pub mean: f64,
    /// Full width at half maximum over orientation at the best frequency.
    pub bandwidth_rad: f64,
    /// Full width at half maximum over frequency at the best orientation, within the frequencies
    /// shown.
    pub bandwidth_octaves: f64,
    /// 1 - abs(sum R exp(2 i theta)) / sum R at the best frequency: 0 for one orientation, 1 where
    /// all answer equally strongly.
    pub circular_variance: f64,
    /// F2/F0 of the size of the response to the best grating: 2/3 for abs(sin), 0 for invariance.
    pub f2_over_f0: f64,
    /// F1/F0 of the positive part of the response to the best grating: pi/2 for a rectified sine,
    /// 0 for any even response.
    pub f1_over_f0: f64,
}

/// The tuning of every unit from its responses `[n_theta, n_freq, n_phase, units]` of this parity;
/// `None` for a unit that answers no grating.
pub fn grating_tuning(
    grid: &GratingGrid,
    responses: ArrayView4<'_, f32>,
    parity: Parity,
) -> Vec<Option<GratingTuning>> {
    responses
        .axis_iter(Axis(3))
        .map(|responses| tuning_of(grid, responses, parity))
        .collect()
}

/// From one unit's responses `[n_theta, n_freq, n_phase]`.
fn tuning_of(
    grid: &GratingGrid,
    responses: ArrayView3<'_, f32>,
    parity: Parity,
) -> Option<GratingTuning> {
    let profile = GratingProfile::new(responses)?;
    let (theta, freq) = (profile.best_theta, profile.best_freq);
    let freqs = &grid.freq_cycles_per_px;
    let octaves_per_step = freqs.get(1).map_or(0.0, |next| (next / freqs[0]).log2());
    let cycle = whole_cycle(responses.slice(ndarray::s![theta, freq, ..]), parity);
    let sizes: Vec<f64> = cycle.iter().map(|r| r.abs()).collect();
    let rectified: Vec<f64> = cycle.iter().map(|r| r.max(0.0)).collect();
    let directions = grid.theta_rad.iter().map(|&theta| direction(theta));
    let over_theta = directions.zip(profile.over_theta.iter().copied());
    Some(GratingTuning {
        theta_rad: grid.theta_rad[theta],
        freq_cycles_per_px: freqs[freq],
        mean: profile.peak(),
        bandwidth_rad: PI / grid.theta_rad.len() as f64 * half_width_on_circle(&profile.over_theta),
        bandwidth_octaves: octaves_per_step * half_width_on_line(&profile.over_freq),
        circular_variance: 1.0 - OrientationSum::from_iter(over_theta).resultant(),
        f2_over_f0: modulation(&sizes, 2),
        f1_over_f0: modulation(&rectified, 1),
    })
}

/// A cycle from its first half.
fn whole_cycle(half: ndarray::ArrayView1<'_, f32>, parity: Parity) -> Vec<f64> {
    let sign = match parity {
        Parity::Odd => -1.0,
        Parity::Even => 1.0,
    };
    let first = half.iter().map(|&r| f64::from(r));
    first
        .clone()
        .chain(first.clone().map(|r| sign * r))
        .collect()
}

/// Amplitude of a harmonic of one cycle over the cycle's mean.
fn modulation(cycle: &[f64], harmonic: usize) -> f64 {
    let (mut x, mut y) = (0.0, 0.0);
    for (at, response) in cycle.iter().enumerate() {
        let phase = TAU * (harmonic * at) as f64 / cycle.len() as f64;
        x += response * phase.cos();
        y += response * phase.sin();
    }
    2.0 * x.hypot(y) / cycle.iter().sum::<f64>()
}

//! Responses to gratings as a function of orientation, frequency and phase.

use std::f64::consts::PI;
use std::ops::ControlFlow;

use ndarray::{Array2, Array4};

use super::still::{InvariantLayer, SimpleLayer};
use crate::channels::Channels;
use crate::model::SparseRows;
use crate::source::{MovieParams, NormaliseParams, Stimulus, draw, grating_amplitude};

/// Orientations in half a turn.
const THETAS: usize = 60;
/// The lowest frequency, in cycles per pixel: one cycle in the paper's patch.
const LOWEST_FREQ: f64 = 0.05;
/// Frequencies, a third of an octave apart: up to 0.4 cycles per pixel.
const FREQS: usize = 10;

/// The gratings shown.
///
/// They drift slowly: each phase is shown for a whole movie. Half a cycle determines the other half, since shifting a grating by half a
/// cycle negates it: z changes its sign, abs(z) and u stay the same.
#[derive(Clone, Debug, PartialEq)]
pub struct GratingGrid {
    /// Side of the patch, in pixels.
    pub side: usize,
    /// The channels in which they are shown, as grey.
    pub channels: Channels,
    /// Orientations of the normal, evenly spaced over [0, pi).
    pub theta_rad: Vec<f64>,
    /// Frequencies, ascending by a constant factor, in cycles per pixel.
    pub freq_cycles_per_px: Vec<f64>,
    /// Phases, evenly spaced over [0, pi).
    pub phase_rad: Vec<f64>,
    /// Amplitude of the gratings.
    pub amplitude: f64,
}

impl GratingGrid {
    /// Phases in half a cycle: as few as give F2/F0 of abs(sin), which is 2/3, between 0.665 and 0.669 at every phase.
    pub const PHASES: usize = 32;
    /// The same where medians over many units are asked for.
    pub const FEW_PHASES: usize = 12;

    /// Gratings every 3 degrees, third of an octave from 0.05 to 0.4 cycles per pixel, and 64th of a
    /// cycle, with the amplitude of [`grating_amplitude`], for a model that learned from such movies.
    pub fn new(movies: &MovieParams, normalise: &NormaliseParams) -> Self {
        Self::with(movies, normalise, Self::PHASES)
    }

    /// The same with fewer phases, every 24th of a cycle, for medians over many units: F2/F0 of abs(z) comes out within a percent, that
    /// of u within some 20 (0.118 and 0.143 of one model), for u is on in few phases. With fewer orientations or frequencies it would be
    /// up to 1.6 times as high, for few units would be shown a grating that they prefer.
    pub fn few(movies: &MovieParams, normalise: &NormaliseParams) -> Self {
        Self::with(movies, normalise, Self::FEW_PHASES)
    }

    fn with(movies: &MovieParams, normalise: &NormaliseParams, phases: usize) -> Self {
        let half_turn = |count: usize| (0..count).map(move |i| PI * i as f64 / count as f64);
        let freq = |i: usize| LOWEST_FREQ * (i as f64 / 3.0).exp2();
        Self {
            side: movies.patch_side,
            channels: movies.channels,
            theta_rad: half_turn(THETAS).collect(),
            freq_cycles_per_px: (0..FREQS).map(freq).collect(),
            phase_rad: half_turn(phases).collect(),
            amplitude: grating_amplitude(normalise),
        }
    }

    /// The frames, `[n_theta * n_freq * n_phase, P]`, phase fastest.
    fn frames(&self) -> Array2<f32> {
        let mut gratings = Vec::new();
        for &theta_rad in &self.theta_rad {
            for &freq_cycles_per_px in &self.freq_cycles_per_px {
                gratings.extend(self.phase_rad.iter().map(|&phase_rad| Stimulus::Drifting {
                    theta_rad,
                    freq_cycles_per_px,
                    phase_rad,
                }));
            }
        }
        let frames = draw(&gratings, self.side, self.amplitude);
        self.channels.show_grey(frames)
    }
}

/// The responses of all units.
pub(super) struct GratingResponses {
    /// The gratings shown.
    pub(super) grid: GratingGrid,
    /// z, signed, `[n_theta, n_freq, n_phase, K]`.
    pub(super) simple: Array4<f32>,
    /// u, `[n_theta, n_freq, n_phase, M]`.
    pub(super) invariant: Array4<f32>,
}

/// Shows the gratings to a simple and an invariant layer; for `pause` see `SimpleLayer::answers`.
pub(super) fn grating_responses(
    simple: &SimpleLayer<'_>,
    layer: &InvariantLayer<'_>,
    grid: GratingGrid,
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), GratingResponses> {
    let answers = simple.answers(&[*layer], grid.frames().view(), pause)?;
    let (thetas, freqs) = (grid.theta_rad.len(), grid.freq_cycles_per_px.len());
    let phases = grid.phase_rad.len();
    let over_grid = |codes: &SparseRows| {
        let responses = codes.to_dense();
        let responses = responses.into_shape_with_order((thetas, freqs, phases, codes.width()));
        responses.expect("a row for each grating")
    };
    ControlFlow::Continue(GratingResponses {
        simple: over_grid(&answers.simple),
        invariant: over_grid(&answers.invariant[0]),
        grid,
    })
}

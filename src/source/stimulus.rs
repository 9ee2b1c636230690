//! Stimuli drawn from formulas: the edge of eq. (9), and drifting gratings.
//!
//! Positions are pixel centres relative to the patch's centre, x to the right and y down: from -9.5 to 9.5 in a
//! patch of 20. A pattern has amplitude 1; [`edge_amplitude`] and [`grating_amplitude`] give the
//! amplitude at which it is as strong as contrast-normalised pictures.

use std::f64::consts::{SQRT_2, TAU};

use ndarray::{Array2, ArrayViewMut1};
use rayon::prelude::*;

use super::NormaliseParams;

/// A pattern on the plane, of amplitude 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stimulus {
    /// An edge minus its local mean: exp(-v^2 / 4) sin(v), v = k (x cos theta +
    /// y sin theta + b), eq. (9). Theta + pi at -b is the negative.
    Edge {
        /// Distance of the edge from the patch's centre, against the normal, in pixels.
        b_px: f64,
        /// Direction of the edge's normal from the x axis.
        theta_rad: f64,
        /// How fine the edge is, k; 1 in the paper.
        k_rad_per_px: f64,
    },
    /// A grating that drifts along its normal: cos(2 pi f (x cos theta + y sin theta) - phase).
    Drifting {
        /// Direction of the grating's normal from the x axis.
        theta_rad: f64,
        /// Frequency f, in cycles per pixel.
        freq_cycles_per_px: f64,
        /// How far it has drifted, as a phase.
        phase_rad: f64,
    },
}

impl Stimulus {
    /// The value of the pattern at a position, in pixels from the patch's centre.
    pub fn value_at(&self, x_px: f64, y_px: f64) -> f64 {
        self.values()(x_px, y_px)
    }

    /// The same for many positions.
    fn values(self) -> impl Fn(f64, f64) -> f64 {
        let (Self::Edge { theta_rad, .. } | Self::Drifting { theta_rad, .. }) = self;
        let (sin, cos) = theta_rad.sin_cos();
        move |x_px, y_px| {
            let along_px = x_px * cos + y_px * sin;
            match self {
                Self::Edge {
                    b_px, k_rad_per_px, ..
                } => {
                    let v = k_rad_per_px * (along_px + b_px);
                    (-v * v / 4.0).exp() * v.sin()
                }
                Self::Drifting {
                    freq_cycles_per_px,
                    phase_rad,
                    ..
                } => (TAU * freq_cycles_per_px * along_px - phase_rad).cos(),
            }
        }
    }
}

/// Frames `[n, P]`, P = side * side, one stimulus a row at this amplitude, pixels row by row.
pub fn draw(stimuli: &[Stimulus], side: usize, amplitude: f64) -> Array2<f32> {
    let middle = (side as f64 - 1.0) / 2.0;
    let mut frames = Array2::zeros((stimuli.len(), side * side));
    let draw = |(mut frame, stimulus): (ArrayViewMut1<'_, f32>, &Stimulus)| {
        let value_at = stimulus.values();
        for (at, pixel) in frame.iter_mut().enumerate() {
            let (x, y) = ((at % side) as f64 - middle, (at / side) as f64 - middle);
            *pixel = (amplitude * value_at(x, y)) as f32;
        }
    };
    match stimuli {
        // Quicker drawn than shared out, on a thread that may have no others to share it with.
        [only] => draw((frames.row_mut(0), only)),
        _ => {
            let rows = frames.outer_iter_mut().into_par_iter();
            rows.zip(stimuli).for_each(draw);
        }
    }
    frames
}

/// Places between pixels that the power of an edge is a mean over: more change it by less than a ten-thousandth, for k up to 3.
const EDGE_PLACES: i32 = 8;

/// The amplitude of an edge of this k as contrast normalisation leaves edges in pictures: weighted by the window of
/// `normalise` centred on the edge, its root mean square is the gain, over edges anywhere between pixels.
pub fn edge_amplitude(k_rad_per_px: f64, normalise: &NormaliseParams) -> f64 {
    let edge = Stimulus::Edge {
        b_px: 0.0,
        theta_rad: 0.0,
        k_rad_per_px,
    };
    let radius = (normalise.window_px / 2) as i32;
    let (mut weights, mut power) = (0.0, 0.0);
    let pixels = (-radius..=radius).map(f64::from);
    let between =
        (0..EDGE_PLACES).map(|place| (f64::from(place) + 0.5) / f64::from(EDGE_PLACES) - 0.5);
    for x in pixels.flat_map(|pixel| between.clone().map(move |by| pixel + by)) {
        let weight = (-0.5 * (x / f64::from(normalise.sigma_px)).powi(2)).exp();
        weights += weight;
        power += weight * edge.value_at(x, 0.0).powi(2);
    }
    f64::from(normalise.gain) / (power / weights).sqrt()
}

/// The amplitude at which a grating's root mean square, over all phases, is the gain of `normalise`.
pub fn grating_amplitude(normalise: &NormaliseParams) -> f64 {
    SQRT_2 * f64::from(normalise.gain)
}

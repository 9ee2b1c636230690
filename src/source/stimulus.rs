//! Stimuli drawn from formulas: the edge of the paper's section 3.2, and drifting gratings.
//!
//! Positions are pixel centres relative to the patch's centre, x to the right and y down: from -9.5 to 9.5 in a
//! patch of 20. A pattern has amplitude 1; [`edge_amplitude`] and [`grating_amplitude`] give the
//! amplitude at which it is as strong as contrast-normalised pictures.

use std::f64::consts::{FRAC_PI_2, SQRT_2, TAU};

use ndarray::{Array2, ArrayViewMut1, Axis};
use rayon::prelude::*;

use super::NormaliseParams;

/// A pattern on the plane, of amplitude 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stimulus {
    /// The edge of the paper's section 3.2, an edge minus its local mean: exp(-v^2 / 4) sin(v), v = k (x cos theta +
    /// y sin theta + b). Theta + pi at -b is the negative.
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
        let [along_x, along_y, offset] = self.phase();
        let phase = along_x * x_px + along_y * y_px + offset;
        self.value(phase, phase.sin())
    }

    /// The value is a function of the phase a x + b y + c, in radians: these are a, b and c.
    fn phase(&self) -> [f64; 3] {
        let (theta_rad, rad_per_px, offset) = match *self {
            Self::Edge {
                b_px,
                theta_rad,
                k_rad_per_px,
            } => (theta_rad, k_rad_per_px, k_rad_per_px * b_px),
            Self::Drifting {
                theta_rad,
                freq_cycles_per_px,
                phase_rad,
            } => (theta_rad, TAU * freq_cycles_per_px, FRAC_PI_2 - phase_rad),
        };
        let (sin, cos) = theta_rad.sin_cos();
        [rad_per_px * cos, rad_per_px * sin, offset]
    }

    /// The value at a phase, of which the sine is given.
    fn value(&self, phase: f64, sin: f64) -> f64 {
        match self {
            Self::Edge { .. } => (-phase * phase / 4.0).exp() * sin,
            Self::Drifting { .. } => sin,
        }
    }

    /// Draws a frame at this amplitude. The sine of the sum of two phases takes those of each column and row only.
    fn draw(&self, mut frame: ArrayViewMut1<'_, f32>, side: usize, amplitude: f64) {
        let [along_x, along_y, offset] = self.phase();
        let middle = (side as f64 - 1.0) / 2.0;
        let phases = |step: f64, from: f64| {
            let phase = move |at| step * (at as f64 - middle) + from;
            (0..side).map(move |at| (phase(at), phase(at).sin_cos()))
        };
        let columns: Vec<_> = phases(along_x, offset).collect();
        let rows = frame.axis_chunks_iter_mut(Axis(0), side);
        for (mut row, (y, (sin_y, cos_y))) in rows.into_iter().zip(phases(along_y, 0.0)) {
            for (pixel, &(x, (sin_x, cos_x))) in row.iter_mut().zip(&columns) {
                let sin = sin_x * cos_y + cos_x * sin_y;
                *pixel = (amplitude * self.value(x + y, sin)) as f32;
            }
        }
    }
}

/// Frames `[n, P]`, P = side * side, one stimulus a row at this amplitude, pixels row by row.
pub fn draw(stimuli: &[Stimulus], side: usize, amplitude: f64) -> Array2<f32> {
    let mut frames = Array2::zeros((stimuli.len(), side * side));
    match stimuli {
        // Quicker drawn than shared out, on a thread that may have no others to share it with.
        [only] => only.draw(frames.row_mut(0), side, amplitude),
        _ => {
            let rows = frames.outer_iter_mut().into_par_iter();
            rows.zip(stimuli)
                .for_each(|(frame, stimulus)| stimulus.draw(frame, side, amplitude));
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

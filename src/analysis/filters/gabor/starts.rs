//! Where the descents start: the strongest gratings of a filter, and round Gabors on them.

use std::f64::consts::TAU;

use ndarray::{Array2, ArrayView2};

use super::shape::Shape;
use crate::analysis::filters::spectrum::Spectrum;

/// Peaks of the spectrum that are tried.
const PEAKS: usize = 3;
/// Envelopes that are tried on each peak, in sides of the patch.
const SIGMA_SIDES: [f64; 3] = [0.075, 0.14, 0.26];
/// Starts kept.
const STARTS: usize = 4;

/// The most promising starts, best first. A round Gabor with the frequency of a peak is moved over
/// all pixels: the filter demodulated by the frequency and smoothed by the envelope is its amplitude
/// at each. The position that explains most of the filter is kept.
pub(super) fn starts(filter: ArrayView2<'_, f64>, spectrum: &Spectrum) -> Vec<Shape> {
    let side = filter.nrows() as f64;
    let mut starts = Vec::with_capacity(PEAKS * SIGMA_SIDES.len());
    for peak in spectrum.peaks(PEAKS) {
        for sigma in SIGMA_SIDES.map(|sides| sides * side) {
            let (explained, centre) = best_centre(filter, [peak.fx, peak.fy], sigma);
            let (theta, freq) = (peak.theta_rad(), peak.freq_cycles_per_px());
            let shape = Shape::new(centre, theta, freq, [sigma, sigma]);
            starts.push((explained, shape.limited(side)));
        }
    }
    starts.sort_by(|a, b| b.0.total_cmp(&a.0));
    starts.truncate(STARTS);
    starts.into_iter().map(|(_, shape)| shape).collect()
}

/// The pixel at which a round Gabor explains most power, and how much.
fn best_centre(filter: ArrayView2<'_, f64>, freq: [f64; 2], sigma: f64) -> (f64, [f64; 2]) {
    let side = filter.nrows();
    let [along_x, along_y] = freq.map(|freq| Waves::new(side, freq, sigma));
    // The complex product, in products of real matrices, which are quick.
    let (cos, sin) = (along_y.cos.dot(&filter), along_y.sin.dot(&filter));
    let real = cos.dot(&along_x.cos.t()) - sin.dot(&along_x.sin.t());
    let imaginary = cos.dot(&along_x.sin.t()) + sin.dot(&along_x.cos.t());
    let middle = (side as f64 - 1.0) / 2.0;
    let mut best = (0.0, [0.0; 2]);
    for ((row, column), re) in real.indexed_iter() {
        let im = imaginary[[row, column]];
        // Cosine and sine have half of the envelope's power each.
        let explained = 2.0 * (re * re + im * im) / (along_x.norms[row] * along_x.norms[column]);
        if explained > best.0 {
            best = (explained, [column as f64 - middle, row as f64 - middle]);
        }
    }
    best
}

/// One axis of a Gabor centred on each pixel, one centre per row.
struct Waves {
    cos: Array2<f64>,
    sin: Array2<f64>,
    /// Power of the envelope on each centre.
    norms: Vec<f64>,
}

impl Waves {
    fn new(side: usize, freq: f64, sigma: f64) -> Self {
        // A row is the one above it, moved by a pixel.
        let at_distance = |by: usize| {
            let distance = by as f64 - (side as f64 - 1.0);
            let envelope = (-0.5 * (distance / sigma).powi(2)).exp();
            let (sin, cos) = (TAU * freq * distance).sin_cos();
            [envelope * cos, envelope * sin, envelope * envelope]
        };
        let at: Vec<[f64; 3]> = (0..2 * side - 1).map(at_distance).collect();
        let row = |centre: usize| &at[side - 1 - centre..][..side];
        let table = |of: usize| {
            Array2::from_shape_fn((side, side), |(centre, place)| row(centre)[place][of])
        };
        Self {
            cos: table(0),
            sin: table(1),
            norms: (0..side)
                .map(|centre| row(centre).iter().map(|at| at[2]).sum())
                .collect(),
        }
    }
}

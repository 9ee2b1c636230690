//! Where the descents start: the strongest gratings of a filter, and round Gabors on them.

use ndarray::{Array2, ArrayView2};
use rustfft::num_complex::Complex;

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
    let [along_x, along_y] = freq.map(|freq| envelopes(side, freq, sigma));
    let amplitudes = along_y.dot(&filter.mapv(Complex::from)).dot(&along_x.t());
    let norms: Vec<f64> = along_x
        .rows()
        .into_iter()
        .map(|row| row.iter().map(Complex::norm_sqr).sum())
        .collect();
    let middle = (side as f64 - 1.0) / 2.0;
    let mut best = (0.0, [0.0; 2]);
    for ((row, column), amplitude) in amplitudes.indexed_iter() {
        // Cosine and sine have half of the envelope's power each.
        let explained = 2.0 * amplitude.norm_sqr() / (norms[row] * norms[column]);
        if explained > best.0 {
            best = (explained, [column as f64 - middle, row as f64 - middle]);
        }
    }
    best
}

/// One axis of a Gabor centred on each pixel, one centre per row.
fn envelopes(side: usize, freq: f64, sigma: f64) -> Array2<Complex<f64>> {
    Array2::from_shape_fn((side, side), |(centre, at)| {
        let distance = at as f64 - centre as f64;
        let envelope = (-0.5 * (distance / sigma).powi(2)).exp();
        Complex::from_polar(envelope, -std::f64::consts::TAU * freq * distance)
    })
}

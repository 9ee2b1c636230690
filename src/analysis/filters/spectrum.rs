//! The power spectrum of a filter, sampled finely by padding, and its peaks.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};

use crate::analysis::stats::half_turn;

/// The spectrum is sampled as finely as that of a patch padded to this many times its side.
pub(super) const PADDING: usize = 4;
/// A filter whose standard deviation is below this share of its largest weight is flat: what is
/// left is the rounding of f32.
const FLAT: f64 = 1e-6;

/// Weights of a filter with their mean removed; `None` for a flat one.
pub(super) fn without_mean(filter: ArrayView1<'_, f32>) -> Option<Vec<f64>> {
    let count = filter.len() as f64;
    let mean = filter.iter().map(|&w| f64::from(w)).sum::<f64>() / count;
    let centred: Vec<f64> = filter.iter().map(|&w| f64::from(w) - mean).collect();
    let deviation = (centred.iter().map(|w| w * w).sum::<f64>() / count).sqrt();
    let largest = filter.iter().fold(0.0, |max, w| w.abs().max(max));
    // A filter with a NaN weight has a NaN deviation, and no spectrum.
    (deviation > FLAT * f64::from(largest)).then_some(centred)
}

/// Transforms filters of one size.
pub(super) struct Transform {
    side: usize,
    size: usize,
    fft: Arc<dyn Fft<f64>>,
}

impl Transform {
    /// For patches of `side` by `side` pixels.
    pub(super) fn new(side: usize) -> Self {
        let size = PADDING * side;
        let fft = FftPlanner::new().plan_fft_forward(size);
        Self { side, size, fft }
    }

    /// The power spectrum of a filter given by its P weights.
    pub(super) fn power(&self, filter: &[f64]) -> Spectrum {
        let (side, size, half) = (self.side, self.size, self.size / 2 + 1);
        let zero = Complex::new(0.0, 0.0);
        let mut rows = Array2::from_elem((side, size), zero);
        for (pixel, &weight) in filter.iter().enumerate() {
            rows[[pixel / side, pixel % side]].re = weight;
        }
        self.transform_rows(&mut rows);
        // A real filter has the same power at f and -f: half of the columns suffice.
        let mut columns = Array2::from_elem((half, size), zero);
        for ((row, column), &value) in rows.indexed_iter() {
            if column < half {
                columns[[column, row]] = value;
            }
        }
        self.transform_rows(&mut columns);
        Spectrum(columns.mapv(|value| value.norm_sqr()))
    }

    fn transform_rows(&self, field: &mut Array2<Complex<f64>>) {
        if let Some(rows) = field.as_slice_mut() {
            self.fft.process(rows);
        }
    }
}

/// Power over the half plane of frequencies with fx >= 0: `[x frequency, y frequency]`, samples
/// 1 / (`PADDING` side) cycles per pixel apart, negative y frequencies in the upper half.
pub(super) struct Spectrum(Array2<f64>);

/// A peak of a spectrum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    /// Frequency along x, in cycles per pixel.
    pub(super) fx: f64,
    /// Frequency along y (downwards), in cycles per pixel.
    pub(super) fy: f64,
}

impl Peak {
    /// Direction of the grating's normal from the x axis, in [0, pi).
    pub(super) fn theta_rad(&self) -> f64 {
        half_turn(self.fy.atan2(self.fx))
    }

    /// Frequency, in cycles per pixel.
    pub(super) fn freq_cycles_per_px(&self) -> f64 {
        self.fx.hypot(self.fy)
    }
}

impl Spectrum {
    /// The strongest maximum, of equal ones the first; `None` for a flat filter.
    pub(super) fn strongest_peak(&self) -> Option<Peak> {
        let mut strongest = (0.0, None);
        for (at, &power) in self.0.indexed_iter() {
            if power > strongest.0 && !self.is_duplicate(at) {
                strongest = (power, Some(at));
            }
        }
        strongest.1.map(|at| self.refine(at))
    }

    /// The `count` strongest local maxima, strongest first; none for a flat filter.
    pub(super) fn peaks(&self, count: usize) -> Vec<Peak> {
        let mut found: Vec<_> = self
            .0
            .indexed_iter()
            .filter(|&(at, &power)| power > 0.0 && self.is_peak(at))
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(a.1));
        found.truncate(count);
        found.into_iter().map(|(at, _)| self.refine(at)).collect()
    }

    /// Power at a sample and an offset of at most one from it: the plane wraps, and f is -f.
    fn beside(&self, at: (usize, usize), columns: isize, rows: isize) -> f64 {
        let size = self.0.ncols() as isize;
        let column = at.0 as isize + columns;
        let row = at.1 as isize + rows;
        let (column, row) = if column < 0 || column > size / 2 {
            (-column, -row)
        } else {
            (column, row)
        };
        // Between -size and 2 size; a division would take longer than all else here.
        let wrapped = |place: isize| match place {
            ..0 => place + size,
            place if place >= size => place - size,
            place => place,
        };
        self.0[[wrapped(column) as usize, wrapped(row) as usize]]
    }

    /// Whether the same power stands at -f: in the first and the last column both f and -f are.
    fn is_duplicate(&self, at: (usize, usize)) -> bool {
        let (last, size) = (self.0.nrows() - 1, self.0.ncols());
        (at.0 == 0 || at.0 == last) && at.1 > size / 2
    }

    /// No neighbour is stronger. Of f and -f only one counts.
    fn is_peak(&self, at: (usize, usize)) -> bool {
        if self.is_duplicate(at) {
            return false;
        }
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        around
            .into_iter()
            .all(|(dx, dy)| self.beside(at, dx, dy) <= self.0[at])
    }

    /// The peak between samples: the vertex of a parabola through the peak and its neighbours on
    /// each axis.
    fn refine(&self, at: (usize, usize)) -> Peak {
        let size = self.0.ncols() as f64;
        let vertex = |before: f64, after: f64| {
            let bend = before - 2.0 * self.0[at] + after;
            if bend < 0.0 {
                (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
            } else {
                0.0
            }
        };
        let column = at.0 as f64 + vertex(self.beside(at, -1, 0), self.beside(at, 1, 0));
        let row = at.1 as f64 + vertex(self.beside(at, 0, -1), self.beside(at, 0, 1));
        let wrapped = if row > size / 2.0 { row - size } else { row };
        Peak {
            fx: column / size,
            fy: wrapped / size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_peak_is_the_first_of_all_peaks() {
        let side = 9;
        let transform = Transform::new(side);
        let (mut seed, mut seen) = (1u64, 0);
        for filter in 0..40 {
            let mut weights = vec![0.0; side * side];
            for (pixel, weight) in weights.iter_mut().enumerate() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let noise = (seed >> 33) as f64 / f64::from(u32::MAX);
                let [x, y] = [pixel % side, pixel / side].map(|at| at as f64);
                // A third of them alike on both sides of an axis, so that two peaks are equal but for rounding.
                *weight = match filter % 3 {
                    0 => (0.3 * f64::from(filter) * (x - 4.0)).cos() * (0.9 * (y - 4.0)).cos(),
                    _ => noise - 0.25,
                };
            }
            let weights: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
            let Some(centred) = without_mean(ArrayView1::from(&weights)) else {
                continue;
            };
            let spectrum = transform.power(&centred);
            let [one, first] = [spectrum.strongest_peak(), spectrum.peaks(1).pop()]
                .map(|peak| peak.map(|peak| [peak.fx, peak.fy]));
            assert_eq!(one, first, "filter {filter}");
            seen += 1;
        }
        assert!(seen >= 38, "{seen} filters with a spectrum");
    }
}

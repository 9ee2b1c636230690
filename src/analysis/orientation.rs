//! The dominant grating of a filter: the peak of its padded power spectrum.

use std::f64::consts::PI;

use ndarray::{Array2, ArrayView1, ArrayView2};
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// The spectrum is sampled as finely as that of a patch padded to this many times its side.
const PADDING: usize = 4;

/// Orientation and frequency of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grating {
    /// Direction of the grating's normal from the x axis (x to the right, y down), in [0, pi).
    pub theta_rad: f64,
    /// Frequency, in cycles per pixel.
    pub freq_cycles_per_px: f64,
    /// Share of the filter's power within the peak's neighbourhood; 0 to 1.
    pub sharpness: f64,
}

/// The dominant grating of every filter of a dictionary `[P, K]`, P = side * side; `None` for a
/// filter without any power beside its mean.
#[must_use]
pub fn dominant_gratings(dictionary: ArrayView2<'_, f32>, side: usize) -> Vec<Option<Grating>> {
    use rayon::prelude::*;
    assert_eq!(dictionary.nrows(), side * side, "pixels of a filter");
    (0..dictionary.ncols())
        .into_par_iter()
        .map(|unit| dominant_grating(dictionary.column(unit), side))
        .collect()
}

fn dominant_grating(filter: ArrayView1<'_, f32>, side: usize) -> Option<Grating> {
    let size = (PADDING * side).next_power_of_two();
    let power = power_spectrum(filter, side, size);
    // Half of the plane is enough: the spectrum of a real filter is symmetric.
    let half = || (0..size).flat_map(|row| (0..=size / 2).map(move |column| (row, column)));
    let peak = half().max_by(|&a, &b| power[a].total_cmp(&power[b]))?;
    if power[peak] <= 0.0 {
        return None;
    }
    let (row, column) = refine(&power, peak);
    let wrapped = if row > size as f64 / 2.0 {
        row - size as f64
    } else {
        row
    };
    let (fx, fy) = (column / size as f64, wrapped / size as f64);
    let near = |at: (usize, usize)| {
        let (dy, dx) = offset(at, peak, size);
        dx * dx + dy * dy <= (PADDING * PADDING) as f64
    };
    let total: f64 = half().map(|at| power[at]).sum();
    let close: f64 = half().filter(|&at| near(at)).map(|at| power[at]).sum();
    Some(Grating {
        theta_rad: fy.atan2(fx).rem_euclid(PI),
        freq_cycles_per_px: fx.hypot(fy),
        sharpness: close / total,
    })
}

/// Power of the filter, its mean removed, padded to `size` pixels a side.
fn power_spectrum(filter: ArrayView1<'_, f32>, side: usize, size: usize) -> Array2<f64> {
    let mean = filter.iter().map(|&w| f64::from(w)).sum::<f64>() / filter.len() as f64;
    let mut field = Array2::from_elem((size, size), Complex::new(0.0, 0.0));
    for (pixel, &weight) in filter.iter().enumerate() {
        field[[pixel / side, pixel % side]].re = f64::from(weight) - mean;
    }
    let fft = FftPlanner::new().plan_fft_forward(size);
    let rows_then_columns = |mut field: Array2<Complex<f64>>| {
        for mut row in field.rows_mut() {
            if let Some(row) = row.as_slice_mut() {
                fft.process(row);
            }
        }
        field.t().as_standard_layout().into_owned()
    };
    rows_then_columns(rows_then_columns(field)).mapv(|value| value.norm_sqr())
}

/// The peak between samples: the vertex of a parabola through the peak and its neighbours on
/// each axis.
fn refine(power: &Array2<f64>, (row, column): (usize, usize)) -> (f64, f64) {
    let size = power.nrows();
    let vertex = |before: f64, at: f64, after: f64| {
        let bend = before - 2.0 * at + after;
        if bend < 0.0 {
            (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
        } else {
            0.0
        }
    };
    let up = power[[(row + size - 1) % size, column]];
    let down = power[[(row + 1) % size, column]];
    let left = power[[row, (column + size - 1) % size]];
    let right = power[[row, (column + 1) % size]];
    let at = power[[row, column]];
    (
        row as f64 + vertex(up, at, down),
        column as f64 + vertex(left, at, right),
    )
}

/// Signed distances on a spectrum that wraps.
fn offset(a: (usize, usize), b: (usize, usize), size: usize) -> (f64, f64) {
    let wrap = |a: usize, b: usize| {
        let distance = a.abs_diff(b);
        distance.min(size - distance) as f64
    };
    (wrap(a.0, b.0), wrap(a.1, b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    #[test]
    fn a_gabor_is_found_at_its_orientation_and_frequency() {
        let side = 20;
        for step in 0..24 {
            let theta = PI * f64::from(step) / 24.0;
            let frequency = 0.08 + 0.008 * f64::from(step);
            let mut dictionary = Array2::zeros((side * side, 1));
            for pixel in 0..side * side {
                let (x, y) = ((pixel % side) as f64 - 9.5, (pixel / side) as f64 - 9.5);
                let wave = 2.0 * PI * frequency * (x * theta.cos() + y * theta.sin());
                let envelope = (-(x * x + y * y) / 32.0).exp();
                dictionary[[pixel, 0]] = ((wave + 0.6).cos() * envelope) as f32;
            }
            let grating = dominant_gratings(dictionary.view(), side)[0].expect("has power");
            let turned = (grating.theta_rad - theta + PI / 2.0).rem_euclid(PI) - PI / 2.0;
            assert!(turned.abs() < 0.04, "theta {theta}: {grating:?}");
            let off = grating.freq_cycles_per_px / frequency - 1.0;
            assert!(off.abs() < 0.06, "frequency {frequency}: {grating:?}");
        }
    }

    #[test]
    fn a_flat_filter_has_no_grating() {
        let dictionary = Array2::from_elem((64, 1), 0.125);
        assert_eq!(dominant_gratings(dictionary.view(), 8), [None]);
    }
}

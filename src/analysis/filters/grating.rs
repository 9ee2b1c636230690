//! The dominant grating of a filter: the peak of its padded power spectrum.

use ndarray::{ArrayView1, ArrayView2};
use rayon::prelude::*;

use super::spectrum::{Transform, without_mean};

/// Orientation and frequency of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grating {
    /// Direction of the grating's normal from the x axis (x to the right, y down), in [0, pi).
    pub theta_rad: f64,
    /// Frequency, in cycles per pixel.
    pub freq_cycles_per_px: f64,
}

/// The dominant grating of every filter of a dictionary `[P, K]`, P = side * side; `None` for a
/// filter that is constant.
#[must_use]
pub fn dominant_gratings(dictionary: ArrayView2<'_, f32>, side: usize) -> Vec<Option<Grating>> {
    assert_eq!(dictionary.nrows(), side * side, "pixels of a filter");
    let transform = Transform::new(side);
    (0..dictionary.ncols())
        .into_par_iter()
        .map(|unit| dominant_grating(dictionary.column(unit), &transform))
        .collect()
}

fn dominant_grating(filter: ArrayView1<'_, f32>, transform: &Transform) -> Option<Grating> {
    let spectrum = transform.power(&without_mean(filter)?);
    let peak = spectrum.peaks(1).pop()?;
    Some(Grating {
        theta_rad: peak.theta_rad(),
        freq_cycles_per_px: peak.freq_cycles_per_px(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use std::f64::consts::PI;

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
        // 0.05 has no exact mean in binary: what rounding leaves is no grating.
        let dictionary = Array2::from_elem((64, 1), 0.05);
        assert_eq!(dominant_gratings(dictionary.view(), 8), [None]);
    }
}

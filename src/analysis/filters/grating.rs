//! The dominant grating of a filter: the peak of its padded power spectrum.

use ndarray::{ArrayView1, ArrayView2};
use rayon::prelude::*;

use super::plane::strongest_planes;
use super::spectrum::{Transform, without_mean};

/// Orientation and frequency of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grating {
    /// Direction of the grating's normal from the x axis (x to the right, y down), in [0, pi).
    pub theta_rad: f64,
    /// Frequency, in cycles per pixel.
    pub freq_cycles_per_px: f64,
}

/// The dominant grating of every filter of a dictionary `[P, K]`, P = side * side in each channel; `None` for a
/// filter that is constant. Of colour, that of the plane with the most energy.
pub fn dominant_gratings(dictionary: ArrayView2<'_, f32>, side: usize) -> Vec<Option<Grating>> {
    let dictionary = strongest_planes(dictionary, side);
    let transform = Transform::new(side);
    (0..dictionary.ncols())
        .into_par_iter()
        .map(|unit| dominant_grating(dictionary.column(unit), &transform))
        .collect()
}

fn dominant_grating(filter: ArrayView1<'_, f32>, transform: &Transform) -> Option<Grating> {
    let spectrum = transform.power(&without_mean(filter)?);
    let peak = spectrum.strongest_peak()?;
    Some(Grating {
        theta_rad: peak.theta_rad(),
        freq_cycles_per_px: peak.freq_cycles_per_px(),
    })
}

//! Local contrast normalisation: every neighbourhood gets mean 0 and equal contrast.

pub(super) mod observed;

use ndarray::{Array1, Array2, Array3, Axis, Zip, s};
use serde::{Deserialize, Serialize};

use crate::range::OutOfRange;

/// Settings of the local contrast normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NormaliseParams {
    /// Side of the square Gaussian window, in pixels; odd, 3 to 63.
    pub window_px: usize,
    /// Standard deviation of the Gaussian, in pixels; 0.3 to 32.
    pub sigma_px: f32,
    /// Lower limit of the divisor, the local standard deviation, in grey levels of [0, 1]; 1e-4 to 1.
    pub cutoff: f32,
    /// Scale of the result: the local standard deviation after normalisation; 0.01 to 10.
    pub gain: f32,
}

impl Default for NormaliseParams {
    fn default() -> Self {
        Self {
            window_px: 9,
            sigma_px: 1.8,
            cutoff: 0.02,
            gain: 0.25,
        }
    }
}

impl NormaliseParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::check(
            self.window_px % 2 == 1 && (3..=63).contains(&self.window_px),
            "window",
            "an odd number of pixels from 3 to 63",
            self.window_px,
        )?;
        OutOfRange::within("sigma", self.sigma_px, 0.3..=32.0, " pixels")?;
        OutOfRange::within("cutoff", self.cutoff, 1e-4..=1.0, "")?;
        OutOfRange::within("gain", self.gain, 0.01..=10.0, "")
    }
}

/// Normalises the contrast of `grey`, levels in [0, 1], of any size but not empty.
///
/// With G the Gaussian window and * the convolution:
///
/// ```text
/// c = I - G * I,   s = sqrt(G * c^2),   y = gain c / max(s, cutoff)
/// ```
///
/// Beyond its borders the picture is mirrored, the border pixel repeated
/// (cba|abc|cba).
pub fn normalise(grey: &Array2<f32>, params: &NormaliseParams) -> Array2<f32> {
    let taps = gaussian_taps(params.window_px, params.sigma_px);
    let mut centred = grey - &blur(grey, &taps);
    let variance = blur(&centred.mapv(|c| c * c), &taps);
    Zip::from(&mut centred)
        .and(&variance)
        .for_each(|c, v| *c *= params.gain / v.sqrt().max(params.cutoff));
    centred
}

/// The same in each plane of a picture `[channels, height, width]`, on its own.
///
/// Each channel has contrasts of its own, those of colour lower than those of luminance, so none is divided by that of
/// another; what is fainter than the cutoff stays faint.
pub(in crate::source) fn normalise_planes(
    picture: &Array3<f32>,
    params: &NormaliseParams,
) -> Array3<f32> {
    let mut normalised = Array3::zeros(picture.dim());
    for (plane, mut to) in picture
        .axis_iter(Axis(0))
        .zip(normalised.axis_iter_mut(Axis(0)))
    {
        to.assign(&normalise(&plane.to_owned(), params));
    }
    normalised
}

/// A window of `count` samples of a Gaussian, with sum 1.
pub(in crate::source) fn gaussian_taps(count: usize, sigma_px: f32) -> Vec<f32> {
    let middle = (count - 1) as f32 / 2.0;
    let gauss = |i| (-0.5 * ((i as f32 - middle) / sigma_px).powi(2)).exp();
    let total: f32 = (0..count).map(gauss).sum();
    (0..count).map(|i| gauss(i) / total).collect()
}

/// Convolves with `taps` along the rows, then along the columns.
///
/// Both passes add a whole row times one tap at a time: contiguous work that the compiler vectorises.
pub(in crate::source) fn blur(image: &Array2<f32>, taps: &[f32]) -> Array2<f32> {
    let (height, width) = image.dim();
    let radius = taps.len() / 2;
    let mut across = Array2::zeros((height, width));
    let mut padded = Array1::zeros(width + 2 * radius);
    for (source, mut row) in image.outer_iter().zip(across.outer_iter_mut()) {
        for (i, value) in padded.iter_mut().enumerate() {
            *value = source[mirror(i, radius, width)];
        }
        for (k, &tap) in taps.iter().enumerate() {
            row.scaled_add(tap, &padded.slice(s![k..k + width]));
        }
    }
    let mut both = Array2::zeros((height, width));
    for (y, mut row) in both.outer_iter_mut().enumerate() {
        for (k, &tap) in taps.iter().enumerate() {
            row.scaled_add(tap, &across.row(mirror(y + k, radius, height)));
        }
    }
    both
}

/// The pixel at position `i - radius` of a line of `length` pixels that is mirrored at both ends,
/// again and again where the window is wider than the line.
fn mirror(i: usize, radius: usize, length: usize) -> usize {
    let period = 2 * length;
    let place = (i + period * radius.div_ceil(period) - radius) % period;
    place.min(period - 1 - place)
}

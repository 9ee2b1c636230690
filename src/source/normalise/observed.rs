//! Local contrast normalisation of a picture of which some pixels are hidden.

use ndarray::{Array2, Zip};

use crate::source::normalise::{NormaliseParams, blur, gaussian_taps};

/// A picture normalised by its observed pixels alone, and the way back to grey levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// y at the observed pixels, 0 at the hidden ones.
    pub normalised: Array2<f32>,
    /// The mean grey level of the observed pixels around each pixel; mid grey where none is near.
    pub mean: Array2<f32>,
    /// The factor that turns a normalised value into a deviation from that mean: max(s, cutoff) / gain.
    pub scale: Array2<f32>,
}

/// The mean where no pixel near is observed.
const MID_GREY: f32 = 0.5;

/// Normalises the contrast of `grey` by its observed pixels alone: hidden values, even NaN, have no effect.
///
/// [`normalise`](crate::source::normalise()) with every mean taken over the observed pixels; m is 1 where a pixel is
/// observed and 0 elsewhere:
///
/// ```text
/// c = m (I - G * (m I) / G * m),   s = sqrt(G * c^2 / G * m),   y = gain c / max(s, cutoff)
/// ```
///
/// With all pixels observed this is `normalise`. The fewer are observed, the rougher the mean and the
/// deviation, so that even at an observed pixel y differs from the y of the whole picture.
///
/// # Panics
/// If `observed` has another shape than `grey`.
pub fn normalise_observed(
    grey: &Array2<f32>,
    observed: &Array2<bool>,
    params: &NormaliseParams,
) -> Observed {
    assert_eq!(grey.dim(), observed.dim(), "pixels, and what is observed");
    let taps = gaussian_taps(params.window_px, params.sigma_px);
    let weights = observed.mapv(|observed| if observed { 1.0 } else { 0.0 });
    let seen = Zip::from(grey)
        .and(observed)
        .map_collect(|&grey, &observed| if observed { grey } else { 0.0 });
    let total = blur(&weights, &taps);
    let mean_of = |sums: &Array2<f32>, none: f32| {
        Zip::from(sums)
            .and(&total)
            .map_collect(|&sum, &total| if total > 0.0 { sum / total } else { none })
    };
    let mean = mean_of(&blur(&seen, &taps), MID_GREY);
    let mut normalised = (&seen - &mean) * &weights;
    let variance = mean_of(&blur(&normalised.mapv(|c| c * c), &taps), 0.0);
    let scale = variance.mapv(|v| v.sqrt().max(params.cutoff) / params.gain);
    normalised /= &scale;
    Observed {
        normalised,
        mean,
        scale,
    }
}

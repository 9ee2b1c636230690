//! Gabor fits of filters.
//!
//! A Gabor is A exp(-u^2 / (2 `sigma_x`^2) - v^2 / (2 `sigma_y`^2)) cos(2 pi f u + phase), with u and v
//! the pixels from its centre along the grating's normal and along its stripes. A filter's fit is the
//! Gabor nearest to it in the sum of squares:
//!
//! - `starts`: a few round Gabors, from the padded spectrum and the demodulated filter;
//! - `descent`: Levenberg-Marquardt on the six parameters of a `shape`;
//! - `projection`: amplitude and phase of a shape, and its normal equations.

mod descent;
mod projection;
mod shape;
mod starts;

use std::f64::consts::{PI, TAU};

use ndarray::{ArrayView1, ArrayView2};
use rayon::prelude::*;

use self::descent::{Descent, FINE, ROUGH, descend};
use self::projection::Projector;
use self::shape::Shape;
use super::plane::strongest_planes;
use super::spectrum::{Transform, without_mean};
use crate::analysis::stats::median;

/// Correlation from which a fit describes its filter.
pub const GOOD_CORRELATION: f64 = 0.7;
/// Iterations of the fixed point that finds the peak of a Gabor's spectrum.
const PEAK_STEPS: usize = 200;
/// A warm start that loses more than this of the last fit's correlation is rejected.
const MAX_LOSS: f64 = 0.02;

/// The Gabor nearest to a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaborFit {
    /// Centre from the patch's centre, x to the right, in pixels; up to a side away.
    pub x0_px: f64,
    /// Centre from the patch's centre, y down, in pixels; up to a side away.
    pub y0_px: f64,
    /// Direction of the grating's normal from the x axis (x to the right, y down), in [0, pi).
    pub theta_rad: f64,
    /// Frequency f of the cosine, in cycles per pixel; from 0.1 / `sigma_x` to sqrt(1/2). A filter
    /// with less than about a cycle under its envelope, an edge or a blob, does not determine it: see
    /// [`Self::peak_freq_cycles_per_px`].
    pub freq_cycles_per_px: f64,
    /// Standard deviation of the envelope along the normal, in pixels; 0.5 to two sides.
    pub sigma_x_px: f64,
    /// Standard deviation of the envelope along the stripes, in pixels; 0.5 to two sides.
    pub sigma_y_px: f64,
    /// Phase of the cosine at the centre, in (-pi, pi].
    pub phase_rad: f64,
    /// Height of the envelope, in units of the filter's weights; >= 0. It may be thousands of weights where the frequency is as high as
    /// the grid of pixels can show: cosine and sine are then nearly alike at the pixels, and their difference is told by it.
    pub amplitude: f64,
    /// Pearson's correlation of the Gabor with the filter over the pixels, so that a mean they share
    /// does not count; -1 to 1.
    pub correlation: f64,
    /// Whether the centre is outside the patch, so that only a flank of the envelope is visible.
    pub centre_outside: bool,
    /// Steps that all descents of this fit took together.
    pub steps: u32,
}

impl GaborFit {
    /// Whether the Gabor describes its filter: correlation of at least [`GOOD_CORRELATION`].
    pub fn is_good(&self) -> bool {
        self.correlation >= GOOD_CORRELATION
    }

    /// The frequency along the normal that the Gabor responds to most, in cycles per pixel.
    ///
    /// It is f when many cycles fit under the envelope, 1 / (2 pi `sigma_x`) for an edge of a single
    /// cycle, and 0 for a blob. The power at frequency w is, with s = 2 pi `sigma_x` and up to a
    /// factor, exp(-s^2 w^2) (cosh(2 s^2 f w) + cos(2 phase)); where its slope is 0,
    /// w = f sinh(2 s^2 f w) / (cosh(2 s^2 f w) + cos(2 phase)).
    pub fn peak_freq_cycles_per_px(&self) -> f64 {
        let f = self.freq_cycles_per_px;
        let s = TAU * self.sigma_x_px;
        let cos = (2.0 * self.phase_rad).cos();
        let mut w = f.max(1.0 / s);
        for _ in 0..PEAK_STEPS {
            // Both divided by exp(2 s^2 f w) / 2, which may overflow.
            let decay = (-2.0 * s * s * f * w).exp();
            w = f * (1.0 - decay * decay) / (1.0 + decay * decay + 2.0 * cos * decay);
        }
        w
    }

    fn shape(&self) -> Shape {
        Shape::new(
            [self.x0_px, self.y0_px],
            self.theta_rad,
            self.freq_cycles_per_px,
            [self.sigma_x_px, self.sigma_y_px],
        )
    }
}

/// Fits a Gabor to every filter of a dictionary `[P, K]`, P = side * side in each channel; `None` for a filter that
/// is flat to the precision of f32 or has a weight that is not finite. Of colour, the plane with the most energy is fitted.
///
/// `previous` holds the fits of an earlier state of the same filters, or is empty. A filter
/// whose fit was good and still is as good starts from it alone; all others also start from scratch.
pub fn fit_filters(
    dictionary: ArrayView2<'_, f32>,
    side: usize,
    previous: &[Option<GaborFit>],
) -> Vec<Option<GaborFit>> {
    let dictionary = strongest_planes(dictionary, side);
    let transform = Transform::new(side);
    (0..dictionary.ncols())
        .into_par_iter()
        .map_init(
            || Fitter::new(side, &transform),
            |fitter, unit| {
                let last = previous.get(unit).copied().flatten();
                fitter.fit(dictionary.column(unit), last)
            },
        )
        .collect()
}

/// Median correlation of filters with their fits, 0 for one without a fit; `None` for no filters.
pub fn median_correlation(fits: &[Option<GaborFit>]) -> Option<f64> {
    let of = |fit: &Option<GaborFit>| fit.as_ref().map_or(0.0, |fit| fit.correlation);
    median(fits.iter().map(of).collect())
}

/// Fits one filter after another.
struct Fitter<'a> {
    side: usize,
    transform: &'a Transform,
    projector: Projector,
}

impl<'a> Fitter<'a> {
    fn new(side: usize, transform: &'a Transform) -> Self {
        Self {
            side,
            transform,
            projector: Projector::new(side),
        }
    }

    fn fit(&mut self, weights: ArrayView1<'_, f32>, last: Option<GaborFit>) -> Option<GaborFit> {
        let centred = without_mean(weights)?;
        let filter: Vec<f64> = weights.iter().map(|&w| f64::from(w)).collect();
        let warm = last
            .filter(GaborFit::is_good)
            .and_then(|last| Some((self.best_of(&filter, &[last.shape()])?, last.correlation)));
        match warm {
            Some((warm, before)) if warm.correlation >= before - MAX_LOSS => Some(warm),
            _ => {
                let spectrum = self.transform.power(&centred);
                let square = ArrayView2::from_shape((self.side, self.side), &filter).ok()?;
                let mut starts = starts::starts(square, &spectrum);
                starts.extend(last.map(|last| last.shape()));
                self.best_of(&filter, &starts)
            }
        }
    }

    /// The best of the descents from these starts, of which only the deepest goes on to its end.
    fn best_of(&mut self, filter: &[f64], starts: &[Shape]) -> Option<GaborFit> {
        let side = self.side as f64;
        let power = filter.iter().map(|w| w * w).sum();
        let mut steps = 0;
        let mut descend = |start, tolerance| {
            let end = descend(&mut self.projector, filter, power, side, start, tolerance);
            steps += end.as_ref().map_or(0, |end: &Descent| end.steps);
            end
        };
        let shape = match starts {
            &[only] => only,
            several => {
                let ends = several.iter().filter_map(|&start| descend(start, ROUGH));
                ends.min_by(|a, b| a.projected.residual.total_cmp(&b.projected.residual))?
                    .shape
            }
        };
        let best = descend(shape, FINE)?.shape;
        self.describe(filter, best, steps)
    }

    /// The fit of a shape, in its canonical form.
    fn describe(&mut self, filter: &[f64], shape: Shape, steps: u32) -> Option<GaborFit> {
        let [a, b] = self.projector.project(filter, &shape)?.factors;
        let [sigma_x, sigma_y] = shape.sigma();
        // Half a turn of the normal turns u into -u, and so the phase into its negative.
        let half_turns = (shape.theta / PI).floor();
        let is_odd = half_turns.rem_euclid(2.0) == 1.0;
        let edge = self.side as f64 / 2.0;
        Some(GaborFit {
            x0_px: shape.centre[0],
            y0_px: shape.centre[1],
            theta_rad: (shape.theta - half_turns * PI).min(PI.next_down()),
            freq_cycles_per_px: shape.freq(),
            sigma_x_px: sigma_x,
            sigma_y_px: sigma_y,
            phase_rad: if is_odd { b.atan2(a) } else { (-b).atan2(a) },
            amplitude: a.hypot(b),
            correlation: correlation(filter, self.projector.model([a, b])),
            centre_outside: shape.centre.iter().any(|at| at.abs() > edge),
            steps,
        })
    }
}

/// Pearson's correlation; 0 when either is constant.
fn correlation(x: &[f64], y: impl Iterator<Item = f64>) -> f64 {
    let y: Vec<f64> = y.collect();
    let count = x.len() as f64;
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / count, y.iter().sum::<f64>() / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in x.iter().zip(&y) {
        xx += (x - mean_x).powi(2);
        xy += (x - mean_x) * (y - mean_y);
        yy += (y - mean_y).powi(2);
    }
    if xx * yy > 0.0 {
        (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}

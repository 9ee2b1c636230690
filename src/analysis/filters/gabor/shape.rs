//! The six parameters of a Gabor that enter nonlinearly.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// Least f `sigma_x`. A sine with fewer cycles under its envelope is the Gaussian's derivative, and a
/// cosine the Gaussian itself, to a correlation of 0.997: f says nothing any more.
const MIN_CYCLES: f64 = 0.1;
/// Highest frequency of a pixel grid, that of its diagonals, in cycles per pixel.
const MAX_FREQ: f64 = FRAC_1_SQRT_2;
/// Narrowest envelope, in pixels.
const MIN_SIGMA: f64 = 0.5;
/// Widest envelope, in sides of the patch.
const MAX_SIGMA_SIDES: f64 = 2.0;
/// How far along each axis a centre may be from the patch's, in sides of the patch.
const MAX_CENTRE_SIDES: f64 = 1.0;
/// Longest step: pixels, pixels, radians, and three factors as logarithms. Quadratic models of a
/// wave hold for about a period, and no further.
const MAX_STEP: Step = [2.0, 2.0, 0.5, LN_2, LN_2, LN_2];

/// A change of the parameters in the frame of the Gabor itself: pixels along the normal and along
/// the stripes, radians, and changes of ln(f `sigma_x`), ln `sigma_x` and ln `sigma_y`.
pub(super) type Step = [f64; 6];

/// Where a Gabor is, and its size, orientation and frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Centre from the patch's centre, x to the right and y down, in pixels.
    pub(super) centre: [f64; 2],
    /// Direction of the normal from the x axis; any number.
    pub(super) theta: f64,
    /// ln(f `sigma_x`), ln `sigma_x` (along the normal), ln `sigma_y` (along the stripes), with f in
    /// cycles per pixel and the sigmas in pixels. The product with `sigma_x`, unlike f, has a limit
    /// of its own.
    pub(super) logs: [f64; 3],
}

/// A shape made ready to be evaluated at pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    cos: f64,
    sin: f64,
    along: f64,
    across: f64,
    /// In cycles per pixel.
    pub(super) freq: f64,
    /// 1 / `sigma_x`^2.
    pub(super) narrow_x: f64,
    /// 1 / `sigma_y`^2.
    pub(super) narrow_y: f64,
}

impl Shape {
    /// A Gabor from its centre, theta, f and the two sigmas.
    pub(super) fn new(centre: [f64; 2], theta: f64, freq: f64, sigma: [f64; 2]) -> Self {
        let logs = [(freq * sigma[0]).ln(), sigma[0].ln(), sigma[1].ln()];
        Self {
            centre,
            theta,
            logs,
        }
    }

    /// f, in cycles per pixel.
    pub(super) fn freq(&self) -> f64 {
        (self.logs[0] - self.logs[1]).exp()
    }

    /// `sigma_x` and `sigma_y`, in pixels.
    pub(super) fn sigma(&self) -> [f64; 2] {
        [self.logs[1], self.logs[2]].map(f64::exp)
    }

    /// The shape in the frame its pixels are evaluated in.
    pub(super) fn frame(&self) -> Frame {
        let (sin, cos) = self.theta.sin_cos();
        let [x0, y0] = self.centre;
        let [sigma_x, sigma_y] = self.sigma();
        Frame {
            cos,
            sin,
            along: cos * x0 + sin * y0,
            across: cos * y0 - sin * x0,
            freq: self.freq(),
            narrow_x: sigma_x.powi(-2),
            narrow_y: sigma_y.powi(-2),
        }
    }

    /// The shape after a step, within the limits of a patch of `side` pixels.
    pub(super) fn moved(&self, step: &Step, side: f64) -> Self {
        let (sin, cos) = self.theta.sin_cos();
        let shift = [cos * step[0] - sin * step[1], sin * step[0] + cos * step[1]];
        let moved = Self {
            centre: std::array::from_fn(|axis| self.centre[axis] + shift[axis]),
            theta: self.theta + step[2],
            logs: std::array::from_fn(|at| self.logs[at] + step[3 + at]),
        };
        moved.limited(side)
    }

    /// The nearest shape within the limits of a patch of `side` pixels.
    pub(super) fn limited(mut self, side: f64) -> Self {
        let reach = MAX_CENTRE_SIDES * side;
        self.centre = self.centre.map(|at| at.clamp(-reach, reach));
        for (log, [low, high]) in self.logs.iter_mut().zip(limits(side)) {
            *log = log.clamp(low, high);
        }
        self.logs[0] = self.logs[0].min(MAX_FREQ.ln() + self.logs[1]);
        self
    }

    /// The parameters that a step along `downhill` would push out of their limits.
    pub(super) fn held(&self, downhill: &Step, side: f64) -> [bool; 6] {
        let mut held = [false; 6];
        for (at, [low, high]) in limits(side).into_iter().enumerate() {
            let (log, slope) = (self.logs[at], downhill[3 + at]);
            held[3 + at] = (log <= low && slope < 0.0) || (log >= high && slope > 0.0);
        }
        held
    }
}

/// Limits of ln(f `sigma_x`), ln `sigma_x` and ln `sigma_y`.
fn limits(side: f64) -> [[f64; 2]; 3] {
    let widest = MAX_SIGMA_SIDES * side;
    let sigma = [MIN_SIGMA, widest].map(f64::ln);
    [[MIN_CYCLES, MAX_FREQ * widest].map(f64::ln), sigma, sigma]
}

/// The step, shortened as a whole until no parameter changes by more than a quadratic model holds for.
pub(super) fn shortened(step: Step) -> Step {
    let over = step.iter().zip(MAX_STEP).map(|(s, max)| s.abs() / max);
    let scale = 1.0 / over.fold(1.0, f64::max);
    step.map(|s| s * scale)
}

impl Frame {
    /// (u, v): pixels from the centre along the normal and along the stripes.
    #[inline(always)]
    pub(super) fn local(&self, x: f64, y: f64) -> (f64, f64) {
        (
            self.cos * x + self.sin * y - self.along,
            self.cos * y - self.sin * x - self.across,
        )
    }
}

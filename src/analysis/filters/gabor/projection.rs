//! The least-squares problem of a Gabor's shape for one filter: amplitude and phase eliminated, and the
//! residual linearised (variable projection; Golub & Pereyra 1973, in Kaufman's form of 1975).
//!
//! With u, v the pixel's place in the Gabor's own frame and E = exp(-u^2 / (2 `sigma_x`^2) - v^2 /
//! (2 `sigma_y`^2)), every Gabor of one shape is m = a E cos(2 pi f u) + b E sin(2 pi f u). For given
//! shape the best a and b are a least squares problem of two columns. As m is the real part of
//! (a - i b) E exp(2 pi i f u), with imaginary part n, its derivatives are all of the form
//! p(u, v) m + q(u, v) n with small polynomials p and q. A change of a or b moves m along m and n:
//! Kaufman's Jacobian is the derivative at fixed a and b less what m and n explain of it.

use std::f64::consts::TAU;

use pulp::{Arch, NullaryFnOnce};

use super::shape::{Frame, Shape};
use crate::compute::elementary::{cos_sin_turns, dot, exp};
use crate::compute::normal_equations::NormalEquations;

/// Two columns whose normalised determinant is less than this count as equal.
const SINGULAR: f64 = 1e-12;

/// Pixels of a square patch, and room for what is computed at each.
#[derive(Debug)]
pub(super) struct Projector {
    arch: Arch,
    pixels: Pixels,
    /// E cos(2 pi f u) and E sin(2 pi f u) of the shape projected last.
    cos: Vec<f64>,
    sin: Vec<f64>,
    /// The six derivatives of m in the Gabor's own frame, in the order of `Step`.
    slopes: [Vec<f64>; 6],
    /// m, its quadrature n, and filter - m.
    model: [Vec<f64>; 3],
}

/// Coordinates of every pixel's centre from the patch's centre, row after row.
#[derive(Debug)]
struct Pixels {
    x: Vec<f64>,
    y: Vec<f64>,
}

/// A filter's best Gabor of one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projected {
    /// Factors a and b of E cos(2 pi f u) and E sin(2 pi f u).
    pub(super) factors: [f64; 2],
    /// abs(filter - m)^2.
    pub(super) residual: f64,
}

impl Projector {
    pub(super) fn new(side: usize) -> Self {
        let middle = (side as f64 - 1.0) / 2.0;
        let count = side * side;
        let room = || vec![0.0; count];
        Self {
            arch: Arch::new(),
            pixels: Pixels {
                x: (0..count).map(|at| (at % side) as f64 - middle).collect(),
                y: (0..count).map(|at| (at / side) as f64 - middle).collect(),
            },
            cos: room(),
            sin: room(),
            slopes: std::array::from_fn(|_| room()),
            model: std::array::from_fn(|_| room()),
        }
    }

    /// The best amplitude and phase for a shape; `None` where its two columns vanish or are one.
    pub(super) fn project(&mut self, filter: &[f64], shape: &Shape) -> Option<Projected> {
        let (arch, frame) = (self.arch, shape.frame());
        let products = arch.dispatch(Project(self, filter, frame));
        let [cc, cs, ss, cw, sw, ww] = products;
        let determinant = cc * ss - cs * cs;
        if determinant.is_nan() || determinant <= SINGULAR * cc * ss {
            return None;
        }
        let a = (ss * cw - cs * sw) / determinant;
        let b = (cc * sw - cs * cw) / determinant;
        Some(Projected {
            factors: [a, b],
            residual: (ww - a * cw - b * sw).max(0.0),
        })
    }

    /// The normal equations of the shape projected last, in the frame of the Gabor.
    pub(super) fn linearise(
        &mut self,
        filter: &[f64],
        shape: &Shape,
        at: &Projected,
    ) -> NormalEquations {
        let (arch, frame) = (self.arch, shape.frame());
        arch.dispatch(Linearise(self, filter, frame, at.factors))
    }

    /// The model m of the shape projected last, pixel after pixel.
    pub(super) fn model(&self, [a, b]: [f64; 2]) -> impl Iterator<Item = f64> {
        let columns = self.cos.iter().zip(&self.sin);
        columns.map(move |(cos, sin)| a * cos + b * sin)
    }

    #[inline(always)]
    fn differentiate(&mut self, filter: &[f64], frame: &Frame, [a, b]: [f64; 2]) {
        let count = filter.len();
        let (x, y) = (&self.pixels.x[..count], &self.pixels.y[..count]);
        let (cos, sin) = (&self.cos[..count], &self.sin[..count]);
        let [along, across, turn, freq, wide, long] =
            self.slopes.each_mut().map(|slope| &mut slope[..count]);
        let [model, quadrature, rest] = self.model.each_mut().map(|values| &mut values[..count]);
        let (wave, narrow_x, narrow_y) = (TAU * frame.freq, frame.narrow_x, frame.narrow_y);
        for at in 0..count {
            let (u, v) = frame.local(x[at], y[at]);
            let m = a * cos[at] + b * sin[at];
            let n = a * sin[at] - b * cos[at];
            along[at] = u * narrow_x * m + wave * n;
            across[at] = v * narrow_y * m;
            turn[at] = v * (u * (narrow_y - narrow_x) * m - wave * n);
            freq[at] = -wave * u * n;
            // With f `sigma_x` fixed, a wider envelope has a longer wave.
            wide[at] = u * u * narrow_x * m - freq[at];
            long[at] = v * v * narrow_y * m;
            model[at] = m;
            quadrature[at] = n;
            rest[at] = filter[at] - m;
        }
    }
}

// Closures would be compiled for the narrowest registers: what calls them is not always inlined.

/// The columns of a shape, their products with each other and with a filter, and the filter's with itself.
struct Project<'a>(&'a mut Projector, &'a [f64], Frame);

impl NullaryFnOnce for Project<'_> {
    type Output = [f64; 6];

    #[inline(always)]
    fn call(self) -> [f64; 6] {
        let Self(projector, filter, frame) = self;
        let (cos, sin) = (&mut projector.cos, &mut projector.sin);
        columns(&projector.pixels, &frame, cos, sin);
        [
            dot(cos, cos),
            dot(cos, sin),
            dot(sin, sin),
            dot(cos, filter),
            dot(sin, filter),
            dot(filter, filter),
        ]
    }
}

/// The normal equations at these factors.
struct Linearise<'a>(&'a mut Projector, &'a [f64], Frame, [f64; 2]);

impl NullaryFnOnce for Linearise<'_> {
    type Output = NormalEquations;

    #[inline(always)]
    fn call(self) -> NormalEquations {
        let Self(projector, filter, frame, factors) = self;
        projector.differentiate(filter, &frame, factors);
        let [model, quadrature, rest] = &projector.model;
        NormalEquations::of_projected(&projector.slopes, [model, quadrature], rest)
    }
}

/// Fills in E cos(2 pi f u) and E sin(2 pi f u).
#[inline(always)]
fn columns(pixels: &Pixels, frame: &Frame, cos: &mut [f64], sin: &mut [f64]) {
    let places = pixels.x.iter().zip(&pixels.y);
    for ((cos, sin), (&x, &y)) in cos.iter_mut().zip(sin).zip(places) {
        let (u, v) = frame.local(x, y);
        let envelope = exp(-0.5 * (u * u * frame.narrow_x + v * v * frame.narrow_y));
        let wave = cos_sin_turns(frame.freq * u);
        *cos = envelope * wave.0;
        *sin = envelope * wave.1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::filters::gabor::shape::Step;

    const SIDE: usize = 12;

    fn shapes() -> [Shape; 3] {
        [
            Shape::new([0.4, -1.3], 0.7, 0.13, [2.1, 3.0]),
            Shape::new([-7.5, 2.0], 2.9, 0.31, [4.0, 1.7]),
            Shape::new([1.0, 0.5], -0.4, 0.06, [1.8, 6.0]),
        ]
    }

    /// Some weights without structure.
    fn filter() -> Vec<f64> {
        (0..SIDE * SIDE)
            .map(|at| (at as f64 * 0.77).sin() + (at as f64 * 0.0931).cos())
            .collect()
    }

    fn nudged(shape: &Shape, parameter: usize, by: f64) -> Shape {
        let mut step: Step = [0.0; 6];
        step[parameter] = by;
        shape.moved(&step, SIDE as f64)
    }

    #[test]
    fn slopes_are_the_finite_differences_of_the_model_at_fixed_factors() {
        let (filter, nudge) = (filter(), 1e-5);
        let mut projector = Projector::new(SIDE);
        for shape in shapes() {
            let at = projector.project(&filter, &shape).expect("two columns");
            let _ = projector.linearise(&filter, &shape, &at);
            let slopes = projector.slopes.clone();
            for (parameter, slope) in slopes.iter().enumerate() {
                let mut model_at = |by: f64| -> Vec<f64> {
                    let shape = nudged(&shape, parameter, by);
                    let _ = projector.project(&filter, &shape);
                    projector.model(at.factors).collect()
                };
                let (before, after) = (model_at(-nudge), model_at(nudge));
                let size = slope.iter().fold(0.0, |max, s| s.abs().max(max));
                for pixel in 0..filter.len() {
                    let difference = (after[pixel] - before[pixel]) / (2.0 * nudge);
                    let error = (slope[pixel] - difference).abs();
                    assert!(
                        error < 1e-7 * size,
                        "parameter {parameter} at pixel {pixel}"
                    );
                }
            }
        }
    }

    #[test]
    fn downhill_is_half_the_fall_of_the_projected_residual() {
        let (filter, nudge) = (filter(), 1e-5);
        let mut projector = Projector::new(SIDE);
        for shape in shapes() {
            let at = projector.project(&filter, &shape).expect("two columns");
            let normal = projector.linearise(&filter, &shape, &at);
            for (parameter, downhill) in normal.downhill.into_iter().enumerate() {
                let mut residual = |by: f64| {
                    let at = projector.project(&filter, &nudged(&shape, parameter, by));
                    at.expect("two columns").residual
                };
                let fall = (residual(-nudge) - residual(nudge)) / (2.0 * nudge);
                let error = (2.0 * downhill - fall).abs();
                assert!(error < 1e-5 * (1.0 + fall.abs()), "parameter {parameter}");
            }
        }
    }

    #[test]
    fn a_gabor_too_far_away_to_be_seen_has_no_amplitude() {
        let far = Shape::new([200.0, 0.0], 0.0, 0.2, [0.5, 0.5]);
        assert!(Projector::new(SIDE).project(&filter(), &far).is_none());
    }
}

//! The simple layer's problem, E1 of eq. (1), for the reference solver; dense and in f64.

use ndarray::{Array1, ArrayView1, ArrayView2};

use super::fista::Composite;
use crate::model::solve::lasso::duality_gap;

/// min over z of 1/2 abs(x - W z)^2 + alpha abs(z)_1.
#[derive(Clone, Debug)]
pub struct SimpleProblem<'a> {
    dictionary: ArrayView2<'a, f64>,
    frame: ArrayView1<'a, f64>,
    alpha: f64,
}

impl<'a> SimpleProblem<'a> {
    /// The problem of one frame `[P]` and a dictionary `[P, K]`; alpha > 0.
    #[must_use]
    pub fn new(dictionary: ArrayView2<'a, f64>, frame: ArrayView1<'a, f64>, alpha: f64) -> Self {
        assert_eq!(dictionary.nrows(), frame.len(), "pixels of W against x");
        Self {
            dictionary,
            frame,
            alpha,
        }
    }

    /// x - W z.
    #[must_use]
    pub fn residual(&self, code: &[f64]) -> Array1<f64> {
        &self.frame - &self.dictionary.dot(&ArrayView1::from(code))
    }

    /// The duality gap at `code`: a bound on E1(code) - min E1, by the residual scaled into the
    /// dual's feasible set.
    #[must_use]
    pub fn gap(&self, code: &[f64]) -> f64 {
        let residual = self.residual(code);
        let correlation = self.dictionary.t().dot(&residual);
        let largest = correlation.iter().fold(0.0f64, |max, c| max.max(c.abs()));
        let norm: f64 = residual.dot(&residual);
        let price = self.penalty(code);
        duality_gap(norm, price, self.frame.dot(&residual), largest / self.alpha)
    }
}

impl Composite for SimpleProblem<'_> {
    fn len(&self) -> usize {
        self.dictionary.ncols()
    }

    fn smooth(&self, code: &[f64]) -> f64 {
        let residual = self.residual(code);
        0.5 * residual.dot(&residual)
    }

    fn gradient(&self, code: &[f64], gradient: &mut [f64]) {
        let correlation = self.dictionary.t().dot(&self.residual(code));
        for (gradient, correlation) in gradient.iter_mut().zip(correlation) {
            *gradient = -correlation;
        }
    }

    fn penalty(&self, code: &[f64]) -> f64 {
        self.alpha * code.iter().map(|z| z.abs()).sum::<f64>()
    }

    fn prox(&self, code: &mut [f64], step: f64) {
        let threshold = self.alpha * step;
        for z in code {
            *z = z.signum() * (z.abs() - threshold).max(0.0);
        }
    }
}

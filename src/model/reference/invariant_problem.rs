//! The invariant layer's problem, E2 of eq. (3), for the reference solver; in f64.

use ndarray::{Array1, ArrayView1, ArrayView2};

use crate::model::reference::fista::Composite;

/// min over u >= 0 of alpha sum_i z*_i exp(-(A u)_i) + beta abs(u)_1.
#[derive(Clone, Debug)]
pub struct InvariantProblem<'a> {
    pooling: ArrayView2<'a, f64>,
    pooled: ArrayView1<'a, f64>,
    alpha: f64,
    beta: f64,
}

impl<'a> InvariantProblem<'a> {
    /// The problem of one pooled code z* `[K]`, >= 0, and pooling weights A `[K, M]`, >= 0.
    #[must_use]
    pub fn new(
        pooling: ArrayView2<'a, f64>,
        pooled: ArrayView1<'a, f64>,
        alpha: f64,
        beta: f64,
    ) -> Self {
        assert_eq!(pooling.nrows(), pooled.len(), "units of A against z*");
        Self {
            pooling,
            pooled,
            alpha,
            beta,
        }
    }

    /// alpha z* o exp(-A u): what is left of the price of each simple unit.
    fn remaining(&self, code: &[f64]) -> Array1<f64> {
        let mut drive = self.pooling.dot(&ArrayView1::from(code));
        drive.zip_mut_with(&self.pooled, |drive, &pooled| {
            *drive = self.alpha * pooled * (-*drive).exp();
        });
        drive
    }

    /// A Lipschitz constant of the gradient for all u >= 0: alpha max_j `[A'(z* o (A 1))]_j`.
    #[must_use]
    pub fn safe_lipschitz(&self) -> f64 {
        let sums = self.pooling.sum_axis(ndarray::Axis(1));
        let bounds = self.pooling.t().dot(&(&self.pooled * &sums));
        self.alpha * bounds.iter().fold(0.0f64, |max, &bound| max.max(bound))
    }

    /// Whether u = 0 is optimal: exactly when alpha max_j (A'z*)_j <= beta.
    #[must_use]
    pub fn zero_is_optimal(&self) -> bool {
        let drive = self.pooling.t().dot(&self.pooled);
        drive.iter().all(|&drive| self.alpha * drive <= self.beta)
    }

    /// The duality gap at `code`: a bound on E2(code) - min E2.
    ///
    /// With v = A u as a variable of its own, the dual is max over y >= 0 with A'y <= beta of
    /// sum_i y_i (1 - log(y_i / (alpha z*_i))); the remaining prices scaled by
    /// k = min(1, beta / max_j (A'y)_j) are feasible.
    #[must_use]
    pub fn gap(&self, code: &[f64]) -> f64 {
        let drive = self.pooling.dot(&ArrayView1::from(code));
        let remaining = self.remaining(code);
        let supported = self.pooling.t().dot(&remaining);
        let largest = supported.iter().fold(0.0f64, |max, &s| max.max(s));
        let scale = if largest > self.beta {
            self.beta / largest
        } else {
            1.0
        };
        let slack = 1.0 - scale * (1.0 - scale.ln());
        let smooth: f64 = remaining
            .iter()
            .zip(&drive)
            .map(|(remaining, drive)| remaining * (slack - scale * drive))
            .sum();
        smooth + self.penalty(code)
    }
}

impl Composite for InvariantProblem<'_> {
    fn len(&self) -> usize {
        self.pooling.ncols()
    }

    fn smooth(&self, code: &[f64]) -> f64 {
        self.remaining(code).sum()
    }

    fn gradient(&self, code: &[f64], gradient: &mut [f64]) {
        let supported = self.pooling.t().dot(&self.remaining(code));
        for (gradient, supported) in gradient.iter_mut().zip(supported) {
            *gradient = -supported;
        }
    }

    fn penalty(&self, code: &[f64]) -> f64 {
        self.beta * code.iter().sum::<f64>()
    }

    fn prox(&self, code: &mut [f64], step: f64) {
        for u in code {
            *u = (*u - self.beta * step).max(0.0);
        }
    }

    /// The gradient is not Lipschitz below 0.
    fn project(&self, code: &mut [f64]) {
        for u in code {
            *u = u.max(0.0);
        }
    }
}

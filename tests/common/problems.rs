//! E1 and E2 by their formulas, dense and in f64, with their duality gaps: written apart from the library's, to check it.

use cellscope::model::hierarchy::{
    Gram, Hierarchy, HierarchyMinimum, HierarchyOptions, Method, Reconstruction, StepSize,
};
use ndarray::{Array1, ArrayView1, ArrayView2, Axis};

/// E1 of one frame: min over z of 1/2 abs(x - W z)^2 + alpha abs(z)_1.
pub(crate) struct SimpleProblem<'a> {
    pub(crate) dictionary: ArrayView2<'a, f64>,
    pub(crate) frame: ArrayView1<'a, f64>,
    pub(crate) alpha: f64,
}

/// E2 of one movie: min over u >= 0 of alpha sum_i z*_i exp(-(A u)_i) + beta abs(u)_1.
pub(crate) struct InvariantProblem<'a> {
    pub(crate) pooling: ArrayView2<'a, f64>,
    pub(crate) pooled: ArrayView1<'a, f64>,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl SimpleProblem<'_> {
    /// x - W z.
    fn residual(&self, code: &[f64]) -> Array1<f64> {
        &self.frame - &self.dictionary.dot(&ArrayView1::from(code))
    }

    /// 1/2 abs(x - W z)^2.
    pub(crate) fn smooth(&self, code: &[f64]) -> f64 {
        let residual = self.residual(code);
        0.5 * residual.dot(&residual)
    }

    pub(crate) fn energy(&self, code: &[f64]) -> f64 {
        self.smooth(code) + self.alpha * code.iter().map(|z| z.abs()).sum::<f64>()
    }

    /// The duality gap, a bound on E1(z) - min E1. The dual is max over y with abs(W'y) <= alpha of x'y - 1/2 abs(y)^2; the
    /// residual is scaled until it is feasible.
    pub(crate) fn gap(&self, code: &[f64]) -> f64 {
        let residual = self.residual(code);
        let correlation = self.dictionary.t().dot(&residual);
        let largest = correlation.iter().fold(0.0f64, |max, c| max.max(c.abs()));
        let scale = (self.alpha / largest).min(1.0);
        let dual =
            scale * self.frame.dot(&residual) - 0.5 * scale * scale * residual.dot(&residual);
        self.energy(code) - dual
    }

    /// Minimises with restarted FISTA until the gap is at most `relative_gap` of the energy.
    pub(crate) fn minimise(&self, start: &[f64], relative_gap: f64) -> HierarchyMinimum {
        self.with_hierarchy(|hierarchy| {
            minimise(hierarchy, start, |z, energy| {
                self.gap(z) <= relative_gap * energy
            })
        })
    }

    /// Calls `work` with the same energy as the library has it.
    pub(crate) fn with_hierarchy<R>(&self, work: impl FnOnce(&Hierarchy<'_>) -> R) -> R {
        let gram = Gram::new(self.dictionary);
        let frame = self.frame.insert_axis(Axis(0));
        let reconstruction = Reconstruction::new(self.dictionary, &gram, frame);
        work(&Hierarchy::simple(reconstruction, self.alpha))
    }
}

impl InvariantProblem<'_> {
    /// alpha z* o exp(-A u).
    fn remaining(&self, code: &[f64]) -> Array1<f64> {
        let drive = self.pooling.dot(&ArrayView1::from(code));
        self.alpha * &self.pooled * drive.mapv(|drive| (-drive).exp())
    }

    /// alpha sum_i z*_i exp(-(A u)_i).
    pub(crate) fn smooth(&self, code: &[f64]) -> f64 {
        self.remaining(code).sum()
    }

    pub(crate) fn energy(&self, code: &[f64]) -> f64 {
        self.smooth(code) + self.beta * code.iter().sum::<f64>()
    }

    /// Whether u = 0 is optimal: exactly when alpha max_j (A'z*)_j <= beta.
    pub(crate) fn zero_is_optimal(&self) -> bool {
        let drive = self.pooling.t().dot(&self.pooled);
        drive.iter().all(|&drive| self.alpha * drive <= self.beta)
    }

    /// The duality gap, a bound on E2(u) - min E2.
    ///
    /// With v = A u as a variable of its own, the dual is max over y >= 0 with A'y <= beta of
    /// sum_i y_i (1 - log(y_i / (alpha z*_i))); the remaining prices scaled by
    /// k = min(1, beta / max_j (A'y)_j) are feasible.
    pub(crate) fn gap(&self, code: &[f64]) -> f64 {
        let drive = self.pooling.dot(&ArrayView1::from(code));
        let remaining = self.remaining(code);
        let supported = self.pooling.t().dot(&remaining);
        let largest = supported.iter().fold(0.0f64, |max, &s| max.max(s));
        let scale = (self.beta / largest).min(1.0);
        let slack = 1.0 - scale * (1.0 - scale.ln());
        let terms = remaining.iter().zip(&drive);
        let smooth: f64 = terms
            .map(|(remaining, drive)| remaining * (slack - scale * drive))
            .sum();
        smooth + self.beta * code.iter().sum::<f64>()
    }

    /// Minimises with restarted FISTA until the gap is at most `relative_gap` of the energy.
    pub(crate) fn minimise(&self, start: &[f64], relative_gap: f64) -> HierarchyMinimum {
        minimise(&self.hierarchy(), start, |u, energy| {
            self.gap(u) <= relative_gap * energy
        })
    }

    /// The same energy as the library has it.
    pub(crate) fn hierarchy(&self) -> Hierarchy<'_> {
        Hierarchy::invariant(
            self.pooling.view(),
            self.pooled.to_vec(),
            self.alpha,
            self.beta,
        )
    }
}

fn minimise(
    hierarchy: &Hierarchy<'_>,
    start: &[f64],
    done: impl Fn(&[f64], f64) -> bool,
) -> HierarchyMinimum {
    let options = HierarchyOptions {
        step: StepSize::LayerBound,
        method: Method::Restarted,
        max_iterations: 20_000,
    };
    hierarchy.minimise(&vec![start.to_vec()], &options, |codes, energy, _| {
        done(&codes[0], energy)
    })
}

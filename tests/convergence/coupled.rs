//! An energy of two layers that is jointly convex although the layers are coupled, which no joint
//! model is: 1/2 abs(z - x)^2 + sum_i (z_i^2 / (1 + u_i) + beta u_i), u >= 0.

use cellscope::model::hierarchy::{Hierarchy, LayerTerm};

/// e_1 = 1/2 abs(z - x)^2, g_1 = z^2.
#[derive(Debug)]
struct Target(Vec<f64>);

/// e_2(u)_i = 1 / (1 + u_i), g_2 = u: a square over a line is convex in both.
#[derive(Debug)]
struct Divisor(usize);

/// The energy of these x.
pub(crate) fn coupled(target: Vec<f64>, beta: f64) -> Hierarchy<'static> {
    let units = target.len();
    let layers: Vec<Box<dyn LayerTerm>> = vec![Box::new(Target(target)), Box::new(Divisor(units))];
    Hierarchy::new(vec![1.0], layers, beta)
}

impl LayerTerm for Target {
    fn units(&self) -> usize {
        self.0.len()
    }

    fn outputs(&self) -> usize {
        1
    }

    fn values(&self, code: &[f64]) -> Vec<f64> {
        let pairs = code.iter().zip(&self.0);
        vec![pairs.map(|(z, x)| 0.5 * (z - x) * (z - x)).sum()]
    }

    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64 {
        weights[0] * self.values(code)[0]
    }

    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64> {
        let pairs = code.iter().zip(&self.0);
        pairs.map(|(z, x)| weights[0] * (z - x)).collect()
    }

    fn lipschitz(&self, weights: &[f64]) -> f64 {
        weights[0]
    }

    fn pooled(&self, code: &[f64]) -> Vec<f64> {
        code.iter().map(|z| z * z).collect()
    }

    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64) {
        for (z, price) in code.iter_mut().zip(prices) {
            *z /= 1.0 + 2.0 * price * step;
        }
    }
}

impl LayerTerm for Divisor {
    fn units(&self) -> usize {
        self.0
    }

    fn outputs(&self) -> usize {
        self.0
    }

    fn values(&self, code: &[f64]) -> Vec<f64> {
        code.iter().map(|u| 1.0 / (1.0 + u)).collect()
    }

    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64 {
        let pairs = self.values(code).into_iter().zip(weights);
        pairs.map(|(value, weight)| value * weight).sum()
    }

    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64> {
        let pairs = code.iter().zip(weights);
        pairs.map(|(u, w)| -w / ((1.0 + u) * (1.0 + u))).collect()
    }

    /// 2 max_i w_i, for all u >= 0.
    fn lipschitz(&self, weights: &[f64]) -> f64 {
        2.0 * weights.iter().fold(0.0f64, |max, &w| max.max(w))
    }

    fn pooled(&self, code: &[f64]) -> Vec<f64> {
        code.to_vec()
    }

    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64) {
        for (u, price) in code.iter_mut().zip(prices) {
            *u = (*u - price * step).max(0.0);
        }
    }

    fn project(&self, code: &mut [f64]) {
        for u in code {
            *u = u.max(0.0);
        }
    }
}

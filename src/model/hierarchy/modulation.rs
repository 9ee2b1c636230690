//! The term of every layer above the first: it lowers the sparsity prices of the units below.

use ndarray::{Array1, ArrayView1, ArrayView2};

use super::layer_term::LayerTerm;

/// e_a(u)_i = price ((1 - share) + share exp(-(A u)_i)): the sparsity price of unit i of the layer
/// below. u >= 0, and g_a = u.
///
/// A share of 1 is the split model's alpha exp(-A u), a share of 1/2 the joint model's
/// alpha (1 + exp(-A u)) / 2.
#[derive(Clone, Copy, Debug)]
pub struct Modulation<'a> {
    pooling: ArrayView2<'a, f64>,
    price: f64,
    share: f64,
}

impl<'a> Modulation<'a> {
    /// Pooling weights A `[units below, units]`, >= 0, row-major; the price at u = 0, >= 0; and the largest share by which u
    /// can reduce it, from 0 to 1.
    ///
    /// # Panics
    /// If the share is not from 0 to 1.
    pub fn new(pooling: ArrayView2<'a, f64>, price: f64, share: f64) -> Self {
        assert!((0.0..=1.0).contains(&share), "share is {share}");
        Self {
            pooling,
            price,
            share,
        }
    }

    /// weights o exp(-A u), `[units below]`, from which the gradient in A is computed.
    pub fn remaining(&self, code: &[f64], weights: &[f64]) -> Vec<f64> {
        let on = on(code);
        let rows = self.pooling.rows().into_iter().zip(weights);
        rows.map(|(row, &weight)| match weight {
            0.0 => 0.0,
            weight => weight * (-drive(row, &on)).exp(),
        })
        .collect()
    }

    /// A'v, over the rows where v is not 0.
    fn supported(&self, values: &[f64]) -> Array1<f64> {
        let mut sums = Array1::zeros(self.pooling.ncols());
        for (row, &value) in values.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            sums.scaled_add(value, &self.pooling.row(row));
        }
        sums
    }
}

/// The active units and their values, over which A u is summed.
fn on(code: &[f64]) -> Vec<(usize, f64)> {
    let pairs = code.iter().copied().enumerate();
    pairs.filter(|&(_, u)| u != 0.0).collect()
}

/// (A u)_i from row i of A.
fn drive(row: ArrayView1<'_, f64>, on: &[(usize, f64)]) -> f64 {
    on.iter().map(|&(unit, u)| row[unit] * u).sum()
}

impl LayerTerm for Modulation<'_> {
    fn units(&self) -> usize {
        self.pooling.ncols()
    }

    fn outputs(&self) -> usize {
        self.pooling.nrows()
    }

    fn values(&self, code: &[f64]) -> Vec<f64> {
        let on = on(code);
        if on.is_empty() {
            return vec![self.price; self.outputs()];
        }
        let left = |drive: f64| 1.0 - self.share + self.share * (-drive).exp();
        let rows = self.pooling.rows().into_iter();
        rows.map(|row| self.price * left(drive(row, &on))).collect()
    }

    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64 {
        let total: f64 = weights.iter().sum();
        let remaining: f64 = self.remaining(code, weights).iter().sum();
        self.price * ((1.0 - self.share) * total + self.share * remaining)
    }

    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut gradient = self.supported(&self.remaining(code, weights));
        gradient *= -self.price * self.share;
        gradient.to_vec()
    }

    /// price share max_j `[A'(weights o (A 1))]_j`, for all u >= 0.
    fn lipschitz(&self, weights: &[f64]) -> f64 {
        let rows = self.pooling.rows().into_iter().zip(weights);
        let sums: Vec<f64> = rows
            .map(|(row, &weight)| match weight {
                0.0 => 0.0,
                weight => weight * row.sum(),
            })
            .collect();
        let largest = self.supported(&sums).iter().fold(0.0f64, |m, &s| m.max(s));
        self.price * self.share * largest
    }

    fn pooled(&self, code: &[f64]) -> Vec<f64> {
        code.to_vec()
    }

    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64) {
        for (u, price) in code.iter_mut().zip(prices) {
            *u = (*u - price * step).max(0.0);
        }
    }

    /// The gradient is not Lipschitz below 0.
    fn project(&self, code: &mut [f64]) {
        for u in code {
            *u = u.max(0.0);
        }
    }
}

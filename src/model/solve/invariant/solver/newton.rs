//! The Newton step along all units that are on at once.
//!
//! With c_j the columns of A on the gathered rows and r = w e^(-A u), the slope of E2 along unit j is its price less c_j'r, and the
//! curvature of units j and k is sum_i r_i c_ij c_ik.

use pulp::Simd;

use crate::compute::cholesky::Cholesky;
use crate::compute::simd::{add_scaled, dots, first_two_moments};

/// A step, and what it is made with; its memory serves the next one again.
#[derive(Default)]
pub(super) struct NewtonStep {
    /// By how much each unit is to change for all slopes to vanish.
    pub(super) step: Vec<f32>,
    /// A times the step, on the gathered rows.
    pub(super) along: Vec<f32>,
    /// The curvatures, scaled to a diagonal of 1.
    factor: Cholesky,
    /// What each unit is scaled by for that.
    scales: Vec<f32>,
    /// r times a column.
    weighted: Vec<f32>,
}

impl NewtonStep {
    /// Finds the step of two or more units, given as their columns and prices, from r. False where there is none.
    #[inline(always)]
    pub(super) fn find<'c, S: Simd>(
        &mut self,
        simd: S,
        units: impl Iterator<Item = (&'c [f32], f32)> + Clone,
        remaining: &[f32],
    ) -> bool {
        self.scales.clear();
        self.step.clear();
        for (column, price) in units.clone() {
            let [support, curvature] = first_two_moments(column, remaining);
            if curvature <= 0.0 {
                return false;
            }
            let scale = 1.0 / curvature.sqrt();
            self.scales.push(scale);
            self.step.push((support - price) * scale);
        }
        let size = self.step.len();
        if size < 2 {
            return false;
        }
        self.factor.begin(size);
        for (row, (column, _)) in units.clone().enumerate() {
            let weighted = column.iter().zip(remaining);
            self.weighted.clear();
            self.weighted.extend(weighted.map(|(weight, r)| weight * r));
            let to = self.factor.row_mut(row);
            to[row] = 1.0;
            for (other, (column, _)) in units.clone().enumerate().skip(row + 1) {
                let [product] = dots(simd, [column], &self.weighted);
                to[other] = product * self.scales[row] * self.scales[other];
            }
        }
        if !self.factor.factor(simd) {
            return false;
        }
        self.factor.solve(simd, &mut self.step);
        self.step.truncate(size);
        self.along.clear();
        self.along.resize(remaining.len(), 0.0);
        for (((column, _), step), scale) in units.zip(&mut self.step).zip(&self.scales) {
            *step *= scale;
            add_scaled(simd, &mut self.along, *step, column);
        }
        true
    }
}

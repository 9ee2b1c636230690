//! Descent on the working set: steps along single units, and along all that are on.

use pulp::Simd;

use super::Solver;
use crate::compute::simd::{decay, first_two_moments};

/// Sweeps over the set before optimality is checked again.
const MAX_SWEEPS: usize = 30;
/// Halvings of a step that would raise the energy.
const MAX_HALVINGS: usize = 30;
/// The same of a step along several units: where more are needed, steps along single units do better.
const FEW_HALVINGS: usize = 3;

impl<S: Simd> Solver<'_, '_, S> {
    /// Newton steps along each unit of the set in turn, until a sweep lowers the energy by less than `tolerance`; from the second
    /// sweep on also along all units that are on.
    #[inline(always)]
    pub(super) fn descend(&mut self, tolerance: f64) {
        for sweep in 0..MAX_SWEEPS {
            let mut gain = 0.0;
            for place in 0..self.working.len() {
                gain += self.step(place);
            }
            if gain <= tolerance {
                return;
            }
            if sweep > 0 {
                self.step_all();
            }
        }
    }

    /// One safeguarded Newton step along a unit; returns by how much the energy fell, to the rounding of f32.
    #[inline(always)]
    fn step(&mut self, place: usize) -> f64 {
        let member = &mut self.working[place];
        let price = self.prices[member.unit];
        let [support, curvature] = first_two_moments(&member.column, &self.remaining);
        let slope = price - support;
        if member.code == 0.0 && slope >= 0.0 {
            return 0.0;
        }
        if curvature <= 0.0 {
            // A unit that pools nothing of what is on only costs its price.
            let pools_nothing = member.column.iter().all(|&weight| weight == 0.0);
            let code = if pools_nothing { member.code } else { 0.0 };
            member.code -= code;
            return f64::from(price) * f64::from(code);
        }
        let mut change = (-slope / curvature).max(-member.code);
        for _ in 0..MAX_HALVINGS {
            let fall = decay(&mut self.trial, &self.remaining, -change, &member.column)
                - f64::from(price) * f64::from(change);
            // From the left a Newton step cannot overshoot; there, rounding alone decides the sign.
            if change > 0.0 || fall >= 0.0 {
                member.code += change;
                std::mem::swap(&mut self.remaining, &mut self.trial);
                return fall.max(0.0);
            }
            change *= 0.5;
        }
        0.0
    }

    /// A Newton step along all units that are on, two or more, up to where the first of them reaches 0. E2 is convex, so that it
    /// falls once the step is short enough.
    #[inline(always)]
    pub(super) fn step_all(&mut self) {
        let prices = &self.prices;
        let on = self.working.iter().filter(|member| member.code > 0.0);
        let units = on.clone();
        let units = units.map(|member| (member.column.as_slice(), prices[member.unit]));
        if !self.newton.find(self.simd, units, &self.remaining) {
            return;
        }
        let (mut share, mut first_off, mut paid) = (1.0f32, None, 0.0);
        for (member, &step) in on.zip(&self.newton.step) {
            paid += f64::from(prices[member.unit]) * f64::from(step);
            if member.code + share * step < 0.0 {
                (share, first_off) = (-member.code / step, Some(member.unit));
            }
        }
        for _ in 0..=FEW_HALVINGS {
            let along = &self.newton.along;
            let fall =
                decay(&mut self.trial, &self.remaining, -share, along) - f64::from(share) * paid;
            if fall >= 0.0 {
                let on = self.working.iter_mut().filter(|member| member.code > 0.0);
                for (member, &step) in on.zip(&self.newton.step) {
                    let code = (member.code + share * step).max(0.0);
                    member.code = if first_off == Some(member.unit) {
                        0.0
                    } else {
                        code
                    };
                }
                std::mem::swap(&mut self.remaining, &mut self.trial);
                return;
            }
            (share, first_off) = (0.5 * share, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::model::solve::invariant::InvariantCoder;

    /// With the code of the last z*, in the joint model, a unit may begin that pools nothing of what is on now.
    #[test]
    fn a_unit_that_pools_nothing_of_what_is_on_turns_off() {
        let (pooling, beta) = (Array2::eye(2), 0.1f32);
        let coder = InvariantCoder::new(pooling.view(), 1.0, beta, 1e-6);
        let mut solver = Solver::new(pulp::Scalar::new(), &coder);
        // Along each unit the energy is z* e^-u + beta u.
        let code = (1.0 / beta).ln();
        let is_code = |on: &(u32, f32)| (on.1 - code).abs() < 1e-3;
        solver.solve(&[0, 1], &[1.0, 1.0]);
        assert!(solver.on.iter().all(is_code), "{:?}", solver.on);
        assert_eq!(solver.on.len(), 2);
        solver.solve_on(&[1], &[1.0]);
        assert!(solver.on.iter().all(is_code), "{:?}", solver.on);
        assert_eq!(solver.on.len(), 1);
        assert!((solver.sparsity - f64::from(beta * code)).abs() < 1e-3);
    }
}

//! Newton steps on the units that are on.
//!
//! While no code changes its sign, E1 is quadratic, and its minimum solves linear equations with W'W on the units that
//! are on: by conjugate gradients where a coarse gap is asked for, which few rounds reach, else, and where they do not
//! converge soon, by a Cholesky factor. The step to it is taken whole if no unit changes sign on the way. If some do, they stop at 0;
//! and if that does not lower E1, the step ends where the first unit reaches 0, up to which E1 falls.

use pulp::Simd;

use super::{NewtonWorkspace, Solver};
use crate::compute::simd::{WIDTH, add_terms};

/// The least gap, as a share of the energy, for which conjugate gradients are tried, as learning asks for: a finer one takes more rounds
/// than a factor is worth, which the next step uses again.
const COARSE: f64 = 5e-4;
/// Most rounds of conjugate gradients: more cost as much as a factor.
const ROUNDS: usize = 16;

impl<S: Simd> Solver<'_, S> {
    /// A Newton step on the units that are on; none where their block is singular.
    #[inline(always)]
    pub(super) fn polish(&mut self) {
        if self.on.is_empty() {
            return;
        }
        let is_coarse = self.relative_gap >= COARSE && !self.is_factored();
        if !(is_coarse && self.solve_iteratively()) {
            if !self.factor_on() {
                return;
            }
            self.start_step();
            self.newton.factor.solve(self.simd, &mut self.newton.step);
        }
        let crosses = |(&place, &step): (&usize, &f32)| {
            let code = self.code[place];
            code * (code + step) < 0.0
        };
        if self.on.iter().zip(&self.newton.step).any(crosses) {
            if self.take_clipped_step() {
                return;
            }
            self.cut_step();
        }
        self.take_step();
    }

    /// Puts the solution in the step, by conjugate gradients, until the residual of each equation is at most the gap asked for as a
    /// share of the unit's price. False where they do not converge soon.
    #[inline(always)]
    fn solve_iteratively(&mut self) -> bool {
        self.start_step();
        let padded = self.working.len().next_multiple_of(WIDTH);
        let most = self.relative_gap as f32;
        let (on, block) = (&self.on, &self.block);
        let NewtonWorkspace {
            step,
            solution,
            residual,
            direction,
            product,
            ..
        } = &mut self.newton;
        residual.clone_from(step);
        direction.clone_from(step);
        solution.clear();
        solution.resize(on.len(), 0.0);
        let mut residual_sq: f32 = residual.iter().map(|left| left * left).sum();
        for _ in 0..ROUNDS {
            product.clear();
            product.resize(padded, 0.0);
            add_terms(self.simd, product, on.len(), |index| {
                (direction[index], &block.row(on[index])[..padded])
            });
            let curvature: f32 = on
                .iter()
                .zip(&*direction)
                .map(|(&place, along)| product[place] * along)
                .sum();
            if curvature.is_nan() || curvature <= 0.0 {
                return false;
            }
            let length = residual_sq / curvature;
            let (mut next_sq, mut largest) = (0.0f32, 0.0f32);
            for (index, &place) in on.iter().enumerate() {
                solution[index] += length * direction[index];
                let left = residual[index] - length * product[place];
                residual[index] = left;
                next_sq += left * left;
                largest = largest.max(left.abs() / self.working_prices[place]);
            }
            if largest <= most {
                std::mem::swap(step, solution);
                return true;
            }
            let turn = next_sq / residual_sq;
            residual_sq = next_sq;
            for (along, left) in direction.iter_mut().zip(&*residual) {
                *along = left + turn * *along;
            }
        }
        false
    }

    /// Puts the right-hand side in the step: minus the gradient along the units that are on.
    #[inline(always)]
    fn start_step(&mut self) {
        self.newton.step.clear();
        for &place in &self.on {
            let price = self.working_prices[place].copysign(self.code[place]);
            let step = self.working_correlation[place] - price;
            self.newton.step.push(step);
        }
    }

    /// Takes the Newton step with the units that would change sign set to 0. False, with nothing changed, if
    /// that does not lower E1.
    #[inline(always)]
    fn take_clipped_step(&mut self) -> bool {
        self.newton.kept.clear();
        for &place in &self.on {
            self.newton
                .kept
                .push((self.code[place], self.working_correlation[place]));
        }
        self.newton.whole_step.clone_from(&self.newton.step);
        for (&place, step) in self.on.iter().zip(&mut self.newton.step) {
            let code = self.code[place];
            if code * (code + *step) < 0.0 {
                *step = -code;
            }
        }
        self.take_step();
        let mut rise = 0.0f32;
        for ((&place, &step), &(code, working_correlation)) in
            self.on.iter().zip(&self.newton.step).zip(&self.newton.kept)
        {
            rise += self.working_prices[place] * (self.code[place].abs() - code.abs());
            rise -= 0.5 * step * (working_correlation + self.working_correlation[place]);
        }
        if rise < 0.0 {
            return true;
        }
        // Undone: the working correlations of all units of the working set to rounding, the codes exactly.
        self.newton.step.iter_mut().for_each(|step| *step = -*step);
        self.take_step();
        for (&place, &(code, _)) in self.on.iter().zip(&self.newton.kept) {
            self.code[place] = code;
        }
        std::mem::swap(&mut self.newton.step, &mut self.newton.whole_step);
        false
    }

    /// Cuts the Newton step where the first unit would change sign.
    #[inline(always)]
    fn cut_step(&mut self) {
        let mut share = 1.0f32;
        let mut first_kink = 0;
        for (index, (&place, &step)) in self.on.iter().zip(&self.newton.step).enumerate() {
            let to_zero = -self.code[place] / step;
            if to_zero > 0.0 && to_zero < share {
                (share, first_kink) = (to_zero, index);
            }
        }
        self.newton.step.iter_mut().for_each(|step| *step *= share);
        self.newton.step[first_kink] = -self.code[self.on[first_kink]];
    }

    /// Adds the step to the code, and updates the working correlations.
    #[inline(always)]
    fn take_step(&mut self) {
        let padded = self.working.len().next_multiple_of(WIDTH);
        let working_correlation = &mut self.working_correlation[..padded];
        let (on, step) = (&self.on, &self.newton.step);
        add_terms(self.simd, working_correlation, on.len(), |index| {
            (-step[index], &self.block.row(on[index])[..padded])
        });
        for (&place, &step) in self.on.iter().zip(&self.newton.step) {
            self.code[place] += step;
        }
    }
}

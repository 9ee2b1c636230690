//! Normal equations of six unknowns, damped and solved in place.

use super::kernel::dot;
use super::shape::Step;

/// A curvature below this share of the greatest is damped as if it were that.
const LEAST_CURVATURE: f64 = 1e-9;

/// J'J and J'r of a linearised residual r.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    curvature: [[f64; 6]; 6],
    /// J'r: the direction in which the residual falls.
    pub(super) downhill: Step,
}

impl Normal {
    /// Of J, the slopes less what the two columns of `span` explain of them, and a residual at right
    /// angles to these.
    #[inline(always)]
    pub(super) fn of_projected(
        slopes: &[Vec<f64>; 6],
        span: [&Vec<f64>; 2],
        residual: &[f64],
    ) -> Self {
        let [m, n] = span;
        // The two columns made orthonormal: e1 = m / l, e2 = (n - k m) / h.
        let mm = dot(m, m);
        let k = dot(m, n) / mm;
        let h_sq = dot(n, n) - k * k * mm;
        let mut normal = Self {
            curvature: [[0.0; 6]; 6],
            downhill: [0.0; 6],
        };
        let mut explained = [[0.0; 2]; 6];
        for (row, slope) in slopes.iter().enumerate() {
            let along_m = dot(slope, m);
            let along_n = dot(slope, n) - k * along_m;
            explained[row] = [along_m / mm.sqrt(), along_n / h_sq.sqrt()];
            normal.downhill[row] = dot(slope, residual);
            for column in 0..=row {
                let product = dot(slope, &slopes[column])
                    - explained[row][0] * explained[column][0]
                    - explained[row][1] * explained[column][1];
                normal.curvature[row][column] = product;
                normal.curvature[column][row] = product;
            }
        }
        normal
    }

    /// The equations with the parameters marked taken as known: their step will be 0.
    pub(super) fn hold(mut self, held: [bool; 6]) -> Self {
        for at in (0..6).filter(|&at| held[at]) {
            for other in 0..6 {
                self.curvature[at][other] = 0.0;
                self.curvature[other][at] = 0.0;
            }
            self.downhill[at] = 0.0;
        }
        self
    }

    /// The step h of (J'J + damping D) h = J'r, with D the diagonal of J'J (Marquardt's scaling);
    /// `None` where rounding leaves no positive definite matrix.
    pub(super) fn step(&self, damping: f64) -> Option<Step> {
        let mut matrix = self.curvature;
        for (at, scale) in self.scales().into_iter().enumerate() {
            matrix[at][at] += damping * scale;
        }
        solve(matrix, self.downhill)
    }

    /// The decrease of the sum of squares that the linear model predicts for a step with this damping.
    pub(super) fn promised(&self, step: &Step, damping: f64) -> f64 {
        let terms = step.iter().zip(self.downhill).zip(self.scales());
        terms
            .map(|((h, slope), scale)| h * slope + damping * scale * h * h)
            .sum()
    }

    fn scales(&self) -> [f64; 6] {
        let diagonal: [f64; 6] = std::array::from_fn(|at| self.curvature[at][at]);
        let least = LEAST_CURVATURE * diagonal.into_iter().fold(f64::MIN_POSITIVE, f64::max);
        diagonal.map(|curvature| curvature.max(least))
    }
}

/// Solves a symmetric positive definite system by Cholesky's factors; `None` if it is not one.
fn solve(mut matrix: [[f64; 6]; 6], mut right: [f64; 6]) -> Option<[f64; 6]> {
    for column in 0..6 {
        for row in column..6 {
            let known: f64 = (0..column)
                .map(|k| matrix[row][k] * matrix[column][k])
                .sum();
            matrix[row][column] -= known;
        }
        let pivot = matrix[column][column];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        let root = pivot.sqrt();
        for row in &mut matrix[column..] {
            row[column] /= root;
        }
    }
    for row in 0..6 {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..6).rev() {
        let known: f64 = (row + 1..6).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// J'J of a tall matrix of full rank.
    fn normal() -> Normal {
        let entry =
            |row: usize, column: usize| ((row + 1) as f64 * (column + 1) as f64 * 0.9).sin();
        let product = |i, j| (0..20).map(|row| entry(row, i) * entry(row, j)).sum();
        Normal {
            curvature: std::array::from_fn(|i| std::array::from_fn(|j| product(i, j))),
            downhill: [1.0, -2.0, 0.5, 3.0, 0.0, -1.0],
        }
    }

    #[test]
    fn a_step_solves_the_damped_equations() {
        let normal = normal();
        let step = normal.step(0.3).expect("positive definite");
        for row in 0..6 {
            let mut left = 0.3 * normal.curvature[row][row] * step[row];
            left += (0..6)
                .map(|k| normal.curvature[row][k] * step[k])
                .sum::<f64>();
            assert!((left - normal.downhill[row]).abs() < 1e-12, "row {row}");
        }
    }

    #[test]
    fn parameters_held_do_not_move_and_the_others_do() {
        let held = [false, true, false, false, false, true];
        let step = normal().hold(held).step(1e-3).expect("positive definite");
        for (at, held) in held.into_iter().enumerate() {
            assert_eq!(step[at] == 0.0, held, "parameter {at}");
        }
    }

    #[test]
    fn an_undamped_step_promises_what_the_quadratic_model_gains() {
        let normal = normal();
        let step = normal.step(0.0).expect("positive definite");
        let gain: f64 = step.iter().zip(normal.downhill).map(|(h, g)| h * g).sum();
        assert!((normal.promised(&step, 0.0) - gain).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_step() {
        let mut normal = normal();
        normal.curvature[0][1] = 1e3;
        normal.curvature[1][0] = 1e3;
        assert!(normal.step(0.0).is_none());
    }
}

//! Normal equations of six unknowns, damped and solved in place.

use super::elementary::dot;

/// A curvature below this share of the greatest is damped as if it were that.
const LEAST_CURVATURE: f64 = 1e-9;

/// J'J and J'r of a linearised residual r.
#[derive(Clone, Copy, Debug)]
pub struct NormalEquations {
    /// J'J, symmetric.
    pub curvature: [[f64; 6]; 6],
    /// J'r: the direction in which the residual falls.
    pub downhill: [f64; 6],
}

impl NormalEquations {
    /// Of J, the slopes less what the two columns of `span` explain of them, and a residual at right
    /// angles to these.
    #[inline(always)]
    pub fn of_projected(slopes: &[Vec<f64>; 6], span: [&Vec<f64>; 2], residual: &[f64]) -> Self {
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
    pub fn hold(mut self, held: [bool; 6]) -> Self {
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
    pub fn step(&self, damping: f64) -> Option<[f64; 6]> {
        let mut matrix = self.curvature;
        for (at, scale) in self.scales().into_iter().enumerate() {
            matrix[at][at] += damping * scale;
        }
        solve(matrix, self.downhill)
    }

    /// The decrease of the sum of squares that the linear model predicts for a step h of any length: 2 h'J'r - h'J'J h.
    pub fn promised(&self, step: &[f64; 6]) -> f64 {
        let product = |row: &[f64; 6]| row.iter().zip(step).map(|(c, h)| c * h).sum::<f64>();
        let terms = step.iter().zip(self.downhill).zip(&self.curvature);
        terms
            .map(|((h, slope), row)| h * (2.0 * slope - product(row)))
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

//! An upper bound on the largest eigenvalue of a positive semidefinite matrix.

use ndarray::Array2;

/// Squarings of the matrix: the bound is computed from its power 2^SQUARINGS.
const SQUARINGS: i32 = 7;
/// Relative allowance for rounding, far above that of the sums of up to thousands of products in f64.
const ROUNDING: f64 = 1e-9;

/// An upper bound on the largest eigenvalue of a symmetric positive semidefinite matrix `[n, n]`; 0 for a zero matrix.
///
/// The eigenvalues of G^q are those of G to the power q, and none of them is larger than the Frobenius norm of G^q. So
/// lambda_max <= abs(G^q)_F^(1/q) <= lambda_max n^(1/(2q)). With q = 128 the bound is at most 2.4 percent too large for n = 400 and
/// 2.7 percent for n = 1,000. A power iteration, which approaches lambda_max from below, has no such guarantee.
pub(super) fn largest_eigenvalue_bound(matrix: &Array2<f64>) -> f64 {
    let mut power = matrix.clone();
    // ln of abs(G^q)_F is `log_scale` + ln abs(power)_F for q = 1, 2, 4, ...
    let mut log_scale = 0.0;
    for _ in 0..SQUARINGS {
        let norm = frobenius_norm(&power);
        if norm == 0.0 {
            return 0.0;
        }
        power /= norm;
        log_scale = 2.0 * (log_scale + norm.ln());
        power = power.dot(&power);
    }
    let log_norm = log_scale + frobenius_norm(&power).ln();
    (log_norm / f64::from(2.0f32.powi(SQUARINGS))).exp() * (1.0 + ROUNDING)
}

fn frobenius_norm(matrix: &Array2<f64>) -> f64 {
    matrix.iter().map(|x| x * x).sum::<f64>().sqrt()
}

//! Small symmetric systems, by Cholesky's method.

use super::kernel::dot;

/// Solves a symmetric positive definite system by Cholesky's method, in place: `matrix` holds the
/// lower triangle by rows, `x` the right-hand side and then the solution. False, with both spoilt,
/// when the matrix is singular to working precision.
#[inline(always)]
pub(super) fn solve_packed(matrix: &mut [f64], x: &mut [f64]) -> bool {
    /// Least pivot, as a share of the diagonal of 1.
    const SINGULAR: f64 = 1e-9;
    let start = |row: usize| row * (row + 1) / 2;
    for row in 0..x.len() {
        let (above, rest) = matrix.split_at_mut(start(row));
        for column in 0..row {
            let other = &above[start(column)..][..=column];
            let sum = dot(&rest[..column], &other[..column]);
            rest[column] = (rest[column] - sum) / other[column];
        }
        let pivot = rest[row] - dot(&rest[..row], &rest[..row]);
        if pivot <= SINGULAR {
            return false;
        }
        rest[row] = pivot.sqrt();
        x[row] = (x[row] - dot(&rest[..row], &x[..row])) / rest[row];
    }
    for row in (0..x.len()).rev() {
        let entries = &matrix[start(row)..][..=row];
        x[row] /= entries[row];
        let solved = x[row];
        for (x, &entry) in x[..row].iter_mut().zip(entries) {
            *x -= entry * solved;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_solves_the_system() {
        let size = 23;
        let entry = |row: usize, column: usize| {
            let near = (row as f64 - column as f64).abs();
            (-0.3 * near).exp()
                + if row == column {
                    0.01 * row as f64
                } else {
                    0.0
                }
        };
        let mut packed = Vec::new();
        for row in 0..size {
            packed.extend((0..=row).map(|column| entry(row, column)));
        }
        let wanted: Vec<f64> = (0..size).map(|row| (row as f64 * 0.7).sin()).collect();
        let mut x: Vec<f64> = (0..size)
            .map(|row| {
                (0..size)
                    .map(|column| entry(row, column) * wanted[column])
                    .sum()
            })
            .collect();
        assert!(solve_packed(&mut packed, &mut x));
        for (found, wanted) in x.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-12, "{found} against {wanted}");
        }
    }

    #[test]
    fn a_singular_system_is_refused() {
        assert!(!solve_packed(&mut [1.0, 1.0, 1.0], &mut [1.0, 1.0]));
    }
}

//! Damped steps against the equations that they solve.

use cellscope::compute::normal_equations::NormalEquations;

/// Rows of J.
const ROWS: usize = 20;

/// J, of full rank.
fn slope(row: usize, column: usize) -> f64 {
    ((row + 1) as f64 * (column + 1) as f64 * 0.9).sin()
}

/// r.
fn residual(row: usize) -> f64 {
    (row as f64 * 0.7).cos()
}

fn normal() -> NormalEquations {
    let sum = |of: &dyn Fn(usize) -> f64| (0..ROWS).map(of).sum::<f64>();
    NormalEquations {
        curvature: std::array::from_fn(|i| {
            std::array::from_fn(|j| sum(&|row| slope(row, i) * slope(row, j)))
        }),
        downhill: std::array::from_fn(|i| sum(&|row| slope(row, i) * residual(row))),
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

/// abs(r)^2 - abs(r - J h)^2.
#[test]
fn a_step_promises_what_the_linear_model_gains_shortened_or_not() {
    let normal = normal();
    let whole = normal.step(0.3).expect("positive definite");
    for share in [1.0, 0.5] {
        let step = whole.map(|h| share * h);
        let gain = |row: usize| {
            let moved: f64 = (0..6).map(|at| slope(row, at) * step[at]).sum();
            residual(row).powi(2) - (residual(row) - moved).powi(2)
        };
        let gain: f64 = (0..ROWS).map(gain).sum();
        assert!(gain > 0.0);
        assert!(
            (normal.promised(&step) - gain).abs() < 1e-12,
            "{share} of the step"
        );
    }
}

#[test]
fn what_is_not_positive_definite_has_no_step() {
    let mut normal = normal();
    normal.curvature[0][1] = 1e3;
    normal.curvature[1][0] = 1e3;
    assert!(normal.step(0.0).is_none());
}

//! Damped steps against the equations that they solve.

use cellscope::compute::normal_equations::NormalEquations;

/// J'J of a tall matrix of full rank.
fn normal() -> NormalEquations {
    let entry = |row: usize, column: usize| ((row + 1) as f64 * (column + 1) as f64 * 0.9).sin();
    let product = |i, j| (0..20).map(|row| entry(row, i) * entry(row, j)).sum();
    NormalEquations {
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

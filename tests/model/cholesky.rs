//! The Cholesky factors against systems whose solution is known, on all instruction sets.

use cellscope::compute::cholesky::{BLOCK, Cholesky};
use pulp::Simd;

use super::kernels::instruction_sets;

/// Factors and solves with vectors of this instruction set.
fn solve(set: pulp::Arch, system: &mut Cholesky, x: &mut Vec<f32>) -> bool {
    struct Solve<'a>(&'a mut Cholesky, &'a mut Vec<f32>);
    impl pulp::WithSimd for Solve<'_> {
        type Output = bool;

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> bool {
            let is_regular = self.0.factor(simd);
            if is_regular {
                self.0.solve(simd, self.1);
            }
            is_regular
        }
    }
    set.dispatch(Solve(system, x))
}

/// The matrix of all systems, on unknowns by their numbers.
fn entry(row: usize, column: usize) -> f32 {
    let near = (row as f32 - column as f32).abs();
    let more = if row == column { 0.1 } else { 0.0 };
    (-0.3 * near).exp() + more
}

/// Writes the rows of the matrix on these unknowns from row `first` on.
fn write_rows(system: &mut Cholesky, unknowns: &[usize], first: usize) {
    for row in first..unknowns.len() {
        let entries = system.row_mut(row).iter_mut();
        for (column, (to, &unknown)) in entries.zip(unknowns).enumerate() {
            // Below the diagonal nothing is read.
            *to = if column < row {
                1e6
            } else {
                entry(unknowns[row], unknown)
            };
        }
    }
}

/// Checks the solution of the system of these unknowns, whose rows are written.
fn assert_solves(set: pulp::Arch, system: &mut Cholesky, unknowns: &[usize]) {
    let wanted = unknowns.iter().map(|&unknown| (unknown as f32 * 0.7).sin());
    let wanted: Vec<f32> = wanted.collect();
    let product = |&row: &usize| {
        let terms = unknowns.iter().zip(&wanted);
        terms
            .map(|(&column, wanted)| entry(row, column) * wanted)
            .sum()
    };
    let mut x: Vec<f32> = unknowns.iter().map(product).collect();
    assert!(solve(set, system, &mut x));
    for (found, wanted) in x.iter().zip(&wanted) {
        assert!(
            (found - wanted).abs() < 1e-4,
            "{found} against {wanted} of {unknowns:?}"
        );
    }
}

#[test]
fn the_solution_solves_the_system_of_any_size() {
    for set in instruction_sets() {
        for size in 1..70 {
            let unknowns: Vec<_> = (0..size).collect();
            let mut system = Cholesky::default();
            system.begin(size);
            write_rows(&mut system, &unknowns, 0);
            assert_solves(set, &mut system, &unknowns);
        }
    }
}

/// Completes the column of the last unknown.
struct Extend<'a>(&'a mut Cholesky, usize, Vec<f32>);

impl pulp::WithSimd for Extend<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        self.0.extend(simd, self.1, &mut self.2);
    }
}

#[test]
fn a_factor_serves_a_system_that_lost_some_unknowns_and_has_new_ones() {
    for set in instruction_sets() {
        for (size, new) in [(9, 0), (37, 0), (37, 3), (48, 1), (69, 16)] {
            let mut unknowns: Vec<_> = (0..size).collect();
            let mut system = Cholesky::default();
            system.begin(size);
            write_rows(&mut system, &unknowns, 0);
            assert_solves(set, &mut system, &unknowns);
            for rows in (0..=size).step_by(BLOCK) {
                // Every third of those after is gone.
                let mut system = system.clone();
                let others: Vec<_> = (rows..size).filter(|place| place % 3 != 0).collect();
                unknowns.truncate(rows);
                unknowns.extend(&others);
                let known = unknowns.len();
                unknowns.extend(size..size + new);
                system.keep(unknowns.len(), rows, &others);
                for (column, &unknown) in unknowns.iter().enumerate().skip(known) {
                    let above = unknowns[..rows].iter();
                    let above = above.map(|&row| entry(row, unknown)).collect();
                    set.dispatch(Extend(&mut system, column, above));
                }
                write_rows(&mut system, &unknowns, rows);
                assert_solves(set, &mut system, &unknowns);
                unknowns = (0..size).collect();
            }
        }
    }
}

#[test]
fn a_singular_system_is_refused() {
    let mut system = Cholesky::default();
    system.begin(2);
    system.row_mut(0).fill(1.0);
    system.row_mut(1).fill(1.0);
    assert!(!solve(pulp::Arch::new(), &mut system, &mut vec![1.0; 2]));
    // Equal rows that are not finished together.
    system.begin(9);
    for row in 0..9 {
        let equal = |unknown: usize| if unknown == 7 { 2 } else { unknown };
        for (column, entry) in system.row_mut(row).iter_mut().enumerate() {
            *entry = if equal(row) == equal(column) {
                1.0
            } else {
                0.25
            };
        }
    }
    assert!(!solve(pulp::Arch::new(), &mut system, &mut vec![1.0; 9]));
}

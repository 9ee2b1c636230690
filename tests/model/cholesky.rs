//! The Cholesky factors against systems whose solution is known, on all instruction sets.

use cellscope::compute::cholesky::Cholesky;
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

#[test]
fn the_solution_solves_the_system_of_any_size() {
    for (set, size) in instruction_sets()
        .into_iter()
        .flat_map(|set| (1..70).map(move |size| (set, size)))
    {
        let entry = |row: usize, column: usize| {
            let near = (row as f32 - column as f32).abs();
            let more = if row == column { 0.1 } else { 0.0 };
            (-0.3 * near).exp() + more
        };
        let mut system = Cholesky::default();
        system.begin(size);
        for row in 0..size {
            for (column, to) in system.row_mut(row).iter_mut().enumerate() {
                // Below the diagonal nothing is read.
                *to = if column < row {
                    1e6
                } else {
                    entry(row, column)
                };
            }
        }
        let wanted: Vec<f32> = (0..size).map(|row| (row as f32 * 0.7).sin()).collect();
        let product = |row: usize| {
            (0..size)
                .map(|column| entry(row, column) * wanted[column])
                .sum()
        };
        let mut x: Vec<f32> = (0..size).map(product).collect();
        assert!(solve(set, &mut system, &mut x));
        for (found, wanted) in x.iter().zip(&wanted) {
            assert!(
                (found - wanted).abs() < 1e-4,
                "{found} against {wanted} of {size}"
            );
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

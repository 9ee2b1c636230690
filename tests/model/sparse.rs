//! Sparse rows against the dense arrays that they stand for.

use cellscope::model::SparseRows;

fn example() -> SparseRows {
    let mut codes = SparseRows::new(3);
    codes.push_row([(0, 1.0), (2, -2.0)]);
    codes.push_row([]);
    codes.push_row([(1, 3.0), (2, 4.0)]);
    codes.push_row([(2, -0.5)]);
    codes
}

#[test]
fn transposing_is_the_dense_transpose() {
    let codes = example();
    assert_eq!(codes.transposed().to_dense(), codes.to_dense().t());
}

#[test]
fn transposing_is_the_same_on_any_number_of_threads() {
    let mut codes = SparseRows::new(37);
    for row in 0..900 {
        let on = (0..37).filter(|unit| (row * 7 + unit * 11) % 5 == 0);
        codes.push_row(on.map(|unit| (unit, (row + unit) as f32)));
    }
    let on_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        pool.install(|| codes.transposed())
    };
    let alone = on_threads(1);
    assert_eq!(alone.to_dense(), codes.to_dense().t());
    for threads in [2, 3, 7] {
        assert_eq!(on_threads(threads), alone, "{threads}");
    }
}

#[test]
fn a_dense_row_is_that_of_all_codes() {
    let codes = example();
    for row in 0..codes.rows() {
        assert_eq!(codes.dense_row(row), codes.to_dense().row(row).to_vec());
    }
}

#[test]
fn appending_keeps_every_row() {
    let mut codes = example();
    codes.append(&example());
    assert_eq!(codes.rows(), 8);
    assert_eq!(codes.row(6), example().row(2));
}

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

//! W'W, the products of all filters with each other, by halves.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};

use crate::stages::join;

/// Most filters on a side of a block of W'W that is one product.
const GRAM_BLOCK: usize = 128;

/// W'W of a dictionary `[P, K]`, `[K, K]`, in blocks over the cores; the same bits on any number of threads.
#[must_use]
pub fn gram(dictionary: ArrayView2<'_, f32>) -> Array2<f32> {
    let units = dictionary.ncols();
    let mut gram = Array2::zeros((units, units));
    fill_gram(dictionary, gram.view_mut());
    gram
}

/// Fills W'W `[K, K]`. Its upper right quarter, products of the first half of the filters with the second, is multiplied
/// out, the lower left one is the same turned over, and the two on the diagonal are W'W of the halves.
pub(super) fn fill_gram(dictionary: ArrayView2<'_, f32>, mut gram: ArrayViewMut2<'_, f32>) {
    let units = dictionary.ncols();
    if units <= GRAM_BLOCK {
        general_mat_mul(1.0, &dictionary.t(), &dictionary, 0.0, &mut gram);
        return;
    }
    let half = half_of(units);
    let (first, second) = dictionary.split_at(Axis(1), half);
    let [top_left, top_right, bottom_left, bottom_right] = quarters(gram, half, half);
    join(
        || fill_products(first, second, top_right, bottom_left),
        || {
            // A thread that takes these has most likely just moved the second half of W, and has it near.
            join(
                || fill_gram(second, bottom_right),
                || fill_gram(first, top_left),
            )
        },
    );
}

/// Fills the products of some filters with others, and the same turned over.
fn fill_products(
    filters: ArrayView2<'_, f32>,
    others: ArrayView2<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut turned: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows.max(columns) <= GRAM_BLOCK {
        general_mat_mul(1.0, &filters.t(), &others, 0.0, &mut products);
        turned.assign(&products.t());
        return;
    }
    let (rows, columns) = (half_of(rows), half_of(columns));
    let (top, bottom) = filters.split_at(Axis(1), rows);
    let (left, right) = others.split_at(Axis(1), columns);
    let [top_left, top_right, bottom_left, bottom_right] = quarters(products, rows, columns);
    // What is at the top right of the products is at the bottom left when they are turned over.
    let [
        turned_top_left,
        turned_bottom_left,
        turned_top_right,
        turned_bottom_right,
    ] = quarters(turned, columns, rows);
    join(
        || {
            join(
                || fill_products(top, left, top_left, turned_top_left),
                || fill_products(top, right, top_right, turned_top_right),
            )
        },
        || {
            join(
                || fill_products(bottom, left, bottom_left, turned_bottom_left),
                || fill_products(bottom, right, bottom_right, turned_bottom_right),
            )
        },
    );
}

/// About half of so many filters, a multiple of what a product works on at once.
fn half_of(filters: usize) -> usize {
    const TILE: usize = 16;
    (filters / 2).next_multiple_of(TILE)
}

/// The four parts of a matrix cut after so many rows and columns: the upper two from the left, then the lower.
fn quarters(
    matrix: ArrayViewMut2<'_, f32>,
    rows: usize,
    columns: usize,
) -> [ArrayViewMut2<'_, f32>; 4] {
    let (top, bottom) = matrix.split_at(Axis(0), rows);
    let (top_left, top_right) = top.split_at(Axis(1), columns);
    let (bottom_left, bottom_right) = bottom.split_at(Axis(1), columns);
    [top_left, top_right, bottom_left, bottom_right]
}

#[cfg(test)]
mod tests {
    use ndarray::ShapeBuilder;

    use super::*;

    #[test]
    fn the_gram_matrix_holds_the_products_of_all_filters() {
        // More units than a block of rows, and not a multiple of it.
        let (pixels, units) = (9, 150);
        let entry = |(p, i): (usize, usize)| ((p * units + i) as f32 * 0.37).sin();
        let dictionary = Array2::from_shape_fn((pixels, units).f(), entry);
        let gram = gram(dictionary.view());
        for ((i, j), &found) in gram.indexed_iter() {
            let wanted = dictionary.column(i).dot(&dictionary.column(j));
            assert!(
                (found - wanted).abs() < 1e-5,
                "{found} against {wanted} at {i}, {j}"
            );
            assert_eq!(found, gram[[j, i]], "symmetric to the bit");
        }
    }
}

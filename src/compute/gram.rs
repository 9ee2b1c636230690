//! Products with a dictionary: W'x of frames, and the Gram matrix W'W, kept from one use to the next.

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, ArrayViewMut2, Axis};

use crate::compute::gemm::{self, PANEL, multiply};
use crate::compute::parallel::{each, join};

/// Most filters on a side of a block of W'W that is one product.
const BLOCK: usize = 48;
/// Frames and panels of a block of W'x.
const FRAMES_AT_ONCE: usize = 96;
const PANELS_AT_ONCE: usize = 2;

/// W'W of a dictionary W, and W packed for products with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GramCache {
    panels: Array3<f32>,
    gram: Array2<f32>,
}

impl GramCache {
    /// The products of a dictionary `[P, K]`, column-major, in blocks over the cores; the same bits on any number of threads of
    /// one instruction set.
    #[must_use]
    pub fn new(dictionary: ArrayView2<'_, f32>) -> Self {
        let mut products = Self::default();
        products.update(dictionary);
        products
    }

    /// Recomputes them for another dictionary `[P, K]`, column-major, in the same memory where it fits.
    pub fn update(&mut self, dictionary: ArrayView2<'_, f32>) {
        let (pixels, units) = dictionary.dim();
        if (self.gram.ncols(), self.panels.dim().1) != (units, pixels) {
            self.panels = gemm::zero_panels(dictionary);
            self.gram = Array2::zeros((units, units));
        }
        gemm::pack(dictionary, self.panels.view_mut());
        fill_gram(
            dictionary.reversed_axes(),
            self.panels.view(),
            self.gram.view_mut(),
        );
    }

    /// W'W, `[K, K]`.
    #[must_use]
    pub fn gram(&self) -> ArrayView2<'_, f32> {
        self.gram.view()
    }

    /// Fills c = W'x `[n, K]` of frames `[n, P]`, each contiguous, in blocks over the cores.
    pub fn correlate(&self, frames: ArrayView2<'_, f32>, mut all: ArrayViewMut2<'_, f32>) {
        let rows = all.axis_chunks_iter_mut(Axis(0), FRAMES_AT_ONCE);
        let rows = rows.zip(frames.axis_chunks_iter(Axis(0), FRAMES_AT_ONCE));
        each(rows, 1, |(mut rows, frames)| {
            let blocks = rows.axis_chunks_iter_mut(Axis(1), PANELS_AT_ONCE * PANEL);
            let panels = self.panels.axis_chunks_iter(Axis(0), PANELS_AT_ONCE);
            each(blocks.zip(panels), 1, |(to, panels)| {
                multiply(frames, panels, to)
            });
        });
    }
}

/// Fills W'W `[n, n]` of filters `[n, P]`, which are also in panels. The two quarters on the diagonal are W'W of the halves
/// of the filters. Products of the first half with the second are at the upper right, transposed at the lower left.
///
/// Of two threads each takes the products of a half of the filters, most likely the one it has just moved and has near, and
/// some of those of one half with the other.
fn fill_gram(
    filters: ArrayView2<'_, f32>,
    panels: ArrayView3<'_, f32>,
    gram: ArrayViewMut2<'_, f32>,
) {
    let units = filters.nrows();
    if units <= BLOCK {
        multiply(filters, panels, gram);
        return;
    }
    let half = half_of(units);
    let (first, second) = filters.split_at(Axis(0), half);
    let (first_panels, second_panels) = panels.split_at(Axis(0), half / PANEL);
    let [top_left, top_right, bottom_left, bottom_right] = quarters(gram, half);
    let some = half_of(units - half);
    let (near, far) = second_panels.split_at(Axis(0), some / PANEL);
    let (top_near, top_far) = top_right.split_at(Axis(1), some);
    let (near_transposed, far_transposed) = bottom_left.split_at(Axis(0), some);
    join(
        || {
            join(
                || fill_gram(first, first_panels, top_left),
                || fill_products(first, near, top_near, near_transposed),
            )
        },
        || {
            join(
                || fill_gram(second, second_panels, bottom_right),
                || fill_products(first, far, top_far, far_transposed),
            )
        },
    );
}

/// Fills the products of some filters with others, which are in panels, and their transpose.
fn fill_products(
    filters: ArrayView2<'_, f32>,
    others: ArrayView3<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut transposed: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows.max(columns) <= BLOCK {
        multiply(filters, others, products.view_mut());
        transposed.assign(&products.t());
    } else if rows > columns {
        let half = half_of(rows);
        let (first, second) = filters.split_at(Axis(0), half);
        let (top, bottom) = products.split_at(Axis(0), half);
        let (left, right) = transposed.split_at(Axis(1), half);
        join(
            || fill_products(first, others, top, left),
            || fill_products(second, others, bottom, right),
        );
    } else {
        let half = half_of(columns);
        let (first, second) = others.split_at(Axis(0), half / PANEL);
        let (left, right) = products.split_at(Axis(1), half);
        let (top, bottom) = transposed.split_at(Axis(0), half);
        join(
            || fill_products(filters, first, left, top),
            || fill_products(filters, second, right, bottom),
        );
    }
}

/// About half of so many filters, in whole panels; one at least of more than a block.
fn half_of(filters: usize) -> usize {
    (filters + PANEL) / (2 * PANEL) * PANEL
}

/// The four parts of a matrix cut after so many rows and as many columns: the upper two from the left, then the lower.
fn quarters(matrix: ArrayViewMut2<'_, f32>, half: usize) -> [ArrayViewMut2<'_, f32>; 4] {
    let (top, bottom) = matrix.split_at(Axis(0), half);
    let (top_left, top_right) = top.split_at(Axis(1), half);
    let (bottom_left, bottom_right) = bottom.split_at(Axis(1), half);
    [top_left, top_right, bottom_left, bottom_right]
}

#[cfg(test)]
mod tests {
    use ndarray::ShapeBuilder;

    use super::*;

    #[test]
    fn products_of_all_filters_with_each_other_and_with_frames() {
        let pixels = 9;
        let entry = |(p, i): (usize, usize)| ((p * 331 + i) as f32 * 0.37).sin();
        let frames = Array2::from_shape_fn((2 * FRAMES_AT_ONCE + 5, pixels), entry);
        for units in [1, PANEL, PANEL + 1, 2 * BLOCK, 2 * BLOCK + 1, 150, 331] {
            let dictionary = Array2::from_shape_fn((pixels, units).f(), entry);
            let products = GramCache::new(dictionary.view());
            let gram = products.gram();
            assert_eq!(gram, gram.t(), "symmetric to the bit");
            let mut correlations = Array2::zeros((frames.nrows(), units));
            products.correlate(frames.view(), correlations.view_mut());
            for (found, rows) in [(gram, dictionary.t()), (correlations.view(), frames.view())] {
                let wanted = rows.dot(&dictionary);
                let worst = (&found - &wanted)
                    .iter()
                    .fold(0.0f32, |worst, e| worst.max(e.abs()));
                assert!(worst < 1e-5, "{worst} of {units} filters");
            }
        }
    }

    #[test]
    fn memory_is_replaced_where_it_does_not_fit() {
        let entry = |(p, i): (usize, usize)| ((p * 7 + i) as f32 * 0.37).sin();
        let mut products = GramCache::default();
        for shape in [(9, 60), (9, 50), (4, 50), (4, 50)] {
            let dictionary = Array2::from_shape_fn(shape.f(), entry);
            products.update(dictionary.view());
            assert_eq!(products, GramCache::new(dictionary.view()));
        }
    }
}

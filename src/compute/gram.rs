//! Products with a dictionary W, in blocks shared out over the threads: W'W and W'x.
//!
//! Each block is a matrix product of [`ndarray`]. An entry is the same sum in every block, so that it is the same to the bit on any
//! number of threads of one instruction set.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};

use crate::compute::parallel::{each, join};

/// Largest number of filters on a side of a block of W'W.
const BLOCK: usize = 100;
/// Frames of a block of W'x.
const FRAMES: usize = 96;

/// W'W of a dictionary W.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GramCache {
    gram: Array2<f32>,
}

impl GramCache {
    /// W'W of a dictionary `[P, K]`.
    #[must_use]
    pub fn new(dictionary: ArrayView2<'_, f32>) -> Self {
        let mut cache = Self::default();
        cache.update(dictionary);
        cache
    }

    /// Replaces W'W by that of another dictionary `[P, K]`, in the same memory if K is the same.
    pub fn update(&mut self, dictionary: ArrayView2<'_, f32>) {
        let units = dictionary.ncols();
        if self.gram.ncols() != units {
            self.gram = Array2::zeros((units, units));
        }
        fill_gram(dictionary.reversed_axes(), self.gram.view_mut());
    }

    /// W'W, `[K, K]`.
    #[must_use]
    pub fn gram(&self) -> ArrayView2<'_, f32> {
        self.gram.view()
    }
}

/// Fills `correlations` with W'x `[n, K]` of a dictionary `[P, K]` and frames `[n, P]`.
pub fn correlate(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
    mut correlations: ArrayViewMut2<'_, f32>,
) {
    let rows = correlations.axis_chunks_iter_mut(Axis(0), FRAMES);
    let rows = rows.zip(frames.axis_chunks_iter(Axis(0), FRAMES));
    each(rows, 1, |(mut rows, frames)| {
        general_mat_mul(1.0, &frames, &dictionary, 0.0, &mut rows);
    });
}

/// Fills W'W `[n, n]` of filters `[n, P]`.
fn fill_gram(filters: ArrayView2<'_, f32>, mut gram: ArrayViewMut2<'_, f32>) {
    let units = filters.nrows();
    if units <= BLOCK {
        general_mat_mul(1.0, &filters, &filters.t(), 0.0, &mut gram);
        return;
    }
    let half = units / 2;
    let (first, second) = filters.split_at(Axis(0), half);
    let (top, bottom) = gram.split_at(Axis(0), half);
    let (top_left, top_right) = top.split_at(Axis(1), half);
    let (bottom_left, bottom_right) = bottom.split_at(Axis(1), half);
    join(
        || {
            join(
                || fill_gram(first, top_left),
                || fill_gram(second, bottom_right),
            )
        },
        || fill_products(first, second, top_right, bottom_left),
    );
}

/// Fills the products `[m, n]` of filters `[m, P]` with others `[n, P]`, and their transpose `[n, m]`.
fn fill_products(
    filters: ArrayView2<'_, f32>,
    others: ArrayView2<'_, f32>,
    mut products: ArrayViewMut2<'_, f32>,
    mut transposed: ArrayViewMut2<'_, f32>,
) {
    let (rows, columns) = products.dim();
    if rows < columns {
        fill_products(others, filters, transposed, products);
    } else if rows <= BLOCK {
        general_mat_mul(1.0, &filters, &others.t(), 0.0, &mut products);
        transposed.assign(&products.t());
    } else {
        let half = rows / 2;
        let (first, second) = filters.split_at(Axis(0), half);
        let (top, bottom) = products.split_at(Axis(0), half);
        let (left, right) = transposed.split_at(Axis(1), half);
        join(
            || fill_products(first, others, top, left),
            || fill_products(second, others, bottom, right),
        );
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{ShapeBuilder, s};

    use super::*;

    /// Numbers from -1 to 1, different for each seed.
    fn wave(seed: usize, (row, column): (usize, usize)) -> f32 {
        ((seed + 37 * row + 101 * column) as f32 * 0.73).sin()
    }

    /// The products are those in f64, to the rounding of f32: half an epsilon of the sum of all magnitudes for each term.
    fn assert_near(found: ArrayView2<'_, f32>, rows: ArrayView2<'_, f32>, w: &Array2<f32>) {
        let wanted = rows.mapv(f64::from).dot(&w.mapv(f64::from));
        let magnitude = |value: &f32| f64::from(value.abs());
        let magnitudes = rows.map(magnitude).dot(&w.map(magnitude));
        let rounding = 0.5 * f64::from(f32::EPSILON) * (1 + w.nrows()) as f64;
        for ((found, wanted), magnitude) in found.iter().zip(&wanted).zip(&magnitudes) {
            let error = (f64::from(*found) - wanted).abs();
            assert!(error <= rounding * magnitude, "{error}: {:?}", w.dim());
        }
    }

    #[test]
    fn products_of_filters_with_each_other_and_with_frames_are_right_and_leave_no_trace() {
        for pixels in [0, 1, 9, 40, 257, 400] {
            for units in [1, 17, BLOCK, BLOCK + 1, 331] {
                let dictionary = Array2::from_shape_fn((pixels, units).f(), |at| wave(2, at));
                let gram = GramCache::new(dictionary.view());
                assert_eq!(gram.gram(), gram.gram().t(), "symmetric to the bit");
                assert_near(gram.gram(), dictionary.t(), &dictionary);
                for count in [1, 7, 2 * FRAMES + 5] {
                    let frames = Array2::from_shape_fn((count, pixels), |at| wave(1, at));
                    let mut found = Array2::from_elem((count, units), f32::NAN);
                    correlate(dictionary.view(), frames.view(), found.view_mut());
                    assert_near(found.view(), frames.view(), &dictionary);
                }
            }
        }
    }

    #[test]
    fn an_entry_has_the_same_bits_in_any_block_and_on_any_number_of_threads() {
        let dictionary = Array2::from_shape_fn((400, 3 * BLOCK + 7).f(), |at| wave(2, at));
        let frames = Array2::from_shape_fn((2 * FRAMES + 5, 400), |at| wave(1, at));
        let products = |threads, first: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| {
                let frames = frames.slice(s![first.., ..]);
                let mut found = Array2::zeros((frames.nrows(), dictionary.ncols()));
                correlate(dictionary.view(), frames, found.view_mut());
                (found, GramCache::new(dictionary.view()))
            })
        };
        let (all, gram) = products(1, 0);
        for (threads, first) in [(3, 0), (2, 1), (1, 5), (2, FRAMES + 3), (1, 2 * FRAMES + 4)] {
            let (found, other_gram) = products(threads, first);
            assert_eq!(found, all.slice(s![first.., ..]), "from frame {first}");
            assert_eq!(other_gram, gram, "on {threads} threads");
        }
    }

    #[test]
    fn an_update_equals_a_new_cache_whatever_the_shape_before() {
        let mut cache = GramCache::default();
        for shape in [(9, 160), (9, 50), (4, 50), (4, 50)] {
            let dictionary = Array2::from_shape_fn(shape.f(), |at| wave(3, at));
            cache.update(dictionary.view());
            assert_eq!(cache, GramCache::new(dictionary.view()));
        }
    }
}

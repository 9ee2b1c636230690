//! W'W and W'x against sums in f64, and to the bit on any number of threads.

use cellscope::model::{GramCache, correlate};
use ndarray::{Array2, ArrayView2, ShapeBuilder, s};

/// Filters on a side of a block of W'W, more or less.
const BLOCK: usize = 100;
/// Frames of a block of W'x on two threads, more or less.
const FRAMES: usize = 96;

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
    for (pixels, units) in [(400, 307), (700, 97), (64, 17), (9, 5)] {
        has_the_same_bits(pixels, units);
    }
}

fn has_the_same_bits(pixels: usize, units: usize) {
    let dictionary = Array2::from_shape_fn((pixels, units).f(), |at| wave(2, at));
    let frames = Array2::from_shape_fn((2 * FRAMES + 5, pixels), |at| wave(1, at));
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
    for (threads, first) in [
        (3, 0),
        (2, 1),
        (1, 5),
        (2, FRAMES + 3),
        (1, 2 * FRAMES + 4),
        (5, 0),
        (16, 0),
    ] {
        let (found, other_gram) = products(threads, first);
        assert_eq!(
            found,
            all.slice(s![first.., ..]),
            "{units} filters from frame {first}"
        );
        assert_eq!(other_gram, gram, "{units} filters on {threads} threads");
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

//! Whole pictures filled by patches that overlap.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayView2, s};

use super::filler::{Filler, Sparsities};
use crate::model::Weights;

/// Patches across the side of one: each starts half a side after the last.
const OVERLAP: usize = 2;

/// Whether each pixel of a picture is observed when `tile` `[p, p]` is laid over it again and again.
#[must_use]
pub fn tiled(tile: ArrayView2<'_, bool>, height: usize, width: usize) -> Array2<bool> {
    let (rows, columns) = tile.dim();
    Array2::from_shape_fn((height, width), |(y, x)| tile[[y % rows, x % columns]])
}

/// Fills a normalised picture `[height, width]`, no smaller than a patch, whose pixels are hidden by
/// [`tiled`] `tile` `[p, p]`: the mean over all patches that hold a pixel of what they fill it with.
///
/// Patches start every half side, and at the far borders. As the mask repeats, few masks occur, and all
/// patches under one are filled together. Each is a still movie of `repeats` frames.
///
/// # Panics
/// If the picture is smaller than a patch.
#[must_use]
pub fn fill_picture(
    weights: &Weights,
    image: ArrayView2<'_, f32>,
    tile: ArrayView2<'_, bool>,
    sparsities: Sparsities,
    repeats: usize,
) -> Array2<f32> {
    let side = tile.nrows();
    let (height, width) = image.dim();
    let mut phases = BTreeMap::<(usize, usize), Vec<(usize, usize)>>::new();
    for top in starts(height, side) {
        for left in starts(width, side) {
            let phase = phases.entry((top % side, left % side)).or_default();
            phase.push((top, left));
        }
    }
    let mut sums = Array2::<f32>::zeros((height, width));
    let mut counts = Array2::<f32>::zeros((height, width));
    for ((down, right), corners) in phases {
        let pixels = (0..side * side).map(|pixel| (pixel / side + down, pixel % side + right));
        let observed: Vec<bool> = pixels.map(|(y, x)| tile[[y % side, x % side]]).collect();
        let patches = Array2::from_shape_fn((corners.len(), side * side), |(patch, pixel)| {
            let (top, left) = corners[patch];
            image[[top + pixel / side, left + pixel % side]]
        });
        let filler = Filler::new(weights, &observed);
        let filled = filler.fill(patches.view(), sparsities, 1, repeats).filled;
        for (patch, &(top, left)) in filled.outer_iter().zip(&corners) {
            let window = s![top..top + side, left..left + side];
            let sums = sums.slice_mut(window);
            sums.into_iter()
                .zip(patch)
                .for_each(|(sum, fill)| *sum += fill);
            counts.slice_mut(window).mapv_inplace(|count| count + 1.0);
        }
    }
    sums / counts
}

/// Where patches start along an axis: every half side, and as far as they go.
fn starts(length: usize, side: usize) -> Vec<usize> {
    assert!(
        side <= length,
        "a patch of {side} pixels in a picture of {length}"
    );
    let last = length - side;
    let step = (side / OVERLAP).max(1);
    let mut starts: Vec<usize> = (0..=last).step_by(step).collect();
    if starts.last() != Some(&last) {
        starts.push(last);
    }
    starts
}

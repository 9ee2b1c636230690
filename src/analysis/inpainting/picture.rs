//! Whole pictures filled by patches that overlap.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, s};

use super::filler::{Filler, Sparsities};
use crate::channels::Channels;
use crate::model::Weights;

/// Patches that overlap at a pixel along each axis: they start every half side.
const OVERLAP: usize = 2;
/// Patches filled between two calls of `watch`.
const AT_ONCE: usize = 16;

/// Whether each pixel of a picture of so many planes, one below the other and `height` in all, is observed when `tile` `[p, p]`
/// tiles each.
pub fn tiled(
    tile: ArrayView2<'_, bool>,
    planes: usize,
    height: usize,
    width: usize,
) -> Array2<bool> {
    let ((rows, columns), plane) = (tile.dim(), height / planes);
    Array2::from_shape_fn((height, width), |(y, x)| {
        tile[[y % plane % rows, x % columns]]
    })
}

/// Fills a normalised picture `[channels * height, width]`, one plane below the other, no smaller than a patch, whose pixels
/// are hidden by [`tiled`] of `tile` `[p, p]`: each pixel is the mean of the fills of all patches that contain it.
///
/// Patches start every half side, and at the far borders. As the mask repeats, few masks occur, and all
/// patches under one are filled together. Each is a still movie of `repeats` frames.
///
/// # Panics
/// If the picture is smaller than a patch.
pub fn fill_picture(
    weights: &Weights,
    image: ArrayView2<'_, f32>,
    tile: ArrayView2<'_, bool>,
    sparsities: Sparsities,
    repeats: usize,
) -> Array2<f32> {
    let never = |_, _| ControlFlow::<Infallible>::Continue(());
    let ControlFlow::Continue(filled) =
        fill_picture_while(weights, image, tile, sparsities, repeats, never);
    filled
}

/// The same a few patches at a time; `watch` is told how many of how many are done, and may stop it.
pub(super) fn fill_picture_while<B>(
    weights: &Weights,
    image: ArrayView2<'_, f32>,
    tile: ArrayView2<'_, bool>,
    sparsities: Sparsities,
    repeats: usize,
    mut watch: impl FnMut(usize, usize) -> ControlFlow<B>,
) -> ControlFlow<B, Array2<f32>> {
    let planes = weights.dictionary.nrows() / tile.len();
    let shape = (planes, image.nrows() / planes, image.ncols());
    let image = image.as_standard_layout();
    let image = image.to_shape(shape).expect("planes of one size");
    let phases = phases((shape.1, shape.2), tile.nrows());
    let total = phases.values().map(Vec::len).sum();
    let mut done = 0;
    let mut sums = Sums::new(shape);
    for (phase, corners) in phases {
        let filler = filler_at(weights, tile, phase);
        for corners in corners.chunks(AT_ONCE) {
            sums.fill(&filler, image.view(), corners, sparsities, repeats);
            done += corners.len();
            watch(done, total)?;
        }
    }
    ControlFlow::Continue(sums.mean())
}

/// A position in a picture or in a mask: row and column.
type Place = (usize, usize);

/// The top left corners of all patches, by where the mask starts in them.
fn phases((height, width): Place, side: usize) -> BTreeMap<Place, Vec<Place>> {
    let mut phases = BTreeMap::<Place, Vec<Place>>::new();
    for top in starts(height, side) {
        for left in starts(width, side) {
            let phase = phases.entry((top % side, left % side)).or_default();
            phase.push((top, left));
        }
    }
    phases
}

/// W on the observed pixels of a patch in which the mask starts so far down and right.
fn filler_at<'a>(
    weights: &'a Weights,
    tile: ArrayView2<'_, bool>,
    (down, right): Place,
) -> Filler<'a> {
    let side = tile.nrows();
    let pixels = (0..weights.dictionary.nrows()).map(|pixel| pixel % (side * side));
    let places = pixels.map(|pixel| (pixel / side + down, pixel % side + right));
    let observed: Vec<bool> = places.map(|(y, x)| tile[[y % side, x % side]]).collect();
    Filler::new(weights, &observed)
}

/// Sum and number of the fills of each pixel so far.
struct Sums {
    /// In each plane.
    sums: Array3<f32>,
    counts: Array2<f32>,
}

impl Sums {
    fn new((planes, height, width): (usize, usize, usize)) -> Self {
        Self {
            sums: Array3::zeros((planes, height, width)),
            counts: Array2::zeros((height, width)),
        }
    }

    /// Fills the patches at these corners, all under one mask.
    fn fill(
        &mut self,
        filler: &Filler<'_>,
        image: ArrayView3<'_, f32>,
        corners: &[Place],
        sparsities: Sparsities,
        repeats: usize,
    ) {
        let pixels = filler.pixels();
        let side = Channels::side_of(pixels);
        let patches = Array2::from_shape_fn((corners.len(), pixels), |(patch, pixel)| {
            let (top, left) = corners[patch];
            let (row, plane) = (pixel / side % side, pixel / (side * side));
            image[[plane, top + row, left + pixel % side]]
        });
        let filled = filler.fill(patches.view(), sparsities, 1, repeats).filled;
        for (patch, &(top, left)) in filled.outer_iter().zip(corners) {
            let sums = self
                .sums
                .slice_mut(s![.., top..top + side, left..left + side]);
            sums.into_iter()
                .zip(patch)
                .for_each(|(sum, fill)| *sum += fill);
            let window = s![top..top + side, left..left + side];
            let mut counts = self.counts.slice_mut(window);
            counts.mapv_inplace(|count| count + 1.0);
        }
    }

    /// The planes, one below the other.
    fn mean(self) -> Array2<f32> {
        let (planes, height, width) = self.sums.dim();
        let mean = self.sums / self.counts;
        let stacked = mean.into_shape_with_order((planes * height, width));
        stacked.expect("planes of one size")
    }
}

/// Where patches start along an axis: at every side and half a side further, and as far as they go. The mask, which
/// repeats with the side, begins in all but the last of them at one of two places.
fn starts(length: usize, side: usize) -> Vec<usize> {
    assert!(
        side <= length,
        "a patch of {side} pixels in a picture of {length}"
    );
    let last = length - side;
    let whole = (0..=last).step_by(side);
    let halves =
        whole.flat_map(|start| (0..OVERLAP).map(move |part| start + part * side / OVERLAP));
    let mut starts: Vec<usize> = halves.filter(|&start| start <= last).collect();
    starts.dedup();
    if starts.last() != Some(&last) {
        starts.push(last);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_masks_occur_in_a_picture_whatever_the_side_of_a_patch_and_every_pixel_is_in_one() {
        for side in [4, 7, 20, 21, 63] {
            let (height, width) = (321, 481);
            let phases = phases((height, width), side);
            assert!(phases.len() <= 9, "{} masks of side {side}", phases.len());
            let mut covered = Array2::from_elem((height, width), false);
            for ((down, right), corners) in phases {
                for (top, left) in corners {
                    assert_eq!((top % side, left % side), (down, right));
                    let window = s![top..top + side, left..left + side];
                    covered.slice_mut(window).fill(true);
                }
            }
            assert!(covered.iter().all(|&covered| covered), "side {side}");
        }
    }
}

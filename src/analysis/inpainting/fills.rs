//! A patch or a whole picture with hidden pixels, filled both ways.

use std::ops::ControlFlow;

use ndarray::{Array1, Array2, ArrayView2, Axis};

use super::filler::{Fill, Filler, Sparsities};
use super::hole::Hole;
use super::picture::{fill_picture_while, tiled};
use crate::model::Weights;

/// A patch or a picture, and which of its pixels are observed.
#[derive(Clone, Debug, PartialEq)]
pub struct Covered {
    /// All its pixels, contrast-normalised, `[channels * height, width]`: one plane below the other.
    pub truth: Array2<f32>,
    /// Whether each is observed, of the same shape.
    pub observed: Array2<bool>,
}

impl Covered {
    /// With a mask `[p, p]` that tiles each of so many planes; those of a patch of that size, once.
    pub fn new(truth: Array2<f32>, planes: usize, tile: ArrayView2<'_, bool>) -> Self {
        let (height, width) = truth.dim();
        Self {
            observed: tiled(tile, planes, height, width),
            truth,
        }
    }

    /// SNR of a fill on the hidden pixels, in dB; `None` when they hold no signal.
    fn snr_db(&self, filled: ArrayView2<'_, f32>) -> Option<f64> {
        let observed: Vec<bool> = self.observed.iter().copied().collect();
        let hole = Hole::new(as_row(self.truth.view()).view(), &observed)?;
        hole.snr_db(as_row(filled).view())
    }
}

/// All pixels of an image, row by row, as the one row `[1, P]` of an array.
fn as_row(image: ArrayView2<'_, f32>) -> Array2<f32> {
    let pixels: Array1<f32> = image.iter().copied().collect();
    pixels.insert_axis(Axis(0))
}

/// The result of one way of filling.
#[derive(Clone, Debug, PartialEq)]
pub struct FilledBy {
    /// W z at every pixel, observed or not, of the shape of the truth.
    pub filled: Array2<f32>,
    /// SNR on the hidden pixels, in dB; `None` when they hold no signal.
    pub snr_db: Option<f64>,
}

/// A patch or picture filled by one layer and by two.
#[derive(Clone, Debug, PartialEq)]
pub struct Fills {
    /// What was filled.
    pub covered: Covered,
    /// By one layer.
    pub one: FilledBy,
    /// By two layers.
    pub two: FilledBy,
    /// u of two layers, `[M]`; `None` for a whole picture, where each patch has its own.
    pub invariant: Option<Vec<f32>>,
}

impl Fills {
    /// Fills a patch `[channels * p, p]`, a still movie of `repeats` frames, by one layer and by two.
    pub fn of_patch(
        weights: &Weights,
        covered: Covered,
        sparsities: [Sparsities; 2],
        repeats: usize,
    ) -> Self {
        let observed: Vec<bool> = covered.observed.iter().copied().collect();
        let filler = Filler::new(weights, &observed);
        let patch = as_row(covered.truth.view());
        let [one, two] = sparsities.map(|by| filler.fill(patch.view(), by, 1, repeats));
        let by = |fill: &Fill| {
            let pixel = |(y, x)| fill.filled[[0, y * covered.truth.ncols() + x]];
            let filled = Array2::from_shape_fn(covered.truth.dim(), pixel);
            FilledBy {
                snr_db: covered.snr_db(filled.view()),
                filled,
            }
        };
        Self {
            one: by(&one),
            two: by(&two),
            invariant: two.invariant.map(|u| u.dense_row(0)),
            covered,
        }
    }

    /// Fills a picture no smaller than a patch by overlapping patches, as [`super::fill_picture`] does; `tile` is its
    /// mask. `watch` is told how many patches are done, of how many of both ways, and may break off.
    ///
    /// # Panics
    /// If the picture is smaller than a patch.
    pub fn of_picture(
        weights: &Weights,
        truth: Array2<f32>,
        tile: ArrayView2<'_, bool>,
        sparsities: [Sparsities; 2],
        repeats: usize,
        mut watch: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        let planes = weights.dictionary.nrows() / tile.len();
        let covered = Covered::new(truth, planes, tile);
        let mut by = |way: usize| {
            let filled = fill_picture_while(
                weights,
                covered.truth.view(),
                tile,
                sparsities[way],
                repeats,
                |done, total| watch(way * total + done, 2 * total),
            )?;
            ControlFlow::Continue(FilledBy {
                snr_db: covered.snr_db(filled.view()),
                filled,
            })
        };
        let (one, two) = (by(0)?, by(1)?);
        ControlFlow::Continue(Self {
            covered,
            one,
            two,
            invariant: None,
        })
    }
}

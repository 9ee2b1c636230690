//! Which pixels of a patch are hidden.

use std::ops::RangeInclusive;

use ndarray::{Array2, ArrayView2, s};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Shares of the pixels that people can hide at random, in percent.
pub const HIDDEN_PERCENT: RangeInclusive<f64> = 5.0..=95.0;
/// Side of the block of [`MaskKind::all`], in pixels.
const BLOCK_PX: usize = 6;

/// How a mask is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaskKind {
    /// This share of the pixels, chosen uniformly; > 0 and < 1.
    Random(f64),
    /// A square block of this side, anywhere in the patch.
    Block(usize),
}

impl MaskKind {
    /// Those measured on patches of `side` pixels: half of them, four fifths, and a block of 6 x 6, or the largest
    /// that is smaller than the patch.
    pub fn all(side: usize) -> [Self; 3] {
        let block = BLOCK_PX.min(side - 1);
        [Self::Random(0.5), Self::Random(0.8), Self::Block(block)]
    }

    /// "random 50 %", "random 62.5 %", "block 6 x 6".
    pub fn name(self) -> String {
        match self {
            Self::Random(share) => format!("random {} %", (1e4 * share).round() / 100.0),
            Self::Block(side) => format!("block {side} x {side}"),
        }
    }
}

/// The pixels of a square patch, and of a margin around it, that are observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    side: usize,
    margin: usize,
    observed: Array2<bool>,
}

impl Mask {
    /// Draws a mask for a patch of `side` pixels with so many around it, which normalising the patch needs.
    ///
    /// Of the patch exactly the share asked for is hidden, to the nearest pixel; as much of the margin. A
    /// block lies within the patch, is at least a pixel smaller, and hides nothing of the margin.
    pub fn draw(
        kind: MaskKind,
        side: usize,
        margin: usize,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let extent = side + 2 * margin;
        let mut observed = Array2::from_elem((extent, extent), true);
        match kind {
            MaskKind::Random(share) => {
                let patch = margin..margin + side;
                let places = (0..extent * extent).map(|place| (place / extent, place % extent));
                let (inside, around): (Vec<_>, Vec<_>) =
                    places.partition(|(row, column)| patch.contains(row) && patch.contains(column));
                for places in [inside, around] {
                    for place in draw_share(places, share, generator) {
                        observed[place] = false;
                    }
                }
            }
            MaskKind::Block(block) => {
                let block = block.min(side - 1);
                let top = margin + generator.random_range(0..=side - block);
                let left = margin + generator.random_range(0..=side - block);
                observed
                    .slice_mut(s![top..top + block, left..left + block])
                    .fill(false);
            }
        }
        Self {
            side,
            margin,
            observed,
        }
    }

    /// Patch and margin, `[p + 2 margin, p + 2 margin]`.
    pub fn with_margin(&self) -> ArrayView2<'_, bool> {
        self.observed.view()
    }

    /// Whether each pixel of the patch is observed, row by row, `[P]`.
    pub fn patch(&self) -> Vec<bool> {
        let (first, last) = (self.margin, self.margin + self.side);
        let patch = self.observed.slice(s![first..last, first..last]);
        patch.iter().copied().collect()
    }
}

/// This share of the positions, rounded, drawn without replacement.
fn draw_share<T: Copy>(
    mut places: Vec<T>,
    share: f64,
    generator: &mut Xoshiro256PlusPlus,
) -> Vec<T> {
    let wanted = (share * places.len() as f64).round() as usize;
    for index in 0..wanted {
        let other = generator.random_range(index..places.len());
        places.swap(index, other);
    }
    places.truncate(wanted);
    places
}

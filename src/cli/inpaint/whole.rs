//! Whole pictures with hidden pixels.

use ndarray::{Array2, Zip};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::inpainting::{Mask, MaskKind, Sparsities, fill_picture, tiled};
use crate::config::Config;
use crate::model::Weights;
use crate::source::{Observed, Pictures, normalise_observed};

/// A grey picture with hidden pixels.
pub(super) struct Holed<'a> {
    grey: &'a Array2<f32>,
    /// The mask of one patch, repeated over the picture, `[p, p]`.
    tile: Array2<bool>,
    observed: Array2<bool>,
    normalised: Observed,
}

impl<'a> Holed<'a> {
    /// `count` pictures, spread evenly over all of them, each with a mask of its own.
    pub(super) fn draw(
        grey: &'a Pictures,
        config: &Config,
        kind: MaskKind,
        count: usize,
        seed: u64,
    ) -> Vec<Self> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = count.min(grey.len());
        let picture = |index: usize| &grey.images()[index * grey.len() / count];
        (0..count)
            .map(|index| {
                let grey = picture(index);
                let mask = Mask::draw(kind, config.movies.patch_side, 0, &mut generator);
                let tile = mask.with_margin().to_owned();
                let observed = tiled(tile.view(), grey.nrows(), grey.ncols());
                Self {
                    normalised: normalise_observed(grey, &observed, &config.normalise),
                    grey,
                    tile,
                    observed,
                }
            })
            .collect()
    }

    /// PSNR over all pixels of the filled picture, in dB.
    pub(super) fn psnr_db(&self, weights: &Weights, sparsities: Sparsities, frames: usize) -> f64 {
        let image = self.normalised.normalised.view();
        let filled = fill_picture(weights, image, self.tile.view(), sparsities, frames);
        self.psnr_of(&filled)
    }

    /// PSNR when hidden pixels are filled with the local mean, in dB.
    pub(super) fn mean_psnr_db(&self) -> f64 {
        self.psnr_of(&Array2::zeros(self.grey.dim()))
    }

    /// PSNR of a normalised fill converted back to grey levels in [0, 1], whose peak is 1.
    fn psnr_of(&self, filled: &Array2<f32>) -> f64 {
        let Observed { mean, scale, .. } = &self.normalised;
        let levels = Zip::from(filled)
            .and(mean)
            .and(scale)
            .map_collect(|&fill, &mean, &scale| (mean + fill * scale).clamp(0.0, 1.0));
        let mut squared_error = 0.0;
        Zip::from(&levels)
            .and(self.grey)
            .and(&self.observed)
            .for_each(|&level, &grey, &observed| {
                if !observed {
                    squared_error += (f64::from(level) - f64::from(grey)).powi(2);
                }
            });
        let floor = f64::from(f32::EPSILON).powi(2);
        -10.0 * (squared_error / levels.len() as f64).max(floor).log10()
    }
}

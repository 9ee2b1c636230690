//! Whole pictures with hidden pixels.

use ndarray::{Array2, Axis, Zip, concatenate};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::inpainting::{Mask, MaskKind, Sparsities, fill_picture, tiled};
use crate::config::Config;
use crate::model::Weights;
use crate::source::{Observed, Pictures, normalise_observed, stacked};

/// A picture of levels with hidden pixels, its planes one below the other.
pub(super) struct Holed {
    levels: Array2<f32>,
    /// The mask of one patch, repeated over the picture, `[p, p]`.
    tile: Array2<bool>,
    observed: Array2<bool>,
    normalised: Observed,
}

impl Holed {
    /// `count` pictures, spread evenly over all of them, each with a mask of its own.
    pub(super) fn draw(
        levels: &Pictures,
        config: &Config,
        kind: MaskKind,
        count: usize,
        seed: u64,
    ) -> Vec<Self> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = count.min(levels.len());
        let picture = |index: usize| &levels.images()[index * levels.len() / count];
        (0..count)
            .map(|index| {
                let levels = picture(index);
                let mask = Mask::draw(kind, config.movies.patch_side, 0, &mut generator);
                let tile = mask.with_margin().to_owned();
                let (planes, height, width) = levels.dim();
                let observed = tiled(tile.view(), 1, height, width);
                let normalised = levels.axis_iter(Axis(0)).map(|plane| {
                    normalise_observed(&plane.to_owned(), &observed, &config.normalise)
                });
                Self {
                    normalised: below(normalised.collect()),
                    levels: stacked(levels.view()),
                    observed: tiled(tile.view(), planes, planes * height, width),
                    tile,
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
        self.psnr_of(&Array2::zeros(self.levels.dim()))
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
            .and(&self.levels)
            .and(&self.observed)
            .for_each(|&level, &truth, &observed| {
                if !observed {
                    squared_error += (f64::from(level) - f64::from(truth)).powi(2);
                }
            });
        let floor = f64::from(f32::EPSILON).powi(2);
        -10.0 * (squared_error / levels.len() as f64).max(floor).log10()
    }
}

/// Planes one below the other.
fn below(planes: Vec<Observed>) -> Observed {
    let all = |of: fn(&Observed) -> &Array2<f32>| {
        let views: Vec<_> = planes.iter().map(|plane| of(plane).view()).collect();
        concatenate(Axis(0), &views).expect("planes of one size")
    };
    Observed {
        normalised: all(|plane| &plane.normalised),
        mean: all(|plane| &plane.mean),
        scale: all(|plane| &plane.scale),
    }
}

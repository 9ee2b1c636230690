//! Patches with hidden pixels.

use ndarray::{Array2, ArrayView2, Axis, concatenate, s};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;

use crate::analysis::inpainting::{EMPTY_SHARE, Filler, Hole, Mask, MaskKind, Sparsities};
use crate::config::Config;
use crate::model::Weights;
use crate::source::{Excerpt, MovieParams, NormaliseParams, Pictures, margin_px};

/// Movies that share a mask, whose W'W is computed once for all of them.
pub(super) const MOVIES_PER_MASK: usize = 10;

/// Whether the frames of a movie differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Frames {
    /// n_t copies of one patch; measured on one of them.
    Still,
    /// n_t frames of a movie, with the same pixels hidden in each; measured on all of them.
    Moving,
}

impl Frames {
    /// "still", "moving".
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Still => "still",
            Self::Moving => "moving",
        }
    }

    /// How many frames of a movie differ.
    fn differing(self, movies: &MovieParams) -> usize {
        match self {
            Self::Still => 1,
            Self::Moving => movies.frames,
        }
    }
}

/// Movies under one mask.
struct Group {
    observed: Vec<bool>,
    /// Frames with hidden pixels, `[movies * frames, P]`.
    seen: Array2<f32>,
    /// Index of the picture of each movie, and the true hidden pixels.
    holes: Vec<(usize, Hole)>,
}

/// Movies with hidden pixels, under many masks of one kind.
pub(super) struct Samples {
    groups: Vec<Group>,
    /// Frames of a movie that differ, and how often each is repeated.
    frames: usize,
    repeats: usize,
    /// Movies left out because the hidden pixels have no contrast.
    pub(super) left_out: usize,
}

/// Results over all samples, of one layer or of two.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    pub(super) snr_db: Vec<f64>,
    energy: f64,
    squared_error: f64,
    simple_on: f64,
    invariant_on: f64,
}

impl Samples {
    /// Draws movies from pictures of levels, and masks; the same for the same seed.
    pub(super) fn draw(
        grey: &Pictures,
        config: &Config,
        kind: MaskKind,
        frames: Frames,
        count: usize,
        seed: u64,
    ) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let frames = frames.differing(&config.movies);
        let cut = MovieParams {
            frames,
            ..config.movies
        };
        let (margin, planes) = (margin_px(&config.normalise), cut.channels.count());
        let mut drawn = Vec::new();
        for first in (0..count).step_by(MOVIES_PER_MASK) {
            let mask = Mask::draw(kind, cut.patch_side, margin, &mut generator);
            let excerpts: Vec<Excerpt> = (first..count.min(first + MOVIES_PER_MASK))
                .map(|_| Excerpt::cut(grey, &cut, &config.normalise, &mut generator))
                .collect();
            drawn.push((mask, excerpts));
        }
        let groups = drawn.par_iter();
        let groups: Vec<Group> = groups
            .map(|(mask, excerpts)| Group::new(mask, planes, excerpts, &config.normalise))
            .collect();
        let kept: usize = groups.iter().map(|group| group.holes.len()).sum();
        Self {
            groups,
            frames,
            repeats: config.movies.frames / frames,
            left_out: count - kept,
        }
    }

    /// Index of the picture of each sample.
    pub(super) fn pictures(&self) -> impl Iterator<Item = usize> + '_ {
        let holes = self.groups.iter().flat_map(|group| &group.holes);
        holes.map(|&(picture, _)| picture)
    }

    /// W on the observed pixels of every mask.
    pub(super) fn fillers<'a>(&self, weights: &'a Weights) -> Vec<Filler<'a>> {
        let groups = self.groups.par_iter();
        groups
            .map(|group| Filler::new(weights, &group.observed))
            .collect()
    }

    /// Fills all samples.
    pub(super) fn reach(&self, fillers: &[Filler<'_>], sparsities: Sparsities) -> Reached {
        let pairs = self.groups.par_iter().zip(fillers);
        let parts = pairs.map(|(group, filler)| self.reach_group(group, filler, sparsities));
        Reached::all(parts.collect())
    }

    /// Fills all samples at two settings, making each filler once for both.
    pub(super) fn reach_once(&self, weights: &Weights, ways: [Sparsities; 2]) -> [Reached; 2] {
        let parts = self.groups.par_iter().map(|group| {
            let filler = Filler::new(weights, &group.observed);
            ways.map(|sparsities| self.reach_group(group, &filler, sparsities))
        });
        let parts: Vec<[Reached; 2]> = parts.collect();
        let (one, two): (Vec<_>, Vec<_>) = parts.into_iter().map(|[one, two]| (one, two)).unzip();
        [one, two].map(Reached::all)
    }

    fn reach_group(&self, group: &Group, filler: &Filler<'_>, sparsities: Sparsities) -> Reached {
        group.reach(filler, sparsities, self.frames, self.repeats)
    }
}

impl Group {
    fn new(mask: &Mask, planes: usize, excerpts: &[Excerpt], params: &NormaliseParams) -> Self {
        let observed = mask.patch().repeat(planes);
        let least_power = EMPTY_SHARE * f64::from(params.gain).powi(2);
        let mut holes = Vec::new();
        let mut seen = vec![Array2::zeros((0, observed.len()))];
        for excerpt in excerpts {
            let hole = Hole::new(excerpt.truth(params).view(), &observed);
            if let Some(hole) = hole.filter(|hole| hole.power() >= least_power) {
                holes.push((excerpt.picture, hole));
                seen.push(excerpt.observed(mask.with_margin(), params));
            }
        }
        let views: Vec<ArrayView2<'_, f32>> = seen.iter().map(|seen| seen.view()).collect();
        Self {
            seen: concatenate(Axis(0), &views).expect("rows of P pixels each"),
            observed,
            holes,
        }
    }

    fn reach(
        &self,
        filler: &Filler<'_>,
        sparsities: Sparsities,
        frames: usize,
        repeats: usize,
    ) -> Reached {
        let fill = filler.fill(self.seen.view(), sparsities, frames, repeats);
        let mut reached = Reached {
            simple_on: fill.simple.density() * self.holes.len() as f64,
            invariant_on: fill.invariant.map_or(0.0, |u| u.density()) * self.holes.len() as f64,
            ..Reached::default()
        };
        for (movie, (_, hole)) in self.holes.iter().enumerate() {
            let filled = fill
                .filled
                .slice(s![movie * frames..(movie + 1) * frames, ..]);
            reached.energy += hole.energy();
            reached.squared_error += hole.squared_error(filled);
            reached.snr_db.extend(hole.snr_db(filled));
        }
        reached
    }
}

impl Reached {
    fn all(parts: Vec<Self>) -> Self {
        parts.into_iter().fold(Self::default(), |mut all, part| {
            all.snr_db.extend(part.snr_db);
            all.energy += part.energy;
            all.squared_error += part.squared_error;
            all.simple_on += part.simple_on;
            all.invariant_on += part.invariant_on;
            all
        })
    }

    /// Mean SNR over the samples, in dB; 0 without samples.
    pub(super) fn mean_snr_db(&self) -> f64 {
        self.score().unwrap_or(0.0)
    }

    /// Mean SNR over the samples, in dB.
    pub(super) fn score(&self) -> Option<f64> {
        (!self.snr_db.is_empty()).then(|| self.mean(self.snr_db.iter().sum()))
    }

    /// SNR of all samples as one signal, in dB; none without samples or without error.
    pub(super) fn pooled_snr_db(&self) -> Option<f64> {
        let ratio = self.energy / self.squared_error;
        (ratio > 0.0 && ratio.is_finite()).then(|| 10.0 * ratio.log10())
    }

    /// Share of entries of z that are not 0.
    pub(super) fn simple_density(&self) -> f64 {
        self.mean(self.simple_on)
    }

    /// Share of entries of u that are not 0.
    pub(super) fn invariant_density(&self) -> f64 {
        self.mean(self.invariant_on)
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.snr_db.len().max(1) as f64
    }
}

//! The one configuration: it drives the window, the command line and the checkpoint.

mod problems;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use self::problems::check_as_written;
use self::problems::{of_setting, of_syntax};
use crate::model::{Coupling, LearningParams, ModelParams, Schedule};
use crate::named::named;
use crate::range::OutOfRange;
use crate::source::{LINES_SIDE, MovieParams, NormaliseParams, SourceSpec};

/// Everything that decides what a run computes. Two runs of the same configuration and the same
/// commands give the same bits, on any number of threads of one instruction set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Seed of the scenes, the movies and the initial weights.
    pub seed: u64,
    /// Where the pictures come from.
    pub source: SourceSpec,
    /// Local contrast normalisation of the pictures.
    pub normalise: NormaliseParams,
    /// How movies are cut from pictures.
    pub movies: MovieParams,
    /// Sizes and sparsities.
    pub model: ModelParams,
    /// How W and A are learned.
    pub learning: LearningParams,
}

/// Why a text is no configuration.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// It is not JSON, has an unknown key, or a value of another kind.
    #[error("not a configuration: {0}")]
    Json(String),
    /// A value is out of its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

named! {
    /// Ready-made models.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Preset {
        /// 12 x 12 pixels, 100 simple and 25 invariant units: cells in seconds.
        Quick = "quick",
        /// The paper's main system: 20 x 20 pixels, 400 and 100 units.
        #[default]
        Paper = "paper",
        /// The paper's supplement: 20 x 20 pixels, 1000 and 400 units.
        Large = "large",
        /// 32 x 32 pixels, 4000 and 1000 units, kept alive, and beta adapted to a share of active u: many minutes.
        Huge = "huge",
        /// Three layers: as `Paper`, and 25 units on top of the invariant ones.
        Deep = "deep",
        /// The paper's Figure 1: the joint model learns lines, and one invariant unit for each orientation of them.
        Toy = "toy",
    }
}

/// Side of a patch, simple and invariant units of `Huge`.
const HUGE: [usize; 3] = [32, 4000, 1000];
/// Share of active u of `Huge`, about three units: at a fixed beta most of them would never turn on.
const HUGE_SHARE: f32 = 0.003;
/// Sparsity of u under a third layer, which has the more to pool the more units are on.
const DEEP_BETA: f32 = 0.2;
/// Sparsity of u of the toy example, at the end of its contest.
const TOY_BETA: f32 = 0.65;
/// Patches in a minibatch of the toy example.
const TOY_BATCH: usize = 50;

/// Side of a patch in pixels above which beta grows, and simple units above which it falls: those of the preset `large`.
const BETA_SIZES: [f32; 2] = [20.0, 1000.0];
/// The power of the side that it grows with, 2 times one between those of [`Config::beta_scale`].
const BETA_POWER: f32 = 1.2;

impl Preset {
    /// The preset whose rates and sparsities are meant for such a configuration.
    pub fn kin(config: &Config) -> Self {
        match config.learning.schedule {
            Schedule::Competitive => Self::Toy,
            _ if config.model.top > 0 => Self::Deep,
            _ if is_huge(config) => Self::Huge,
            _ => Self::Paper,
        }
    }

    /// Makes `config` one of this preset. Those of pictures leave alone what is not their business: the seed, the pictures, rates
    /// and, but for `Deep` and `Huge` and the share that `Huge` holds, sparsities, as far as they do not follow from sizes; to and
    /// from the toy example all but the seed changes.
    pub fn apply(self, config: &mut Config) {
        let is_toy = config.learning.schedule == Schedule::Competitive;
        if is_toy != (self == Self::Toy) {
            *config = Config {
                seed: config.seed,
                ..Config::default()
            };
        }
        // Meant for its sizes alone, as the beta that was found is.
        let is_from_huge = is_huge(config) || has_ways_of_huge(config);
        let leaves_huge = is_from_huge && self != Self::Huge;
        let leaves_deep = config.model.top > 0 && self != Self::Deep;
        if leaves_huge {
            config.model.invariant_share = 0.0;
        }
        let before = config.clone();
        let (patch_side, simple, invariant, top) = match self {
            Self::Quick => (12, 100, 25, 0),
            Self::Paper => (20, 400, 100, 0),
            Self::Large => (20, 1000, 400, 0),
            Self::Huge => (HUGE[0], HUGE[1], HUGE[2], 0),
            Self::Deep => (20, 400, 100, 25),
            Self::Toy => (LINES_SIDE, 60, 10, 0),
        };
        config.movies.patch_side = patch_side;
        config.model.simple = simple;
        config.model.invariant = invariant;
        config.model.top = top;
        config.model.deeper = ModelParams::default().deeper;
        config.learning.batch_movies = Schedule::usual_batch(simple);
        config.follow_sizes_from(&before);
        let comes_within = before.is_beyond_presets() && !config.is_beyond_presets();
        if leaves_huge || comes_within {
            config.learning.keep_alive = false;
        }
        if leaves_huge || leaves_deep {
            config.model.beta = ModelParams::default().beta * config.beta_scale();
        }
        match self {
            Self::Huge => {
                config.model.invariant_share = HUGE_SHARE;
                config.learning.keep_alive = true;
            }
            Self::Deep => config.model.beta = DEEP_BETA * config.beta_scale(),
            Self::Toy => {
                config.source = SourceSpec::Lines;
                config.movies.frames = 1;
                config.model.coupling = Coupling::Joint;
                config.model.beta = TOY_BETA;
                config.learning.schedule = Schedule::Competitive;
                config.learning.batch_movies = TOY_BATCH;
            }
            _ => {}
        }
    }
}

/// Whether it holds the share of u and keeps units alive as `Huge` does: its sizes may have been changed since.
fn has_ways_of_huge(config: &Config) -> bool {
    config.model.invariant_share == HUGE_SHARE && config.learning.keep_alive
}

/// Whether it has the sizes of `Huge`.
fn is_huge(config: &Config) -> bool {
    let Config { movies, model, .. } = config;
    [movies.patch_side, model.simple, model.invariant] == HUGE
}

impl Config {
    /// The default configuration, made one of `preset`.
    pub fn preset(preset: Preset) -> Self {
        let mut config = Self::default();
        preset.apply(&mut config);
        config
    }

    /// What the sparsities of u are multiplied by where they are meant for the presets `paper` and `large`: n_t / 3 times
    /// (P / 400)^0.6, at least 1, times sqrt(1000 / K), at most 1, where P is in pixels of one channel.
    ///
    /// A unit of u turns on when alpha A'z* is above beta, and z* sums over frames. z* sums to a multiple of P over K units; a pool of m
    /// of them has weights of about 1/sqrt(m), so that A'z* is about sqrt(m) P / K. Where filters are few, a pool holds a share of
    /// them all, and A'z* goes with P; where they are many, it holds those of one area, K / P, and A'z* goes with sqrt(P / K).
    pub(crate) fn beta_scale(&self) -> f32 {
        let frames = self.movies.frames as f32 / MovieParams::default().frames as f32;
        let [side, simple] = BETA_SIZES;
        let side = (self.movies.patch_side as f32 / side).max(1.0);
        let simple = (self.model.simple as f32 / simple).max(1.0);
        frames * side.powf(BETA_POWER) / simple.sqrt()
    }

    /// Changes sizes, and with them what [follows](Self::follow_sizes_from) from them; the movies in a minibatch, too, where they were as many
    /// as usual.
    pub(crate) fn resize(&mut self, resized: impl FnOnce(&mut Self)) {
        let before = self.clone();
        resized(self);
        let batches = [before.learning.batch_movies, self.learning.batch_movies];
        if batches == [Schedule::usual_batch(before.model.simple); 2] {
            self.learning.batch_movies = Schedule::usual_batch(self.model.simple);
        }
        self.follow_sizes_from(&before);
    }

    /// Changes what follows from sizes, where another configuration had those that it was meant for: the sparsities of u, as
    /// [`Self::beta_scale`] tells, and whether units are kept alive. Beyond the sizes of all presets but `huge` some die.
    pub(crate) fn follow_sizes_from(&mut self, before: &Self) {
        let by = self.beta_scale() / before.beta_scale();
        let extra_betas = self.learning.extra_betas.iter_mut();
        let betas = std::iter::once(&mut self.model.beta).chain(extra_betas);
        betas.for_each(|beta| *beta *= by);
        self.learning.keep_alive |= self.is_beyond_presets() && !before.is_beyond_presets();
    }

    /// Whether there are so many units that each of the invariant ones pools few. Measured on pictures, with 3 frames and up to 2000 simple
    /// units: the width ratio is 2.18 to 3.2 where there are a quarter as many invariant ones, and 1.7 at two fifths; with 5 frames it is
    /// 2.45 there. With 4000 and 10,000 simple units it is 1.6 and 1.0.
    pub fn has_narrow_pools(&self) -> bool {
        let model = &self.model;
        let are_many = 4 * model.invariant > model.simple && self.movies.frames < 5;
        self.movies.frames > 1 && (are_many || model.simple > 2000)
    }

    /// Whether patches or the simple layer are larger than in the presets but `huge`.
    fn is_beyond_presets(&self) -> bool {
        let [side, simple] = BETA_SIZES;
        self.movies.patch_side as f32 > side || self.model.simple as f32 > simple
    }

    /// Sets the frames of a movie, n_t, and the sparsities of u with it.
    pub fn set_frames(&mut self, frames: usize) {
        self.resize(|config| config.movies.frames = frames);
    }

    /// Sets the side of a patch, and the sparsities of u with it.
    pub fn set_patch_side(&mut self, side: usize) {
        self.resize(|config| config.movies.patch_side = side);
    }

    /// Sets the number of simple units, and with it the sparsities of u and the movies in a minibatch.
    pub fn set_simple(&mut self, simple: usize) {
        self.resize(|config| config.model.simple = simple);
    }

    /// Numbers of one frame, P: pixels, in each channel.
    pub fn pixels(&self) -> usize {
        self.movies.pixels()
    }

    /// The model with the sparsities that the schedule has in force after so many movies.
    pub fn model_in_force(&self, movies_seen: u64) -> ModelParams {
        let schedule = self.learning.schedule;
        schedule.in_force(&self.model, self.pixels(), movies_seen)
    }

    /// Whether another is this one, but for sparsities that it adapts to a share of units on.
    pub fn is_but_for_adapted(&self, other: &Self) -> bool {
        let prices = [other.model.alpha, other.model.beta];
        self.with_prices(Some(prices)) == *other
    }

    /// This configuration with alpha and beta of these values, where there are any, each where it is adapted to a share of units on.
    pub fn with_prices(&self, prices: Option<[f32; 2]>) -> Self {
        let mut config = self.clone();
        if let Some(prices) = prices {
            config.model.set_adapted_prices(prices);
        }
        config
    }

    /// The configuration as text, which [`Self::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and text")
    }

    /// Reads a configuration; what it does not name has its default.
    ///
    /// # Errors
    /// An unknown key, by name and line; a value of another kind; or the first value out of its range.
    pub fn from_json(text: &str) -> Result<Self, ConfigError> {
        // Some editors begin a file with a mark of its encoding.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            let reason = "the text is empty, but it should be an object: {\"seed\": 1}";
            return Err(ConfigError::Json(reason.to_owned()));
        }
        // A list would be taken as values in the order of the keys.
        if text.trim_start().starts_with('[') {
            let reason = "a list, but it should be an object: {\"seed\": 1}";
            return Err(ConfigError::Json(reason.to_owned()));
        }
        let settings = serde_json::from_str(text)
            .map_err(|error| ConfigError::Json(of_syntax(text, &error)))?;
        check_as_written(&settings).map_err(ConfigError::Json)?;
        let parser = &mut serde_json::Deserializer::from_str(text);
        let config: Self = serde_path_to_error::deserialize(parser)
            .map_err(|error| ConfigError::Json(of_setting(&error)))?;
        config.check()?;
        Ok(config)
    }

    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        let names_nothing = matches!(&self.source, SourceSpec::Images(paths) if paths.is_empty());
        let expected = "a list of picture files and folders";
        OutOfRange::check(!names_nothing, "source.images", expected, "empty")?;
        self.normalise.check()?;
        self.movies.check()?;
        self.model.check()?;
        self.learning.check()
    }
}

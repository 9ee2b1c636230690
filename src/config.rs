//! The one configuration: it drives the window, the command line and the checkpoint.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::model::{LearningParams, ModelParams};
use crate::source::{MovieParams, NormaliseParams, SourceSpec};

/// Everything that decides what a run computes. Two runs of the same configuration and the same
/// commands give the same bits, on any number of threads.
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

/// A value outside its range. The message names the setting, the range and the value.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{name} should be {expected}, but is {value}")]
pub struct OutOfRange {
    /// The setting, as the command line or the checkpoint spells it.
    pub name: &'static str,
    /// The range in words.
    pub expected: &'static str,
    /// The offending value.
    pub value: String,
}

impl OutOfRange {
    /// Passes when `ok`, else an error that names the setting, its range and `value`.
    ///
    /// # Errors
    /// When `ok` is false.
    pub fn check(
        ok: bool,
        name: &'static str,
        expected: &'static str,
        value: impl ToString,
    ) -> Result<(), Self> {
        if ok {
            return Ok(());
        }
        Err(Self {
            name,
            expected,
            value: value.to_string(),
        })
    }
}

/// Ready-made sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// 12 x 12 pixels, 100 simple and 25 invariant units: cells in seconds.
    Quick,
    /// The paper's main system: 20 x 20 pixels, 400 and 100 units.
    #[default]
    Paper,
    /// The paper's supplement: 20 x 20 pixels, 1000 and 400 units.
    Large,
}

impl Preset {
    /// All presets, smallest first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Paper, Self::Large];

    /// The name on the command line and in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
            Self::Large => "large",
        }
    }

    /// Sets the sizes of this preset in `config`, leaving all else alone.
    pub fn apply(self, config: &mut Config) {
        let (patch_side, simple, invariant) = match self {
            Self::Quick => (12, 100, 25),
            Self::Paper => (20, 400, 100),
            Self::Large => (20, 1000, 400),
        };
        config.movies.patch_side = patch_side;
        config.model.simple = simple;
        config.model.invariant = invariant;
    }
}

impl Config {
    /// The default configuration with the sizes of `preset`.
    #[must_use]
    pub fn preset(preset: Preset) -> Self {
        let mut config = Self::default();
        preset.apply(&mut config);
        config
    }

    /// Pixels in one frame, P.
    #[must_use]
    pub fn pixels(&self) -> usize {
        self.movies.patch_side * self.movies.patch_side
    }

    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        self.normalise.check()?;
        self.movies.check()?;
        self.model.check()?;
        self.learning.check()
    }
}

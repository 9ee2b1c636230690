//! Settings of learning.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::schedule::{MAX_BATCH, Schedule};
use crate::model::params::SPARSITIES;
use crate::range::OutOfRange;

fn is_steady(schedule: &Schedule) -> bool {
    *schedule == Schedule::Steady
}

/// Learning rates, relative to the default.
pub(crate) const RATES: RangeInclusive<f32> = 0.0..=1000.0;

/// Largest number of extra betas.
const MAX_EXTRA_BETAS: usize = 8;

/// How W and A are learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearningParams {
    /// Movies in a minibatch; 1 is the paper's one at a time; 1 to 4096.
    pub batch_movies: usize,
    /// Relative learning rate of W; 1 is the default; 0 to 1000.
    pub simple_rate: f32,
    /// Relative learning rate of A; 1 is the default; 0 to 1000.
    pub invariant_rate: f32,
    /// How rates and sparsities go over time.
    #[serde(rename = "course", skip_serializing_if = "is_steady")]
    pub schedule: Schedule,
    /// Do not change W.
    pub freeze_simple: bool,
    /// Do not change A and the other pooling weights.
    pub freeze_invariant: bool,
    /// Reinitialise rarely active units, from the movies learned from.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keep_alive: bool,
    /// Sparsities of u, for each of which a separate A learns from the same simple codes; at most 8, distinct, each
    /// from 0.001 to 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra_betas: Vec<f32>,
}

impl Default for LearningParams {
    fn default() -> Self {
        Self {
            batch_movies: 128,
            simple_rate: 1.0,
            invariant_rate: 1.0,
            schedule: Schedule::Steady,
            freeze_simple: false,
            freeze_invariant: false,
            keep_alive: false,
            extra_betas: Vec::new(),
        }
    }
}

impl LearningParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::within("batch", self.batch_movies, 1..=MAX_BATCH, " movies")?;
        OutOfRange::within("rate of W", self.simple_rate, RATES, "")?;
        OutOfRange::within("rate of A", self.invariant_rate, RATES, "")?;
        let betas = &self.extra_betas;
        OutOfRange::check(
            betas.len() <= MAX_EXTRA_BETAS,
            "extra betas",
            "at most 8",
            betas.len(),
        )?;
        OutOfRange::distinct("extra betas", betas, SPARSITIES)
    }
}

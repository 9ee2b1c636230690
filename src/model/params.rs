//! Settings of the model and of its learning.

use serde::{Deserialize, Serialize};

use super::schedule::Schedule;
use crate::range::OutOfRange;

/// The share of a price that the layer above can take away in the joint model: (1 + exp(-A u)) / 2.
pub const JOINT_SHARE: f32 = 0.5;

/// How the layers hang together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Coupling {
    /// One after the other: z minimises E1 and knows nothing of u, which minimises E2.
    #[default]
    Split,
    /// All in one energy, eq. (4): z and u minimise it together.
    Joint,
}

impl Coupling {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Split, Self::Joint];

    /// The name on the command line and in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Joint => "joint",
        }
    }

    /// The share of what a unit pays that the layer above can take away.
    #[must_use]
    pub fn share(self) -> f32 {
        match self {
            Self::Split => 1.0,
            Self::Joint => JOINT_SHARE,
        }
    }
}

/// Sizes and sparsities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelParams {
    /// How the layers hang together.
    pub coupling: Coupling,
    /// Simple units, K; 1 to 8192.
    pub simple: usize,
    /// Invariant units, M; 1 to 4096.
    pub invariant: usize,
    /// Units of a third layer on u, N; 0 for none, to 4096.
    pub top: usize,
    /// Sparsity of z; 0.001 to 100.
    pub alpha: f32,
    /// Sparsity of u; 0.001 to 100.
    pub beta: f32,
    /// Sparsity of v, the code of the third layer; 0.001 to 100.
    pub gamma: f32,
}

impl Default for ModelParams {
    fn default() -> Self {
        Self {
            coupling: Coupling::Split,
            simple: 400,
            invariant: 100,
            top: 0,
            alpha: 0.5,
            beta: 0.3,
            gamma: 0.06,
        }
    }
}

impl ModelParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::check(
            (1..=8192).contains(&self.simple),
            "simple",
            "from 1 to 8192 units",
            self.simple,
        )?;
        OutOfRange::check(
            (1..=4096).contains(&self.invariant),
            "invariant",
            "from 1 to 4096 units",
            self.invariant,
        )?;
        OutOfRange::check(self.top <= 4096, "top", "from 0 to 4096 units", self.top)?;
        OutOfRange::check(
            (1e-3..=100.0).contains(&self.alpha),
            "alpha",
            "from 0.001 to 100",
            self.alpha,
        )?;
        OutOfRange::check(
            (1e-3..=100.0).contains(&self.beta),
            "beta",
            "from 0.001 to 100",
            self.beta,
        )?;
        OutOfRange::check(
            (1e-3..=100.0).contains(&self.gamma),
            "gamma",
            "from 0.001 to 100",
            self.gamma,
        )
    }
}

fn is_steady(course: &Schedule) -> bool {
    *course == Schedule::Steady
}

/// Extra betas at most.
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
    #[serde(skip_serializing_if = "is_steady")]
    pub course: Schedule,
    /// Leave W as it is.
    pub freeze_simple: bool,
    /// Leave A as it is.
    pub freeze_invariant: bool,
    /// Sparsities of u at which an A of its own learns beside the model's, from the same simple codes;
    /// at most 8, each from 0.001 to 100 and there once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra_betas: Vec<f32>,
}

impl Default for LearningParams {
    fn default() -> Self {
        Self {
            batch_movies: 128,
            simple_rate: 1.0,
            invariant_rate: 1.0,
            course: Schedule::Steady,
            freeze_simple: false,
            freeze_invariant: false,
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
        OutOfRange::check(
            (1..=4096).contains(&self.batch_movies),
            "batch",
            "from 1 to 4096 movies",
            self.batch_movies,
        )?;
        OutOfRange::check(
            (0.0..=1000.0).contains(&self.simple_rate),
            "rate of W",
            "from 0 to 1000",
            self.simple_rate,
        )?;
        OutOfRange::check(
            (0.0..=1000.0).contains(&self.invariant_rate),
            "rate of A",
            "from 0 to 1000",
            self.invariant_rate,
        )?;
        let betas = &self.extra_betas;
        OutOfRange::check(
            betas.len() <= MAX_EXTRA_BETAS,
            "extra betas",
            "at most 8",
            betas.len(),
        )?;
        for (index, &beta) in betas.iter().enumerate() {
            OutOfRange::check(
                (1e-3..=100.0).contains(&beta) && !betas[..index].contains(&beta),
                "every extra beta",
                "from 0.001 to 100 and there once",
                beta,
            )?;
        }
        Ok(())
    }
}

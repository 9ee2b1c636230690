//! Settings of the model and of its learning.

use serde::{Deserialize, Serialize};

use crate::config::OutOfRange;

/// Sizes and sparsities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelParams {
    /// Simple units, K; 1 to 8192.
    pub simple: usize,
    /// Invariant units, M; 1 to 4096.
    pub invariant: usize,
    /// Sparsity of z; 0.001 to 100.
    pub alpha: f32,
    /// Sparsity of u; 0.001 to 100.
    pub beta: f32,
}

impl Default for ModelParams {
    fn default() -> Self {
        Self {
            simple: 400,
            invariant: 100,
            alpha: 0.5,
            beta: 0.3,
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
        )
    }
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

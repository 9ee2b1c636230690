//! Sizes and sparsities of the model.

use serde::{Deserialize, Serialize};

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

//! The methods that are compared, and their proven bounds.

use serde::Serialize;

use crate::model::Momentum;

/// The largest share of the last move that the capped momentum adds to the next.
const CAP: f64 = 0.9;

/// A method: proximal gradient steps of length 1/L in every layer, with or without momentum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// No momentum, r_k = 0: the energy never rises.
    Ista,
    /// Full momentum, r_k = (t_k - 1) / t_(k+1).
    Fista,
    /// Full momentum, reset when the energy would rise.
    Restarted,
    /// The same with r_k never above 0.9.
    Capped,
}

impl Method {
    /// The methods compared on the convex energies E1 and E2.
    pub const CONVEX: [Self; 3] = [Self::Ista, Self::Fista, Self::Restarted];
    /// The methods compared on the joint energies: momentum none, full and capped.
    pub const JOINT: [Self; 3] = [Self::Ista, Self::Fista, Self::Capped];

    /// Its name in a legend.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ista => "ISTA",
            Self::Fista => "FISTA",
            Self::Restarted => "restarted FISTA",
            Self::Capped => "capped FISTA",
        }
    }

    /// The momentum.
    #[must_use]
    pub fn momentum(self) -> Momentum {
        match self {
            Self::Ista => Momentum::None,
            Self::Fista => Momentum::Full,
            Self::Restarted => Momentum::Restart,
            Self::Capped => Momentum::Capped(CAP),
        }
    }

    /// The upper bound on E(z_k) - E(z*) for k >= 1 where the energy is convex and L is at least its Lipschitz constant (Beck &
    /// Teboulle 2009, theorems 3.1 and 4.4): L abs(z_0 - z*)^2 / (2 k) for ISTA, 2 L abs(z_0 - z*)^2 / (k + 1)^2 for FISTA. `None`
    /// without a proven bound.
    ///
    /// The second also holds where the extrapolated point is projected onto u >= 0: the projection is no farther from any point
    /// that the proof compares it with.
    #[must_use]
    pub fn bound(self, lipschitz: f64, distance_sq: f64, k: usize) -> Option<f64> {
        let k = k as f64;
        match self {
            Self::Ista => Some(lipschitz * distance_sq / (2.0 * k)),
            Self::Fista => Some(2.0 * lipschitz * distance_sq / (k + 1.0).powi(2)),
            Self::Restarted | Self::Capped => None,
        }
    }
}

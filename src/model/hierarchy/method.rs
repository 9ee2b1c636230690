//! The methods of minimisation, and their proven bounds (Beck & Teboulle 2009).

use serde::Serialize;

use crate::named::named;

/// The largest r_k of [`Method::Capped`].
const CAP: f64 = 0.9;

named! {
    /// A method: proximal gradient steps of length 1/L in every layer, then a share r_k of the last move is added to the next
    /// point, as in the algorithm of the paper's section 4.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Method {
        /// No momentum, r_k = 0: the energy never rises.
        Ista = "ISTA",
        /// Full momentum, reset when the energy would rise, so that it never rises.
        Restarted = "restarted FISTA",
        /// Full momentum, r_k = (t_k - 1) / t_(k+1).
        Fista = "FISTA",
        /// As restarted, with r_k at most 0.9: on an energy that is not convex, full momentum may circle the minimum.
        Capped = "capped FISTA",
    }
}

impl Method {
    /// The upper bound on E(z_k) - E(z*) for k >= 1 where the energy is convex and L is at least its Lipschitz constant (Beck &
    /// Teboulle 2009, theorems 3.1 and 4.4): L abs(z_0 - z*)^2 / (2 k) for ISTA, 2 L abs(z_0 - z*)^2 / (k + 1)^2 for FISTA. `None`
    /// without a proven bound.
    ///
    /// The second also holds where the extrapolated point is projected onto u >= 0: the projection is no farther from any point
    /// that the proof compares it with.
    pub fn bound(self, lipschitz: f64, distance_sq: f64, k: usize) -> Option<f64> {
        let k = k as f64;
        match self {
            Self::Ista => Some(lipschitz * distance_sq / (2.0 * k)),
            Self::Fista => Some(2.0 * lipschitz * distance_sq / (k + 1.0).powi(2)),
            Self::Restarted | Self::Capped => None,
        }
    }

    /// Whether a rise of the energy resets the momentum.
    pub(super) fn restarts(self) -> bool {
        matches!(self, Self::Restarted | Self::Capped)
    }

    /// r_k and t_(k+1), from t_k.
    pub(super) fn advance(self, inertia: f64) -> (f64, f64) {
        let next = (1.0 + (1.0 + 4.0 * inertia * inertia).sqrt()) / 2.0;
        let full = (inertia - 1.0) / next;
        let ratio = match self {
            Self::Ista => 0.0,
            Self::Fista | Self::Restarted => full,
            Self::Capped => full.min(CAP),
        };
        (ratio, next)
    }
}

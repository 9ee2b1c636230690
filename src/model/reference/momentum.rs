//! The momentum of FISTA (Beck & Teboulle 2009).

/// The share of the last move that is added to the next point: r_k of eq. (14).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Momentum {
    /// r_k = 0 (ISTA): the energy never rises.
    None,
    /// r_k = (t_k - 1) / t_(k+1) (FISTA).
    Full,
    /// FISTA that resets its momentum whenever the energy would rise; the energy never rises.
    Restart,
    /// The same with r_k at most this share, from 0 to 1. On a non-convex energy full momentum may circle the minimum.
    Capped(f64),
}

impl Momentum {
    /// Whether a rise of the energy resets the momentum.
    pub(super) fn restarts(self) -> bool {
        matches!(self, Self::Restart | Self::Capped(_))
    }

    /// r_k and t_(k+1), from t_k.
    pub(super) fn advance(self, inertia: f64) -> (f64, f64) {
        let next = (1.0 + (1.0 + 4.0 * inertia * inertia).sqrt()) / 2.0;
        let full = (inertia - 1.0) / next;
        let ratio = match self {
            Self::None => 0.0,
            Self::Full | Self::Restart => full,
            Self::Capped(cap) => full.min(cap),
        };
        (ratio, next)
    }
}

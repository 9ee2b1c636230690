//! Models that learn from movies of different kinds, compared.

use super::measured::Measured;

/// A model that learned from movies of one kind.
#[derive(Clone, Debug)]
pub struct TimeRun {
    /// The kind: "drift", "movie", "scrambled" or "still".
    pub motion: &'static str,
    /// The seed of its weights and its movies.
    pub seed: u64,
    /// The pictures or movies that it learned from.
    pub source: String,
    /// What it became.
    pub measured: Measured,
}

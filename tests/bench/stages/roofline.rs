//! Operation counts, and what share of peak performance each stage reaches.
//!
//! Counts are of the operations no coder gets around, not of those that ours carried out: a share of
//! the peak is then comparable between solvers, and what is missing to 1 is iterations and memory. A
//! multiply-add counts as two. N samples, S entries of z that are on in all of them:
//!
//! | stage | operations | bytes that must move |
//! |---|---|---|
//! | c = W'x | 2 N P K | x, W, c |
//! | W'W, half of it and the diagonal | P K (K + 1) | W, W'W |
//! | E1 | c = W'x, and one check of all units, 2 S K | x, W, W'W, z |
//! | E2 | a check of all units, 2 S* M, S* the entries of z*, and where some come out on another one | A, z*, u |
//! | -dE1/dW | x - W z times z, 2 S P | x - W z, gradient, z |
//! | -dE2/dA | 3 for each pair of an entry of z* and of u | z*, u, gradient |

use serde::Serialize;

use super::clock::Timing;
use super::machine::Rates;

/// Bytes of one f32.
const VALUE: f64 = 4.0;
/// Bytes of one entry of a sparse code: unit and value.
const ENTRY: f64 = 8.0;

/// Operations and bytes that a stage cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Needed {
    pub(super) flop: f64,
    pub(super) bytes: f64,
}

/// Sizes of the work: `[samples, pixels]` frames, `units` simple units, `on` entries of z.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimpleWork {
    pub(super) samples: f64,
    pub(super) pixels: f64,
    pub(super) units: f64,
    pub(super) on: f64,
}

impl SimpleWork {
    /// c = W'x.
    pub(super) fn correlations(&self) -> Needed {
        let Self {
            samples,
            pixels,
            units,
            ..
        } = *self;
        Needed {
            flop: 2.0 * samples * pixels * units,
            bytes: VALUE * (samples * pixels + pixels * units + samples * units),
        }
    }

    /// W'W.
    pub(super) fn gram(&self) -> Needed {
        Needed {
            flop: self.pixels * self.units * (self.units + 1.0),
            bytes: VALUE * self.units * (self.pixels + self.units),
        }
    }

    /// E1 of all samples.
    pub(super) fn codes(&self) -> Needed {
        let weights = self.units * (self.pixels + self.units);
        Needed {
            flop: self.correlations().flop + 2.0 * self.on * self.units,
            bytes: VALUE * (self.samples * self.pixels + weights) + ENTRY * self.on,
        }
    }

    /// -dE1/dW.
    pub(super) fn gradients(&self) -> Needed {
        let values = self.pixels * (self.samples + self.units);
        Needed {
            flop: 2.0 * self.on * self.pixels,
            bytes: VALUE * values + ENTRY * self.on,
        }
    }
}

/// Sizes of the work: `pooled` entries of z*, so many of them in movies that turn a unit on, `units` by `invariant`
/// weights A, `on` entries of u, and `pairs` of an entry of z* and one of u in the same movie.
#[derive(Clone, Copy, Debug)]
pub(super) struct InvariantWork {
    pub(super) pooled: f64,
    pub(super) pooled_where_on: f64,
    pub(super) units: f64,
    pub(super) invariant: f64,
    pub(super) on: f64,
    pub(super) pairs: f64,
}

impl InvariantWork {
    /// E2 of all movies.
    pub(super) fn codes(&self) -> Needed {
        Needed {
            flop: 2.0 * (self.pooled + self.pooled_where_on) * self.invariant,
            bytes: VALUE * self.units * self.invariant + ENTRY * (self.pooled + self.on),
        }
    }

    /// -dE2/dA.
    pub(super) fn gradients(&self) -> Needed {
        Needed {
            flop: 3.0 * self.pairs,
            bytes: VALUE * self.units * self.invariant + ENTRY * (self.pooled + self.on),
        }
    }
}

/// A row of the roofline table.
#[derive(Debug, Serialize)]
pub(super) struct Roof {
    pub(super) stage: String,
    pub(super) threads: usize,
    pub(super) secs: f64,
    #[serde(flatten)]
    needed: Needed,
    flop_per_second: f64,
    /// Share of the matrix peak.
    share_of_peak: f64,
    /// Operations for each byte that must move.
    flop_per_byte: f64,
    /// Share of the lower of two roofs: the matrix peak, and what memory lets through at so many
    /// operations for each byte.
    share_of_roof: f64,
}

impl Roof {
    pub(super) fn new(
        stage: impl Into<String>,
        timing: &Timing,
        needed: Needed,
        rates: &Rates,
    ) -> Self {
        let secs = timing.median_secs.max(f64::MIN_POSITIVE);
        let flop_per_second = needed.flop / secs;
        let flop_per_byte = needed.flop / needed.bytes;
        let peak = rates.matrix_flop_per_second;
        let roof = peak.min(flop_per_byte * rates.memory_bytes_per_second);
        Self {
            stage: stage.into(),
            threads: rates.threads,
            secs,
            needed,
            flop_per_second,
            share_of_peak: flop_per_second / peak,
            flop_per_byte,
            share_of_roof: flop_per_second / roof,
        }
    }
}

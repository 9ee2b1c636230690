//! The active-set coders compared with the iterative methods.
//!
//! They have no iterations that compare with those of the methods. So they are measured at given relative duality gaps: how far above the
//! minimum their energy is, and how many iterations FISTA needs to reach the same energy.

use serde::Serialize;

use super::{Method, Spread, Trial};

/// The relative duality gaps requested of the coders.
pub const CODER_GAPS: [f64; 6] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

/// A coder at one gap, summarised over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoderSummary {
    /// The requested duality gap, as a share of the energy.
    pub relative_gap: f64,
    /// Energy above the lowest found.
    pub excess: Spread,
    /// The same as a share of the lowest energy: at most gap / (1 - gap).
    pub share: Spread,
    /// The largest share of any sample.
    pub largest_share: f64,
    /// Iterations until FISTA reaches the same energy, over the samples where it does.
    pub fista_iterations: Option<Spread>,
    /// Samples in which FISTA reaches it.
    pub fista_samples: usize,
}

/// A coder at one gap in one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CoderPoint {
    excess: f64,
    share: f64,
    fista_iterations: Option<usize>,
}

impl CoderPoint {
    /// Compares a code of this energy with the runs of a trial.
    pub(super) fn new(energy: f64, trial: &Trial) -> Self {
        let excess = (energy - trial.best).max(0.0);
        let fista = trial.runs.iter().find(|run| run.method == Method::Fista);
        let enough = excess + trial.rounding();
        Self {
            excess,
            share: excess / trial.best.max(f64::MIN_POSITIVE),
            fista_iterations: fista.and_then(|run| run.excess.iter().position(|&e| e <= enough)),
        }
    }
}

impl CoderSummary {
    /// One for each gap, from the points of every sample at each of them.
    pub(super) fn of(samples: &[&[CoderPoint]]) -> Vec<Self> {
        let gaps = CODER_GAPS.into_iter().enumerate();
        gaps.filter_map(|(place, relative_gap)| {
            let points: Vec<CoderPoint> = samples
                .iter()
                .filter_map(|points| points.get(place).copied())
                .collect();
            let spread = |of: fn(&CoderPoint) -> f64| Spread::of(points.iter().map(of));
            let found = points.iter().filter_map(|point| point.fista_iterations);
            let found: Vec<f64> = found.map(|k| k as f64).collect();
            Some(Self {
                relative_gap,
                excess: spread(|point| point.excess)?,
                share: spread(|point| point.share)?,
                largest_share: points.iter().fold(0.0, |most, p| p.share.max(most)),
                fista_samples: found.len(),
                fista_iterations: Spread::of(found),
            })
        })
        .collect()
    }
}

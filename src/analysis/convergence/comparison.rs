//! The capped momentum compared with none, from the same start with as many iterations.

use serde::Serialize;

use super::{Method, Spread, Trial};

/// Relative difference below which energies count as equal.
const EQUAL: f64 = 1e-9;

/// The capped momentum compared with none, summarised over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MomentumComparison {
    /// Samples.
    pub samples: usize,
    /// Samples in which the capped momentum ended above none by more than 1e-9 of the energy: at another minimum, where the energy
    /// is not convex.
    pub ended_above: usize,
    /// Samples in which it ended below by more than that.
    pub ended_below: usize,
    /// The largest difference above, as a share of the energy without momentum; 0 if never above.
    pub farthest_above: f64,
    /// The largest difference below; 0 if never below.
    pub farthest_below: f64,
    /// Samples in which both reached 1e-4 above the lowest energy found, and neither at the start.
    pub both_converged: usize,
    /// Ratio of the iterations until then without momentum to those with the capped momentum.
    pub fewer_iterations: Option<Spread>,
}

/// Where the capped momentum and none ended in one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Final energy with the capped momentum minus that without, as a share of the energy without momentum.
    above: f64,
    /// Ratio of the iterations to convergence without momentum to those with the capped momentum.
    fewer: Option<f64>,
}

impl Ends {
    /// `None` if one of the two was not run.
    pub fn new(trial: &Trial) -> Option<Self> {
        let of = |method| trial.runs.iter().find(|run| run.method == method);
        let (none, capped) = (of(Method::Ista)?, of(Method::Capped)?);
        let [slow, fast] = [none, capped].map(|run| trial.converged(run).filter(|k| *k > 0));
        let [above, below] = [capped, none].map(|run| run.excess.last().copied());
        let (above, below) = (above?, below?);
        Some(Self {
            above: (above - below) / (trial.best + below).max(f64::MIN_POSITIVE),
            fewer: slow.zip(fast).map(|(slow, fast)| slow as f64 / fast as f64),
        })
    }
}

impl MomentumComparison {
    /// Over these samples; `None` without samples.
    pub fn of(ends: &[Ends]) -> Option<Self> {
        if ends.is_empty() {
            return None;
        }
        let factors: Vec<f64> = ends.iter().filter_map(|ends| ends.fewer).collect();
        let farthest = |sign: f64| {
            ends.iter()
                .fold(0.0, |most, e| f64::max(most, sign * e.above))
        };
        Some(Self {
            samples: ends.len(),
            ended_above: ends.iter().filter(|ends| ends.above > EQUAL).count(),
            ended_below: ends.iter().filter(|ends| ends.above < -EQUAL).count(),
            farthest_above: farthest(1.0),
            farthest_below: farthest(-1.0),
            both_converged: factors.len(),
            fewer_iterations: Spread::of(factors),
        })
    }
}

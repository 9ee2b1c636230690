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

/// The final energies of one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    /// Final energy with the capped momentum minus that without, as a share of the energy without momentum.
    above: f64,
    /// Ratio of the iterations to convergence without momentum to those with the capped momentum.
    fewer: Option<f64>,
}

impl Ends {
    /// `None` if one of the two was not run. `converged` returns a run's iterations to convergence.
    pub(super) fn new(
        trial: &Trial,
        converged: impl Fn(&super::MethodRun) -> Option<usize>,
    ) -> Option<Self> {
        let of = |method| trial.runs.iter().find(|run| run.method == method);
        let (none, capped) = (of(Method::Ista)?, of(Method::Capped)?);
        let [slow, fast] = [none, capped].map(|run| converged(run).filter(|k| *k > 0));
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
    pub(super) fn of(ends: &[Ends]) -> Option<Self> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::convergence::MethodRun;

    fn trial(none: [f64; 3], capped: [f64; 3]) -> Trial {
        let run = |method, excess: [f64; 3]| MethodRun {
            method,
            excess: excess.to_vec(),
            rises: 0,
            multiply_adds: 1.0,
        };
        Trial {
            best: 1.0,
            start: 3.0,
            known_excess: Vec::new(),
            minimum: Vec::new(),
            minimum_converged: true,
            distance_sq: 1.0,
            top_on: 1,
            lipschitz: 1.0,
            runs: vec![run(Method::Ista, none), run(Method::Capped, capped)],
        }
    }

    #[test]
    fn ends_above_and_below_are_told_apart_and_iterations_are_compared() {
        let converged = |run: &MethodRun| run.excess.iter().position(|&e| e <= 1e-4);
        let trials = [
            trial([2.0, 1.0, 0.0], [2.0, 0.0, 0.0]),
            trial([2.0, 1.0, 0.0], [2.0, 0.5, 0.5]),
            trial([2.0, 1.0, 1.0], [2.0, 0.0, 0.0]),
            // At its minimum from the start: no iterations to compare.
            trial([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ];
        let ends: Vec<Ends> = trials
            .iter()
            .filter_map(|trial| Ends::new(trial, converged))
            .collect();
        let found = MomentumComparison::of(&ends).expect("samples");
        assert_eq!((found.samples, found.both_converged), (4, 1));
        assert_eq!((found.ended_above, found.ended_below), (1, 1));
        assert_eq!((found.farthest_above, found.farthest_below), (0.5, 0.5));
        assert_eq!(
            found.fewer_iterations.map(|spread| spread.median),
            Some(2.0)
        );
        assert_eq!(MomentumComparison::of(&[]), None);
    }
}

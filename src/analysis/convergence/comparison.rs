//! The capped momentum against none, from the same start with as many iterations.

use serde::Serialize;

use super::{Method, Spread, Trial};

/// Energies closer than this share of themselves count as equal.
const EQUAL: f64 = 1e-9;

/// The capped momentum against none over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MomentumComparison {
    /// Samples.
    pub samples: usize,
    /// Those in which the capped momentum ended above none, by more than 1e-9 of the energy: at another
    /// minimum, where the energy is not convex.
    pub ended_above: usize,
    /// Those in which it ended below, by as much.
    pub ended_below: usize,
    /// How far above it ended at most, as a share of the energy without momentum; 0 for never.
    pub farthest_above: f64,
    /// How far below, at most.
    pub farthest_below: f64,
    /// Samples in which both came down to 1e-4 of the lowest energy known, but not at the start.
    pub both_converged: usize,
    /// Iterations that took without momentum, over those with the capped momentum.
    pub fewer_iterations: Option<Spread>,
}

/// Both ends of one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    /// What the capped momentum ended above none, as a share of the energy without momentum.
    above: f64,
    /// Iterations to convergence without momentum over those with the capped momentum.
    fewer: Option<f64>,
}

impl Ends {
    /// `None` where one of the two was not run. `converged` gives a descent's iterations to convergence.
    pub(super) fn new(
        trial: &Trial,
        converged: impl Fn(&super::Descent) -> Option<usize>,
    ) -> Option<Self> {
        let of = |method| trial.descents.iter().find(|way| way.method == method);
        let (none, capped) = (of(Method::Ista)?, of(Method::Capped)?);
        let [slow, fast] = [none, capped].map(|way| converged(way).filter(|k| *k > 0));
        let [above, below] = [capped, none].map(|way| way.excess.last().copied());
        let (above, below) = (above?, below?);
        Some(Self {
            above: (above - below) / (trial.best + below).max(f64::MIN_POSITIVE),
            fewer: slow.zip(fast).map(|(slow, fast)| slow as f64 / fast as f64),
        })
    }
}

impl MomentumComparison {
    /// Over these samples; `None` for none.
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
    use crate::analysis::convergence::Descent;

    fn trial(none: [f64; 3], capped: [f64; 3]) -> Trial {
        let descent = |method, excess: [f64; 3]| Descent {
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
            distance_sq: 1.0,
            top_on: 1,
            lipschitz: 1.0,
            descents: vec![descent(Method::Ista, none), descent(Method::Capped, capped)],
        }
    }

    #[test]
    fn ends_above_and_below_are_told_apart_and_iterations_are_compared() {
        let converged = |way: &Descent| way.excess.iter().position(|&e| e <= 1e-4);
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

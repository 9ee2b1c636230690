//! What is kept of one trial.

use super::coder::CoderPoint;
use super::comparison::Ends;
use super::{Descent, Trial, log_log_slope};

/// An excess of no more than this share of the lowest energy counts as converged.
const CONVERGED: f64 = 1e-4;

/// What is kept of one energy of one movie, to be summed up in a [`super::Convergence`].
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) best: f64,
    pub(super) start: f64,
    pub(super) distance_sq: f64,
    pub(super) top_on: f64,
    pub(super) lipschitz: f64,
    pub(super) coder_excess: Option<f64>,
    pub(super) descents: Vec<SampleDescent>,
    /// The capped momentum against none, where both were run.
    pub(super) ends: Option<Ends>,
    /// Slacks of Lemma 2.3, as shares of the energy at the start.
    pub(super) lemma: Vec<f64>,
    /// The fast coder at each of its gaps.
    pub(super) coder: Vec<CoderPoint>,
}

/// What is kept of a method's way down.
#[derive(Clone, Debug)]
pub(super) struct SampleDescent {
    /// At the k of the curves.
    pub(super) excess: Vec<f64>,
    pub(super) against_bound: Option<(usize, f64)>,
    pub(super) slope: Option<f64>,
    pub(super) iterations_to_converge: Option<usize>,
    pub(super) rises: usize,
    pub(super) multiply_adds: f64,
}

impl Sample {
    pub(super) fn new(trial: &Trial, k: &[usize]) -> Self {
        let descents = trial.descents.iter().map(|descent| SampleDescent {
            excess: k.iter().map(|&k| descent.excess[k]).collect(),
            against_bound: trial.against_bound(descent),
            slope: log_log_slope(&descent.excess),
            iterations_to_converge: converged(trial, descent),
            rises: descent.rises,
            multiply_adds: descent.multiply_adds,
        });
        Self {
            best: trial.best,
            start: trial.start,
            distance_sq: trial.distance_sq,
            top_on: trial.top_on as f64,
            lipschitz: trial.lipschitz,
            coder_excess: trial
                .known_excess
                .first()
                .map(|excess| excess / trial.best.max(f64::MIN_POSITIVE)),
            descents: descents.collect(),
            ends: Ends::new(trial, |descent| converged(trial, descent)),
            lemma: Vec::new(),
            coder: Vec::new(),
        }
    }

    /// Keeps what Lemma 2.3 left unused.
    pub(super) fn note_lemma(&mut self, slacks: Vec<f64>) {
        self.lemma = slacks;
    }

    /// Keeps the energies that the fast coder ended at, one for each gap.
    pub(super) fn note_coder(&mut self, energies: impl Iterator<Item = f64>, trial: &Trial) {
        self.coder = energies.map(|e| CoderPoint::new(e, trial)).collect();
    }
}

/// Iterations until the excess is down to 1e-4 of the lowest energy known, if that comes to pass.
pub(super) fn converged(trial: &Trial, descent: &Descent) -> Option<usize> {
    let enough = CONVERGED * trial.best;
    descent.excess.iter().position(|&excess| excess <= enough)
}

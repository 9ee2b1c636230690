//! The measures kept of one trial.

use super::coder::CoderPoint;
use super::comparison::Ends;
use super::lemma::Slack;
use super::{Trial, log_log_slope};

/// The measures of one energy of one movie, summarised over movies in a [`super::Convergence`].
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) best: f64,
    pub(super) minimum_converged: bool,
    pub(super) start: f64,
    pub(super) distance_sq: f64,
    pub(super) top_on: f64,
    pub(super) lipschitz: f64,
    pub(super) coder_excess: Option<f64>,
    pub(super) runs: Vec<SampleRun>,
    /// The capped momentum against none, where both were run.
    pub(super) ends: Option<Ends>,
    /// Slacks of Lemma 2.3.
    pub(super) lemma: Vec<Slack>,
    /// The fast coder at each of its gaps.
    pub(super) coder: Vec<CoderPoint>,
}

/// The measures of one method.
#[derive(Clone, Debug)]
pub(super) struct SampleRun {
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
        let runs = trial.runs.iter().map(|run| SampleRun {
            excess: k.iter().map(|&k| run.excess[k]).collect(),
            against_bound: trial.against_bound(run),
            slope: log_log_slope(&run.excess),
            iterations_to_converge: trial.converged(run),
            rises: run.rises,
            multiply_adds: run.multiply_adds,
        });
        Self {
            best: trial.best,
            minimum_converged: trial.minimum_converged,
            start: trial.start,
            distance_sq: trial.distance_sq,
            top_on: trial.top_on as f64,
            lipschitz: trial.lipschitz,
            coder_excess: trial
                .known_excess
                .map(|excess| excess / trial.best.max(f64::MIN_POSITIVE)),
            runs: runs.collect(),
            ends: Ends::new(trial),
            lemma: Vec::new(),
            coder: Vec::new(),
        }
    }

    /// Sets the slacks of Lemma 2.3.
    pub(super) fn note_lemma(&mut self, slacks: Vec<Slack>) {
        self.lemma = slacks;
    }

    /// Sets the final energies of the fast coder, one for each gap.
    pub(super) fn note_coder(&mut self, energies: impl Iterator<Item = f64>, trial: &Trial) {
        self.coder = energies.map(|e| CoderPoint::new(e, trial)).collect();
    }
}

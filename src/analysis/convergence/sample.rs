//! The measures kept of one trial.

use super::coder::CoderPoint;
use super::comparison::Ends;
use super::lemma::Slack;
use super::{Trial, log_log_slope};

/// The measures of one energy of one movie, summarised over movies in a [`super::Convergence`].
#[derive(Clone, Debug)]
pub struct Sample {
    /// Without its runs and codes, which need much memory.
    pub(super) trial: Trial,
    pub(super) runs: Vec<SampleRun>,
    /// The capped momentum against none, where both were run.
    pub(super) ends: Option<Ends>,
    /// Slacks of Lemma 2.3; none where the energy is not convex.
    pub(super) lemma: Vec<Slack>,
    /// The fast coder at each of its gaps; none where it is not compared.
    pub(super) coder: Vec<CoderPoint>,
}

/// The measures of one method.
#[derive(Clone, Debug)]
pub(super) struct SampleRun {
    /// At the k of the curves.
    pub(super) excess: Vec<f64>,
    pub(super) against_bound: Option<(usize, f64)>,
    pub(super) slope: Option<f64>,
    /// Whether the excess fell to 1e-4 of the lowest energy.
    pub(super) has_converged: bool,
    /// After how many iterations; one more than there were where it did not.
    pub(super) iterations_to_converge: usize,
    pub(super) rises: usize,
    pub(super) multiply_adds: f64,
}

impl Sample {
    /// `coded` are the energies of the fast coder, one for each gap.
    pub(super) fn new(mut trial: Trial, k: &[usize], lemma: Vec<Slack>, coded: Vec<f64>) -> Self {
        let runs = trial.runs.iter().map(|run| SampleRun {
            excess: k.iter().map(|&k| run.excess[k]).collect(),
            against_bound: trial.against_bound(run),
            slope: log_log_slope(&run.excess),
            has_converged: trial.converged(run).is_some(),
            iterations_to_converge: trial.converged(run).unwrap_or(run.excess.len()),
            rises: run.rises,
            multiply_adds: run.multiply_adds,
        });
        let runs = runs.collect();
        let coded = coded.into_iter();
        let coder = coded
            .map(|energy| CoderPoint::new(energy, &trial))
            .collect();
        let ends = Ends::new(&trial);
        trial.runs = Vec::new();
        trial.minimum = Vec::new();
        Self {
            trial,
            runs,
            ends,
            lemma,
            coder,
        }
    }
}

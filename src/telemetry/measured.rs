//! The slower measures of a model, as they are noted along a run.

use serde::{Deserialize, Serialize};

use crate::analysis::tuning::{EdgeSummary, GratingSummary, TuningSummary};
use crate::analysis::{Concentration, GaborFit, median_correlation};

/// The measures that are made apart from each other.
pub(super) const MEASURES: usize = 5;

/// What was measured of a model at one moment of its run; `None` for what was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Measured {
    /// Minibatches learned from by then.
    pub step: u64,
    /// Movies learned from by then.
    pub movies_seen: u64,
    /// Seconds spent learning by then.
    pub elapsed_secs: f64,
    /// Median orientation concentration of the invariant units, by the spectra of the filters; 0 to 1.
    pub concentration: Option<f64>,
    /// The same with the rows of A shuffled.
    pub concentration_shuffled: Option<f64>,
    /// Share of the filters whose Gabor fit is good; 0 to 1.
    pub gabor_good: Option<f64>,
    /// Median correlation of the filters with their Gabor fits.
    pub gabor_correlation: Option<f64>,
    /// Position tolerance: width of u over that of abs(z) of its strongest simple unit.
    pub width_ratio: Option<f64>,
    /// The same of the orientation bandwidths.
    pub bandwidth_ratio: Option<f64>,
    /// Whether edges were shown and too few units answered for these ratios.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_without_width: bool,
    /// F2/F0 of abs(z) to a drifting grating.
    pub f2_over_f0_simple: Option<f64>,
    /// F2/F0 of u to a drifting grating.
    pub f2_over_f0_invariant: Option<f64>,
}

impl Measured {
    /// Nothing measured yet, of this moment of a run.
    pub fn at(step: u64, movies_seen: u64, elapsed_secs: f64) -> Self {
        Self {
            step,
            movies_seen,
            elapsed_secs,
            ..Self::default()
        }
    }

    /// These measures, but with the concentration of others.
    #[must_use]
    pub fn with_concentration_of(self, other: &Self) -> Self {
        Self {
            concentration: other.concentration,
            concentration_shuffled: other.concentration_shuffled,
            ..self
        }
    }

    /// These measures, if any were taken: a model that has learned from nothing has none.
    pub fn taken(&self) -> Option<&Self> {
        (self.step > 0).then_some(self)
    }

    /// Which measures were made: concentration, Gabor fits, edges, gratings, and gratings that u responded to.
    pub(super) fn made(&self) -> [bool; MEASURES] {
        [
            self.concentration.is_some(),
            self.gabor_good.is_some(),
            self.is_of_edges(),
            self.f2_over_f0_simple.is_some(),
            self.f2_over_f0_invariant.is_some(),
        ]
    }

    /// Whether edges were shown.
    pub fn is_of_edges(&self) -> bool {
        self.width_ratio.is_some() || self.is_without_width
    }

    /// These measures, and those of `other` where there is none.
    pub fn or(&self, other: &Self) -> Self {
        let edges = if self.is_of_edges() { self } else { other };
        Self {
            concentration: self.concentration.or(other.concentration),
            concentration_shuffled: self.concentration_shuffled.or(other.concentration_shuffled),
            gabor_good: self.gabor_good.or(other.gabor_good),
            gabor_correlation: self.gabor_correlation.or(other.gabor_correlation),
            width_ratio: edges.width_ratio,
            bandwidth_ratio: edges.bandwidth_ratio,
            is_without_width: edges.is_without_width,
            f2_over_f0_simple: self.f2_over_f0_simple.or(other.f2_over_f0_simple),
            f2_over_f0_invariant: self.f2_over_f0_invariant.or(other.f2_over_f0_invariant),
            ..*self
        }
    }

    /// Takes in Gabor fits, and the orientation concentration.
    pub fn take_fits(&mut self, fits: &[Option<GaborFit>], concentration: Option<&Concentration>) {
        let good = fits.iter().flatten().filter(|fit| fit.is_good()).count();
        self.gabor_good = (!fits.is_empty()).then(|| good as f64 / fits.len() as f64);
        self.gabor_correlation = median_correlation(fits);
        self.take_concentration(concentration);
    }

    /// Takes in an orientation concentration.
    pub fn take_concentration(&mut self, found: Option<&Concentration>) {
        self.concentration = found.map(|found| found.median);
        self.concentration_shuffled = found.map(|found| found.shuffled_median);
    }

    /// Takes in the answers to edges and gratings.
    pub fn take_tuning(&mut self, tuning: &TuningSummary) {
        self.take_edges(tuning.edges.as_ref());
        self.take_gratings(tuning.gratings.as_ref());
    }

    /// Takes in the answers to edges.
    pub fn take_edges(&mut self, summary: Option<&EdgeSummary>) {
        self.is_without_width = summary.is_none();
        self.width_ratio = summary.map(|edges| edges.width_ratio);
        self.bandwidth_ratio = summary.map(|edges| edges.bandwidth_ratio);
    }

    /// Takes in the answers to gratings.
    pub fn take_gratings(&mut self, summary: Option<&GratingSummary>) {
        self.f2_over_f0_simple = summary.map(|gratings| gratings.simple.f2_over_f0);
        self.f2_over_f0_invariant =
            summary.and_then(|gratings| Some(gratings.invariant.as_ref()?.f2_over_f0));
    }
}

//! How fast the energies fall: each method's way down against what is proven about it.
//!
//! Every sample is a movie. E1 is that of its first frame; E2 that of its exactly coded z*; the joint
//! energy is that of the whole movie; the third layer above it is the model's own, or, where it has none, a random one. All start
//! with all codes 0 and step by 1/L, L the layer's own bound on its Lipschitz constant.
//!
//! 1. [`Trial`]: one energy of one sample, its lowest energy known and every [`Method`]'s way there.
//! 2. [`log_log_slope`]: the power of k that the excess falls with.
//! 3. [`lemma_slack`]: what Lemma 2.3, on which the bounds rest, leaves unused.
//! 4. [`Study`]: the samples of a model, each measured as a [`Sample`].
//! 5. [`Convergence`]: medians and quartiles over the samples, and how often a bound was passed.
//! 6. [`RandomModels`]: capped momentum against none on random models of 1 to 4 layers.

mod coder;
mod comparison;
mod energy_name;
mod found;
mod lemma;
mod method;
mod random_models;
mod sample;
mod slope;

mod study;
mod summary;
mod trial;

use std::convert::Infallible;
use std::ops::ControlFlow;

use ndarray::ArrayView2;
use rayon::prelude::*;
use serde::Serialize;

pub use crate::analysis::stats::Spread;
use crate::model::{ModelParams, Weights};
pub use coder::{CODER_GAPS, CoderSummary};
pub use comparison::MomentumComparison;
pub use energy_name::EnergyName;
pub use lemma::{LemmaSummary, lemma_slack};
pub use method::Method;
pub use random_models::{LayerComparison, RandomModels};
pub use sample::Sample;
pub use slope::{SLOPE_FIRST, SLOPE_FLOOR, log_log_slope, log_spaced};
pub use study::Study;
pub use summary::{BoundSummary, DescentSummary, EnergySummary};
pub use trial::{Descent, Stage, Trial, multiply_adds};

/// Convergence over many movies; see the module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Convergence {
    /// Movies.
    pub samples: usize,
    /// Iterations of every method.
    pub iterations: usize,
    /// The iterations at which curves are given, logarithmically spaced.
    pub k: Vec<usize>,
    /// First iteration of the window in which slopes are fitted.
    pub slope_first: usize,
    /// The window ends where the excess falls below this share of the excess at the start.
    pub slope_floor: f64,
    /// One for each energy measured.
    pub energies: Vec<EnergySummary>,
}

impl Convergence {
    /// Measures all energies on movies, `frames` `[n * n_t, P]`, with so many iterations of every method;
    /// at least one of each. The same bits on any number of threads.
    #[must_use]
    pub fn measure(
        weights: &Weights,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        iterations: usize,
    ) -> Self {
        let all = EnergyName::ALL;
        let study = Study::new(weights, frames, movie_frames, params, &all);
        let energies = all.map(|name| {
            let samples = (0..study.samples()).into_par_iter();
            let samples = samples.map(|movie| {
                let mut go_on = |_: Stage| ControlFlow::<Infallible>::Continue(());
                let ControlFlow::Continue(sample) =
                    study.sample(name, movie, iterations, &mut go_on);
                sample
            });
            (name, samples.collect::<Vec<_>>())
        });
        let energies = energies
            .each_ref()
            .map(|(name, samples)| (*name, &samples[..]));
        Self::new(&energies, iterations)
    }

    /// What samples that were measured with so many iterations, as many of each energy, come to.
    #[must_use]
    pub fn new(measured: &[(EnergyName, &[Sample])], iterations: usize) -> Self {
        let k = log_spaced(iterations);
        let energies = measured.iter();
        Self {
            samples: measured.first().map_or(0, |(_, samples)| samples.len()),
            iterations,
            energies: energies
                .map(|(name, samples)| EnergySummary::new(*name, samples, &k))
                .collect(),
            k,
            slope_first: SLOPE_FIRST,
            slope_floor: SLOPE_FLOOR,
        }
    }
}

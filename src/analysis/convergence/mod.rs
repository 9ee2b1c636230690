//! How fast the energies fall: the energy of each method at each iteration, compared with the proven bounds.
//!
//! Every sample is a movie. E1 is that of its first frame; E2 that of its exactly coded z*; the joint energy is that of the
//! whole movie. The third layer is the model's own or, where it has none, a random one. All methods start with all codes 0 and take
//! steps of 1/L, where L is the layer's upper bound on its Lipschitz constant.
//!
//! 1. [`Trial`]: one energy of one sample, its lowest energy found and the [`MethodRun`] of every [`Method`].
//! 2. [`log_log_slope`]: the power of k with which the excess falls.
//! 3. [`lemma_slack`]: the slack of Lemma 2.3, from which the bounds follow.
//! 4. [`Study`]: the samples of a model, each measured as a [`Sample`].
//! 5. [`Convergence`]: medians and quartiles over the samples, and how often a bound was exceeded.
//! 6. [`RandomModels`]: capped momentum compared with none on random models of 1 to 4 layers.

mod coder;
mod coder_codes;
mod comparison;
mod energy_name;
mod lemma;
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
pub use crate::model::hierarchy::Method;
use crate::model::{ModelParams, Weights};
pub use coder::{CODER_GAPS, CoderSummary};
pub use comparison::{Ends, MomentumComparison};
pub use energy_name::EnergyName;
pub use lemma::{LemmaSummary, Slack, lemma_slack};
pub use random_models::{LayerComparison, RandomModels};
pub use sample::Sample;
pub use slope::{SLOPE_FIRST, SLOPE_FLOOR, log_log_slope, log_spaced};
pub use study::Study;
pub use summary::{BoundSummary, EnergySummary, MethodSummary};
pub use trial::{MethodRun, Progress, Trial, multiply_adds};

/// The names of all methods, in their order.
pub fn method_names() -> impl Iterator<Item = &'static str> {
    Method::ALL.into_iter().map(Method::name)
}

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
    /// The window ends where the excess falls below this share of that at the start.
    pub slope_floor: f64,
    /// One for each energy measured.
    pub energies: Vec<EnergySummary>,
}

impl Convergence {
    /// Measures all energies on movies, `frames` `[n * n_t, P]`, n >= 1, with `iterations` >= 1 iterations of every method. The
    /// bits are the same on any number of threads.
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
                let mut go_on = |_: Progress| ControlFlow::<Infallible>::Continue(());
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

    /// Summarises samples measured with `iterations` iterations, equally many of each energy.
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

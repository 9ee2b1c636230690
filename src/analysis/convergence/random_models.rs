//! Capped momentum compared with none on random, untrained models.

use std::convert::Infallible;
use std::ops::ControlFlow;

use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;

use super::comparison::Ends;
use super::{Method, MomentumComparison, Trial};
use crate::model::hierarchy::{Gram, Hierarchy, Reconstruction};

/// Pixels of the frame that a model codes.
const PIXELS: usize = 36;
/// Units of the layers, lowest first.
const UNITS: [usize; 4] = [60, 12, 7, 4];
/// The range of the sparsities of all layers.
const SPARSITIES: (f64, f64) = (0.02, 0.4);
/// Pixels are uniform between minus and plus this.
const FRAME: f64 = 1.0;

/// The comparison on random models of 1 to 4 layers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomModels {
    /// Number of models; model i has seed i.
    pub models: usize,
    /// Over all of them.
    pub all: Option<MomentumComparison>,
    /// By number of layers.
    pub by_layers: Vec<LayerComparison>,
}

/// The comparison on models with the same number of layers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerComparison {
    /// Layers.
    pub layers: usize,
    /// Models in which every layer is active at the lowest energy found.
    pub all_on: usize,
    /// Models in which an iteration without momentum raised the energy by more than rounding.
    pub rising_without_momentum: usize,
    /// Capped momentum compared with none.
    pub comparison: MomentumComparison,
}

/// One random model.
struct Outcome {
    ends: Option<Ends>,
    all_on: bool,
    rises: bool,
}

impl RandomModels {
    /// Runs both methods on `models` models, with 1 to 4 layers in turn, for `iterations` iterations. The bits are the same on any
    /// number of threads.
    pub fn measure(models: usize, iterations: usize) -> Self {
        let seeds = (0..models).into_par_iter();
        let parts = seeds.map(|seed| Parts::random(1 + seed % UNITS.len(), seed as u64));
        let outcomes: Vec<Outcome> = parts.map(|parts| parts.outcome(iterations)).collect();
        let by_layers = (1..=UNITS.len()).filter_map(|layers| {
            let found = outcomes.iter().skip(layers - 1).step_by(UNITS.len());
            Some(LayerComparison {
                layers,
                all_on: found.clone().filter(|outcome| outcome.all_on).count(),
                rising_without_momentum: found.clone().filter(|outcome| outcome.rises).count(),
                comparison: compare(found)?,
            })
        });
        Self {
            models,
            by_layers: by_layers.collect(),
            all: compare(outcomes.iter()),
        }
    }
}

fn compare<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Option<MomentumComparison> {
    let ends: Vec<Ends> = outcomes.filter_map(|outcome| outcome.ends).collect();
    MomentumComparison::of(&ends)
}

/// The parts of a random model; its hierarchy borrows them.
struct Parts {
    dictionary: Array2<f64>,
    gram: Gram,
    frame: Array2<f64>,
    poolings: Vec<Array2<f64>>,
    sparsities: Vec<f64>,
}

impl Parts {
    fn random(layers: usize, seed: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut uniform = |shape, low: f64, high: f64| {
            Array2::from_shape_simple_fn(shape, || generator.random_range(low..high))
        };
        let dictionary = normalised(uniform((PIXELS, UNITS[0]), -1.0, 1.0));
        let pooling = |pair: &[usize]| normalised(uniform((pair[0], pair[1]), 0.0, 1.0));
        let poolings = UNITS[..layers].windows(2).map(pooling).collect();
        let (low, high) = SPARSITIES;
        Self {
            gram: Gram::new(dictionary.view()),
            dictionary,
            poolings,
            frame: uniform((1, PIXELS), -FRAME, FRAME),
            sparsities: uniform((1, layers), low, high).into_iter().collect(),
        }
    }

    fn outcome(&self, iterations: usize) -> Outcome {
        let frame = Reconstruction::new(self.dictionary.view(), &self.gram, self.frame.view());
        let poolings: Vec<_> = self.poolings.iter().map(|pooling| pooling.view()).collect();
        let hierarchy = Hierarchy::joint(frame, &poolings, &self.sparsities);
        let mut go_on = |_| ControlFlow::<Infallible>::Continue(());
        let methods = [Method::Ista, Method::Capped];
        let ControlFlow::Continue(trial) =
            Trial::watched(&hierarchy, &methods, None, iterations, &mut go_on);
        let is_on = |code: &Vec<f64>| code.iter().any(|value| *value != 0.0);
        Outcome {
            ends: Ends::new(&trial),
            all_on: trial.minimum.iter().all(is_on),
            rises: trial.runs[0].rises > 0,
        }
    }
}

/// Every column of norm 1.
fn normalised(mut matrix: Array2<f64>) -> Array2<f64> {
    for mut column in matrix.columns_mut() {
        let norm = column.dot(&column).sqrt().max(f64::MIN_POSITIVE);
        column /= norm;
    }
    matrix
}

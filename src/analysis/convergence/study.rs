//! The samples of a model: every energy of every movie.

use std::ops::ControlFlow;

use ndarray::{Array2, ArrayView2, s};

use super::coder_codes::CoderCodes;
use super::{EnergyName, Progress, Sample, Trial, lemma, log_spaced};
use crate::model::hierarchy::{Gram, Hierarchy, Reconstruction};
use crate::model::{ModelParams, PoolingLayer, Weights};

/// Invariant units per unit of the random third layer.
const THIRD_SHARE: usize = 4;
/// Sparsity of the random third layer as a share of beta. It is low because the layer has few, random weights and would never be
/// active at beta.
const THIRD_PRICE: f32 = 0.05;
/// Seed of the third layer's weights.
const THIRD_SEED: u64 = 3;

/// Movies and the model that codes them, in f64, shared by all samples.
pub struct Study<'a> {
    dictionary: Array2<f64>,
    gram: Gram,
    /// A, and that of the third layer.
    poolings: [Array2<f64>; 2],
    frames: ArrayView2<'a, f32>,
    movie_frames: usize,
    /// alpha, beta, and that of the third layer.
    sparsities: [f64; 3],
    /// One for each energy studied.
    codes: Vec<CoderCodes>,
}

impl<'a> Study<'a> {
    /// A study of these energies of movies, `frames` `[n * n_t, P]`, under a model.
    pub fn new(
        weights: &Weights,
        frames: ArrayView2<'a, f32>,
        movie_frames: usize,
        params: &ModelParams,
        energies: &[EnergyName],
    ) -> Self {
        let dictionary = weights.dictionary.mapv(f64::from);
        let third = third_layer(weights, params);
        let codes = |&name: &EnergyName| {
            CoderCodes::new(name, weights, &third, frames, movie_frames, params)
        };
        Self {
            gram: Gram::new(dictionary.view()),
            dictionary,
            poolings: [weights.pooling(), &third.weights].map(|pooling| pooling.mapv(f64::from)),
            codes: energies.iter().map(codes).collect(),
            frames,
            movie_frames,
            sparsities: [params.alpha, params.beta, third.sparsity].map(f64::from),
        }
    }

    /// Movies.
    pub fn samples(&self) -> usize {
        self.frames.nrows() / self.movie_frames
    }

    /// Measures one energy of one movie with `iterations` >= 1 iterations of every method; `watch` is called at every iteration
    /// and may end the measurement.
    ///
    /// # Panics
    /// If the energy is not one of those studied, or `iterations` is 0.
    pub fn sample<B>(
        &self,
        name: EnergyName,
        movie: usize,
        iterations: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<B>,
    ) -> ControlFlow<B, Sample> {
        assert!(iterations > 0, "an iteration");
        let codes = self.codes.iter().find(|codes| codes.name == name);
        let codes = codes.expect("one of the energies studied");
        let hierarchy = self.hierarchy(codes, movie);
        let known = codes.of_movie(movie);
        let trial = Trial::watched(&hierarchy, name.methods(), Some(&known), iterations, watch)?;
        let slacks = match name.is_convex() {
            true => lemma::slacks(&hierarchy, &trial.minimum),
            false => Vec::new(),
        };
        let coded = codes.at_gaps(movie);
        let coded = coded.iter().map(|codes| hierarchy.energy(codes)).collect();
        let k = log_spaced(iterations);
        ControlFlow::Continue(Sample::new(trial, &k, slacks, coded))
    }

    fn hierarchy(&self, codes: &CoderCodes, movie: usize) -> Hierarchy<'_> {
        let [alpha, beta, _] = self.sparsities;
        match codes.name {
            EnergyName::E1 => Hierarchy::simple(self.reconstruction(movie, 1), alpha),
            EnergyName::E2 => {
                let pooled = codes.pooled(movie);
                Hierarchy::invariant(self.poolings[0].view(), pooled, alpha, beta)
            }
            EnergyName::Joint => self.joint(movie, 1),
            EnergyName::ThreeLayers => self.joint(movie, 2),
        }
    }

    fn joint(&self, movie: usize, poolings: usize) -> Hierarchy<'_> {
        let views: Vec<_> = self.poolings[..poolings].iter().map(|a| a.view()).collect();
        let reconstruction = self.reconstruction(movie, self.movie_frames);
        Hierarchy::joint(reconstruction, &views, &self.sparsities[..=poolings])
    }

    /// The term of the first so many frames of a movie.
    fn reconstruction(&self, movie: usize, frames: usize) -> Reconstruction<'_> {
        let first = movie * self.movie_frames;
        let rows = self.frames.slice(s![first..first + frames, ..]);
        let rows = rows.mapv(f64::from);
        Reconstruction::new(self.dictionary.view(), &self.gram, rows.view())
    }
}

/// The third layer of the model; a random one where it has none.
fn third_layer(weights: &Weights, params: &ModelParams) -> PoolingLayer {
    if let Some(third) = weights.layers.get(1) {
        return PoolingLayer::new(third.weights.clone(), params.gamma);
    }
    let third = ModelParams {
        simple: params.invariant,
        invariant: (params.invariant / THIRD_SHARE).max(1),
        top: 0,
        ..*params
    };
    let third = Weights::random(1, &third, THIRD_SEED).pooling().clone();
    PoolingLayer::new(third, THIRD_PRICE * params.beta)
}

//! Learning a hierarchy: stochastic gradient descent at the minimising codes of the joint energy,
//! columns then renormalised.
//!
//! -dE/dW = sum_t (x_t - W z_t) z_t', and for the A of layer a with price p and share s,
//! -dE/dA = p s (g_(a-1) o exp(-A z_a)) z_a': the same steps as in the split model, at other codes.

use ndarray::{Array1, ArrayView2};

use super::JOINT_SHARE;
use super::weights::{HierarchyCodes, HierarchyParams, HierarchyWeights};
use crate::model::dictionary::step_dictionary;
use crate::model::means::{MOMENT_MOVIES, USE_MOVIES, blend, column_means, kept_share};
use crate::model::pooling::{PoolingState, PoolingStep, step_plain};

/// An iteration that lowers the energy by less than this share of it is the last of a code learned from.
const LEARNING_TOLERANCE: f64 = 1e-5;

/// A hierarchy that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyLearner {
    /// W and the A of each layer.
    pub weights: HierarchyWeights,
    /// Running mean of z_i^2 per frame, `[K]`.
    pub simple_moment: Array1<f32>,
    /// Running share of frames in which each simple unit is on, `[K]`.
    pub simple_use: Array1<f32>,
    /// What learning knows of each A.
    pub states: Vec<PoolingState>,
    /// Movies learned from.
    pub movies_seen: u64,
}

/// How far to go in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Of W, as a share of the way to the filters that are best for the minibatch alone; 0 to 1.
    pub simple: f32,
    /// Of every A.
    pub pooling: PoolingRate,
}

/// How far each column of A goes in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoolingRate {
    /// So much along its gradient in units of that gradient's running length: all units learn alike, and
    /// share the movies among them.
    Normalised(f32),
    /// So many times its mean gradient over the movies, as in the paper: units that are on more learn
    /// faster, so that one unit wins a group and the others stay off.
    Plain(f32),
}

impl HierarchyLearner {
    /// A hierarchy with random weights that has seen nothing.
    #[must_use]
    pub fn new(pixels: usize, params: &HierarchyParams, seed: u64) -> Self {
        let states = params.units[1..]
            .iter()
            .map(|&units| PoolingState::new(units));
        Self {
            weights: HierarchyWeights::random(pixels, params, seed),
            simple_moment: Array1::zeros(params.units[0]),
            simple_use: Array1::zeros(params.units[0]),
            states: states.collect(),
            movies_seen: 0,
        }
    }

    /// Learns from one minibatch of movies, `frames` `[n * n_t, P]`, and returns its codes. A layer whose
    /// step would lead away from the minimum stays as it is.
    pub fn step(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &HierarchyParams,
        rates: Rates,
    ) -> HierarchyCodes {
        let codes = self
            .weights
            .encode(frames, movie_frames, params, LEARNING_TOLERANCE);
        let kept_moment = self.count(&codes);
        step_dictionary(
            &mut self.weights.dictionary,
            &self.simple_moment,
            frames,
            &codes.layers[0],
            rates.simple,
        );
        for layer in 0..self.states.len() {
            self.step_pooling(layer, &codes, params, rates.pooling, kept_moment);
        }
        codes
    }

    fn step_pooling(
        &mut self,
        layer: usize,
        codes: &HierarchyCodes,
        params: &HierarchyParams,
        rate: PoolingRate,
        kept_moment: f32,
    ) {
        let alpha = JOINT_SHARE as f32 * params.sparsities[layer];
        let pooling = &mut self.weights.poolings[layer];
        let (remaining, codes) = (&codes.remaining[layer], &codes.layers[layer + 1]);
        match rate {
            PoolingRate::Normalised(rate) => {
                let step = PoolingStep {
                    alpha,
                    rate,
                    kept_moment,
                };
                self.states[layer].step(pooling, remaining, codes, step)
            }
            PoolingRate::Plain(rate) => step_plain(pooling, remaining, codes, alpha, rate),
        };
    }

    /// Counts the movies and moves the running means; returns the share the moments keep.
    fn count(&mut self, codes: &HierarchyCodes) -> f32 {
        let movies = codes.terms.len() as u64;
        let kept = |horizon| kept_share(self.movies_seen, movies, horizon);
        let (kept_moment, kept_use) = (kept(MOMENT_MOVIES), kept(USE_MOVIES));
        let (square, on) = column_means(&codes.layers[0]);
        blend(&mut self.simple_moment, &square, kept_moment);
        blend(&mut self.simple_use, &on, kept_use);
        for (state, codes) in self.states.iter_mut().zip(&codes.layers[1..]) {
            state.count(codes, kept_use);
        }
        self.movies_seen += movies;
        kept_moment
    }
}

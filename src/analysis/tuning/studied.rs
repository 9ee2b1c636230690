//! The model that edges and gratings are shown to.

use super::still::{InvariantLayer, SimpleLayer};
use crate::model::{Learner, ModelParams, is_dead};
use crate::source::{MovieParams, NormaliseParams};

/// A model whose responses are studied.
#[derive(Clone, Debug)]
pub struct StudiedModel<'a> {
    /// Minibatches that it had learned from.
    pub(super) step: u64,
    pub(super) simple: SimpleLayer<'a>,
    /// Its own sparsity of u.
    pub(super) beta: f32,
    /// The movies that it learned from, and how the contrast of their pictures was normalised.
    pub(super) input: (&'a MovieParams, &'a NormaliseParams),
    learner: &'a Learner,
}

impl<'a> StudiedModel<'a> {
    /// A model of these sparsities that learned from such movies. This computes W'W.
    pub fn new(
        step: u64,
        learner: &'a Learner,
        params: &ModelParams,
        movies: &'a MovieParams,
        normalise: &'a NormaliseParams,
    ) -> Self {
        let dictionary = learner.weights.dictionary.view();
        Self {
            step,
            simple: SimpleLayer::new(dictionary, params, movies.frames),
            beta: params.beta,
            input: (movies, normalise),
            learner,
        }
    }

    /// Its invariant layer at this sparsity of u.
    pub(super) fn layer_at(&self, beta: f32) -> InvariantLayer<'a> {
        InvariantLayer::at(beta, self.learner, self.beta)
    }

    /// Whether an invariant unit is not dead.
    pub fn is_alive(&self, unit: usize) -> bool {
        !is_dead(self.learner.weights.layers[0].unit_use()[unit])
    }
}

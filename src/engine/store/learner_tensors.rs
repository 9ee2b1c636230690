//! A learner as tensors, in a model file and in the image of a moment: what they are called, and how it is put together.

use ndarray::{Array1, Array2};

use crate::config::Config;
use crate::model::{Learner, PoolingLayer, PoolingState, Weights, Workspace};

/// Larger than any running mean; a sum of many of them is still a number.
const MAX_MEAN: f32 = 1e30;

/// The names of the tensors of a layer: weights, moment and use.
pub(crate) type LayerNames = [String; 3];

/// The names of the tensors of a pooling layer.
fn layer_tensors(index: usize) -> LayerNames {
    match index {
        0 => ["A", "invariant_moment", "invariant_use"].map(str::to_owned),
        1 => ["B", "top_moment", "top_use"].map(str::to_owned),
        _ => ["weights", "moment", "use"].map(|part| format!("layer.{}.{part}", index + 2)),
    }
}

/// The names of the tensors of an extra layer.
fn extra_tensors(index: usize) -> LayerNames {
    ["A", "moment", "use"].map(|part| format!("extra_beta.{index}.{part}"))
}

/// The pooling layers of the model, lowest first, and those at extra betas, with the names of their tensors.
pub(crate) fn named_layers(learner: &Learner) -> impl Iterator<Item = (LayerNames, &PoolingLayer)> {
    let own = learner.weights.layers.iter().enumerate();
    let own = own.map(|(index, layer)| (layer_tensors(index), layer));
    let extra = learner.extra.iter().enumerate();
    own.chain(extra.map(|(index, layer)| (extra_tensors(index), layer)))
}

/// Tensors that a learner is read from. Every error says which of them is wrong.
pub(crate) trait LearnerTensors {
    /// W, `[P, K]`, column-major, columns of norm 1.
    fn dictionary(&self, shape: [usize; 2]) -> Result<Array2<f32>, String>;

    /// Pooling weights `[units below, units]`, none of them negative, columns of norm 1.
    fn pooling(&self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String>;

    /// One value a unit.
    fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, String>;

    /// A running mean a unit.
    fn mean(&self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        let values = self.vector(name, length)?;
        let is_mean = |value: &&f32| (0.0..=MAX_MEAN).contains(*value);
        match values.iter().find(|value| !is_mean(value)) {
            Some(value) => Err(format!(
                "tensor {name} should be from 0 to {MAX_MEAN:e}, but holds {value}"
            )),
            None => Ok(values),
        }
    }

    /// The learner of a configuration.
    fn learner(&self, config: &Config, movies_seen: u64) -> Result<Learner, String> {
        let (simple, params) = (config.model.simple, config.model.pooling_layers());
        let below = std::iter::once(simple).chain(params.iter().map(|layer| layer.units));
        let layers = below.zip(&params).enumerate();
        let layers = layers.map(|(index, (below, layer))| {
            let shape = [below, layer.units];
            self.layer(layer_tensors(index), shape, layer.sparsity)
        });
        let layers = layers.collect::<Result<_, String>>()?;
        let extra = config.learning.extra_betas.iter().enumerate();
        let extra = extra.map(|(index, &beta)| {
            let shape = [simple, config.model.invariant];
            self.layer(extra_tensors(index), shape, beta)
        });
        let extra = extra.collect::<Result<_, String>>()?;
        Ok(Learner {
            weights: Weights {
                dictionary: self.dictionary([config.pixels(), simple])?,
                layers,
            },
            simple_moment: self.mean("simple_moment", simple)?,
            simple_use: self.mean("simple_use", simple)?,
            extra,
            movies_seen,
            workspace: Workspace::default(),
        })
    }

    /// A pooling layer whose weights have this shape.
    fn layer(
        &self,
        [weights, moment, unit_use]: LayerNames,
        shape: [usize; 2],
        sparsity: f32,
    ) -> Result<PoolingLayer, String> {
        Ok(PoolingLayer {
            weights: self.pooling(&weights, shape)?,
            sparsity,
            state: PoolingState {
                moment: self.mean(&moment, shape[1])?,
                unit_use: self.mean(&unit_use, shape[1])?,
            },
        })
    }
}

//! A learner as tensors, in a model file and in the image of a moment: what they are called, and how it is put together.

use std::collections::HashMap;

use ndarray::{Array1, Array2, ArrayView, Dimension};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, SafeTensorError, TensorView};

use crate::config::Config;
use crate::model::{Learner, PoolingLayer, PoolingState, Weights, Workspace};

/// Larger than any running mean; a sum of many of them is still a number.
const MAX_MEAN: f32 = 1e30;

/// The name of W.
pub(crate) const DICTIONARY: &str = "W";

/// The names of the tensors of a layer: weights, moment and use.
type LayerNames = [String; 3];

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

/// A tensor to write.
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(crate) dtype: Dtype,
    pub(crate) shape: Vec<usize>,
    /// Row-major, numbers of several bytes little-endian.
    pub(crate) bytes: Vec<u8>,
}

impl Tensor {
    /// One of floats as they are.
    pub(crate) fn of_floats<D: Dimension>(name: String, values: ArrayView<'_, f32, D>) -> Self {
        Self {
            name,
            dtype: Dtype::F32,
            shape: values.shape().to_vec(),
            bytes: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        }
    }

    /// Its name and its values, to be serialised.
    fn view(&self) -> Result<(&str, TensorView<'_>), SafeTensorError> {
        let view = TensorView::new(self.dtype, self.shape.clone(), &self.bytes)?;
        Ok((&self.name, view))
    }
}

/// The tensors of a learner: W as `dictionary` makes it one, pooling weights as `pooling` does, and running means.
pub(crate) fn tensors_of(
    learner: &Learner,
    dictionary: impl Fn(String, &Array2<f32>) -> Tensor,
    pooling: impl Fn(String, &Array2<f32>) -> Tensor,
) -> Vec<Tensor> {
    let mut tensors = vec![
        dictionary(DICTIONARY.to_owned(), &learner.weights.dictionary),
        Tensor::of_floats("simple_moment".to_owned(), learner.simple_moment.view()),
        Tensor::of_floats("simple_use".to_owned(), learner.simple_use.view()),
    ];
    let own = learner.weights.layers.iter().enumerate();
    let own = own.map(|(index, layer)| (layer_tensors(index), layer));
    let extra = learner.extra.iter().enumerate();
    let extra = extra.map(|(index, layer)| (extra_tensors(index), layer));
    for ([weights, moment, unit_use], layer) in own.chain(extra) {
        tensors.push(pooling(weights, &layer.weights));
        tensors.push(Tensor::of_floats(moment, layer.state.moment.view()));
        tensors.push(Tensor::of_floats(unit_use, layer.state.unit_use.view()));
    }
    tensors
}

/// Tensors as a file of them, with what is said at its head.
pub(crate) fn serialised(
    tensors: &[Tensor],
    head: Option<HashMap<String, String>>,
) -> Result<Vec<u8>, SafeTensorError> {
    let views = tensors.iter().map(Tensor::view);
    safetensors::serialize(views.collect::<Result<Vec<_>, _>>()?, head)
}

/// The bytes of a tensor of this kind.
pub(crate) fn bytes_of<'a>(
    file: &'a SafeTensors<'_>,
    name: &str,
    dtype: Dtype,
    shape: &[usize],
) -> Result<&'a [u8], String> {
    let tensor = file.tensor(name);
    let tensor = tensor.map_err(|_| format!("tensor {name} is missing"))?;
    if tensor.dtype() != dtype || tensor.shape() != shape {
        return Err(format!(
            "tensor {name} should be {dtype:?} {shape:?}, but is {:?} {:?}",
            tensor.dtype(),
            tensor.shape()
        ));
    }
    Ok(tensor.data())
}

/// Tensors that a learner is read from. Every error says which of them is wrong.
pub(crate) trait LearnerTensors {
    /// W, `[P, K]`, column-major, columns of norm 1.
    fn dictionary(&self, shape: [usize; 2]) -> Result<Array2<f32>, String>;

    /// Pooling weights `[units below, units]`, none of them negative, columns of norm 1.
    fn pooling(&self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String>;

    /// The bytes of a tensor of this kind.
    fn bytes(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&[u8], String>;

    /// A tensor's values in row-major order, all finite.
    fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let (quadruples, _) = self.bytes(name, Dtype::F32, shape)?.as_chunks();
        let values: Vec<f32> = quadruples.iter().map(|&b| f32::from_le_bytes(b)).collect();
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(format!("tensor {name} holds {value}")),
            None => Ok(values),
        }
    }

    /// A running mean a unit.
    fn mean(&self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        let values = Array1::from(self.floats(name, &[length])?);
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

//! A trained model in one safetensors file, written atomically. Training continues from it exactly as
//! if it had never stopped.
//!
//! Tensors, all F32: `W` `[P, K]`, `A` `[K, M]`, `simple_moment` and `simple_use` `[K]`,
//! `invariant_moment` and `invariant_use` `[M]`; for each extra beta, in the order of the
//! configuration, `extra_beta.0.A`, `extra_beta.0.moment` and `extra_beta.0.use`, and so on; with a third layer
//! `B` `[M, N]`, `top_moment` and `top_use` `[N]`. Metadata: `config` and `state` as JSON,
//! and which program wrote the file, see `version`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayView, Dimension, ShapeBuilder};
use rand_xoshiro::Xoshiro256PlusPlus;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, SafeTensorError, TensorView};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::version::{FIRST, Metadata};
use crate::config::Config;
use crate::files::write_atomically;
use crate::model::{ExtraLayer, Learner, PoolingState, Weights, Workspace};
use crate::range::OutOfRange;
use crate::telemetry::History;

/// Larger files are refused before they are read: the largest model allowed needs less.
const MAX_BYTES: u64 = 4 << 30;
/// Longest time that a model can have spent learning.
const MAX_SECS: f64 = 1e12;
/// How far from 1 the norm of a stored column may be.
const NORM_TOLERANCE: f32 = 1e-3;

/// Everything a run is made of, but its pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The configuration in force.
    pub config: Config,
    /// The model and its optimiser.
    pub learner: Arc<Learner>,
    /// The rest.
    pub state: RunState,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// Minibatches learned from.
    pub step: u64,
    /// Movies learned from.
    pub movies_seen: u64,
    /// Seconds spent learning.
    pub elapsed_secs: f64,
    /// Elapsed seconds when complex cells emerged.
    pub emerged_secs: Option<f64>,
    /// The generator that cuts movies.
    pub generator: Xoshiro256PlusPlus,
    /// The curves.
    pub history: History,
}

/// Why a model file could not be read or written. Every message names the file.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not a safetensors file.
    #[error("{}: not a model file ({source}); cellscope reads the .safetensors files it writes", path.display())]
    NotSafetensors {
        /// The file.
        path: PathBuf,
        /// What the reader said.
        source: SafeTensorError,
    },
    /// The file holds something else than a model of this version.
    #[error("{}: {reason}", path.display())]
    Unsuitable {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the value.
        reason: String,
    },
}

impl Checkpoint {
    /// Writes the model to `path`: to a new file beside it first, then renamed, so that a crash or a
    /// full disk leaves what was there.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let bytes = self
            .to_bytes()
            .map_err(|source| CheckpointError::NotSafetensors {
                path: path.to_path_buf(),
                source,
            })?;
        write_atomically(path, &bytes).map_err(|source| CheckpointError::Io {
            path: path.to_path_buf(),
            source,
        })
    }

    /// Reads a model.
    ///
    /// # Errors
    /// When the file cannot be read, is no safetensors file, or holds no sound model.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let io = |source| CheckpointError::Io {
            path: path.to_path_buf(),
            source,
        };
        let unsuitable = |reason| CheckpointError::Unsuitable {
            path: path.to_path_buf(),
            reason,
        };
        let length = std::fs::metadata(path).map_err(io)?.len();
        if length > MAX_BYTES {
            return Err(unsuitable(format!("{length} bytes: larger than any model")));
        }
        let bytes = std::fs::read(path).map_err(io)?;
        let not_safetensors = |source| CheckpointError::NotSafetensors {
            path: path.to_path_buf(),
            source,
        };
        let (_, header) = SafeTensors::read_metadata(&bytes).map_err(not_safetensors)?;
        let tensors = SafeTensors::deserialize(&bytes).map_err(not_safetensors)?;
        let metadata = Metadata::of(header.metadata().clone().unwrap_or_default());
        let metadata = metadata.map_err(unsuitable)?;
        Self::from_tensors(&tensors, &metadata).map_err(unsuitable)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SafeTensorError> {
        let learner = &self.learner;
        let (w, a) = (&learner.weights.dictionary, &learner.weights.pooling);
        let mut tensors = vec![
            tensor("W", w.view()),
            tensor("A", a.view()),
            tensor("simple_moment", learner.simple_moment.view()),
            tensor("invariant_moment", learner.invariant.moment.view()),
            tensor("simple_use", learner.simple_use.view()),
            tensor("invariant_use", learner.invariant.unit_use.view()),
        ];
        for (index, extra) in learner.extra.iter().enumerate() {
            let [a, moment, unit_use] = extra_names(index);
            tensors.push(tensor(a, extra.pooling.view()));
            tensors.push(tensor(moment, extra.state.moment.view()));
            tensors.push(tensor(unit_use, extra.state.unit_use.view()));
        }
        if let (Some(b), Some(state)) = (&learner.weights.top, &learner.top) {
            tensors.push(tensor("B", b.view()));
            tensors.push(tensor("top_moment", state.moment.view()));
            tensors.push(tensor("top_use", state.unit_use.view()));
        }
        let views = tensors
            .iter()
            .map(|(name, shape, bytes)| {
                Ok((
                    name.as_str(),
                    TensorView::new(Dtype::F32, shape.clone(), bytes)?,
                ))
            })
            .collect::<Result<Vec<_>, SafeTensorError>>()?;
        let metadata = Metadata::new(FIRST)
            .with("config", serde_json::to_string(&self.config)?)
            .with("state", serde_json::to_string(&self.state)?);
        safetensors::serialize(views, Some(metadata.into_entries()))
    }

    fn from_tensors(tensors: &SafeTensors<'_>, metadata: &Metadata) -> Result<Self, String> {
        let config: Config = metadata.json("config")?;
        let state: RunState = metadata.json("state")?;
        config.check().map_err(
            |OutOfRange {
                 name,
                 expected,
                 value,
             }| { format!("the stored {name} should be {expected}, but is {value}") },
        )?;
        if !(0.0..=MAX_SECS).contains(&state.elapsed_secs) {
            return Err(format!(
                "the seconds spent learning should be 0 to {MAX_SECS:e}, but are {}",
                state.elapsed_secs
            ));
        }
        let (pixels, simple) = (config.pixels(), config.model.simple);
        let invariant = config.model.invariant;
        let w = floats(tensors, "W", &[pixels, simple])?;
        let mut dictionary = Array2::zeros((pixels, simple).f());
        dictionary
            .iter_mut()
            .zip(w)
            .for_each(|(to, from)| *to = from);
        let pooling = pooling_weights(tensors, "A", [simple, invariant])?;
        check_norms("W", &dictionary)?;
        check_norms("A", &pooling)?;
        let vector = |name, length| floats(tensors, name, &[length]).map(Array1::from);
        let (top_weights, top) = top_layer(tensors, &config)?.unzip();
        Ok(Self {
            learner: Arc::new(Learner {
                weights: Weights {
                    dictionary,
                    pooling,
                    top: top_weights,
                },
                simple_moment: vector("simple_moment", simple)?,
                simple_use: vector("simple_use", simple)?,
                invariant: PoolingState {
                    moment: vector("invariant_moment", invariant)?,
                    unit_use: vector("invariant_use", invariant)?,
                },
                extra: extra_layers(tensors, &config)?,
                top,
                movies_seen: state.movies_seen,
                workspace: Workspace::default(),
            }),
            config,
            state,
        })
    }
}

/// The third layer, if the configuration has one.
fn top_layer(
    tensors: &SafeTensors<'_>,
    config: &Config,
) -> Result<Option<(Array2<f32>, PoolingState)>, String> {
    let (invariant, top) = (config.model.invariant, config.model.top);
    if top == 0 {
        return Ok(None);
    }
    let weights = pooling_weights(tensors, "B", [invariant, top])?;
    check_norms("B", &weights)?;
    let vector = |name: &str| floats(tensors, name, &[top]).map(Array1::from);
    let state = PoolingState {
        moment: vector("top_moment")?,
        unit_use: vector("top_use")?,
    };
    Ok(Some((weights, state)))
}

/// The names of the tensors of an extra layer: A, moment and use.
fn extra_names(index: usize) -> [String; 3] {
    ["A", "moment", "use"].map(|part| format!("extra_beta.{index}.{part}"))
}

fn extra_layers(tensors: &SafeTensors<'_>, config: &Config) -> Result<Vec<ExtraLayer>, String> {
    let (simple, invariant) = (config.model.simple, config.model.invariant);
    let layer = |(index, &beta): (usize, &f32)| {
        let [a, moment, unit_use] = extra_names(index);
        let pooling = pooling_weights(tensors, &a, [simple, invariant])?;
        check_norms(&a, &pooling)?;
        let vector = |name: &str| floats(tensors, name, &[invariant]).map(Array1::from);
        let state = PoolingState {
            moment: vector(&moment)?,
            unit_use: vector(&unit_use)?,
        };
        Ok(ExtraLayer {
            beta,
            pooling,
            state,
        })
    };
    let betas = config.learning.extra_betas.iter();
    betas.enumerate().map(layer).collect()
}

/// Pooling weights `[K, M]`, none of them negative.
fn pooling_weights(
    tensors: &SafeTensors<'_>,
    name: &str,
    shape: [usize; 2],
) -> Result<Array2<f32>, String> {
    let weights = floats(tensors, name, &shape)?;
    if let Some(negative) = weights.iter().find(|&&weight| weight < 0.0) {
        return Err(format!("{name} should be >= 0, but holds {negative}"));
    }
    Array2::from_shape_vec(shape, weights).map_err(|error| format!("tensor {name}: {error}"))
}

/// A tensor to write: its name, its shape and its bytes.
fn tensor<D: Dimension>(
    name: impl Into<String>,
    values: ArrayView<'_, f32, D>,
) -> (String, Vec<usize>, Vec<u8>) {
    (name.into(), values.shape().to_vec(), to_le_bytes(values))
}

/// Little-endian bytes in row-major order.
fn to_le_bytes<D: Dimension>(values: ArrayView<'_, f32, D>) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// A tensor's values in row-major order, all finite.
fn floats(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
    let tensor = tensors
        .tensor(name)
        .map_err(|_| format!("tensor {name} is missing"))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        return Err(format!(
            "tensor {name} should be F32 {shape:?}, but is {:?} {:?}",
            tensor.dtype(),
            tensor.shape()
        ));
    }
    let values: Vec<f32> = tensor
        .data()
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect();
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(format!("tensor {name} holds {value}")),
        None => Ok(values),
    }
}

fn check_norms(name: &str, weights: &Array2<f32>) -> Result<(), String> {
    for (unit, column) in weights.columns().into_iter().enumerate() {
        let norm = column.dot(&column).sqrt();
        if (norm - 1.0).abs() > NORM_TOLERANCE {
            return Err(format!(
                "column {unit} of {name} should have norm 1, but has {norm}"
            ));
        }
    }
    Ok(())
}

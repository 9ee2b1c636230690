//! A trained model in one safetensors file, written atomically. Training continues from it exactly as
//! if it had never stopped.
//!
//! Tensors, all F32: `W` `[P, K]`, `A` `[K, M]`, `simple_moment` and `simple_use` `[K]`,
//! `invariant_moment` and `invariant_use` `[M]`; for each extra beta, in the order of the
//! configuration, `extra_beta.0.A`, `extra_beta.0.moment` and `extra_beta.0.use`, and so on; with a third layer
//! `B` `[M, N]`, `top_moment` and `top_use` `[N]`; with a fourth `layer.4.weights`, `layer.4.moment` and `layer.4.use`, and
//! so on. Metadata: `config` and `state` as JSON, and which program wrote the file, see `version`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use safetensors::SafeTensors;
use safetensors::tensor::SafeTensorError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::tensors::{Tensor, Tensors};
use super::version::{FIRST, Metadata, NEWEST};
use crate::config::Config;
use crate::files::write_atomically;
use crate::model::{Learner, PoolingLayer, PoolingState, Weights, Workspace};
use crate::range::OutOfRange;
use crate::telemetry::History;

/// Larger files are refused before they are read: the largest model allowed needs less.
const MAX_BYTES: u64 = 4 << 30;
/// Longest time that a model can have spent learning.
const MAX_SECS: f64 = 1e12;

/// Everything a run is made of, but its pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The configuration with alpha, beta, rates and frozen layers as they are now.
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
        Self::from_bytes(&std::fs::read(path).map_err(io)?, path)
    }

    /// Reads a model from the contents of a file; errors name it as `path`.
    pub(super) fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, CheckpointError> {
        let unsuitable = |reason| CheckpointError::Unsuitable {
            path: path.to_path_buf(),
            reason,
        };
        let not_safetensors = |source| CheckpointError::NotSafetensors {
            path: path.to_path_buf(),
            source,
        };
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(not_safetensors)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(not_safetensors)?;
        let metadata = Metadata::of(header.metadata().clone().unwrap_or_default());
        let metadata = metadata.map_err(unsuitable)?;
        Self::from_tensors(&Tensors::new(tensors), &metadata).map_err(unsuitable)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SafeTensorError> {
        let learner = &self.learner;
        let mut tensors = vec![
            Tensor::new("W", learner.weights.dictionary.view()),
            Tensor::new("simple_moment", learner.simple_moment.view()),
            Tensor::new("simple_use", learner.simple_use.view()),
        ];
        let own = learner.weights.layers.iter().enumerate();
        let own = own.map(|(index, layer)| (layer_tensors(index), layer));
        let extra = learner.extra.iter().enumerate();
        let extra = extra.map(|(index, layer)| (extra_tensors(index), layer));
        for ([weights, moment, unit_use], layer) in own.chain(extra) {
            tensors.push(Tensor::new(weights, layer.weights.view()));
            tensors.push(Tensor::new(moment, layer.state.moment.view()));
            tensors.push(Tensor::new(unit_use, layer.state.unit_use.view()));
        }
        let views = tensors.iter().map(Tensor::view);
        let views = views.collect::<Result<Vec<_>, SafeTensorError>>()?;
        let metadata = Metadata::new(match learner.weights.layers.len() {
            0..=2 => FIRST,
            _ => NEWEST,
        });
        let metadata = metadata
            .with("config", serde_json::to_string(&self.config)?)
            .with("state", serde_json::to_string(&self.state)?);
        safetensors::serialize(views, Some(metadata.into_entries()))
    }

    fn from_tensors(tensors: &Tensors<'_>, metadata: &Metadata) -> Result<Self, String> {
        let config: Config = metadata.json("config")?;
        let state: RunState = metadata.json("state")?;
        check(&config, &state)?;
        let simple = config.model.simple;
        let (layers, extra) = pooling_layers(tensors, &config)?;
        let learner = Learner {
            weights: Weights {
                dictionary: tensors.dictionary("W", [config.pixels(), simple])?,
                layers,
            },
            simple_moment: tensors.vector("simple_moment", simple)?,
            simple_use: tensors.vector("simple_use", simple)?,
            extra,
            movies_seen: state.movies_seen,
            workspace: Workspace::default(),
        };
        if let Some(name) = tensors.unread() {
            let reason = format!("tensor {name} belongs to no layer of its configuration");
            return Err(metadata.unknown(reason));
        }
        Ok(Self {
            learner: Arc::new(learner),
            config,
            state,
        })
    }
}

/// Checks every value against its range.
fn check(config: &Config, state: &RunState) -> Result<(), String> {
    config.check().map_err(|error| {
        let OutOfRange {
            name,
            expected,
            value,
        } = error;
        format!("the stored {name} should be {expected}, but is {value}")
    })?;
    let secs = state.elapsed_secs;
    if !(0.0..=MAX_SECS).contains(&secs) {
        return Err(format!(
            "the seconds spent learning should be 0 to {MAX_SECS:e}, but are {secs}"
        ));
    }
    Ok(())
}

/// The names of the tensors of a pooling layer: weights, moment and use.
pub(crate) fn layer_tensors(index: usize) -> [String; 3] {
    match index {
        0 => ["A", "invariant_moment", "invariant_use"].map(str::to_owned),
        1 => ["B", "top_moment", "top_use"].map(str::to_owned),
        _ => ["weights", "moment", "use"].map(|part| format!("layer.{}.{part}", index + 2)),
    }
}

/// The names of the tensors of an extra layer: A, moment and use.
pub(crate) fn extra_tensors(index: usize) -> [String; 3] {
    ["A", "moment", "use"].map(|part| format!("extra_beta.{index}.{part}"))
}

/// The pooling layers of the model, lowest first, and those at extra betas.
fn pooling_layers(
    tensors: &Tensors<'_>,
    config: &Config,
) -> Result<(Vec<PoolingLayer>, Vec<PoolingLayer>), String> {
    let params = config.model.pooling_layers();
    let below = std::iter::once(config.model.simple).chain(params.iter().map(|layer| layer.units));
    let own = below.zip(&params).enumerate();
    let own = own.map(|(index, (below, layer))| {
        let shape = [below, layer.units];
        pooling_layer(tensors, layer_tensors(index), shape, layer.sparsity)
    });
    let own: Vec<_> = own.collect::<Result<_, _>>()?;
    let extra = config.learning.extra_betas.iter().enumerate();
    let extra = extra.map(|(index, &beta)| {
        let shape = [config.model.simple, config.model.invariant];
        pooling_layer(tensors, extra_tensors(index), shape, beta)
    });
    Ok((own, extra.collect::<Result<_, _>>()?))
}

/// A pooling layer whose weights have this shape, by the names of its tensors.
fn pooling_layer(
    tensors: &Tensors<'_>,
    [weights, moment, unit_use]: [String; 3],
    shape: [usize; 2],
    sparsity: f32,
) -> Result<PoolingLayer, String> {
    Ok(PoolingLayer {
        weights: tensors.pooling(&weights, shape)?,
        sparsity,
        state: PoolingState {
            moment: tensors.vector(&moment, shape[1])?,
            unit_use: tensors.vector(&unit_use, shape[1])?,
        },
    })
}

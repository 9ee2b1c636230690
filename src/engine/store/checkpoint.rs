//! A trained model in one safetensors file, written atomically. Training continues from it exactly as
//! if it had never stopped.
//!
//! Tensors, all F32: `W` `[P, K]`, `A` `[K, M]`, `simple_moment` and `simple_use` `[K]`,
//! `invariant_moment` and `invariant_use` `[M]`; for each extra beta, in the order of the
//! configuration, `extra_beta.0.A`, `extra_beta.0.moment` and `extra_beta.0.use`, and so on; with a third layer
//! `B` `[M, N]`, `top_moment` and `top_use` `[N]`; with a fourth `layer.4.weights`, `layer.4.moment` and `layer.4.use`, and
//! so on. Metadata: `config` and `state` as JSON, `run`, the number of the run, where it has one, `prices_set`, where alpha or
//! beta is adapted to a share of units on what both were set to, and which program wrote the file, see `version`.

use std::ffi::OsStr;
use std::io::Error;
use std::path::Path;
use std::sync::Arc;

use ndarray::{Array2, Ix2};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use safetensors::SafeTensors;
use safetensors::tensor::SafeTensorError;
use serde::{Deserialize, Serialize};

use super::learner_tensors::{LearnerTensors, Tensor, serialised, tensors_of};
use super::run_id::RunId;
use super::tensors::Tensors;
use super::version::{ANOTHER_FILE, FIRST, Metadata, NEWEST};
use crate::config::Config;
use crate::engine::file_error::FileError;
use crate::files::{not_written, read_file, write_atomically_after};
use crate::model::{Learner, SPARSITIES};
use crate::range::OutOfRange;
use crate::source::picture_format;
use crate::telemetry::{History, check_progress, check_room};

/// Larger files are refused before they are read: the largest model allowed needs less.
const MAX_BYTES: u64 = 4 << 30;
/// The first bytes of every history.
pub(in crate::engine) const HISTORY_START: &[u8; 20] = b"cellscope history 1\n";
/// The same without the version.
pub(crate) const HISTORY_NAME: &[u8] = HISTORY_START.split_at(HISTORY_START.len() - " 1\n".len()).0;
/// How other files begin that may be taken for models, and what they are.
const OTHERS: [(&[u8], &str); 3] = [
    (
        HISTORY_NAME,
        "the history of a model, not the model beside it",
    ),
    (b"<svg", "an SVG figure, not a model file"),
    (b"\x93NUMPY", "an array of numbers, not a model file"),
];

/// Everything a run is made of, but its pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The configuration with alpha, beta, rates and frozen layers as they are now.
    pub config: Config,
    /// The model and its optimiser.
    pub learner: Arc<Learner>,
    /// The rest.
    pub state: RunState,
    /// The run; `None` in files of before runs had numbers.
    pub run: Option<RunId>,
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
    /// Alpha and beta as they were set, where they are adapted to a share of units on: a new start begins with them.
    #[serde(skip)]
    pub prices_set: Option<[f32; 2]>,
    /// The curves.
    pub history: History,
}

impl Checkpoint {
    /// Writes the model to `path`: to a new file beside it first, then renamed, so that a crash or a
    /// full disk leaves what was there.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the file would not open again: then no file is replaced.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.save_after(path, |_| Ok(()))
    }

    /// The same, where `prepare` is called once the new file is whole, before it takes the place of the one that was there.
    ///
    /// # Errors
    /// Likewise, and those of `prepare`.
    pub(crate) fn save_after(
        &self,
        path: &Path,
        prepare: impl FnOnce(&Path) -> std::io::Result<()>,
    ) -> Result<(), FileError> {
        let bytes = self.to_bytes().map_err(|error| {
            FileError::new(path, format!("cannot be written as safetensors: {error}"))
        })?;
        Self::from_bytes(&bytes, path).map_err(|error| {
            let reason = error.reason().trim_end_matches(ANOTHER_FILE);
            FileError::new(path, format!("would not open again: {reason}"))
        })?;
        let written = write_atomically_after(path, &bytes, |new| {
            if std::fs::read(new)? != bytes {
                return Err(Error::other("what was read back is not what was written"));
            }
            prepare(new)
        });
        written.map_err(|error| FileError::new(path, not_written(path, &error)))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// When the file cannot be read, is no safetensors file, or holds no sound model that learning can go on from.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let bytes = read_file(path, MAX_BYTES).map_err(|error| FileError::new(path, error))?;
        let opened = Self::from_bytes(&bytes, path)?;
        let has_room = check_room(opened.state.step, opened.state.movies_seen);
        has_room.map_err(|error| FileError::new(path, stored(error)))?;
        Ok(opened)
    }

    /// Reads a model from the contents of a file; errors name it as `path`.
    pub(super) fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, FileError> {
        let unsuitable = |reason: String| FileError::new(path, reason);
        let damaged = |_| FileError::new(path, not_a_model(bytes, path));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let metadata = Metadata::of(header.metadata().clone().unwrap_or_default());
        let metadata = metadata.map_err(unsuitable)?;
        Self::from_tensors(&Tensors::new(tensors), &metadata).map_err(unsuitable)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SafeTensorError> {
        let learner = &self.learner;
        let weights = |name, of: &Array2<f32>| Tensor::of_floats::<Ix2>(name, of.view());
        let tensors = tensors_of(learner, weights, weights);
        let metadata = Metadata::new(match learner.weights.layers.len() {
            0..=2 => FIRST,
            _ => NEWEST,
        });
        let mut metadata = metadata
            .with("config", serde_json::to_string(&self.config)?)
            .with("state", serde_json::to_string(&self.state)?);
        if let Some(run) = self.run {
            metadata = metadata.with("run", serde_json::to_string(&run)?);
        }
        if let Some(prices) = self.state.prices_set {
            metadata = metadata.with("prices_set", serde_json::to_string(&prices)?);
        }
        metadata.put_into(&serialised(&tensors, None)?)
    }

    fn from_tensors(tensors: &Tensors<'_>, metadata: &Metadata) -> Result<Self, String> {
        let config: Config = metadata.json("config")?;
        let mut state: RunState = metadata.json("state")?;
        // Beside the state, so that earlier programs read the file.
        state.prices_set = metadata.json_or_none("prices_set")?;
        let run = metadata.json_or_none("run")?;
        check(&config, &state)?;
        let learner = tensors.learner(&config, state.movies_seen);
        let learner = learner.map_err(|error| error + ANOTHER_FILE)?;
        if let Some(name) = tensors.unread() {
            let reason = format!("tensor {name} belongs to no layer of its configuration");
            return Err(metadata.unknown(reason));
        }
        Ok(Self {
            learner: Arc::new(learner),
            config,
            state,
            run,
        })
    }
}

/// What is said of a file that is not a safetensors file.
fn not_a_model(bytes: &[u8], path: &Path) -> String {
    match picture_format(bytes) {
        Some(format) => {
            let ending = format.to_lowercase();
            let endings = match format {
                "JPEG" => vec!["jpg", "jpeg"],
                "TIFF" => vec!["tif", "tiff"],
                _ => vec![&*ending],
            };
            let is_known =
                |own: &OsStr| endings.iter().any(|known| own.eq_ignore_ascii_case(known));
            let renamed = match path.extension().is_some_and(is_known) {
                true => String::new(),
                false => format!(
                    "; as a picture it needs a name that ends in .{}",
                    endings.join(" or .")
                ),
            };
            format!(
                "a {format} picture, not a model file; give a file that cellscope saved{renamed}"
            )
        }
        None if bytes.is_empty() => format!("the file is empty{ANOTHER_FILE}"),
        None if bytes.get(8) == Some(&b'{') => {
            // The length of the header, then the header: so begins every model.
            format!("a damaged model file, cut off or changed{ANOTHER_FILE}")
        }
        None => {
            let known = OTHERS.iter().find(|(start, _)| bytes.starts_with(start));
            let kind = known.map_or("not a model file", |(_, kind)| kind);
            format!(
                "{kind}; give a .safetensors file, as File > Save model or `cellscope train` writes it"
            )
        }
    }
}

/// Checks every value against its range.
fn check(config: &Config, state: &RunState) -> Result<(), String> {
    let checked = config.check().and_then(|()| state.check());
    checked.map_err(stored)
}

/// What is said of a value that is stored.
fn stored(error: OutOfRange) -> String {
    format!("the stored {error}{ANOTHER_FILE}")
}

impl RunState {
    fn check(&self) -> Result<(), OutOfRange> {
        let (step, movies_seen) = (self.step, self.movies_seen);
        check_progress(step, movies_seen, self.elapsed_secs)?;
        if let Some(secs) = self.emerged_secs {
            check_progress(step, movies_seen, secs)?;
        }
        for (name, price) in ["alpha", "beta"]
            .into_iter()
            .zip(self.prices_set.into_iter().flatten())
        {
            OutOfRange::within(name, price, SPARSITIES, "")?;
        }
        self.history.check(step, movies_seen)?;
        // Such a generator gives zeros for ever.
        let mut generator = self.generator.clone();
        let is_stuck = (0..4).all(|_| generator.next_u64() == 0);
        OutOfRange::check(!is_stuck, "state of the generator", "not all zeros", 0)
    }
}

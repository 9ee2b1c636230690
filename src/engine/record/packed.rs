//! The weights at a moment of a run, a byte each, as a safetensors image.
//!
//! Every column of W and of the pooling weights has norm 1, so its bytes need no scale: a column is unpacked by dividing it
//! by its norm. W is `[K, P]` in I8, the pooling weights are as in a model file in U8, running means stay in F32. The
//! names are those of a model file.

use ndarray::{Array2, Axis, ShapeBuilder};
use safetensors::tensor::SafeTensorError;
use safetensors::{Dtype, SafeTensors};

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

use crate::config::Config;
use crate::engine::store::{
    DICTIONARY, LearnerTensors, RunState, Tensor, bytes_of, serialised, tensors_of,
};
use crate::model::Learner;
use crate::telemetry::{check_progress, check_room};

/// A run at a moment of its past.
#[derive(Clone, Debug)]
pub struct PastState {
    /// Its configuration then.
    pub config: Config,
    /// Its weights, rounded to steps of 1/127 (W) or 1/255 (A and above) of the largest in its column, which is then of length 1
    /// again, and its running means, exact.
    pub learner: Learner,
    /// The generator that cut movies.
    pub generator: Xoshiro256PlusPlus,
    /// Minibatches learned from.
    pub step: u64,
    /// Seconds spent learning.
    pub elapsed_secs: f64,
    /// Whether it was recorded after the changes that are marked at its minibatch.
    pub is_marked: bool,
}

impl PastState {
    /// Where the run stood then; `now` is where it stands.
    pub(crate) fn run_state(&self, now: RunState) -> RunState {
        let mut history = now.history;
        let emerged_secs = history.emerged_by(self.elapsed_secs, now.emerged_secs);
        history.truncate(self.step, self.is_marked);
        RunState {
            step: self.step,
            movies_seen: self.learner.movies_seen,
            elapsed_secs: self.elapsed_secs,
            emerged_secs,
            generator: self.generator.clone(),
            // What was set by then is not recorded.
            prices_set: None,
            history,
        }
    }
}

/// What is stored of a moment beside its tensors.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) step: u64,
    pub(super) movies_seen: u64,
    pub(super) elapsed_secs: f64,
    pub(super) is_marked: bool,
    pub(super) generator: Xoshiro256PlusPlus,
    pub(super) config: Config,
}

const HEADER: &str = "moment";

/// W, a filter a row.
fn packed_dictionary(name: String, dictionary: &Array2<f32>) -> Tensor {
    let mut bytes = Vec::with_capacity(dictionary.len());
    for filter in dictionary.columns() {
        let sizes = filter.iter().map(|weight| weight.abs());
        let scale = to_steps(sizes.fold(0.0, f32::max), 127.0);
        let steps = filter.iter().map(|weight| (weight * scale).round());
        bytes.extend(steps.map(|step| step as i8 as u8));
    }
    Tensor {
        name,
        dtype: Dtype::I8,
        shape: vec![dictionary.ncols(), dictionary.nrows()],
        bytes,
    }
}

/// Pooling weights, all >= 0.
fn packed_pooling(name: String, weights: &Array2<f32>) -> Tensor {
    // Row by row, as they lie in memory.
    let mut largest = vec![0.0_f32; weights.ncols()];
    for row in weights.rows() {
        let row = largest.iter_mut().zip(row);
        row.for_each(|(largest, weight)| *largest = largest.max(*weight));
    }
    let scales = largest.iter().map(|&largest| to_steps(largest, 255.0));
    let scales: Vec<_> = scales.collect();
    let mut bytes = Vec::with_capacity(weights.len());
    for row in weights.rows() {
        let row = row.into_iter().zip(&scales);
        bytes.extend(row.map(|(weight, scale)| (weight * scale).round() as u8));
    }
    Tensor {
        name,
        dtype: Dtype::U8,
        shape: weights.shape().to_vec(),
        bytes,
    }
}

/// What takes the largest value to `steps`.
fn to_steps(largest: f32, steps: f32) -> f32 {
    if largest > 0.0 { steps / largest } else { 0.0 }
}

/// Packs a learner.
pub(super) fn pack(header: &Header, learner: &Learner) -> Result<Vec<u8>, SafeTensorError> {
    let tensors = tensors_of(learner, packed_dictionary, packed_pooling);
    let head = HashMap::from([(HEADER.to_owned(), serde_json::to_string(header)?)]);
    serialised(&tensors, Some(head))
}

/// What is stored beside the tensors of an image.
pub(super) fn header(image: &[u8]) -> Result<Header, String> {
    let (_, metadata) = SafeTensors::read_metadata(image).map_err(|error| error.to_string())?;
    let entries = metadata.metadata().as_ref();
    let text = entries.and_then(|entries| entries.get(HEADER));
    let text = text.ok_or_else(|| format!("{HEADER} is missing"))?;
    let header: Header = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let progress = check_progress(header.step, header.movies_seen, header.elapsed_secs);
    let has_room = check_room(header.step, header.movies_seen);
    let checked = header.config.check().and(progress).and(has_room);
    checked.map_err(|error| error.to_string())?;
    Ok(header)
}

/// Unpacks a learner.
pub(super) fn unpack(image: &[u8]) -> Result<PastState, String> {
    let header = header(image)?;
    let file = SafeTensors::deserialize(image).map_err(|error| error.to_string())?;
    let config = header.config;
    let learner = Images(file).learner(&config, header.movies_seen)?;
    Ok(PastState {
        config,
        learner,
        generator: header.generator,
        step: header.step,
        elapsed_secs: header.elapsed_secs,
        is_marked: header.is_marked,
    })
}

/// The tensors of an image.
struct Images<'a>(SafeTensors<'a>);

impl LearnerTensors for Images<'_> {
    fn dictionary(&self, [pixels, simple]: [usize; 2]) -> Result<Array2<f32>, String> {
        let bytes = self.bytes(DICTIONARY, Dtype::I8, &[simple, pixels])?;
        let weights = bytes.iter().map(|&byte| f32::from(byte as i8)).collect();
        let mut dictionary = Array2::from_shape_vec((pixels, simple).f(), weights)
            .expect("as many bytes as the shape has, which was checked");
        normalise(&mut dictionary);
        Ok(dictionary)
    }

    fn pooling(&self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let bytes = self.bytes(name, Dtype::U8, &shape)?;
        let bytes = bytes.iter().map(|&byte| f32::from(byte)).collect();
        let mut weights = Array2::from_shape_vec(shape, bytes)
            .expect("as many bytes as the shape has, which was checked");
        normalise(&mut weights);
        Ok(weights)
    }

    fn bytes(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&[u8], String> {
        bytes_of(&self.0, name, dtype, shape)
    }
}

/// Scales every column to norm 1; a column of zeros stays. On this thread alone, as a history is read where there is no pool.
fn normalise(weights: &mut Array2<f32>) {
    let squares = weights.fold_axis(Axis(0), 0.0_f32, |sum, weight| sum + weight * weight);
    let scales = squares.mapv(|square| {
        if square > 0.0 {
            square.sqrt().recip()
        } else {
            0.0
        }
    });
    *weights *= &scales;
}

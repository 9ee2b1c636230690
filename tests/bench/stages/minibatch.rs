//! Minibatches of learning, and the parts of the work on one.

use std::time::{Duration, Instant};

use cellscope::model::{
    BatchCodes, GramCache, InvariantCoder, Learner, LearningParams, SimpleCoder,
    dictionary_descent, pooling_descent,
};
use ndarray::{Array2, ArrayView2, s};

use super::subject::Subject;

/// Minibatches that are learned from: a single one takes too little time.
const BATCHES: usize = 8;
/// Fewer are enough where coding takes so long.
pub(super) const ENOUGH: Duration = Duration::from_secs(1);
/// Movies that the learners have seen: so many that all sparsities are the final ones.
const SEEN: u64 = 10_000_000;
/// Relative duality gap of the codes learned from.
const GAP: f64 = 1e-3;
/// The parts, in their order. Gradients are worked out alone here; learning takes each filter's step as soon as it has the
/// gradient.
pub(super) const PARTS: [&str; 5] = ["W'W", "E1", "-dE1/dW", "E2", "-dE2/dA"];

/// A minibatch and its codes.
pub(super) struct Batch<'a> {
    pub(super) frames: ArrayView2<'a, f32>,
    pub(super) codes: BatchCodes,
    /// x - W z.
    left: Array2<f32>,
}

/// The first minibatches of `movies` `[movies * n_t, P]`, with their codes.
pub(super) fn first_batches<'a>(subject: &Subject, movies: ArrayView2<'a, f32>) -> Vec<Batch<'a>> {
    let config = &subject.config;
    let frames = config.movies.frames;
    let rows = movies.nrows().min(config.learning.batch_movies * frames);
    let started = Instant::now();
    (0..(movies.nrows() / rows).min(BATCHES))
        .take_while(|&batch| batch == 0 || started.elapsed() < ENOUGH)
        .map(|batch| movies.slice_move(s![batch * rows..(batch + 1) * rows, ..]))
        .map(|frames_of| {
            let weights = &subject.weights;
            let (codes, left) =
                weights.encode_with_residuals(frames_of, frames, &config.model, GAP);
            Batch {
                frames: frames_of,
                codes,
                left,
            }
        })
        .collect()
}

/// A learner of the subject's weights.
pub(super) fn learner(subject: &Subject) -> Learner {
    let config = &subject.config;
    Learner {
        weights: subject.weights.clone(),
        movies_seen: SEEN,
        ..Learner::new(config.pixels(), &config.model, config.seed)
    }
}

/// Learns from a minibatch at rate 0: the weights stay, so that every run has the same codes to find. No step is then so long
/// that what it raises must be worked out exactly, as it seldom is at other rates.
pub(super) fn learn(learner: &mut Learner, subject: &Subject, batch: &Batch<'_>) {
    let config = &subject.config;
    let at_rest = LearningParams {
        simple_rate: 0.0,
        invariant_rate: 0.0,
        ..config.learning.clone()
    };
    let frames = config.movies.frames;
    drop(learner.step(batch.frames, frames, &config.model, &at_rest));
}

/// What does the parts.
pub(super) struct Parts<'a> {
    subject: &'a Subject,
    simple: SimpleCoder<'a>,
    invariant: InvariantCoder<'a>,
}

impl<'a> Parts<'a> {
    /// `products` holds W'W.
    pub(super) fn new(subject: &'a Subject, products: &'a GramCache) -> Self {
        let (weights, params) = (&subject.weights, &subject.config.model);
        let (dictionary, pooling) = (weights.dictionary.view(), weights.pooling().view());
        Self {
            subject,
            simple: SimpleCoder::new(dictionary, products, params.alpha, GAP),
            invariant: InvariantCoder::new(pooling, params.alpha, params.beta, GAP),
        }
    }

    /// Does one of [`PARTS`]. The results are kept from the optimiser by `black_box`. Memory for W'W is kept, as in learning;
    /// that of gradients is mapped anew, which learning saves.
    pub(super) fn run(&self, part: usize, batch: &Batch<'_>, renewed: &mut GramCache) {
        let config = &self.subject.config;
        let dictionary = self.subject.weights.dictionary.view();
        match part {
            0 => {
                renewed.update(dictionary);
                std::hint::black_box(renewed);
            }
            1 => {
                let codes = self.simple.encode(batch.frames, config.movies.frames);
                drop(std::hint::black_box(codes));
            }
            2 => {
                let mut descent = Array2::zeros((dictionary.ncols(), dictionary.nrows()));
                let by_unit = batch.codes.simple.codes.transposed();
                dictionary_descent(batch.left.view(), &by_unit, descent.view_mut());
                drop(std::hint::black_box(descent));
            }
            3 => {
                let codes = self.invariant.encode(&batch.codes.pooled);
                drop(std::hint::black_box(codes));
            }
            _ => {
                let codes = batch.codes.invariant();
                let alpha = config.model.alpha;
                let descent = pooling_descent(alpha, &codes.remaining, &codes.codes);
                drop(std::hint::black_box(descent));
            }
        }
    }
}

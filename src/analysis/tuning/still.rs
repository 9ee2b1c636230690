//! Codes of stimuli that stand still for a whole movie.

use std::borrow::Cow;
use std::ops::ControlFlow;

use ndarray::{Array1, ArrayView1, ArrayView2, Axis};

use crate::analysis::MEASURED_GAP;
use crate::model::{
    BatchCodes, Coupling, Energies, GramCache, InvariantCoder, InvariantCodes, Learner,
    ModelParams, MovieCoder, SimpleCoder, SparseRows,
};

/// Stimuli coded between two calls of `pause`.
const BLOCK: usize = 384;

/// The simple layer of a model that is shown still stimuli. In the joint model u minimises the energy of two layers;
/// a third layer, which would lower the penalty on u, is left out.
#[derive(Clone, Debug)]
pub struct SimpleLayer<'a> {
    dictionary: ArrayView2<'a, f32>,
    products: Cow<'a, GramCache>,
    coupling: Coupling,
    alpha: f32,
    movie_frames: usize,
}

/// An invariant layer on top; several may share a simple layer.
#[derive(Clone, Copy, Debug)]
pub struct InvariantLayer<'a> {
    /// A, `[K, M]`, row-major.
    pub pooling: ArrayView2<'a, f32>,
    /// Sparsity of u.
    pub beta: f32,
}

impl<'a> InvariantLayer<'a> {
    /// The layer of a model with this `own_beta` at a sparsity of u: the one that learned at it beside its own, where there is
    /// one, else its own A at this beta.
    pub fn at(beta: f32, learner: &'a Learner, own_beta: f32) -> Self {
        let mut extra = learner.extra.iter();
        let learned = extra.find(|layer| layer.sparsity == beta && beta != own_beta);
        let pooling = learned.map_or(learner.weights.pooling(), |layer| &layer.weights);
        let pooling = pooling.view();
        Self { pooling, beta }
    }
}

/// The codes of many stimuli, a row for each.
pub(super) struct Answers {
    /// z; in the joint model, where it depends on u, under the first of the layers.
    pub(super) simple: SparseRows,
    /// u under each of the layers.
    pub(super) invariant: Vec<SparseRows>,
}

/// The codes of one frame that is shown for a whole movie.
#[derive(Clone, Debug, PartialEq)]
pub struct StillCodes {
    /// z, signed, `[K]`; the same in every frame, so that z* is n_t abs(z).
    pub simple: Vec<f32>,
    /// u, `[M]`.
    pub invariant: Vec<f32>,
    /// W z, `[P]`.
    pub reconstruction: Vec<f32>,
    /// Energies by term of the movie of n_t such frames.
    pub energies: Energies,
}

impl<'a> SimpleLayer<'a> {
    /// The simple layer with dictionary W `[P, K]` of a model with these sparsities, in movies of so many
    /// frames, n_t.
    pub fn new(dictionary: ArrayView2<'a, f32>, model: &ModelParams, movie_frames: usize) -> Self {
        let products = Cow::Owned(GramCache::new(dictionary));
        Self::with_gram_cache(dictionary, products, model, movie_frames)
    }

    /// The same with the products of W given.
    pub fn with_gram_cache(
        dictionary: ArrayView2<'a, f32>,
        products: Cow<'a, GramCache>,
        model: &ModelParams,
        movie_frames: usize,
    ) -> Self {
        Self {
            dictionary,
            products,
            coupling: model.coupling,
            alpha: model.alpha,
            movie_frames,
        }
    }

    /// The codes of one frame `[P]` and its energies.
    pub fn still(&self, layer: &InvariantLayer<'_>, frame: ArrayView1<'_, f32>) -> StillCodes {
        let frame = frame.insert_axis(Axis(0));
        let codes = self.encode_movies(layer, frame);
        let mut reconstruction = Array1::zeros(self.dictionary.nrows());
        for (unit, z) in codes.simple.codes.pairs(0) {
            reconstruction.scaled_add(z, &self.dictionary.column(unit));
        }
        StillCodes {
            simple: codes.simple.codes.dense_row(0),
            invariant: codes.invariant().codes.dense_row(0),
            reconstruction: reconstruction.to_vec(),
            energies: codes.energies(),
        }
    }

    /// z of each stimulus, a row of `[n, P]`, and u under each layer. Between blocks of stimuli `pause`
    /// is called, and may break it off.
    pub(super) fn answers(
        &self,
        layers: &[InvariantLayer<'_>],
        stimuli: ArrayView2<'_, f32>,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Answers> {
        let units = |layer: &InvariantLayer<'_>| SparseRows::new(layer.pooling.ncols());
        let mut answers = Answers {
            simple: SparseRows::new(self.dictionary.ncols()),
            invariant: layers.iter().map(units).collect(),
        };
        for block in stimuli.axis_chunks_iter(Axis(0), BLOCK) {
            match self.coupling {
                Coupling::Split => {
                    let codes = self.coder().encode(block, 1).codes;
                    answers.simple.append(&codes);
                    for (layer, all) in layers.iter().zip(&mut answers.invariant) {
                        all.append(&self.pool(&codes, layer).codes);
                    }
                }
                Coupling::Joint => {
                    for (index, layer) in layers.iter().enumerate() {
                        let codes = self.encode_movies(layer, block);
                        answers.invariant[index].append(&codes.invariant().codes);
                        if index == 0 {
                            answers.simple.append(&codes.simple.codes);
                        }
                    }
                }
            }
            pause()?;
        }
        ControlFlow::Continue(answers)
    }

    fn coder(&self) -> SimpleCoder<'_> {
        SimpleCoder::new(self.dictionary, &self.products, self.alpha, MEASURED_GAP)
    }

    /// z and u of the still movies of these stimuli.
    fn encode_movies(
        &self,
        layer: &InvariantLayer<'_>,
        stimuli: ArrayView2<'_, f32>,
    ) -> BatchCodes {
        MovieCoder::new(self.coupling, self.coder(), &[(layer.pooling, layer.beta)])
            .repeats(self.movie_frames)
            .encode(stimuli, 1)
    }

    /// All n_t frames of a still movie have the same z, so that z* is n_t abs(z).
    fn pool(&self, codes: &SparseRows, layer: &InvariantLayer<'_>) -> InvariantCodes {
        let frames = self.movie_frames as f32;
        let mut pooled = SparseRows::new(codes.width());
        for row in 0..codes.rows() {
            let (units, values) = codes.row(row);
            let values = values.iter().map(|z| frames * z.abs());
            pooled.push_row(units.iter().copied().zip(values));
        }
        InvariantCoder::new(layer.pooling, self.alpha, layer.beta, MEASURED_GAP).encode(&pooled)
    }
}

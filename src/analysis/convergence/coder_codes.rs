//! The fast coders' codes of all movies for one energy.

use ndarray::{ArrayView2, s};

use super::EnergyName;
use super::coder::CODER_GAPS;
use crate::model::hierarchy::LayerCodes;
use crate::model::{
    BatchCodes, Coupling, InvariantCoder, ModelParams, PoolingLayer, SimpleCoder, SparseRows,
    Weights,
};

/// Relative duality gap of the codes from which the search for the minimum starts.
const GAP: f64 = 1e-6;

/// The codes of all movies for one energy.
pub(super) struct CoderCodes {
    pub(super) name: EnergyName,
    movie_frames: usize,
    codes: BatchCodes,
    /// The codes at each of [`CODER_GAPS`]: z of the first frame of every movie, coded alone, for E1; u of every movie for E2;
    /// empty for other energies.
    at_gaps: Vec<SparseRows>,
}

impl CoderCodes {
    /// Codes movies, `frames` `[n * n_t, P]`, with `third` as the third layer where the energy has one.
    pub(super) fn new(
        name: EnergyName,
        weights: &Weights,
        third: &PoolingLayer,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
    ) -> Self {
        let third = (name == EnergyName::ThreeLayers).then_some(third);
        let coupling = match name.is_convex() {
            true => Coupling::Split,
            false => Coupling::Joint,
        };
        let params = ModelParams {
            coupling,
            top: third.map_or(0, PoolingLayer::units),
            gamma: third.map_or(params.gamma, |third| third.sparsity),
            deeper: Default::default(),
            ..*params
        };
        let weights = Weights {
            dictionary: weights.dictionary.clone(),
            layers: weights
                .layers
                .iter()
                .take(1)
                .chain(third)
                .cloned()
                .collect(),
        };
        let codes = weights.encode(frames, movie_frames, &params, GAP);
        let at_gaps = match name {
            EnergyName::E1 => {
                simple_at_gaps(&weights, frames.slice(s![..;movie_frames, ..]), &params)
            }
            EnergyName::E2 => invariant_at_gaps(&weights, &codes.pooled, &params),
            EnergyName::Joint | EnergyName::ThreeLayers => Vec::new(),
        };
        Self {
            name,
            movie_frames,
            codes,
            at_gaps,
        }
    }

    /// z* of a movie, `[K]`.
    pub(super) fn pooled(&self, movie: usize) -> Vec<f64> {
        dense(&self.codes.pooled, movie)
    }

    /// The codes of a movie.
    pub(super) fn of_movie(&self, movie: usize) -> LayerCodes {
        let (codes, first) = (&self.codes, movie * self.movie_frames);
        match self.name {
            EnergyName::E1 => vec![dense(&codes.simple.codes, first)],
            EnergyName::E2 => vec![dense(&codes.invariant().codes, movie)],
            EnergyName::Joint | EnergyName::ThreeLayers => {
                let frames = first..first + self.movie_frames;
                let simple = frames.flat_map(|frame| dense(&codes.simple.codes, frame));
                let above = codes.layers.iter().map(|layer| dense(&layer.codes, movie));
                std::iter::once(simple.collect()).chain(above).collect()
            }
        }
    }

    /// The codes of a movie at each of [`CODER_GAPS`]; empty where there is no coder for the energy alone.
    pub(super) fn at_gaps(&self, movie: usize) -> Vec<LayerCodes> {
        let gaps = self.at_gaps.iter();
        gaps.map(|rows| vec![dense(rows, movie)]).collect()
    }
}

/// z of these frames, each coded alone.
fn simple_at_gaps(
    weights: &Weights,
    frames: ArrayView2<'_, f32>,
    params: &ModelParams,
) -> Vec<SparseRows> {
    let (dictionary, gram_cache) = (weights.dictionary.view(), weights.gram_cache());
    let at = |gap| SimpleCoder::new(dictionary, &gram_cache, params.alpha, gap);
    CODER_GAPS
        .map(|gap| at(gap).encode(frames, 1).codes)
        .to_vec()
}

/// u of these pooled codes.
fn invariant_at_gaps(
    weights: &Weights,
    pooled: &SparseRows,
    params: &ModelParams,
) -> Vec<SparseRows> {
    let pooling = weights.pooling().view();
    let at = |gap| InvariantCoder::new(pooling, params.alpha, params.beta, gap);
    CODER_GAPS.map(|gap| at(gap).encode(pooled).codes).to_vec()
}

/// A row of a sparse array, with its zeros, in f64.
fn dense(rows: &SparseRows, row: usize) -> Vec<f64> {
    rows.dense_row(row).into_iter().map(f64::from).collect()
}

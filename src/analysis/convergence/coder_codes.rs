//! The fast coders' codes for the energies studied.

use ndarray::{Array2, ArrayView2};

use super::EnergyName;
use super::coder::{CodesAtGaps, dense};
use crate::model::hierarchy::LayerCodes;
use crate::model::{BatchCodes, Coupling, ModelParams, PoolingLayer, Weights};

/// Relative duality gap of the codes from which the search for the minimum starts.
const GAP: f64 = 1e-6;

/// The codes of all movies.
pub(super) struct CoderCodes {
    movie_frames: usize,
    /// Of the split model, for E1 and E2.
    split: Option<BatchCodes>,
    /// Of the joint model with two layers, and with three.
    joint: Option<BatchCodes>,
    three_layers: Option<BatchCodes>,
    /// Of E1 and E2 at each of the coder gaps.
    coded: CodesAtGaps,
}

impl CoderCodes {
    /// Codes movies, `frames` `[n * n_t, P]`, for these energies. The parameters hold the sparsity of the
    /// third layer, `third`.
    pub(super) fn new(
        weights: &Weights,
        third: &Array2<f32>,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        energies: &[EnergyName],
    ) -> Self {
        let encode = |coupling, third: Option<&Array2<f32>>| {
            let model = ModelParams {
                coupling,
                top: third.map_or(0, Array2::ncols),
                deeper: Default::default(),
                ..*params
            };
            let third = third.map(|third| PoolingLayer::new(third.clone(), params.gamma));
            let layers = weights.layers.iter().take(1).cloned().chain(third);
            let weights = Weights {
                dictionary: weights.dictionary.clone(),
                layers: layers.collect(),
            };
            weights.encode(frames, movie_frames, &model, GAP)
        };
        let wants = |name: EnergyName| energies.contains(&name);
        let is_split = wants(EnergyName::E1) || wants(EnergyName::E2);
        let split = is_split.then(|| encode(Coupling::Split, None));
        let of_joint = |name, top| wants(name).then(|| encode(Coupling::Joint, top));
        let mut coded = CodesAtGaps::default();
        if wants(EnergyName::E1) {
            coded.code_simple(weights, frames, movie_frames, params);
        }
        if let Some(split) = split.as_ref().filter(|_| wants(EnergyName::E2)) {
            coded.code_invariant(weights, &split.pooled, params);
        }
        Self {
            movie_frames,
            joint: of_joint(EnergyName::Joint, None),
            three_layers: of_joint(EnergyName::ThreeLayers, Some(third)),
            split,
            coded,
        }
    }

    /// z* of a movie, `[K]`.
    pub(super) fn pooled(&self, movie: usize) -> Vec<f64> {
        dense(&self.of(EnergyName::E2).pooled, movie)
    }

    /// The codes of a movie for an energy.
    pub(super) fn codes(&self, name: EnergyName, movie: usize) -> LayerCodes {
        let codes = self.of(name);
        let first = movie * self.movie_frames;
        match name {
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

    /// The same at each of the coder gaps; empty where there is no coder for the energy.
    pub(super) fn codes_at_gaps(&self, name: EnergyName, movie: usize) -> Vec<LayerCodes> {
        self.coded.at(name, movie)
    }

    fn of(&self, name: EnergyName) -> &BatchCodes {
        let codes = match name {
            EnergyName::E1 | EnergyName::E2 => &self.split,
            EnergyName::Joint => &self.joint,
            EnergyName::ThreeLayers => &self.three_layers,
        };
        codes.as_ref().expect("one of the energies studied")
    }
}

//! The codes of a batch of movies under the whole model, split or joint.

use ndarray::{Array2, ArrayView2};

use super::ModelParams;
use super::codes::SparseRows;
use super::energy::Energies;
use super::lasso::{SimpleCoder, SimpleCodes};
use super::movie_coder::MovieCoder;
use super::pooled::InvariantCodes;
use super::weights::Weights;
use super::workspace::{Workspace, shaped};

/// The codes of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchCodes {
    /// z and its energies, per frame; in the joint model the sparsity is the half that u cannot take away.
    pub simple: SimpleCodes,
    /// z*, per movie.
    pub pooled: SparseRows,
    /// u and its energies, per movie; in the joint model with a third layer the sparsity is the half that
    /// v cannot take away.
    pub invariant: InvariantCodes,
    /// v and its energies, per movie, where there is a third layer.
    pub top: Option<InvariantCodes>,
}

impl BatchCodes {
    /// No movies yet, for so many simple units and units of the layers above.
    pub(super) fn new(simple: usize, above: &[usize]) -> Self {
        let invariant = above.first().copied().unwrap_or(0);
        Self {
            simple: SimpleCodes::new(simple),
            pooled: SparseRows::new(simple),
            invariant: InvariantCodes::new(simple, invariant),
            top: above.get(1).map(|&top| InvariantCodes::new(invariant, top)),
        }
    }

    pub(super) fn clear(&mut self) {
        self.simple.clear();
        self.pooled.clear();
        self.invariant.clear();
        self.top.iter_mut().for_each(InvariantCodes::clear);
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.simple.append(&other.simple);
        self.pooled.append(&other.pooled);
        self.invariant.append(&other.invariant);
        if let (Some(top), Some(other)) = (&mut self.top, &other.top) {
            top.append(other);
        }
    }

    /// The codes of the first layer above the simple one, or the second.
    pub(super) fn above_mut(&mut self, layer: usize) -> Option<&mut InvariantCodes> {
        match layer {
            0 => Some(&mut self.invariant),
            _ => self.top.as_mut(),
        }
    }

    /// Energies by term, mean per movie; 0 for no movies.
    #[must_use]
    pub fn energies(&self) -> Energies {
        let movies = self.invariant.modulated.len().max(1) as f64;
        let mean = |terms: &[f64]| terms.iter().sum::<f64>() / movies;
        let top = |terms: fn(&InvariantCodes) -> &[f64]| {
            self.top.as_ref().map_or(0.0, |top| mean(terms(top)))
        };
        Energies {
            reconstruction: mean(&self.simple.reconstruction),
            simple_sparsity: mean(&self.simple.sparsity),
            modulated: mean(&self.invariant.modulated),
            invariant_sparsity: mean(&self.invariant.sparsity),
            top_modulated: top(|top| &top.modulated),
            top_sparsity: top(|top| &top.sparsity),
        }
    }
}

impl Weights {
    /// The codes of movies under these weights: `frames` `[n * n_t, P]`, each code accepted at
    /// `relative_gap` of its energy.
    #[must_use]
    pub fn encode(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
    ) -> BatchCodes {
        let room = &mut Workspace::default();
        self.encode_in(room, frames, movie_frames, params, relative_gap, 0)
    }

    /// The same with x - W z of every frame, `[n * n_t, P]`, which W learns from.
    #[must_use]
    pub fn encode_leaving(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
    ) -> (BatchCodes, Array2<f32>) {
        let mut room = Workspace::default();
        let pixels = frames.ncols();
        let codes = self.encode_in(
            &mut room,
            frames,
            movie_frames,
            params,
            relative_gap,
            pixels,
        );
        (codes, room.left)
    }

    /// The same with x - W z in the room, or with nothing, where no `left_pixels` are asked for.
    pub(super) fn encode_in(
        &self,
        room: &mut Workspace,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
        left_pixels: usize,
    ) -> BatchCodes {
        let dictionary = self.dictionary.view();
        room.products.renew(dictionary);
        let simple = SimpleCoder::new(dictionary, &room.products, params.alpha, relative_gap);
        let mut above = vec![(self.pooling.view(), params.beta)];
        above.extend(self.top.as_ref().map(|top| (top.view(), params.gamma)));
        let coder = MovieCoder::new(params.coupling, simple, &above);
        let left = shaped(&mut room.left, (frames.nrows(), left_pixels));
        coder.encode_leaving(frames, movie_frames, left, &room.correlations)
    }
}

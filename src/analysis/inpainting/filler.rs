//! Filling in hidden pixels from the code of the observed ones.

use ndarray::{Array2, ArrayView2, Axis, ShapeBuilder};
use rayon::prelude::*;
use serde::Serialize;

use crate::analysis::MEASURED_GAP;
use crate::model::{Coupling, GramCache, MovieCoder, SimpleCoder, SparseRows, Weights};

/// The sparsities a patch is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sparsities {
    /// Sparsity of z.
    pub alpha: f32,
    /// Sparsity of u; `None` for one layer.
    pub beta: Option<f32>,
}

/// W on the observed pixels of one mask, for any number of patches.
///
/// The rows of W at the observed pixels are a dictionary of their own, whose columns are no longer of norm 1.
/// The solvers do not need that: they take every norm from the diagonal of its Gram matrix, and leave out a filter
/// without observed pixels.
#[derive(Clone, Debug)]
pub struct Filler<'a> {
    weights: &'a Weights,
    observed: Vec<usize>,
    /// W_o `[observed pixels, K]`, column-major.
    dictionary: Array2<f32>,
    /// W_o'W_o, and what gives W_o'x.
    products: GramCache,
}

/// Filled patches and their codes.
#[derive(Clone, Debug)]
pub struct Fill {
    /// x^ = W z at every pixel, observed or not, `[n, P]`.
    pub filled: Array2<f32>,
    /// z, a row per patch.
    pub simple: SparseRows,
    /// u, a row per movie; `None` for one layer.
    pub invariant: Option<SparseRows>,
}

impl<'a> Filler<'a> {
    /// From the weights, without a third layer, and whether each pixel is observed, `[P]`.
    pub fn new(weights: &'a Weights, observed: &[bool]) -> Self {
        let (pixels, units) = weights.dictionary.dim();
        assert_eq!(pixels, observed.len(), "pixels of W, and of the mask");
        let observed: Vec<usize> = (0..pixels).filter(|&pixel| observed[pixel]).collect();
        let mut dictionary = Array2::zeros((observed.len(), units).f());
        for (to, &from) in dictionary.rows_mut().into_iter().zip(&observed) {
            weights.dictionary.row(from).assign_to(to);
        }
        Self {
            weights,
            products: GramCache::new(dictionary.view()),
            observed,
            dictionary,
        }
    }

    /// P, observed or not.
    pub(super) fn pixels(&self) -> usize {
        self.weights.dictionary.nrows()
    }

    /// Fills patches `[n, P]`, using only their observed pixels.
    ///
    /// With two layers each `movie_frames` successive patches share u, and each stands for `repeats` equal
    /// frames in a row; one layer codes every patch on its own, which is the same for equal frames.
    pub fn fill(
        &self,
        patches: ArrayView2<'_, f32>,
        sparsities: Sparsities,
        movie_frames: usize,
        repeats: usize,
    ) -> Fill {
        let seen = self.observed_of(patches);
        let dictionary = self.dictionary.view();
        let simple = SimpleCoder::new(dictionary, &self.products, sparsities.alpha, MEASURED_GAP);
        let (simple, invariant) = match sparsities.beta {
            None => (simple.encode(seen.view(), 1).codes, None),
            Some(beta) => {
                let above = [(self.weights.pooling().view(), beta)];
                let coder = MovieCoder::new(Coupling::Joint, simple, &above).repeats(repeats);
                let codes = coder.encode(seen.view(), movie_frames);
                let invariant = codes.invariant().codes.clone();
                (codes.simple.codes, Some(invariant))
            }
        };
        Fill {
            filled: self.reconstruct(&simple),
            simple,
            invariant,
        }
    }

    /// The observed pixels, `[n, observed]`.
    fn observed_of(&self, patches: ArrayView2<'_, f32>) -> Array2<f32> {
        let mut seen = Array2::zeros((patches.nrows(), self.observed.len()));
        for (mut to, from) in seen.outer_iter_mut().zip(patches.outer_iter()) {
            for (to, &pixel) in to.iter_mut().zip(&self.observed) {
                *to = from[pixel];
            }
        }
        seen
    }

    /// W z.
    fn reconstruct(&self, codes: &SparseRows) -> Array2<f32> {
        let dictionary = &self.weights.dictionary;
        let mut filled = Array2::zeros((codes.rows(), dictionary.nrows()));
        filled
            .axis_iter_mut(Axis(0))
            .into_par_iter()
            .enumerate()
            .for_each(|(row, mut patch)| {
                for (unit, value) in codes.pairs(row) {
                    patch.scaled_add(value, &dictionary.column(unit));
                }
            });
        filled
    }
}

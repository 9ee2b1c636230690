//! The weights of a hierarchy, and the codes of movies under them.

use ndarray::{Array2, ArrayView2, s};
use rayon::prelude::*;

use super::{
    Gram, Hierarchy, HierarchyOptions, JOINT_SHARE, LayerCodes, LayerStep, Reconstruction,
};
use crate::config::OutOfRange;
use crate::model::codes::SparseRows;
use crate::model::fista::Momentum;
use crate::model::weights::normalise;
use crate::model::{ModelParams, Weights};

/// Iterations of a code at most.
const MAX_ITERATIONS: usize = 500;
/// The most of the last move that is added to the next when codes are found for learning.
const MOMENTUM_CAP: f64 = 0.9;

/// Sizes and sparsities of a hierarchy.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyParams {
    /// Units of each layer, the simple units first; at least two layers.
    pub units: Vec<usize>,
    /// Sparsity of each layer: alpha, beta, and on; above 0.
    pub sparsities: Vec<f32>,
}

impl HierarchyParams {
    /// The joint model: the same two layers as the split one.
    #[must_use]
    pub fn joint(params: &ModelParams) -> Self {
        Self {
            units: vec![params.simple, params.invariant],
            sparsities: vec![params.alpha, params.beta],
        }
    }

    /// Checks the lists against each other and every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::check(
            self.units.len() >= 2 && self.units.len() == self.sparsities.len(),
            "layers",
            "two or more, each with a size and a sparsity",
            self.units.len(),
        )?;
        for &units in &self.units {
            OutOfRange::check(
                (1..=8192).contains(&units),
                "units of a layer",
                "from 1 to 8192",
                units,
            )?;
        }
        for &sparsity in &self.sparsities {
            OutOfRange::check(
                (1e-3..=100.0).contains(&sparsity),
                "sparsity of a layer",
                "from 0.001 to 100",
                sparsity,
            )?;
        }
        Ok(())
    }
}

/// W, and an A for every layer above the simple one; columns of norm 1.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyWeights {
    /// W, `[P, K]`, column-major.
    pub dictionary: Array2<f32>,
    /// The pooling weights of each further layer, `[units below, units]`, >= 0, row-major.
    pub poolings: Vec<Array2<f32>>,
}

/// The codes of a batch of movies under a hierarchy.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyCodes {
    /// The code of each layer: one row per frame in the first, one per movie in the others.
    pub layers: Vec<SparseRows>,
    /// g_(a-1) o exp(-A z_a) of each further layer, one row per movie: what learning its A needs.
    pub remaining: Vec<SparseRows>,
    /// The energy of each movie by term, lowest first.
    pub terms: Vec<Vec<f64>>,
    /// Iterations of each movie.
    pub iterations: Vec<usize>,
}

/// Everything about one movie.
struct MovieCodes {
    codes: LayerCodes,
    remaining: Vec<Vec<f64>>,
    terms: Vec<f64>,
    iterations: usize,
}

impl HierarchyWeights {
    /// Random weights for frames of so many pixels: the two lowest layers are those of the split model
    /// with the same seed.
    #[must_use]
    pub fn random(pixels: usize, params: &HierarchyParams, seed: u64) -> Self {
        let mut dictionary = None;
        let mut poolings = Vec::new();
        for (above, pair) in params.units.windows(2).enumerate() {
            let sizes = ModelParams {
                simple: pair[0],
                invariant: pair[1],
                ..ModelParams::default()
            };
            let weights = Weights::random(pixels, &sizes, seed.wrapping_add(above as u64));
            dictionary.get_or_insert(weights.dictionary);
            poolings.push(weights.pooling);
        }
        Self {
            dictionary: dictionary.expect("two layers or more"),
            poolings,
        }
    }

    /// Draws every pooling weight towards the mean of its column, of which `spread` of the distance is left.
    /// Units that begin almost alike compete: what a unit learns first the others find taken.
    pub fn even_out(&mut self, spread: f32) {
        for mut column in self
            .poolings
            .iter_mut()
            .flat_map(|pooling| pooling.columns_mut())
        {
            let mean = column.mean().unwrap_or(0.0);
            column.mapv_inplace(|weight| mean + spread * (weight - mean));
            normalise(&mut column);
        }
    }

    /// The codes of movies, `frames` `[n * n_t, P]`: a movie is done when an iteration lowers its energy by
    /// less than `tolerance` of it.
    #[must_use]
    pub fn encode(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &HierarchyParams,
        tolerance: f64,
    ) -> HierarchyCodes {
        assert_eq!(frames.nrows() % movie_frames, 0, "frames fill movies");
        let dictionary = self.dictionary.mapv(f64::from);
        let poolings: Vec<Array2<f64>> = self.poolings.iter().map(|a| a.mapv(f64::from)).collect();
        let model = Model {
            gram: Gram::new(dictionary.view()),
            correlations: frames.dot(&self.dictionary),
            poolings: poolings.iter().map(|pooling| pooling.view()).collect(),
            sparsities: params.sparsities.iter().copied().map(f64::from).collect(),
            tolerance,
        };
        let movies: Vec<MovieCodes> = (0..frames.nrows() / movie_frames)
            .into_par_iter()
            .map(|movie| {
                let rows = movie * movie_frames..(movie + 1) * movie_frames;
                let power = frames.slice(s![rows.clone(), ..]);
                let power = power.iter().map(|&x| f64::from(x).powi(2)).sum();
                model.encode(rows, power)
            })
            .collect();
        HierarchyCodes::gather(&movies, params, movie_frames)
    }
}

/// What the movies of a batch share.
struct Model<'a> {
    gram: Gram,
    correlations: Array2<f32>,
    poolings: Vec<ArrayView2<'a, f64>>,
    sparsities: Vec<f64>,
    tolerance: f64,
}

impl Model<'_> {
    fn encode(&self, rows: std::ops::Range<usize>, power: f64) -> MovieCodes {
        let correlations = self.correlations.slice(s![rows, ..]);
        let correlations = correlations.iter().copied().map(f64::from).collect();
        let reconstruction = Reconstruction::from_correlations(&self.gram, correlations, power);
        let hierarchy = Hierarchy::joint(reconstruction, &self.poolings, &self.sparsities);
        let options = HierarchyOptions {
            step: LayerStep::Bound,
            momentum: Momentum::Capped(MOMENTUM_CAP),
            max_iterations: MAX_ITERATIONS,
        };
        let mut last = f64::INFINITY;
        let found = hierarchy.minimise(&hierarchy.zeros(), &options, |_, energy, _| {
            let settled = last - energy <= self.tolerance * energy;
            last = energy;
            settled
        });
        let remaining = self.poolings.iter().enumerate().map(|(index, pooling)| {
            let weights = hierarchy.weights(&found.codes, index + 1);
            let modulation = super::Modulation::new(*pooling, 1.0, JOINT_SHARE);
            modulation.remaining(&found.codes[index + 1], &weights)
        });
        MovieCodes {
            remaining: remaining.collect(),
            terms: hierarchy
                .terms(&found.codes)
                .iter()
                .map(|t| t.value)
                .collect(),
            codes: found.codes,
            iterations: found.iterations,
        }
    }
}

impl HierarchyCodes {
    fn gather(movies: &[MovieCodes], params: &HierarchyParams, movie_frames: usize) -> Self {
        let widths = params.units.iter();
        let mut layers: Vec<SparseRows> = widths.map(|&units| SparseRows::new(units)).collect();
        let below = params.units[..params.units.len() - 1].iter();
        let mut remaining: Vec<SparseRows> = below.map(|&units| SparseRows::new(units)).collect();
        for movie in movies {
            for code in movie.codes[0].chunks(movie.codes[0].len() / movie_frames) {
                push_dense(&mut layers[0], code);
            }
            for (rows, code) in layers[1..].iter_mut().zip(&movie.codes[1..]) {
                push_dense(rows, code);
            }
            for (rows, left) in remaining.iter_mut().zip(&movie.remaining) {
                push_dense(rows, left);
            }
        }
        Self {
            layers,
            remaining,
            terms: movies.iter().map(|movie| movie.terms.clone()).collect(),
            iterations: movies.iter().map(|movie| movie.iterations).collect(),
        }
    }

    /// Mean energy by term over the movies, lowest first; 0 for no movies.
    #[must_use]
    pub fn energies(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.layers.len() + 1];
        for terms in &self.terms {
            sums.iter_mut()
                .zip(terms)
                .for_each(|(sum, term)| *sum += term);
        }
        let movies = self.terms.len().max(1) as f64;
        sums.into_iter().map(|sum| sum / movies).collect()
    }
}

fn push_dense(rows: &mut SparseRows, code: &[f64]) {
    let on = code.iter().enumerate().filter(|(_, value)| **value != 0.0);
    rows.push_row(on.map(|(unit, &value)| (unit as u32, value as f32)));
}

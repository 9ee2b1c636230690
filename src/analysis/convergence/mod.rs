//! How fast the energies fall: each method's way down against what is proven about it.
//!
//! Every sample is a movie. E1 is that of its first frame; E2 that of its exactly coded z*; the joint
//! energy is that of the whole movie; the third layer above it is not trained, but random. All start
//! with all codes 0 and step by 1/L, L the layer's own bound on its Lipschitz constant.
//!
//! 1. [`Trial`]: one energy of one sample, its lowest energy known and every [`Method`]'s way there.
//! 2. [`log_log_slope`]: the power of k that the excess falls with.
//! 3. [`Convergence`]: medians and quartiles over the samples, and how often a bound was passed.

mod method;
mod slope;
mod spread;
mod summary;
mod trial;

use ndarray::{Array2, ArrayView2, s};
use rayon::prelude::*;
use serde::Serialize;

use crate::model::hierarchy::{Gram, Hierarchy, LayerCodes, Reconstruction};
use crate::model::{BatchCodes, Coupling, ModelParams, SparseRows, Weights};
pub use method::Method;
pub use slope::{SLOPE_FIRST, SLOPE_FLOOR, log_log_slope, log_spaced};
pub use spread::Spread;
pub use summary::{BoundSummary, DescentSummary, EnergySummary};
pub use trial::{Descent, Trial, multiply_adds};

/// Relative duality gap of the codes the search for the minimum starts from.
const GAP: f64 = 1e-6;
/// Invariant units for each unit of the random third layer.
const THIRD_SHARE: usize = 4;
/// Sparsity of the third layer as a share of beta: low, as the weights below it are few and random, and
/// it would never turn on at beta.
const THIRD_PRICE: f64 = 0.05;
/// Seed of the third layer's weights.
const THIRD_SEED: u64 = 3;

/// Which energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum EnergyName {
    /// E1, the sparse code of one frame: convex.
    E1,
    /// E2, the invariant code of a fixed z*: convex.
    E2,
    /// Both layers in one energy, eq. (4): not convex.
    #[serde(rename = "joint")]
    Joint,
    /// The joint model with a third layer on u: not convex.
    #[serde(rename = "three_layers")]
    ThreeLayers,
}

impl EnergyName {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::E1, Self::E2, Self::Joint, Self::ThreeLayers];

    /// Its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::E1 => "E1, one frame",
            Self::E2 => "E2, a fixed pooled code",
            Self::Joint => "Joint model",
            Self::ThreeLayers => "Three layers, the third one random",
        }
    }

    /// Whether the energy is convex, so that the bounds are promises.
    #[must_use]
    pub fn is_convex(self) -> bool {
        matches!(self, Self::E1 | Self::E2)
    }

    /// What is compared on it.
    #[must_use]
    pub fn methods(self) -> &'static [Method] {
        if self.is_convex() {
            &Method::CONVEX
        } else {
            &Method::JOINT
        }
    }
}

/// Convergence over many movies; see the module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Convergence {
    /// Movies.
    pub samples: usize,
    /// Iterations of every method.
    pub iterations: usize,
    /// The iterations at which curves are given, logarithmically spaced.
    pub k: Vec<usize>,
    /// First iteration of the window in which slopes are fitted.
    pub slope_first: usize,
    /// The window ends where the excess falls below this share of the excess at the start.
    pub slope_floor: f64,
    /// E1, E2, joint, three layers.
    pub energies: Vec<EnergySummary>,
}

impl Convergence {
    /// Measures on movies, `frames` `[n * n_t, P]`, with so many iterations of every method; at least
    /// one of each. The same bits on any number of threads.
    #[must_use]
    pub fn measure(
        weights: &Weights,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        iterations: usize,
    ) -> Self {
        assert!(iterations > 0, "an iteration");
        let model = Model::new(weights, frames, movie_frames, params);
        let samples = frames.nrows() / movie_frames;
        let k = log_spaced(iterations);
        let energies = EnergyName::ALL.into_iter().map(|name| {
            let trials: Vec<_> = (0..samples)
                .into_par_iter()
                .map(|movie| summary::Sample::new(&model.trial(name, movie, iterations), &k))
                .collect();
            EnergySummary::new(name, &trials, &k)
        });
        Self {
            samples,
            iterations,
            energies: energies.collect(),
            k,
            slope_first: SLOPE_FIRST,
            slope_floor: SLOPE_FLOOR,
        }
    }
}

/// What the samples share, in f64.
struct Model<'a> {
    dictionary: Array2<f64>,
    gram: Gram,
    /// A, and that of the third layer.
    poolings: [Array2<f64>; 2],
    frames: ArrayView2<'a, f32>,
    movie_frames: usize,
    /// alpha, beta, and that of the third layer.
    sparsities: [f64; 3],
    codes: BatchCodes,
}

impl<'a> Model<'a> {
    fn new(
        weights: &Weights,
        frames: ArrayView2<'a, f32>,
        movie_frames: usize,
        params: &ModelParams,
    ) -> Self {
        let dictionary = weights.dictionary.mapv(f64::from);
        let third = ModelParams {
            simple: params.invariant,
            invariant: (params.invariant / THIRD_SHARE).max(1),
            ..*params
        };
        let third = Weights::random(1, &third, THIRD_SEED).pooling;
        let split = ModelParams {
            coupling: Coupling::Split,
            ..*params
        };
        let [alpha, beta] = [params.alpha, params.beta].map(f64::from);
        Self {
            gram: Gram::new(dictionary.view()),
            dictionary,
            poolings: [weights.pooling.mapv(f64::from), third.mapv(f64::from)],
            codes: weights.encode(frames, movie_frames, &split, GAP),
            frames,
            movie_frames,
            sparsities: [alpha, beta, THIRD_PRICE * beta],
        }
    }

    fn trial(&self, name: EnergyName, movie: usize, iterations: usize) -> Trial {
        let hierarchy = self.hierarchy(name, movie);
        let known = self.known(name, movie);
        Trial::new(&hierarchy, name.methods(), &known, iterations)
    }

    fn hierarchy(&self, name: EnergyName, movie: usize) -> Hierarchy<'_> {
        let [alpha, beta, _] = self.sparsities;
        match name {
            EnergyName::E1 => Hierarchy::simple(self.reconstruction(movie, 1), alpha),
            EnergyName::E2 => {
                let pooled = dense(&self.codes.pooled, movie);
                Hierarchy::invariant(self.poolings[0].view(), pooled, alpha, beta)
            }
            EnergyName::Joint => self.joint(movie, 1),
            EnergyName::ThreeLayers => self.joint(movie, 2),
        }
    }

    fn joint(&self, movie: usize, poolings: usize) -> Hierarchy<'_> {
        let views: Vec<_> = self.poolings[..poolings].iter().map(|a| a.view()).collect();
        let reconstruction = self.reconstruction(movie, self.movie_frames);
        Hierarchy::joint(reconstruction, &views, &self.sparsities[..=poolings])
    }

    /// The term of the first so many frames of a movie.
    fn reconstruction(&self, movie: usize, frames: usize) -> Reconstruction<'_> {
        let first = movie * self.movie_frames;
        let rows = self.frames.slice(s![first..first + frames, ..]);
        let rows = rows.mapv(f64::from);
        Reconstruction::new(self.dictionary.view(), &self.gram, rows.view())
    }

    /// What the fast coders found; they know nothing of joint energies.
    fn known(&self, name: EnergyName, movie: usize) -> Vec<LayerCodes> {
        let first = movie * self.movie_frames;
        match name {
            EnergyName::E1 => vec![vec![dense(&self.codes.simple.codes, first)]],
            EnergyName::E2 => vec![vec![dense(&self.codes.invariant.codes, movie)]],
            EnergyName::Joint | EnergyName::ThreeLayers => Vec::new(),
        }
    }
}

/// A row of a sparse array with its zeros.
fn dense(rows: &SparseRows, row: usize) -> Vec<f64> {
    let mut values = vec![0.0; rows.width()];
    let (units, on) = rows.row(row);
    for (&unit, &value) in units.iter().zip(on) {
        values[unit as usize] = f64::from(value);
    }
    values
}

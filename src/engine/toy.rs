//! The paper's toy example (Figure 1): the joint model learns lines, and one invariant unit for each of
//! their orientations.
//!
//! The schedule that gets there from every seed tried (0 to 25):
//!
//! 1. A quarter of the steps is sparse coding alone: beta is so high that u stays off. All lines become filters.
//! 2. Then u is let on at a beta at which it takes a few lines of one orientation to turn a unit on. The units
//!    begin almost alike and learn by the plain gradient, so that the first to find an orientation wins it.
//! 3. Beta rises by half, so that the units without an orientation, whose weights are spread over
//!    all filters, are not turned on by rare patches of many lines.
//!
//! Beside it, what does not work: units that begin as different as uniform weights are, or that all learn alike, share
//! an orientation among several, which is no worse an answer by the energy.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::LineMeasures;
use crate::model::hierarchy::{
    HierarchyCodes, HierarchyLearner, HierarchyParams, PoolingRate, Rates,
};
use crate::source::{LINES_SIDE, draw_lines};

/// Set against the seed, so that the patches measured on are not those learned from.
const HELD_OUT: u64 = 0x4845_4c44;
/// Patches measured on.
const MEASURED_PATCHES: usize = 4_000;
/// Of an iteration that is the last of a code measured, the share of the energy it may still gain.
const MEASURED_TOLERANCE: f64 = 1e-6;
/// Shares of the steps at which u is let on, at which beta begins to rise and at which it is there.
const SCHEDULE: [f64; 3] = [0.25, 0.6, 0.85];
/// Beta at which u stays off.
const BETA_OFF: f32 = 100.0;
/// How much of their random differences the pooling weights begin with.
const SPREAD: f32 = 0.02;

/// Sizes, sparsities and rates of the toy example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToyParams {
    /// Simple units.
    pub simple: usize,
    /// Invariant units.
    pub invariant: usize,
    /// Sparsity of z.
    pub alpha: f32,
    /// Sparsity of u when it is let on.
    pub beta_start: f32,
    /// Sparsity of u at the end.
    pub beta_end: f32,
    /// Patches in a minibatch.
    pub batch: usize,
    /// Minibatches.
    pub steps: usize,
    /// Rate of W at the start; half of it at the end.
    pub simple_rate: f32,
    /// Rate of A at the start, times its mean gradient; half of it at the end.
    pub pooling_rate: f32,
}

impl Default for ToyParams {
    fn default() -> Self {
        Self {
            simple: 60,
            invariant: 10,
            alpha: 0.5,
            beta_start: 0.44,
            beta_end: 0.65,
            batch: 50,
            steps: 1_200,
            simple_rate: 0.1,
            pooling_rate: 2.0,
        }
    }
}

/// The toy example while it learns. The same seed gives the same bits on any number of threads.
#[derive(Clone, Debug)]
pub struct Toy {
    /// The joint model.
    pub learner: HierarchyLearner,
    params: ToyParams,
    generator: Xoshiro256PlusPlus,
    seed: u64,
    step: usize,
}

impl Toy {
    /// A toy that has seen nothing.
    #[must_use]
    pub fn new(params: ToyParams, seed: u64) -> Self {
        let sizes = Self::model_params(&params, BETA_OFF);
        let mut learner = HierarchyLearner::new(LINES_SIDE * LINES_SIDE, &sizes, seed);
        learner.weights.even_out(SPREAD);
        Self {
            learner,
            params,
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            seed,
            step: 0,
        }
    }

    fn model_params(params: &ToyParams, beta: f32) -> HierarchyParams {
        HierarchyParams {
            units: vec![params.simple, params.invariant],
            sparsities: vec![params.alpha, beta],
        }
    }

    /// The share of the steps that are done.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.step as f64 / self.params.steps.max(1) as f64
    }

    /// Whether all steps are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.step >= self.params.steps
    }

    /// The sparsity of u in force now.
    #[must_use]
    pub fn beta(&self) -> f32 {
        let [on, rising, risen] = SCHEDULE;
        let progress = self.progress();
        if progress < on {
            return BETA_OFF;
        }
        let share = ((progress - rising) / (risen - rising)).clamp(0.0, 1.0) as f32;
        self.params.beta_start + share * (self.params.beta_end - self.params.beta_start)
    }

    /// Learns from one minibatch and returns its codes.
    pub fn step(&mut self) -> HierarchyCodes {
        let patches = draw_lines(self.params.batch, &mut self.generator);
        let falling = 1.0 / (1.0 + self.progress() as f32);
        let rates = Rates {
            simple: self.params.simple_rate * falling,
            pooling: PoolingRate::Plain(self.params.pooling_rate * falling),
        };
        let params = Self::model_params(&self.params, self.beta());
        self.step += 1;
        self.learner.step(patches.view(), 1, &params, rates)
    }

    /// What the model is like now, on patches it has not learned from.
    #[must_use]
    pub fn measure(&self) -> LineMeasures {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ HELD_OUT);
        let patches = draw_lines(MEASURED_PATCHES, &mut generator);
        let params = Self::model_params(&self.params, self.beta());
        let weights = &self.learner.weights;
        let codes = weights.encode(patches.view(), 1, &params, MEASURED_TOLERANCE);
        let by_unit = codes.layers[1].transposed();
        let shares: Vec<f64> = (0..by_unit.rows())
            .map(|unit| by_unit.row(unit).0.len() as f64 / MEASURED_PATCHES as f64)
            .collect();
        LineMeasures::new(
            weights.dictionary.view(),
            weights.poolings[0].view(),
            &shares,
        )
    }
}

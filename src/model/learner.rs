//! Learning W and A: stochastic gradient descent at the minimising codes, columns then renormalised
//! (section 2 of the paper).
//!
//! Both steps are scaled unit by unit. Filter i moves by the mean of (x - W z) z_i over the frames,
//! divided by the running mean of z_i^2: a rate of 1 would jump to the filter that is best for this
//! minibatch alone. Column j of A moves along its gradient in units of that gradient's own running
//! length. Rates fall with the number of movies seen, so that cells appear soon and then settle.

use ndarray::{Array1, ArrayView2};

use super::codes::SparseRows;
use super::dictionary::step_dictionary;
use super::energy::{Energies, residuals};
use super::lasso::{SimpleCoder, SimpleCodes};
use super::means::{MOMENT_MOVIES, USE_MOVIES, blend, column_means, dead, descending, kept_share};
use super::pooled::{InvariantCoder, InvariantCodes};
use super::pooling::{ExtraLayer, PoolingState, PoolingStep};
use super::weights::{Weights, normalise};
use super::{LearningParams, ModelParams};

/// Relative duality gap of the codes learned from.
const LEARNING_GAP: f64 = 1e-3;
/// Rate of W at the start, at relative rate 1.
const SIMPLE_RATE: f64 = 0.06;
/// Rate of A at the start, at relative rate 1.
const INVARIANT_RATE: f64 = 0.2;
/// Movies after which the rates have fallen to half.
const HALVING_MOVIES: f64 = 30_000.0;
/// Movies over which the rate of W rises to its start. Random filters all begin with the same small
/// chance to be on; slow first steps leave each of them time to find something of its own.
const WARM_UP_MOVIES: f64 = 8_000.0;
/// Minibatches of so many movies are learned from at the full rates; smaller ones, whose gradients
/// are noisier, at rates in proportion.
const FULL_RATE_MOVIES: f64 = 128.0;
/// Rates never fall below this share of their start.
const RATE_FLOOR: f64 = 0.05;

/// A model that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    /// W and A.
    pub weights: Weights,
    /// Running mean of z_i^2 per frame, `[K]`.
    pub simple_moment: Array1<f32>,
    /// Running share of frames in which each simple unit is on, `[K]`.
    pub simple_use: Array1<f32>,
    /// What learning knows of A.
    pub invariant: PoolingState,
    /// Invariant layers that learn beside A from the same simple codes, each at its own beta.
    pub extra: Vec<ExtraLayer>,
    /// Movies learned from.
    pub movies_seen: u64,
}

/// A layer whose step was not taken, because it would have led away from the minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diverged {
    /// The step of W would have raised the energy it descends, or was not finite.
    Simple,
    /// The step of A was not finite.
    Invariant,
    /// The step of this one of the extra layers was not finite.
    Extra(usize),
}

/// What a minibatch showed.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReport {
    /// Energies by term, mean per movie.
    pub energies: Energies,
    /// Share of entries of z that are not 0.
    pub simple_density: f64,
    /// Share of entries of u that are not 0.
    pub invariant_density: f64,
    /// Layers whose step diverged and was not taken.
    pub diverged: Vec<Diverged>,
}

/// The codes of a minibatch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchCodes {
    /// z and its energies, per frame.
    pub simple: SimpleCodes,
    /// z*, per movie.
    pub pooled: SparseRows,
    /// u and its energies, per movie.
    pub invariant: InvariantCodes,
}

impl BatchCodes {
    /// Energies by term, mean per movie; 0 for no movies.
    #[must_use]
    pub fn energies(&self) -> Energies {
        let movies = self.invariant.modulated.len().max(1) as f64;
        let mean = |terms: &[f64]| terms.iter().sum::<f64>() / movies;
        Energies {
            reconstruction: mean(&self.simple.reconstruction),
            simple_sparsity: mean(&self.simple.sparsity),
            modulated: mean(&self.invariant.modulated),
            invariant_sparsity: mean(&self.invariant.sparsity),
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
        let gram = self.gram();
        let simple = SimpleCoder::new(
            self.dictionary.view(),
            gram.view(),
            params.alpha,
            relative_gap,
        )
        .encode(frames, movie_frames);
        let pooled = simple.codes.pooled(movie_frames);
        let invariant =
            InvariantCoder::new(self.pooling.view(), params.alpha, params.beta, relative_gap)
                .encode(&pooled);
        BatchCodes {
            simple,
            pooled,
            invariant,
        }
    }
}

impl Learner {
    /// A model with random weights that has seen nothing.
    #[must_use]
    pub fn new(pixels: usize, params: &ModelParams, seed: u64) -> Self {
        Self {
            weights: Weights::random(pixels, params, seed),
            simple_moment: Array1::zeros(params.simple),
            simple_use: Array1::zeros(params.simple),
            invariant: PoolingState::new(params.invariant),
            extra: Vec::new(),
            movies_seen: 0,
        }
    }

    /// Lets invariant layers at these sparsities of u learn beside A, and no others.
    ///
    /// One that is there goes on. A new one starts from A: before the first minibatch as a model of its
    /// own beta would, with the same bits, and later from pools that only need to widen or to sharpen,
    /// where random ones would have to form at rates that have fallen long since.
    pub fn set_extra_betas(&mut self, betas: &[f32]) {
        let mut before = std::mem::take(&mut self.extra);
        for &beta in betas {
            let kept = before.iter().position(|layer| layer.beta == beta);
            self.extra.push(match kept {
                Some(at) => before.swap_remove(at),
                None => ExtraLayer {
                    beta,
                    pooling: self.weights.pooling.clone(),
                    state: self.invariant.clone(),
                },
            });
        }
    }

    /// Learns from one minibatch of movies, `frames` `[n * n_t, P]`.
    pub fn step(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        learning: &LearningParams,
    ) -> StepReport {
        let codes = self
            .weights
            .encode(frames, movie_frames, params, LEARNING_GAP);
        let seen_before = self.movies_seen;
        self.count(&codes);
        let schedule = self.schedule(codes.pooled.rows());
        let mut diverged = Vec::new();
        if !learning.freeze_simple {
            let warm = (self.movies_seen as f64 / WARM_UP_MOVIES).min(1.0);
            let rate = SIMPLE_RATE * f64::from(learning.simple_rate) * schedule * warm;
            if !step_dictionary(
                &mut self.weights.dictionary,
                &self.simple_moment,
                frames,
                &codes.simple.codes,
                rate as f32,
            ) {
                diverged.push(Diverged::Simple);
            }
        }
        let rate = INVARIANT_RATE * f64::from(learning.invariant_rate) * schedule;
        let movies = self.movies_seen - seen_before;
        let step = PoolingStep {
            alpha: params.alpha,
            rate: rate as f32,
            kept_moment: kept_share(seen_before, movies, MOMENT_MOVIES),
        };
        let pooling = &mut self.weights.pooling;
        let own = &codes.invariant;
        if !learning.freeze_invariant
            && !self
                .invariant
                .step(pooling, &own.remaining, &own.codes, step)
        {
            diverged.push(Diverged::Invariant);
        }
        let kept_use = kept_share(seen_before, movies, USE_MOVIES);
        for (index, extra) in self.extra.iter_mut().enumerate() {
            let codes = extra.encode(&codes.pooled, params.alpha, LEARNING_GAP);
            extra.state.count(&codes.codes, kept_use);
            let pooling = &mut extra.pooling;
            if !learning.freeze_invariant
                && !extra
                    .state
                    .step(pooling, &codes.remaining, &codes.codes, step)
            {
                diverged.push(Diverged::Extra(index));
            }
        }
        StepReport {
            energies: codes.energies(),
            simple_density: codes.simple.codes.density(),
            invariant_density: codes.invariant.codes.density(),
            diverged,
        }
    }

    /// The share of the starting rates in force now, for a minibatch of so many movies.
    fn schedule(&self, movies: usize) -> f64 {
        let decay = 1.0 / (1.0 + self.movies_seen as f64 / HALVING_MOVIES);
        decay.max(RATE_FLOOR) * (movies as f64 / FULL_RATE_MOVIES).min(1.0)
    }

    /// Counts the movies and moves the running means.
    fn count(&mut self, codes: &BatchCodes) {
        let movies = codes.pooled.rows() as u64;
        let kept = |horizon| kept_share(self.movies_seen, movies, horizon);
        let (kept_moment, kept_use) = (kept(MOMENT_MOVIES), kept(USE_MOVIES));
        let (square, on) = column_means(&codes.simple.codes);
        blend(&mut self.simple_moment, &square, kept_moment);
        blend(&mut self.simple_use, &on, kept_use);
        self.invariant.count(&codes.invariant.codes, kept_use);
        self.movies_seen += movies;
    }

    /// Draws the dead simple units anew: each becomes the residual of one of the worst explained
    /// frames. Returns how many.
    pub fn revive_simple(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
    ) -> usize {
        let codes = self
            .weights
            .encode(frames, movie_frames, params, LEARNING_GAP);
        let left = residuals(self.weights.dictionary.view(), frames, &codes.simple.codes);
        let worst = descending(&codes.simple.reconstruction);
        let dead = dead(&self.simple_use);
        let typical = self.simple_moment.mean().unwrap_or(0.0);
        let use_now = codes.simple.codes.density() as f32;
        let mut revived = 0;
        for (&unit, &frame) in dead.iter().zip(&worst) {
            let mut filter = self.weights.dictionary.column_mut(unit);
            if left.row(frame).dot(&left.row(frame)) <= 0.0 {
                continue;
            }
            filter.assign(&left.row(frame));
            normalise(&mut filter);
            self.simple_moment[unit] = typical;
            self.simple_use[unit] = use_now;
            revived += 1;
        }
        revived
    }

    /// Draws the dead invariant units of every layer anew: each pools what one of the dearest movies
    /// left unexplained. Returns how many.
    pub fn revive_invariant(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
    ) -> usize {
        let codes = self
            .weights
            .encode(frames, movie_frames, params, LEARNING_GAP);
        let pooling = &mut self.weights.pooling;
        let mut revived = self.invariant.revive(pooling, &codes.invariant);
        for extra in &mut self.extra {
            let codes = extra.encode(&codes.pooled, params.alpha, LEARNING_GAP);
            revived += extra.state.revive(&mut extra.pooling, &codes);
        }
        revived
    }
}

//! Learning W and A: stochastic gradient descent at the minimising codes, columns then renormalised
//! (section 2 of the paper).
//!
//! Both steps are scaled unit by unit. Filter i moves by the mean of (x - W z) z_i over the frames,
//! divided by the running mean of z_i^2: a rate of 1 would jump to the filter that is best for this
//! minibatch alone. Column j of A moves along its gradient in units of that gradient's own running
//! length. Rates fall with the number of movies seen, so that cells appear soon and then settle.

use ndarray::{Array1, Array2, ArrayView2};

use super::codes::SparseRows;
use super::energy::{Energies, invariant_gradients, residuals, simple_gradients};
use super::lasso::{SimpleCoder, SimpleCodes};
use super::pooled::{InvariantCoder, InvariantCodes};
use super::weights::{Weights, normalise};
use super::{LearningParams, ModelParams};

/// Relative duality gap of the codes learned from.
const LEARNING_GAP: f64 = 1e-3;
/// Movies over which running means of the optimiser forget to 1/e.
const MOMENT_MOVIES: f64 = 3_000.0;
/// Movies over which running means of use forget to 1/e.
const USE_MOVIES: f64 = 20_000.0;
/// A unit that is on less often than this is dead.
const DEAD_USE: f32 = 1e-4;
/// Running moments are never divided by less than this share of their mean over the units, so that
/// a rare unit does not leap.
const MOMENT_FLOOR: f32 = 0.1;
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
    /// Running length of the gradient of each column of A, `[M]`.
    pub invariant_moment: Array1<f32>,
    /// Running share of frames in which each simple unit is on, `[K]`.
    pub simple_use: Array1<f32>,
    /// Running share of movies in which each invariant unit is on, `[M]`.
    pub invariant_use: Array1<f32>,
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
            invariant_moment: Array1::zeros(params.invariant),
            simple_use: Array1::zeros(params.simple),
            invariant_use: Array1::zeros(params.invariant),
            movies_seen: 0,
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
        self.count(&codes);
        let schedule = self.schedule(codes.pooled.rows());
        let mut diverged = Vec::new();
        if !learning.freeze_simple {
            let warm = (self.movies_seen as f64 / WARM_UP_MOVIES).min(1.0);
            let rate = SIMPLE_RATE * f64::from(learning.simple_rate) * schedule * warm;
            if !self.step_simple(frames, &codes.simple.codes, rate as f32) {
                diverged.push(Diverged::Simple);
            }
        }
        if !learning.freeze_invariant {
            let rate = INVARIANT_RATE * f64::from(learning.invariant_rate) * schedule;
            if !self.step_invariant(&codes, params.alpha, rate as f32) {
                diverged.push(Diverged::Invariant);
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
        let (_, on) = column_means(&codes.invariant.codes);
        blend(&mut self.invariant_use, &on, kept_use);
        self.movies_seen += movies;
    }

    /// Moves W; false, and W stays, when the step would raise the energy at these codes.
    fn step_simple(&mut self, frames: ArrayView2<'_, f32>, codes: &SparseRows, rate: f32) -> bool {
        let dictionary = &self.weights.dictionary;
        let mut steps = simple_gradients(dictionary.view(), frames, codes);
        let floor = MOMENT_FLOOR * self.simple_moment.mean().unwrap_or(0.0);
        let mut descent = 0.0f64;
        for (mut step, &moment) in steps.outer_iter_mut().zip(&self.simple_moment) {
            let scale = rate / (codes.rows() as f32 * moment.max(floor)).max(f32::MIN_POSITIVE);
            descent += f64::from(scale) * f64::from(step.dot(&step));
            step *= scale;
        }
        // Along the step D the energy is 1/2 abs(X - (W + D) Z)^2: it falls by <R, D Z> and rises by
        // half of abs(D Z)^2.
        let zeros = Array2::zeros(frames.dim());
        let moved = residuals(steps.t(), zeros.view(), codes);
        let rise = 0.5 * moved.iter().map(|&d| f64::from(d).powi(2)).sum::<f64>();
        if !(rise.is_finite() && rise <= descent) {
            return false;
        }
        let dictionary = &mut self.weights.dictionary;
        for (mut filter, step) in dictionary.columns_mut().into_iter().zip(steps.outer_iter()) {
            filter += &step;
            normalise(&mut filter);
        }
        true
    }

    /// Moves A; false, and A stays, when the step is not finite.
    fn step_invariant(&mut self, codes: &BatchCodes, alpha: f32, rate: f32) -> bool {
        let movies = codes.pooled.rows();
        let mut steps =
            invariant_gradients(alpha, &codes.invariant.remaining, &codes.invariant.codes);
        let lengths: Array1<f32> = steps
            .outer_iter()
            .map(|step| step.dot(&step).sqrt())
            .collect();
        let seen_before = self.movies_seen - movies as u64;
        let kept = kept_share(seen_before, movies as u64, MOMENT_MOVIES);
        blend(&mut self.invariant_moment, &lengths, kept);
        let floor = MOMENT_FLOOR * self.invariant_moment.mean().unwrap_or(0.0);
        for (mut step, &moment) in steps.outer_iter_mut().zip(&self.invariant_moment) {
            step *= rate / moment.max(floor).max(f32::MIN_POSITIVE);
        }
        if steps.iter().any(|step| !step.is_finite()) {
            return false;
        }
        self.weights.pooling += &steps.t();
        for mut column in self.weights.pooling.columns_mut() {
            normalise(&mut column);
        }
        true
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

    /// Draws the dead invariant units anew: each pools what one of the dearest movies left
    /// unexplained. Returns how many.
    pub fn revive_invariant(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
    ) -> usize {
        let codes = self
            .weights
            .encode(frames, movie_frames, params, LEARNING_GAP);
        let worst = descending(&codes.invariant.modulated);
        let dead = dead(&self.invariant_use);
        let typical = self.invariant_moment.mean().unwrap_or(0.0);
        let use_now = codes.invariant.codes.density() as f32;
        let mut revived = 0;
        for (&unit, &movie) in dead.iter().zip(&worst) {
            if codes.invariant.remaining.row(movie).0.is_empty() {
                continue;
            }
            let mut column = self.weights.pooling.column_mut(unit);
            column.fill(0.0);
            for (simple, remaining) in codes.invariant.remaining.pairs(movie) {
                column[simple] = remaining;
            }
            normalise(&mut column);
            self.invariant_moment[unit] = typical;
            self.invariant_use[unit] = use_now;
            revived += 1;
        }
        revived
    }
}

/// The dead ones among units of this use.
#[must_use]
pub fn dead(unit_use: &Array1<f32>) -> Vec<usize> {
    (0..unit_use.len())
        .filter(|&unit| is_dead(unit_use[unit]))
        .collect()
}

/// Whether a unit of this use is dead.
#[must_use]
pub fn is_dead(unit_use: f32) -> bool {
    unit_use < DEAD_USE
}

/// Indices, the largest value first; ties in order.
fn descending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

/// The share a running mean keeps when `movies` more are seen after `seen`: a plain mean at first,
/// forgetting over `horizon` movies later.
fn kept_share(seen: u64, movies: u64, horizon: f64) -> f32 {
    let movies = movies as f64;
    let forgetting = 1.0 - (-movies / horizon).exp();
    let plain = movies / (seen as f64 + movies).max(1.0);
    (1.0 - forgetting.max(plain)) as f32
}

fn blend(mean: &mut Array1<f32>, sample: &Array1<f32>, kept: f32) {
    mean.zip_mut_with(sample, |mean, &sample| {
        *mean = kept * *mean + (1.0 - kept) * sample;
    });
}

/// Mean square and share on of every unit, over the rows.
fn column_means(codes: &SparseRows) -> (Array1<f32>, Array1<f32>) {
    let rows = codes.rows().max(1) as f32;
    let mut square = Array1::zeros(codes.width());
    let mut on = Array1::zeros(codes.width());
    for (unit, value) in (0..codes.rows()).flat_map(|row| codes.pairs(row)) {
        square[unit] += value * value;
        on[unit] += 1.0;
    }
    (square / rows, on / rows)
}

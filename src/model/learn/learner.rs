//! Learning W, A and those above: stochastic gradient descent at the minimising codes, columns then renormalised
//! (section 2 of the paper).
//!
//! Both steps are scaled per unit. Filter i moves by the mean of (x - W z) z_i over the frames,
//! divided by the running mean of z_i^2: a rate of 1 would jump to the filter that is best for this
//! minibatch alone. Column j of A moves along its gradient in units of that gradient's own running
//! length. How the rates go over time is a [`Schedule`](crate::model::Schedule).

use ndarray::{Array1, Array2, ArrayView2};

use super::dictionary_update::step_dictionary;
use super::params::LearningParams;
use super::pooling_update::PoolingStep;
use super::running_stats::{MOMENT_MOVIES, USE_MOVIES, blend, column_means, kept_share};
use super::schedule::Schedule;
use crate::compute::parallel::{awake, join};
use crate::compute::workspace::Workspace;
use crate::model::batch::{BatchCodes, CodeAccuracy};
use crate::model::energies::Energies;
use crate::model::layer::PoolingLayer;
use crate::model::params::ModelParams;
use crate::model::step_progress::StepProgress;
use crate::model::weights::Weights;

/// Relative duality gap of the codes learned from.
pub(super) const LEARNING_GAP: f64 = 1e-3;
/// How much of their random differences the weights of A begin with where units compete.
const COMPETITIVE_SPREAD: f32 = 0.02;

/// A model that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    /// W, A and those above.
    pub weights: Weights,
    /// Running mean of z_i^2 per frame, `[K]`.
    pub simple_moment: Array1<f32>,
    /// Running share of frames in which each simple unit is on, `[K]`.
    pub simple_use: Array1<f32>,
    /// Invariant layers that learn beside A from the same simple codes, each at its own beta.
    pub extra: Vec<PoolingLayer>,
    /// Movies learned from.
    pub movies_seen: u64,
    /// Arrays reused by successive minibatches.
    pub workspace: Workspace,
}

/// A layer whose step was not taken, because it would have led away from the minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diverged {
    /// The step of W would have raised the energy it descends, or was not finite.
    Simple,
    /// The step of this pooling layer was not finite; 0 is A.
    Pooling(usize),
    /// The step of this one of the extra layers was not finite.
    Extra(usize),
}

impl Diverged {
    /// Halves the learning rate that led to this and returns what it is now; `None` where that is the rate of another layer,
    /// which must not change for this one.
    pub fn halve_rate(self, learning: &mut LearningParams) -> Option<f32> {
        let rate = match self {
            Self::Simple => &mut learning.simple_rate,
            Self::Pooling(0) => &mut learning.invariant_rate,
            Self::Pooling(_) | Self::Extra(_) => return None,
        };
        *rate *= 0.5;
        Some(*rate)
    }
}

/// Measures of one minibatch.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReport {
    /// Energies by term, mean per movie.
    pub energies: Energies,
    /// Share of entries of z that are not 0.
    pub simple_density: f64,
    /// The same of the code of each pooling layer, u first.
    pub layer_densities: Vec<f64>,
    /// How near to their minima the codes learned from came, extra layers included.
    pub accuracy: CodeAccuracy,
    /// Beta in this minibatch, as a fraction of its final value.
    pub beta_share: f32,
    /// Layers whose step diverged and was not taken.
    pub diverged: Vec<Diverged>,
}

impl Learner {
    /// A model with random weights that has seen nothing.
    pub fn new(pixels: usize, params: &ModelParams, seed: u64) -> Self {
        Self {
            weights: Weights::random(pixels, params, seed),
            simple_moment: Array1::zeros(params.simple),
            simple_use: Array1::zeros(params.simple),
            extra: Vec::new(),
            movies_seen: 0,
            workspace: Workspace::default(),
        }
    }

    /// A model that has seen nothing, ready to learn in this way.
    pub fn begin(
        pixels: usize,
        params: &ModelParams,
        learning: &LearningParams,
        seed: u64,
    ) -> Self {
        let mut learner = Self::new(pixels, params, seed);
        if learning.schedule == Schedule::Competitive {
            learner.weights.shrink_pooling_spread(COMPETITIVE_SPREAD);
        }
        learner.set_extra_betas(&learning.extra_betas);
        learner
    }

    /// How often the units of each layer are on, the simple one first: running means.
    pub fn unit_uses(&self) -> impl Iterator<Item = &Array1<f32>> {
        let above = self.weights.layers.iter();
        std::iter::once(&self.simple_use).chain(above.map(|layer| &layer.state.unit_use))
    }

    /// Trains a separate A for each of these sparsities of u beside the model's own, and no others. They learn from the z* of the
    /// model itself, in the joint model from that under its own u.
    ///
    /// Layers of these sparsities that exist already continue. A new one starts from A. Before the first minibatch it
    /// therefore learns to the same bits as a split model of its own beta; later its pools only need to widen or sharpen,
    /// while pools from random weights could no longer form at rates that have fallen.
    pub fn set_extra_betas(&mut self, betas: &[f32]) {
        let mut before = std::mem::take(&mut self.extra);
        for &beta in betas {
            let kept = before.iter().position(|layer| layer.sparsity == beta);
            self.extra.push(match kept {
                Some(at) => before.swap_remove(at),
                None => PoolingLayer {
                    sparsity: beta,
                    ..self.weights.layers[0].clone()
                },
            });
        }
    }

    /// Learns from one minibatch of movies, `frames` `[n * n_t, P]`.
    ///
    /// # Panics
    /// As [`Weights::encode`].
    pub fn step(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        learning: &LearningParams,
    ) -> StepReport {
        let progress = &StepProgress::default();
        let report = self.step_unless_stopped(frames, movie_frames, params, learning, progress);
        report.expect("a step that nobody else can stop")
    }

    /// As [`Self::step`], counting the movies coded; `None`, and nothing is learned, where it was stopped before all were.
    pub fn step_unless_stopped(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        learning: &LearningParams,
        progress: &StepProgress,
    ) -> Option<StepReport> {
        progress.begin();
        awake(|| self.learn((frames, movie_frames), params, learning, progress))
    }

    fn learn(
        &mut self,
        (frames, movie_frames): (ArrayView2<'_, f32>, usize),
        params: &ModelParams,
        learning: &LearningParams,
        progress: &StepProgress,
    ) -> Option<StepReport> {
        for (layer, params) in self.weights.layers.iter_mut().zip(params.pooling_layers()) {
            layer.sparsity = params.sparsity;
        }
        let in_force = learning
            .schedule
            .in_force(params, frames.ncols(), self.movies_seen);
        let size = [frames.ncols(), params.simple];
        let extra_share = learning.schedule.sparsity_share(0, size, self.movies_seen);
        let (workspace, pixels) = (&mut self.workspace, frames.ncols());
        let codes = self.weights.encode_in(
            workspace,
            (frames, movie_frames),
            &in_force,
            LEARNING_GAP,
            pixels,
            Some(progress),
        );
        if progress.is_stopped() {
            return None;
        }
        let movies = codes.pooled.rows();
        let share = Schedule::movies_share(params.simple);
        let seen = self.movies_seen;
        let kept = |horizon| kept_share(seen, movies as u64, horizon);
        let (kept_moment, kept_use) = (kept(share * MOMENT_MOVIES), kept(share * USE_MOVIES));
        self.movies_seen += movies as u64;
        let relative = [learning.simple_rate, learning.invariant_rate];
        let schedule = learning.schedule;
        let rates = schedule.rates(self.movies_seen, movies, params.simple, relative);
        let (dictionary, layers) = (&mut self.weights.dictionary, &mut self.weights.layers);
        let mut pooling = PoolingUpdate {
            layers,
            extra: &mut self.extra,
            extra_share,
            accuracy: codes.accuracy(),
            diverged: Vec::new(),
        };
        let step = PoolingStep {
            alpha: in_force.coupling.share() * in_force.alpha,
            rate: rates.pooling,
            kept_moment,
            // A unit above is on as often however many simple units there are.
            kept_use: kept(USE_MOVIES),
            is_frozen: learning.freeze_invariant,
        };
        let mut pooling_descent = std::mem::take(&mut workspace.pooling_descent);
        // Neither of the two updates reads what the other changes.
        let (moved, ()) = join(
            || {
                let codes = &codes.simple.codes;
                let learns = !learning.freeze_simple;
                let (by_unit, (square, on)) = join(
                    || learns.then(|| codes.transposed()),
                    || column_means(codes),
                );
                blend(&mut self.simple_moment, &square, kept_moment);
                blend(&mut self.simple_use, &on, kept_use);
                let moment = &self.simple_moment;
                by_unit.is_none_or(|by_unit| {
                    let codes = (codes, &by_unit);
                    step_dictionary(dictionary, moment, workspace, codes, rates.simple)
                })
            },
            || pooling.step(&codes, &in_force, step, &mut pooling_descent),
        );
        workspace.pooling_descent = pooling_descent;
        let PoolingUpdate {
            accuracy,
            mut diverged,
            ..
        } = pooling;
        diverged.extend((!moved).then_some(Diverged::Simple));
        let densities = codes.layers.iter().map(|layer| layer.codes.density());
        Some(StepReport {
            energies: codes.energies(),
            simple_density: codes.simple.codes.density(),
            layer_densities: densities.collect(),
            accuracy,
            beta_share: extra_share,
            diverged,
        })
    }
}

/// What learns from the simple codes: A, the layers above it and those beside it.
struct PoolingUpdate<'a> {
    layers: &'a mut [PoolingLayer],
    extra: &'a mut [PoolingLayer],
    /// The sparsities of the extra layers in this minibatch, as a fraction of their own.
    extra_share: f32,
    accuracy: CodeAccuracy,
    diverged: Vec<Diverged>,
}

impl PoolingUpdate<'_> {
    /// Moves every layer; `step` is that of A.
    fn step(
        &mut self,
        codes: &BatchCodes,
        in_force: &ModelParams,
        step: PoolingStep,
        descent: &mut Array2<f32>,
    ) {
        for (index, extra) in self.extra.iter_mut().enumerate() {
            let codes = extra.encode(&codes.pooled, step.alpha, self.extra_share, LEARNING_GAP);
            self.accuracy = self.accuracy.and(codes.accuracy);
            if !extra.learn(&codes, &step, descent) {
                self.diverged.push(Diverged::Extra(index));
            }
        }
        let mut step = step;
        let layers = self.layers.iter_mut().zip(&codes.layers).enumerate();
        for ((index, (layer, codes)), params) in layers.zip(in_force.pooling_layers()) {
            if !layer.learn(codes, &step, descent) {
                self.diverged.push(Diverged::Pooling(index));
            }
            step.alpha = in_force.coupling.share() * params.sparsity;
        }
    }
}

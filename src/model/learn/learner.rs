//! Learning W and A: stochastic gradient descent at the minimising codes, columns then renormalised
//! (section 2 of the paper).
//!
//! Both steps are scaled unit by unit. Filter i moves by the mean of (x - W z) z_i over the frames,
//! divided by the running mean of z_i^2: a rate of 1 would jump to the filter that is best for this
//! minibatch alone. Column j of A moves along its gradient in units of that gradient's own running
//! length. How the rates go over time is a [`Schedule`](crate::model::Schedule).

use ndarray::{Array1, Array2, ArrayView2};

use super::dictionary_update::step_dictionary;
use super::params::LearningParams;
use super::pooling_update::{ExtraLayer, PoolingState, PoolingStep};
use super::running_stats::{
    MOMENT_MOVIES, USE_MOVIES, blend, column_means, dead, descending, kept_share,
};
use super::schedule::{Rates, Schedule};
use crate::compute::parallel::{join, staged};
use crate::compute::workspace::Workspace;
use crate::model::batch::BatchCodes;
use crate::model::batch::InvariantCodes;
use crate::model::energies::Energies;
use crate::model::params::ModelParams;
use crate::model::weights::{Weights, normalise};

/// Relative duality gap of the codes learned from.
const LEARNING_GAP: f64 = 1e-3;

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
    /// What learning knows of B, where there is a third layer.
    pub top: Option<PoolingState>,
    /// Movies learned from.
    pub movies_seen: u64,
    /// Workspace to learn in.
    pub workspace: Workspace,
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
    /// The step of B was not finite.
    Top,
}

/// The shares that running means keep.
struct Kept {
    moment: f32,
    unit_use: f32,
}

impl Kept {
    /// When `movies` more are seen after `seen`.
    fn after(seen: u64, movies: usize) -> Self {
        let share = |horizon| kept_share(seen, movies as u64, horizon);
        Self {
            moment: share(MOMENT_MOVIES),
            unit_use: share(USE_MOVIES),
        }
    }
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
            top: (params.top > 0).then(|| PoolingState::new(params.top)),
            movies_seen: 0,
            workspace: Workspace::default(),
        }
    }

    /// Lets invariant layers at these sparsities of u learn beside A, and no others.
    ///
    /// One that is there goes on. A new one starts from A: before the first minibatch as a split model of its
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
        staged(|| self.learn(frames, movie_frames, params, learning))
    }

    fn learn(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        learning: &LearningParams,
    ) -> StepReport {
        let params = learning.schedule.in_force(params, self.movies_seen);
        let beta_share = learning.schedule.beta_share(self.movies_seen);
        let (workspace, pixels) = (&mut self.workspace, frames.ncols());
        let codes = self.weights.encode_in(
            workspace,
            frames,
            movie_frames,
            &params,
            LEARNING_GAP,
            pixels,
        );
        let movies = codes.pooled.rows();
        let kept = Kept::after(self.movies_seen, movies);
        self.movies_seen += movies as u64;
        let relative = [learning.simple_rate, learning.invariant_rate];
        let rates = learning.schedule.rates(self.movies_seen, movies, relative);
        let mut above = LayersAbove {
            pooling: &mut self.weights.pooling,
            state: &mut self.invariant,
            extra: &mut self.extra,
            beta_share,
            top: self.weights.top.as_mut().zip(self.top.as_mut()),
        };
        // Neither looks at what the other moves.
        let (moved, mut diverged) = join(
            || {
                let (dictionary, codes) = (&mut self.weights.dictionary, &codes.simple.codes);
                let (square, on) = column_means(codes);
                blend(&mut self.simple_moment, &square, kept.moment);
                blend(&mut self.simple_use, &on, kept.unit_use);
                let moment = &self.simple_moment;
                learning.freeze_simple
                    || step_dictionary(dictionary, moment, workspace, codes, rates.simple)
            },
            || above.step(&codes, &params, rates, &kept, learning.freeze_invariant),
        );
        diverged.extend((!moved).then_some(Diverged::Simple));
        StepReport {
            energies: codes.energies(),
            simple_density: codes.simple.codes.density(),
            invariant_density: codes.invariant.codes.density(),
            diverged,
        }
    }

    /// Draws the dead simple units anew: each becomes the residual of one of the worst explained
    /// frames. Returns how many.
    pub fn revive_simple(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        schedule: Schedule,
    ) -> usize {
        let params = schedule.in_force(params, self.movies_seen);
        let (codes, left) =
            self.weights
                .encode_with_residuals(frames, movie_frames, &params, LEARNING_GAP);
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
    /// left unexplained. Returns how many. The units of a layer that its schedule still holds off are not dead.
    pub fn revive_invariant(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        schedule: Schedule,
    ) -> usize {
        let in_force = schedule.in_force(params, self.movies_seen);
        let codes = self
            .weights
            .encode(frames, movie_frames, &in_force, LEARNING_GAP);
        let mut revived = 0;
        if in_force.beta <= params.beta {
            let pooling = &mut self.weights.pooling;
            revived += self.invariant.revive(pooling, &codes.invariant);
            let alpha = params.coupling.share() * params.alpha;
            let beta_share = schedule.beta_share(self.movies_seen);
            for extra in &mut self.extra {
                let codes = extra.encode(&codes.pooled, alpha, beta_share, LEARNING_GAP);
                revived += extra.state.revive(&mut extra.pooling, &codes);
            }
        }
        if let (Some(state), Some(pooling), Some(codes)) =
            (&mut self.top, &mut self.weights.top, &codes.top)
            && in_force.gamma <= params.gamma
        {
            revived += state.revive(pooling, codes);
        }
        revived
    }
}

/// What learns from the simple codes: A, those beside it, and B.
struct LayersAbove<'a> {
    pooling: &'a mut Array2<f32>,
    state: &'a mut PoolingState,
    extra: &'a mut [ExtraLayer],
    /// What is in force of the betas of those.
    beta_share: f32,
    top: Option<(&'a mut Array2<f32>, &'a mut PoolingState)>,
}

impl LayersAbove<'_> {
    /// Counts which units were on, and moves A, those that learn beside it, and B; returns which could not.
    fn step(
        &mut self,
        codes: &BatchCodes,
        params: &ModelParams,
        rates: Rates,
        kept: &Kept,
        is_frozen: bool,
    ) -> Vec<Diverged> {
        let share = params.coupling.share();
        let step = |price_below| PoolingStep {
            alpha: share * price_below,
            rate: rates.pooling,
            kept_moment: kept.moment,
        };
        self.state.count(&codes.invariant.codes, kept.unit_use);
        let mut diverged = Vec::new();
        let mut learn = |name, state: &mut PoolingState, pooling, codes: &InvariantCodes, step| {
            let moved = is_frozen || state.step(pooling, &codes.remaining, &codes.codes, step);
            diverged.extend((!moved).then_some(name));
        };
        learn(
            Diverged::Invariant,
            self.state,
            self.pooling,
            &codes.invariant,
            step(params.alpha),
        );
        for (index, extra) in self.extra.iter_mut().enumerate() {
            let alpha = share * params.alpha;
            let codes = extra.encode(&codes.pooled, alpha, self.beta_share, LEARNING_GAP);
            extra.state.count(&codes.codes, kept.unit_use);
            let (state, pooling) = (&mut extra.state, &mut extra.pooling);
            learn(
                Diverged::Extra(index),
                state,
                pooling,
                &codes,
                step(params.alpha),
            );
        }
        if let (Some((pooling, state)), Some(codes)) = (&mut self.top, &codes.top) {
            state.count(&codes.codes, kept.unit_use);
            learn(Diverged::Top, state, pooling, codes, step(params.beta));
        }
        diverged
    }
}

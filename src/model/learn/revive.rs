//! Reinitialising dead units from data.

use ndarray::ArrayView2;

use super::learner::{LEARNING_GAP, Learner};
use super::running_stats::{dead, descending};
use super::schedule::Schedule;
use crate::model::batch::InvariantCodes;
use crate::model::layer::PoolingLayer;
use crate::model::params::ModelParams;
use crate::model::weights::normalise;

impl Learner {
    /// Reinitialises the dead simple units: each becomes the residual of one of the worst explained
    /// frames. Returns how many.
    pub fn revive_simple(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        schedule: Schedule,
    ) -> usize {
        let dead = dead(&self.simple_use);
        if dead.is_empty() {
            return 0;
        }
        let params = schedule.in_force(params, frames.ncols(), self.movies_seen);
        let (codes, residuals) =
            self.weights
                .encode_with_residuals(frames, movie_frames, &params, LEARNING_GAP);
        let worst = descending(&codes.simple.reconstruction);
        let typical = self.simple_moment.mean().unwrap_or(0.0);
        let use_now = codes.simple.codes.density() as f32;
        let mut revived = 0;
        for (&unit, &frame) in dead.iter().zip(&worst) {
            let residual = residuals.row(frame);
            if residual.dot(&residual) <= 0.0 {
                continue;
            }
            let mut filter = self.weights.dictionary.column_mut(unit);
            filter.assign(&residual);
            normalise(&mut filter);
            self.simple_moment[unit] = typical;
            self.simple_use[unit] = use_now;
            revived += 1;
        }
        revived
    }

    /// Reinitialises the dead units of every pooling layer: each pools what one of the movies of highest energy
    /// left unexplained. Returns how many. The units of a layer that the schedule still holds off are not dead.
    pub fn revive_invariant(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        schedule: Schedule,
    ) -> usize {
        let mut layers = self.weights.layers.iter().chain(&self.extra);
        if layers.all(|layer| dead(&layer.state.unit_use).is_empty()) {
            return 0;
        }
        let in_force = schedule.in_force(params, frames.ncols(), self.movies_seen);
        let codes = self
            .weights
            .encode(frames, movie_frames, &in_force, LEARNING_GAP);
        let size = [frames.ncols(), params.simple];
        let share = |layer| schedule.sparsity_share(layer, size, self.movies_seen);
        let mut revived = 0;
        let layers = self.weights.layers.iter_mut().zip(&codes.layers);
        for (_, (layer, codes)) in layers.enumerate().filter(|&(index, _)| share(index) <= 1.0) {
            revived += layer.revive(codes);
        }
        if share(0) <= 1.0 {
            let alpha = params.coupling.share() * params.alpha;
            for extra in &mut self.extra {
                let codes = extra.encode(&codes.pooled, alpha, share(0), LEARNING_GAP);
                revived += extra.revive(&codes);
            }
        }
        revived
    }
}

impl PoolingLayer {
    /// Reinitialises its dead units from these codes. Returns how many.
    fn revive(&mut self, codes: &InvariantCodes) -> usize {
        let worst = descending(&codes.modulated);
        let typical = self.state.moment.mean().unwrap_or(0.0);
        let use_now = codes.codes.density() as f32;
        let mut revived = 0;
        for (&unit, &movie) in dead(&self.state.unit_use).iter().zip(&worst) {
            if codes.remaining.row(movie).0.is_empty() {
                continue;
            }
            let mut column = self.weights.column_mut(unit);
            column.fill(0.0);
            for (below, remaining) in codes.remaining.pairs(movie) {
                column[below] = remaining;
            }
            normalise(&mut column);
            self.state.moment[unit] = typical;
            self.state.unit_use[unit] = use_now;
            revived += 1;
        }
        revived
    }
}

//! Reinitialising dead units from data.

use ndarray::{Array1, ArrayView2};

use super::learner::{LEARNING_GAP, Learner};
use super::params::LearningParams;
use super::running_stats::{alive, dead, descending};
use super::schedule::Schedule;
use crate::model::batch::InvariantCodes;
use crate::model::layer::{PoolingLayer, PoolingState};
use crate::model::params::ModelParams;
use crate::model::sparse::SparseRows;
use crate::model::weights::normalise;

/// Weight that the whole pool keeps in a part of it: what is on in none of the part's movies can still join it.
const OUTSIDE: f32 = 0.1;

impl Learner {
    /// Reinitialises the dead units of the layers that learn where all are to be kept alive and, after minibatch `step`, it is
    /// time to. Returns how many.
    pub fn revive_due(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        learning: &LearningParams,
        step: u64,
    ) -> usize {
        let batch = learning.batch_movies as u64;
        let is_due =
            |movies: u64| learning.keep_alive && step.is_multiple_of((movies / batch).max(1));
        let mut revived = 0;
        if !learning.freeze_simple && is_due(Schedule::use_movies(params.simple)) {
            revived += self.revive_simple(frames, movie_frames, params, learning.schedule);
        }
        if !learning.freeze_invariant && is_due(Schedule::POOLING_USE_MOVIES) {
            revived += self.revive_invariant(frames, movie_frames, params, learning.schedule);
        }
        revived
    }

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
        let use_now = alive(codes.simple.codes.density() as f32);
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

    /// Reinitialises the dead units of every pooling layer. Each takes half of the unit that is on most often, or where none is on
    /// in two of the movies, pools what one of the movies of highest energy left unexplained. Returns how many. The units of a
    /// layer that the schedule holds off, or held off until lately, are not dead.
    pub fn revive_invariant(
        &mut self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        schedule: Schedule,
    ) -> usize {
        let movies_seen = self.movies_seen;
        let is_told = |layer| movies_seen >= schedule.off_and_counted(layer);
        let layers = self.weights.layers.iter().enumerate();
        let extra = self.extra.iter().map(|extra| (0, extra));
        let mut told = layers.chain(extra).filter(|&(index, _)| is_told(index));
        if told.all(|(_, layer)| dead(&layer.state.unit_use).is_empty()) {
            return 0;
        }
        let in_force = schedule.in_force(params, frames.ncols(), self.movies_seen);
        let codes = self
            .weights
            .encode(frames, movie_frames, &in_force, LEARNING_GAP);
        let mut revived = 0;
        let layers = self.weights.layers.iter_mut().zip(&codes.layers);
        for (_, (layer, codes)) in layers.enumerate().filter(|&(index, _)| is_told(index)) {
            revived += layer.revive(codes);
        }
        if is_told(0) {
            let alpha = params.coupling.share() * params.alpha;
            let size = [frames.ncols(), params.simple];
            let share = schedule.sparsity_share(0, size, self.movies_seen);
            for extra in &mut self.extra {
                let codes = extra.encode(&codes.pooled, alpha, share, LEARNING_GAP);
                revived += extra.revive(&codes);
            }
        }
        revived
    }
}

/// The movies in which a unit is on, and its code there.
type Movies = Vec<(usize, f32)>;

impl PoolingLayer {
    /// Reinitialises its dead units from these codes. Returns how many.
    fn revive(&mut self, codes: &InvariantCodes) -> usize {
        let dead = dead(&self.state.unit_use);
        let worst = descending(&codes.modulated);
        let by_unit = codes.codes.transposed();
        let units = 0..by_unit.rows();
        let mut movies_of: Vec<Movies> = units.map(|unit| by_unit.pairs(unit).collect()).collect();
        let candidates = dead.into_iter().zip(worst);
        candidates
            .filter(|&(unit, movie)| {
                self.split_busiest(unit, &codes.remaining, &mut movies_of)
                    || self.pool(unit, movie, codes)
            })
            .count()
    }

    /// Splits the unit that is on most often: this unit takes the half of its movies that are most like the one in which it is on most,
    /// and pools that unit's filters active in them. False where no unit is on in two movies.
    fn split_busiest(
        &mut self,
        unit: usize,
        remaining: &SparseRows,
        movies_of: &mut [Movies],
    ) -> bool {
        let PoolingState { unit_use, moment } = &mut self.state;
        let others = (0..unit_use.len()).filter(|&other| other != unit);
        let units = others.filter(|&other| movies_of[other].len() > 1);
        let Some(busiest) = units.max_by(|&a, &b| unit_use[a].total_cmp(&unit_use[b])) else {
            return false;
        };
        let pool = self.weights.column(busiest).to_owned();
        let pooled = |movie| {
            let pairs = remaining.pairs(movie);
            pairs.map(|(below, value)| (below, pool[below] * value))
        };
        let movies = std::mem::take(&mut movies_of[busiest]);
        let most = movies.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let mut example = Array1::zeros(pool.len());
        for (below, value) in most.into_iter().flat_map(|&(movie, _)| pooled(movie)) {
            example[below] = value;
        }
        let likeness = |movie| {
            let (mut product, mut length_sq) = (0.0f32, f32::MIN_POSITIVE);
            for (below, value) in pooled(movie) {
                product += value * example[below];
                length_sq += value * value;
            }
            product / length_sq.sqrt()
        };
        let alike = movies
            .iter()
            .map(|&(movie, code)| (likeness(movie), (movie, code)));
        let mut alike: Vec<_> = alike.collect();
        alike.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut movies: Movies = alike.into_iter().map(|(_, movie)| movie).collect();
        movies_of[busiest] = movies.split_off(movies.len().div_ceil(2));
        let mut part = Array1::zeros(pool.len());
        for &(movie, code) in &movies {
            for (below, value) in pooled(movie) {
                part[below] += code * value;
            }
        }
        movies_of[unit] = movies;
        normalise(&mut part.view_mut());
        let mut column = self.weights.column_mut(unit);
        column.assign(&(part + OUTSIDE * &pool));
        normalise(&mut column);
        moment[unit] = moment[busiest];
        unit_use[busiest] = alive(0.5 * unit_use[busiest]);
        unit_use[unit] = unit_use[busiest];
        true
    }

    /// Makes `unit` pool the part of `movie` that `codes` left unexplained. False where that is nothing.
    fn pool(&mut self, unit: usize, movie: usize, codes: &InvariantCodes) -> bool {
        if codes.remaining.row(movie).0.is_empty() {
            return false;
        }
        let mut column = self.weights.column_mut(unit);
        column.fill(0.0);
        for (below, remaining) in codes.remaining.pairs(movie) {
            column[below] = remaining;
        }
        normalise(&mut column);
        self.state.moment[unit] = self.state.moment.mean().unwrap_or(0.0);
        self.state.unit_use[unit] = alive(codes.codes.density() as f32);
        true
    }
}

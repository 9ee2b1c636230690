//! The codes of one movie, layer upon layer.

use ndarray::{ArrayView2, ArrayViewMut2, Axis};
use pulp::Simd;

use super::coder::MovieCoder;
use crate::compute::simd::{add_terms, exp};
use crate::compute::vectors::{contiguous, contiguous_mut};
use crate::model::batch::{BatchCodes, CodeAccuracy};
use crate::model::params::Coupling;
use crate::model::solve::{invariant, lasso};
use crate::model::sparse::AbsAccumulator;

/// Largest number of rounds.
const MAX_ROUNDS: usize = 100;

/// Gap, as a share of the energy, that the codes of frames are accepted at in the first round: it tells little more than whether a unit
/// above turns on.
const FIRST: f64 = 0.3;
/// The largest in later rounds, while the codes above still change prices.
const LOOSEST: f64 = 0.03;
/// That gap as a part of what the last round lowered the energy by: the next prices would undo most of a finer code.
const PART_OF_FALL: f64 = 0.2;
/// The least gap asked for at which rounds end by what the next is expected to lower the energy by. With a finer one they end by what the
/// last did, as slow falls may follow fast ones.
const LEAST_EXPECTED: f64 = 5e-5;
/// What a round lowers the energy by over what the one before did, where only one is known.
const USUAL_RATIO: f64 = 0.05;

/// One movie's solve; reused for its memory.
pub(crate) struct MovieSolver<'a, 'w, S> {
    simd: S,
    coder: &'a MovieCoder<'w>,
    /// One for all frames of the split model, one for each of the joint one.
    simple: Vec<lasso::Solver<'w, S>>,
    above: Vec<invariant::Solver<'a, 'w, S>>,
    /// The prices of the units below each layer above.
    prices: Vec<Vec<f32>>,
    frames: Vec<Frame>,
    /// The code pooled by each layer above: z*, u.
    below: Vec<Pooled>,
    /// Workspace to pool frames.
    pool: AbsAccumulator,
    /// Whether the rounds ended because E hardly fell any more.
    is_settled: bool,
    accepted: BatchCodes,
}

/// The code of a frame with its energies and gap.
#[derive(Clone, Default)]
struct Frame {
    code: Vec<(u32, f32)>,
    reconstruction: f64,
    gap: f64,
    /// That of the last solve.
    accuracy: CodeAccuracy,
}

/// Units that are on, ascending, and their values.
#[derive(Clone, Default)]
struct Pooled {
    units: Vec<u32>,
    values: Vec<f32>,
}

impl Pooled {
    fn assign(&mut self, entries: impl Iterator<Item = (u32, f32)>) {
        self.units.clear();
        self.values.clear();
        for (unit, value) in entries {
            self.units.push(unit);
            self.values.push(value);
        }
    }

    fn sum(&self) -> f64 {
        self.values.iter().copied().map(f64::from).sum()
    }
}

/// What the next two rounds will lower the energy by, as shares of it, if rounds go on to do so in geometric progression. As much as
/// the last one where they do not yet.
fn falls_to_come(fall: f64, last_fall: f64) -> (f64, f64) {
    if !(0.0 < fall && fall < last_fall) {
        return (fall, fall);
    }
    let is_known = last_fall.is_finite();
    let ratio = if is_known {
        fall / last_fall
    } else {
        USUAL_RATIO
    };
    let next = fall * ratio;
    (if is_known { next } else { fall }, next * ratio)
}

impl<'a, 'w, S: Simd> MovieSolver<'a, 'w, S> {
    pub(crate) fn new(simd: S, coder: &'a MovieCoder<'w>, movie_frames: usize) -> Self {
        let above = coder.above.iter();
        let solvers = match coder.coupling {
            Coupling::Split => 1,
            Coupling::Joint => movie_frames,
        };
        Self {
            simd,
            simple: (0..solvers)
                .map(|_| lasso::Solver::new(simd, &coder.simple))
                .collect(),
            prices: above
                .clone()
                .map(|above| vec![above.price_below; above.pooling.nrows()])
                .collect(),
            above: above
                .map(|above| invariant::Solver::new(simd, &above.coder))
                .collect(),
            frames: vec![Frame::default(); movie_frames],
            below: vec![Pooled::default(); coder.above.len()],
            pool: AbsAccumulator::new(coder.simple.dictionary.ncols()),
            is_settled: true,
            accepted: coder.no_codes(),
            coder,
        }
    }

    /// The codes accepted since they were taken last.
    pub(crate) fn take_codes(&mut self) -> BatchCodes {
        std::mem::replace(&mut self.accepted, self.coder.no_codes())
    }

    /// Finds the codes of one movie.
    #[inline(always)]
    pub(crate) fn solve(&mut self, frames: ArrayView2<'_, f32>, correlations: ArrayView2<'_, f32>) {
        for (prices, above) in self.prices.iter_mut().zip(&self.coder.above) {
            prices.fill(above.price_below);
        }
        let is_joint = self.coder.coupling == Coupling::Joint;
        self.is_settled = !is_joint;
        let asked = self.coder.relative_gap;
        let first = if is_joint { asked.max(FIRST) } else { asked };
        let (mut last, mut last_fall, mut gap) = (f64::INFINITY, f64::INFINITY, first);
        // Whether no unit above was on in any round: no price changed.
        let mut is_off = true;
        for round in 0..MAX_ROUNDS {
            self.solve_simple(frames, correlations, round == 0, gap);
            self.solve_above(round == 0);
            if !is_joint {
                return;
            }
            let energy = self.energy();
            is_off &= self.above.iter().all(|layer| layer.on.is_empty());
            if is_off {
                if gap <= asked {
                    // The gaps are those at these prices.
                    self.is_settled = true;
                    return;
                }
                gap = asked;
                continue;
            }
            let fall = (last - energy) / energy;
            let (next, after_next) = falls_to_come(fall, last_fall);
            let told = if asked < LEAST_EXPECTED { fall } else { next };
            if told <= asked && gap <= asked {
                self.is_settled = true;
                break;
            }
            // A round that may be the last is solved as one.
            gap = if after_next <= asked {
                asked
            } else {
                (PART_OF_FALL * fall).min(LOOSEST).max(asked)
            };
            last_fall = fall;
            last = energy;
            self.reprice();
        }
        if self.coder.tells_gaps {
            self.check_again(frames, correlations);
        }
    }

    /// Recomputes the gaps of all codes at the codes above them, which changed after they were found.
    #[inline(always)]
    fn check_again(&mut self, frames: ArrayView2<'_, f32>, correlations: ArrayView2<'_, f32>) {
        self.reprice();
        let rows = frames.rows().into_iter().zip(correlations.rows());
        let found = self.simple.iter_mut().zip(&mut self.frames);
        for ((frame, correlation), (solver, found)) in rows.zip(found) {
            if let Some(prices) = self.prices.first() {
                solver.set_prices(prices);
            }
            solver.check_again(frame, correlation);
            (found.reconstruction, found.gap) = (solver.reconstruction, solver.gap);
        }
        let above = self.above.iter_mut().zip(&self.below);
        for ((solver, below), prices) in above.zip(self.prices.iter().skip(1)) {
            solver.set_prices(prices);
            solver.check_again(&below.units);
        }
    }

    /// z of every frame at the current prices, to this gap, and z*.
    #[inline(always)]
    fn solve_simple(
        &mut self,
        frames: ArrayView2<'_, f32>,
        correlations: ArrayView2<'_, f32>,
        is_first: bool,
        relative_gap: f64,
    ) {
        let rows = frames.rows().into_iter().zip(correlations.rows());
        for (t, (frame, correlation)) in rows.enumerate() {
            // In the joint model frames are solved again: each has its own solver, which keeps its code.
            let is_shared = self.simple.len() == 1;
            let of_frame = if is_shared { 0 } else { t };
            let solver = &mut self.simple[of_frame];
            if is_first {
                // One solver for all frames holds the last frame's code itself.
                match t.checked_sub(1) {
                    None => solver.start_with(&[]),
                    Some(_) if is_shared => solver.start_with_last(),
                    Some(last) => solver.start_with(&self.frames[last].code),
                }
            }
            if let (Coupling::Joint, Some(prices)) = (self.coder.coupling, self.prices.first()) {
                solver.set_prices(prices);
            }
            solver.set_relative_gap(relative_gap);
            solver.solve(frame, correlation);
            let found = &mut self.frames[t];
            solver.write_code(&mut found.code);
            (found.reconstruction, found.gap) = (solver.reconstruction, solver.gap);
            found.accuracy = CodeAccuracy::of(solver.gap, solver.energy(), self.coder.relative_gap);
        }
        if !self.above.is_empty() {
            self.pool_frames();
        }
    }

    /// z*: the sums of abs(z) over the frames.
    #[inline(always)]
    fn pool_frames(&mut self) {
        let repeats = self.coder.repeats as f32;
        for &(unit, code) in self.frames.iter().flat_map(|frame| &frame.code) {
            self.pool.add(unit as usize, repeats * code);
        }
        self.below[0].assign(self.pool.drain());
    }

    /// u, and the codes above it, at the current prices.
    #[inline(always)]
    fn solve_above(&mut self, is_first: bool) {
        for layer in 0..self.above.len() {
            if let Some(prices) = self.prices.get(layer + 1) {
                self.above[layer].set_prices(prices);
            }
            let below = &self.below[layer];
            if is_first {
                self.above[layer].solve(&below.units, &below.values);
            } else {
                self.above[layer].solve_on(&below.units, &below.values);
            }
            if let Some(next) = self.below.get_mut(layer + 1) {
                next.assign(self.above[layer].on.iter().copied());
            }
        }
    }

    /// Updates the price of each unit from the codes above it: price (1 + exp(-A u)) / 2.
    #[inline(always)]
    fn reprice(&mut self) {
        let share = self.coder.coupling.share();
        for ((prices, above), solver) in self
            .prices
            .iter_mut()
            .zip(&self.coder.above)
            .zip(&self.above)
        {
            let on = &solver.on;
            prices.fill(0.0);
            add_terms(self.simd, prices, on.len(), |index| {
                let (unit, u) = on[index];
                (-u, contiguous(above.pools.row(unit as usize)))
            });
            for price in prices {
                *price = above.price_below * (1.0 - share + share * exp(*price));
            }
        }
    }

    /// E of the current codes.
    fn energy(&self) -> f64 {
        let reconstruction: f64 = self.frames.iter().map(|frame| frame.reconstruction).sum();
        let layers = 0..self.above.len();
        let above = layers.map(|layer| self.plain(layer) + self.above[layer].modulated);
        self.coder.repeats as f64 * reconstruction + above.sum::<f64>() + self.top_sparsity()
    }

    /// The energy of the units below a layer at the part of their prices that it cannot lower.
    fn plain(&self, layer: usize) -> f64 {
        let price = f64::from(self.coder.above[layer].price_below);
        f64::from(self.coder.plain_share()) * price * self.below[layer].sum()
    }

    /// The sparsity term of the topmost layer.
    fn top_sparsity(&self) -> f64 {
        self.above.last().map_or(0.0, |top| top.sparsity)
    }

    /// x - W z of each frame, `[n_t, P]`.
    #[inline(always)]
    pub(crate) fn write_residuals(
        &self,
        frames: ArrayView2<'_, f32>,
        mut residuals: ArrayViewMut2<'_, f32>,
    ) {
        let filters = self.coder.simple.dictionary.reversed_axes();
        let rows = residuals.rows_mut().into_iter().zip(frames.rows());
        for (frame, (mut residual, pixels)) in self.frames.iter().zip(rows) {
            residual.assign(&pixels);
            let residual = contiguous_mut(residual);
            add_terms(self.simd, residual, frame.code.len(), |index| {
                let (unit, code) = frame.code[index];
                let filter = filters.index_axis_move(Axis(0), unit as usize);
                (-code, contiguous(filter))
            });
        }
    }

    /// Appends the codes and the energies by term.
    pub(crate) fn append_codes(&mut self) {
        let price = f64::from(self.coder.simple.alpha);
        let repeats = self.coder.repeats as f64;
        for frame in &self.frames {
            let size: f64 = frame.code.iter().map(|&(_, z)| f64::from(z.abs())).sum();
            let plain = f64::from(self.coder.plain_share()) * price * size;
            let simple = &mut self.accepted.simple;
            simple.codes.push_row(frame.code.iter().copied());
            simple.reconstruction.push(repeats * frame.reconstruction);
            simple.sparsity.push(repeats * plain);
            simple.gap.push(repeats * frame.gap);
            simple.accuracy = simple.accuracy.and(frame.accuracy);
        }
        if let Some(pooled) = self.below.first() {
            let entries = pooled.units.iter().copied();
            let entries = entries.zip(pooled.values.iter().copied());
            self.accepted.pooled.push_row(entries);
        }
        self.accepted.unsettled += usize::from(!self.is_settled);
        for layer in 0..self.above.len() {
            let plain = (layer + 1 < self.above.len()).then(|| self.plain(layer + 1));
            let codes = &mut self.accepted.layers[layer];
            self.above[layer].append_code(&self.below[layer].units, codes);
            if let (Some(plain), Some(sparsity)) = (plain, codes.sparsity.last_mut()) {
                *sparsity = plain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_go_on_as_they_shrink_and_stay_as_they_are_where_they_do_not() {
        let unknown = f64::INFINITY;
        for (fall, last_fall, next, after_next) in [
            (unknown, unknown, unknown, unknown),
            // Of the first fall nobody knows how fast they shrink.
            (0.02, unknown, 0.02, 0.02 * USUAL_RATIO * USUAL_RATIO),
            (1e-3, 2e-2, 5e-5, 2.5e-6),
            (2e-2, 1e-3, 2e-2, 2e-2),
            (1e-3, 1e-3, 1e-3, 1e-3),
            (1e-3, -1e-9, 1e-3, 1e-3),
            (-1e-9, 1e-3, -1e-9, -1e-9),
        ] {
            let told = falls_to_come(fall, last_fall);
            let is_as = |a: f64, b: f64| a == b || (a - b).abs() < 1e-12;
            let expected = is_as(told.0, next) && is_as(told.1, after_next);
            assert!(expected, "{fall} after {last_fall}: {told:?}");
        }
    }
}

//! One frame's code.

mod check;
mod descent;
mod factor;
mod growth;
mod newton;

use ndarray::{ArrayView1, ArrayView2};
use pulp::Simd;

use super::block::Block;
use super::coder::SimpleCoder;
use super::newton_workspace::NewtonWorkspace;
use crate::compute::simd::{WIDTH, dot};
use crate::compute::vectors::contiguous;

/// Smallest gap that f32 can certify, as a multiple of its rounding error of the gap; finer ones are checked in f64.
const FINEST_F32: f64 = 4.0;
/// A gap that is still more than this share of the last is not falling.
const STALLED: f64 = 0.7;
/// Rounds in which the gap does not fall before it is checked in f64.
const STALLS: u32 = 3;
/// Largest number of rounds, each of growing the set and descending.
const MAX_ROUNDS: usize = 200;
/// Coordinate sweeps before optimality is checked again.
const MAX_SWEEPS: usize = 12;
/// The same while the set still grows: missing units matter more than inexact codes.
const GROWING_SWEEPS: usize = 5;
/// A descent stops when the last sweep's gain falls below this share of the gap asked for.
const SWEEP_SHARE: f64 = 0.02;
/// The least gap, as a share of the energy, that is reached without Newton steps: as in first rounds of the joint model.
const ROUGH: f64 = 8e-3;
/// What the tolerance of the descent is multiplied by when the gap is still too large.
const FINER: f64 = 0.1;

/// E1 along one unit: what its code follows from, given its working correlation.
#[derive(Clone, Copy)]
struct Curvature {
    /// The second derivative, an entry on the diagonal of W'W.
    size: f32,
    /// 1 / size; 0 for a filter that is all zeros, which stays off.
    inverse: f32,
    /// The price / size.
    threshold: f32,
}

/// One frame's solve; reused from frame to frame for its memory and its warm start.
pub(crate) struct Solver<'a, S> {
    simd: S,
    /// W', `[K, P]`: a filter is a contiguous row.
    filters: ArrayView2<'a, f32>,
    gram: ArrayView2<'a, f32>,
    /// The diagonal of W'W.
    diagonal: &'a [f32],
    /// The price of each of the K units: alpha, or less.
    prices: Vec<f32>,
    /// 1 / price of each.
    inverse_prices: Vec<f32>,
    relative_gap: f64,
    /// Units of the working set, in order of arrival.
    working: Vec<u32>,
    /// abs(g) above which a unit is missing from the working set: its price; infinity for a member.
    screens: Vec<f32>,
    /// W'W on the working set.
    block: Block,
    /// z on the working set.
    code: Vec<f32>,
    /// The price of each unit of the working set.
    working_prices: Vec<f32>,
    /// What is known of each unit along itself.
    curvatures: Vec<Curvature>,
    /// g on the working set, kept up to date by the descent; padded.
    working_correlation: Vec<f32>,
    /// g = c - W'W z for all units.
    correlation: Vec<f32>,
    /// Whether g is of the present code, as it is when only prices have changed since the last check.
    is_correlation_known: bool,
    /// x - W z in f64, valid after [`Self::check_f64`].
    residual: Vec<f64>,
    /// Places in the working set of the units that were on when the code was last checked.
    on: Vec<usize>,
    newton: NewtonWorkspace,
    /// Workspace: places that stay in the working set.
    kept: Vec<usize>,
    /// Workspace: units that are chosen from all, one place for each.
    chosen: Vec<u32>,
    /// 1/2 abs(x - W z)^2.
    pub(in crate::model::solve) reconstruction: f64,
    sparsity: f64,
    /// The duality gap, at the current prices.
    pub(in crate::model::solve) gap: f64,
    /// A bound on the error of the gap by the rounding of f32.
    blur: f64,
}

impl<'a, S: Simd> Solver<'a, S> {
    pub(crate) fn new(simd: S, coder: &SimpleCoder<'a>) -> Self {
        let gram = coder.gram_cache.gram();
        let units = gram.nrows();
        Self {
            simd,
            filters: coder.dictionary.reversed_axes(),
            gram,
            diagonal: coder.gram_cache.diagonal(),
            prices: vec![coder.alpha; units],
            inverse_prices: vec![1.0 / coder.alpha; units],
            relative_gap: coder.relative_gap,
            working: Vec::with_capacity(units),
            screens: vec![coder.alpha; units],
            block: Block::default(),
            code: Vec::with_capacity(units),
            working_prices: Vec::with_capacity(units),
            curvatures: Vec::with_capacity(units),
            working_correlation: vec![0.0; units.next_multiple_of(WIDTH)],
            correlation: vec![0.0; units],
            is_correlation_known: false,
            residual: vec![0.0; coder.dictionary.nrows()],
            on: Vec::new(),
            newton: NewtonWorkspace::default(),
            kept: Vec::new(),
            chosen: vec![0; units],
            reconstruction: 0.0,
            sparsity: 0.0,
            gap: 0.0,
            blur: 0.0,
        }
    }

    /// Empties the working set.
    #[inline(always)]
    fn forget(&mut self) {
        for &unit in &self.working {
            self.screens[unit as usize] = self.prices[unit as usize];
        }
        self.newton.factored.clear();
        self.working.clear();
        self.working_prices.clear();
        self.curvatures.clear();
        self.code.clear();
        self.is_correlation_known = false;
    }

    /// Sets the price of each of the K units, > 0.
    #[inline(always)]
    pub(crate) fn set_prices(&mut self, prices: &[f32]) {
        self.prices.copy_from_slice(prices);
        for (inverse, price) in self.inverse_prices.iter_mut().zip(prices) {
            *inverse = 1.0 / price;
        }
        self.screens.copy_from_slice(prices);
        for (place, &unit) in self.working.iter().enumerate() {
            let price = prices[unit as usize];
            self.screens[unit as usize] = f32::INFINITY;
            self.working_prices[place] = price;
            self.curvatures[place].threshold = price * self.curvatures[place].inverse;
        }
    }

    /// Sets the duality gap, as a share of the energy, at which a code is accepted.
    pub(crate) fn set_relative_gap(&mut self, relative_gap: f64) {
        self.relative_gap = relative_gap;
    }

    /// Starts a frame with the units that are on in the last as the working set, all at 0.
    #[inline(always)]
    pub(crate) fn start_with_last(&mut self) {
        self.keep(self.working.len(), |_, code, _| code != 0.0);
        self.code.fill(0.0);
        self.is_correlation_known = false;
    }

    /// Starts a frame with the units of a code as the working set, all at 0.
    #[inline(always)]
    pub(crate) fn start_with(&mut self, code: &[(u32, f32)]) {
        self.forget();
        for &(unit, _) in code {
            self.join(unit);
        }
        self.block.fill(self.gram, &self.working, 0);
    }

    /// Minimises from the present code: the last one of the same frame, or that of [`Self::start_with`] or
    /// [`Self::start_with_last`].
    #[inline(always)]
    pub(crate) fn solve(
        &mut self,
        frame: ArrayView1<'_, f32>,
        frame_correlation: ArrayView1<'_, f32>,
    ) {
        let frame = contiguous(frame);
        let frame_correlation = contiguous(frame_correlation);
        let frame_norm_sq = dot(frame, frame);
        let asked = self.relative_gap;
        let (mut in_f64, mut stalls, mut polished_from) = (false, 0, f64::INFINITY);
        let mut tolerance = asked * SWEEP_SHARE;
        for round in 0..=MAX_ROUNDS {
            self.check(frame_correlation, frame_norm_sq);
            let finest = FINEST_F32 * self.blur;
            in_f64 |= asked * self.energy() < finest && self.gap <= finest;
            // If Newton steps no longer reduce the gap, g is not precise enough.
            stalls += u32::from(self.gap > STALLED * polished_from);
            in_f64 |= stalls == STALLS;
            if in_f64 {
                self.check_f64(frame, frame_norm_sq);
            }
            let energy = self.energy();
            if self.gap <= asked * energy || round == MAX_ROUNDS {
                return;
            }
            polished_from = f64::INFINITY;
            self.is_correlation_known = false;
            let sweeps = if self.grow() > 0 {
                GROWING_SWEEPS
            } else {
                if asked < ROUGH {
                    polished_from = self.gap;
                    self.polish();
                }
                tolerance *= FINER;
                MAX_SWEEPS
            };
            self.descend((tolerance * energy) as f32, sweeps);
        }
    }

    /// Recomputes the energies and the gap of the present code at the present prices.
    #[inline(always)]
    pub(crate) fn check_again(
        &mut self,
        frame: ArrayView1<'_, f32>,
        frame_correlation: ArrayView1<'_, f32>,
    ) {
        let frame = contiguous(frame);
        let frame_norm_sq = dot(frame, frame);
        self.check(contiguous(frame_correlation), frame_norm_sq);
        if self.relative_gap * self.energy() < FINEST_F32 * self.blur {
            self.check_f64(frame, frame_norm_sq);
        }
    }

    /// Adds a unit to the working set; the block is to be completed then.
    #[inline(always)]
    fn join(&mut self, unit: u32) {
        self.working.push(unit);
        self.screens[unit as usize] = f32::INFINITY;
        self.working_prices.push(self.prices[unit as usize]);
        self.code.push(0.0);
        let curvature = self.diagonal[unit as usize];
        let inverse = if curvature > 0.0 {
            1.0 / curvature
        } else {
            0.0
        };
        self.curvatures.push(Curvature {
            size: curvature,
            inverse,
            threshold: self.prices[unit as usize] * inverse,
        });
    }

    /// Keeps in the working set the units for which `stays`, of their price, code and g, holds, where these are at most `most`;
    /// else all stay.
    #[inline(always)]
    fn keep(&mut self, most: usize, stays: impl Fn(f32, f32, f32) -> bool) {
        self.kept.clear();
        for (place, &price) in self.working_prices.iter().enumerate() {
            if stays(price, self.code[place], self.working_correlation[place]) {
                self.kept.push(place);
            }
        }
        let size = self.kept.len();
        if size > most {
            return;
        }
        for (&unit, &price) in self.working.iter().zip(&self.working_prices) {
            self.screens[unit as usize] = price;
        }
        for (to, &from) in self.kept.iter().enumerate() {
            self.screens[self.working[from] as usize] = f32::INFINITY;
            self.working[to] = self.working[from];
            self.working_prices[to] = self.working_prices[from];
            self.code[to] = self.code[from];
            self.curvatures[to] = self.curvatures[from];
            self.working_correlation[to] = self.working_correlation[from];
        }
        self.working.truncate(size);
        self.working_prices.truncate(size);
        self.code.truncate(size);
        self.curvatures.truncate(size);
        self.block.keep(&self.kept);
        // These go by places.
        self.on.clear();
        self.newton.factored.clear();
    }

    /// E1 of the code at the current prices, as last checked.
    pub(crate) fn energy(&self) -> f64 {
        self.reconstruction + self.sparsity
    }

    /// Writes down the units that are on, in order, and their codes.
    #[inline(always)]
    pub(crate) fn write_code(&self, on: &mut Vec<(u32, f32)>) {
        let units = self.working.iter().copied().zip(self.code.iter().copied());
        on.clear();
        on.extend(units.filter(|&(_, code)| code != 0.0));
        on.sort_unstable_by_key(|&(unit, _)| unit);
    }
}

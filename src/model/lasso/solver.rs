//! One frame's code.

use ndarray::{ArrayView1, ArrayView2};

use super::{SimpleCoder, SimpleCodes};
use crate::model::cholesky::solve_packed;
use crate::model::kernel::{add_scaled, add_scaled_f64, dot, max_abs_scaled, shrink};
use crate::model::simple::duality_gap;

/// Smallest relative gap that f32 can vouch for; finer ones are checked in f64.
const FINEST_F32: f64 = 2e-5;
/// What f32 may blur the gap by, as a share of the energy; added to be a bound all the same.
const F32_BLUR: f64 = 5e-6;
/// Rounds of growing the set and descending before a code is taken as it is.
const MAX_ROUNDS: usize = 200;
/// Coordinate sweeps before optimality is checked again.
const MAX_SWEEPS: usize = 40;
/// Units added to the working set at once, at least.
const MIN_GROWTH: usize = 8;
/// A descent stops when the last sweep's gain falls below this share of the gap asked for.
const SWEEP_SHARE: f64 = 0.1;

/// One frame's solve; reused from frame to frame for its memory and its warm start.
pub(in crate::model) struct Solver<'a> {
    /// W', `[K, P]`: a filter is a contiguous row.
    filters: ArrayView2<'a, f32>,
    gram: ArrayView2<'a, f32>,
    /// What each of the K units pays for being on: alpha, or less.
    prices: Vec<f32>,
    /// 1 / price of each.
    inverse_prices: Vec<f32>,
    relative_gap: f64,
    /// Units of the working set, in order of arrival.
    working: Vec<u32>,
    /// Whether each of the K units is in the working set.
    member: Vec<bool>,
    /// Row stride of `block`.
    stride: usize,
    /// W'W on the working set.
    block: Vec<f32>,
    /// z on the working set.
    code: Vec<f32>,
    /// The price of each unit of the working set.
    working_prices: Vec<f32>,
    /// g on the working set, kept up to date by the descent.
    residual: Vec<f32>,
    /// g = c - W'W z for all units.
    gradient: Vec<f32>,
    /// x - W z, where it is needed in f64.
    left: Vec<f64>,
    /// Room for the factor of the block on the units that are on.
    factor: Vec<f64>,
    /// Room to choose violators.
    violators: Vec<(f32, u32)>,
    reconstruction: f64,
    sparsity: f64,
    gap: f64,
}

impl<'a> Solver<'a> {
    pub(in crate::model) fn new(coder: &SimpleCoder<'a>) -> Self {
        let units = coder.gram.nrows();
        let stride = units.next_multiple_of(16) + 16;
        Self {
            filters: coder.dictionary.reversed_axes(),
            gram: coder.gram,
            prices: vec![coder.alpha; units],
            inverse_prices: vec![1.0 / coder.alpha; units],
            relative_gap: coder.relative_gap,
            working: Vec::with_capacity(units),
            member: vec![false; units],
            stride,
            block: Vec::new(),
            code: Vec::with_capacity(units),
            working_prices: Vec::with_capacity(units),
            residual: Vec::with_capacity(units),
            gradient: vec![0.0; units],
            left: vec![0.0; coder.dictionary.nrows()],
            factor: Vec::new(),
            violators: Vec::with_capacity(units),
            reconstruction: 0.0,
            sparsity: 0.0,
            gap: 0.0,
        }
    }

    /// Empties the working set: the next frame starts a movie.
    #[inline(always)]
    pub(in crate::model) fn forget(&mut self) {
        for &unit in &self.working {
            self.member[unit as usize] = false;
        }
        self.working.clear();
        self.working_prices.clear();
        self.code.clear();
        self.residual.clear();
    }

    /// Sets the price of each of the K units, > 0.
    #[inline(always)]
    pub(in crate::model) fn set_prices(&mut self, prices: &[f32]) {
        self.prices.copy_from_slice(prices);
        for (inverse, price) in self.inverse_prices.iter_mut().zip(prices) {
            *inverse = 1.0 / price;
        }
    }

    /// Starts the next frame from a code, in place of what is known of the last.
    #[inline(always)]
    pub(in crate::model) fn start_from(&mut self, code: &[(u32, f32)]) {
        self.forget();
        for &(unit, code) in code {
            self.join(unit);
            if let Some(last) = self.code.last_mut() {
                *last = code;
            }
        }
    }

    /// Minimises from where `start_from` or `start_from_last` began.
    #[inline(always)]
    pub(in crate::model) fn solve(
        &mut self,
        frame: ArrayView1<'_, f32>,
        correlation: ArrayView1<'_, f32>,
    ) {
        let frame = frame.to_slice().unwrap_or_default();
        let correlation = correlation.to_slice().unwrap_or_default();
        let frame_norm_sq = dot(frame, frame);
        let asked = self.relative_gap;
        let mut in_f64 = false;
        let mut tolerance = asked * SWEEP_SHARE;
        for round in 0..=MAX_ROUNDS {
            if in_f64 {
                self.check_f64(frame);
            } else {
                self.check(correlation, frame_norm_sq);
            }
            let energy = self.reconstruction + self.sparsity;
            let enough = if in_f64 { asked } else { asked.max(FINEST_F32) };
            if self.gap <= enough * energy {
                if in_f64 || asked >= FINEST_F32 {
                    return;
                }
                in_f64 = true;
                continue;
            }
            if round == MAX_ROUNDS {
                return;
            }
            if self.grow() == 0 {
                self.polish();
                tolerance *= 0.1;
            }
            self.descend((tolerance * energy) as f32);
        }
    }

    /// Keeps of the last frame's working set only the units that were on, their codes at 0.
    #[inline(always)]
    pub(in crate::model) fn start_from_last(&mut self) {
        let last = std::mem::take(&mut self.working);
        let code = std::mem::take(&mut self.code);
        self.residual.clear();
        self.working_prices.clear();
        for &unit in &last {
            self.member[unit as usize] = false;
        }
        for (&unit, &code) in last.iter().zip(&code) {
            if code != 0.0 {
                self.join(unit);
            }
        }
    }

    /// Adds a unit to the working set and its row and column to the block.
    #[inline(always)]
    fn join(&mut self, unit: u32) {
        let place = self.working.len();
        self.working.push(unit);
        self.member[unit as usize] = true;
        self.working_prices.push(self.prices[unit as usize]);
        self.code.push(0.0);
        self.residual.push(0.0);
        if self.block.len() < (place + 1) * self.stride {
            self.block.resize((place + 1) * self.stride, 0.0);
        }
        let row = self.gram.row(unit as usize);
        for (other, &with) in self.working.iter().enumerate() {
            let entry = row[with as usize];
            self.block[place * self.stride + other] = entry;
            self.block[other * self.stride + place] = entry;
        }
    }

    /// Recomputes g, the energies and the gap from the code.
    #[inline(always)]
    fn check(&mut self, correlation: &[f32], frame_norm_sq: f64) {
        self.gradient.copy_from_slice(correlation);
        let (mut code_dot_correlation, mut paid) = (0.0f64, 0.0f64);
        for ((&unit, &code), &price) in self
            .working
            .iter()
            .zip(&self.code)
            .zip(&self.working_prices)
        {
            if code == 0.0 {
                continue;
            }
            let row = self.gram.row(unit as usize);
            add_scaled(
                &mut self.gradient,
                -code,
                row.to_slice().unwrap_or_default(),
            );
            code_dot_correlation += f64::from(code) * f64::from(correlation[unit as usize]);
            paid += f64::from(price) * f64::from(code.abs());
        }
        let mut code_dot_gradient = 0.0;
        for ((&unit, &code), residual) in
            self.working.iter().zip(&self.code).zip(&mut self.residual)
        {
            *residual = self.gradient[unit as usize];
            code_dot_gradient += f64::from(code) * f64::from(*residual);
        }
        let residual_norm_sq = frame_norm_sq - code_dot_correlation - code_dot_gradient;
        self.reconstruction = 0.5 * residual_norm_sq;
        self.sparsity = paid;
        self.gap = duality_gap(
            residual_norm_sq,
            self.sparsity,
            frame_norm_sq - code_dot_correlation,
            f64::from(max_abs_scaled(&self.gradient, &self.inverse_prices)),
        );
        self.gap += F32_BLUR * (self.reconstruction + self.sparsity);
    }

    /// The same from the frame itself, all sums in f64.
    #[inline(always)]
    fn check_f64(&mut self, frame: &[f32]) {
        for (left, &pixel) in self.left.iter_mut().zip(frame) {
            *left = f64::from(pixel);
        }
        let mut paid = 0.0f64;
        for ((&unit, &code), &price) in self
            .working
            .iter()
            .zip(&self.code)
            .zip(&self.working_prices)
        {
            if code != 0.0 {
                let filter = self.filters.row(unit as usize);
                let filter = filter.to_slice().unwrap_or_default();
                add_scaled_f64(&mut self.left, -f64::from(code), filter);
                paid += f64::from(price) * f64::from(code.abs());
            }
        }
        let mut largest = 0.0f64;
        let filters = self.filters.rows().into_iter().zip(&self.prices);
        for (gradient, (filter, &price)) in self.gradient.iter_mut().zip(filters) {
            let exact = dot(&self.left, filter.to_slice().unwrap_or_default());
            largest = largest.max(exact.abs() / f64::from(price));
            *gradient = exact as f32;
        }
        for (&unit, residual) in self.working.iter().zip(&mut self.residual) {
            *residual = self.gradient[unit as usize];
        }
        let left_norm_sq: f64 = self.left.iter().map(|left| left * left).sum();
        let frame_dot_left = dot(&self.left, frame);
        self.reconstruction = 0.5 * left_norm_sq;
        self.sparsity = paid;
        self.gap = duality_gap(left_norm_sq, self.sparsity, frame_dot_left, largest);
    }

    /// Adds the worst violators of optimality, as many as the code has units on; returns how many.
    #[inline(always)]
    fn grow(&mut self) -> usize {
        self.violators.clear();
        let units = self.gradient.iter().zip(&self.prices).zip(&self.member);
        for (unit, ((&gradient, &price), &member)) in units.enumerate() {
            let excess = gradient.abs() - price;
            if excess > 0.0 && !member {
                self.violators.push((excess, unit as u32));
            }
        }
        let on = self.code.iter().filter(|&&code| code != 0.0).count();
        let most = MIN_GROWTH.max(on / 2);
        if self.violators.len() > most {
            self.violators
                .select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            self.violators.truncate(most);
        }
        self.violators.sort_unstable_by_key(|&(_, unit)| unit);
        for place in 0..self.violators.len() {
            let unit = self.violators[place].1;
            self.join(unit);
            if let Some(residual) = self.residual.last_mut() {
                *residual = self.gradient[unit as usize];
            }
        }
        self.violators.len()
    }

    /// Coordinate descent over the working set until a sweep gains less than `tolerance`.
    #[inline(always)]
    fn descend(&mut self, tolerance: f32) {
        let size = self.working.len();
        for _ in 0..MAX_SWEEPS {
            let mut gain = 0.0;
            for place in 0..size {
                let (old, residual) = (self.code[place], self.residual[place]);
                let price = self.working_prices[place];
                if old == 0.0 && residual.abs() <= price {
                    continue;
                }
                let row = &self.block[place * self.stride..][..size];
                let curvature = row[place];
                if curvature <= 0.0 {
                    continue;
                }
                let new = shrink(residual + curvature * old, price) / curvature;
                let change = new - old;
                if change != 0.0 {
                    self.code[place] = new;
                    add_scaled(&mut self.residual[..size], -change, row);
                    gain += 0.5 * curvature * change * change;
                }
            }
            if gain <= tolerance {
                return;
            }
        }
    }

    /// A Newton step on the units that are on, cut short where the first of them would change sign.
    #[inline(always)]
    fn polish(&mut self) {
        let on: Vec<usize> = (0..self.working.len())
            .filter(|&place| self.code[place] != 0.0)
            .collect();
        let entry =
            |row: usize, column: usize| f64::from(self.block[on[row] * self.stride + on[column]]);
        self.factor.clear();
        self.factor.extend(
            (0..on.len())
                .flat_map(|row| (0..=row).map(move |column| (row, column)))
                .map(|(row, column)| entry(row, column)),
        );
        let slope = |&place: &usize| {
            let price = self.working_prices[place].copysign(self.code[place]);
            f64::from(self.residual[place]) - f64::from(price)
        };
        let mut step: Vec<f64> = on.iter().map(slope).collect();
        if !solve_packed(&mut self.factor, &mut step) {
            return;
        }
        let mut share = 1.0f64;
        let mut first_kink = None;
        for (&place, &step) in on.iter().zip(&step) {
            let to_zero = -f64::from(self.code[place]) / step;
            if to_zero > 0.0 && to_zero < share {
                (share, first_kink) = (to_zero, Some(place));
            }
        }
        let size = self.working.len();
        for (&place, &step) in on.iter().zip(&step) {
            let new = if first_kink == Some(place) {
                0.0
            } else {
                (f64::from(self.code[place]) + share * step) as f32
            };
            let row = &self.block[place * self.stride..][..size];
            add_scaled(&mut self.residual[..size], self.code[place] - new, row);
            self.code[place] = new;
        }
    }

    /// The units that are on, in order, and their codes.
    #[inline(always)]
    pub(in crate::model) fn on(&self) -> Vec<(u32, f32)> {
        let units = self.working.iter().copied().zip(self.code.iter().copied());
        let mut on: Vec<(u32, f32)> = units.filter(|&(_, code)| code != 0.0).collect();
        on.sort_unstable_by_key(|&(unit, _)| unit);
        on
    }

    /// 1/2 abs(x - W z)^2.
    pub(in crate::model) fn reconstruction(&self) -> f64 {
        self.reconstruction
    }

    /// The duality gap, at the prices in force.
    pub(in crate::model) fn gap(&self) -> f64 {
        self.gap
    }

    /// Appends the code, its energies and gap.
    #[inline(always)]
    pub(super) fn accept(&mut self, chunk: &mut SimpleCodes) {
        chunk.codes.push_row(self.on());
        chunk.reconstruction.push(self.reconstruction);
        chunk.sparsity.push(self.sparsity);
        chunk.gap.push(self.gap);
    }
}

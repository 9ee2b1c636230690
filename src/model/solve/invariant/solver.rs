//! One movie's code.

mod descent;
mod newton;

use ndarray::ArrayView1;
use pulp::Simd;

use self::newton::NewtonStep;
use super::coder::InvariantCoder;
use crate::compute::elementary::exp;
use crate::compute::simd::{WIDTH, add_terms, add_terms_f64};
use crate::compute::vectors::contiguous;
use crate::model::batch::{CodeAccuracy, InvariantCodes};

/// Largest number of rounds, each of growing the set and descending.
const MAX_ROUNDS: usize = 200;
/// Units added to the set at once, at most.
const GROWTH: usize = 4;
/// The least gap, as a share of the energy, that is checked by A'(w e^(-A u)) in f32. Its rounding moves the gap by a few ten-millionths
/// of the energy (at most 1.4e-7 in 1,500 movies of 400 and 100 units), which the gap does not include.
const LEAST_F32: f64 = 5e-5;
/// A descent stops when the last sweep's gain falls below this share of the gap asked for.
const SWEEP_SHARE: f64 = 0.1;

/// A column of A on the rows whose z* is not 0, padded.
#[inline(always)]
fn gather(to: &mut Vec<f32>, column: ArrayView1<'_, f32>, rows: &[u32]) {
    to.clear();
    to.extend(rows.iter().map(|&row| column[row as usize]));
    to.resize(rows.len().next_multiple_of(WIDTH), 0.0);
}

/// A unit of the working set: its code and its column of A on the gathered rows.
struct Member {
    unit: usize,
    code: f32,
    column: Vec<f32>,
}

/// One movie's solve; reused for its memory.
pub(crate) struct Solver<'a, 'w, S> {
    simd: S,
    coder: &'a InvariantCoder<'w>,
    working: Vec<Member>,
    /// Columns of units of the last solve, for reuse.
    spare: Vec<Vec<f32>>,
    /// The units that are on, in order, and their codes.
    pub(in crate::model::solve) on: Vec<(u32, f32)>,
    /// The price of each of the M units: beta, or less.
    prices: Vec<f32>,
    /// w e^(-A u), w = alpha z*, on the gathered rows; padded, as are all vectors over them.
    remaining: Vec<f32>,
    /// The same in f64, as last checked.
    exact: Vec<f64>,
    /// w itself.
    below: Vec<f32>,
    /// (A u) on the gathered rows.
    drive: Vec<f64>,
    /// A'(w e^(-A u)) for all M units.
    supported: Vec<f64>,
    /// Workspace for the same in f32.
    supported_f32: Vec<f32>,
    /// Workspace for the remaining prices after a trial step.
    trial: Vec<f32>,
    newton: NewtonStep,
    /// The lowered prices of the units below: sum_i w_i exp(-(A u)_i).
    pub(in crate::model::solve) modulated: f64,
    /// The sum of the units' codes times their current prices.
    pub(in crate::model::solve) sparsity: f64,
    gap: f64,
    /// That of the last solve.
    accuracy: CodeAccuracy,
}

impl<'a, 'w, S: Simd> Solver<'a, 'w, S> {
    pub(crate) fn new(simd: S, coder: &'a InvariantCoder<'w>) -> Self {
        Self {
            simd,
            coder,
            working: Vec::new(),
            spare: Vec::new(),
            on: Vec::new(),
            prices: vec![coder.beta; coder.pooling.ncols()],
            remaining: Vec::new(),
            exact: Vec::new(),
            below: Vec::new(),
            drive: Vec::new(),
            supported: vec![0.0; coder.pooling.ncols()],
            supported_f32: vec![0.0; coder.pooling.ncols()],
            trial: Vec::new(),
            newton: NewtonStep::default(),
            modulated: 0.0,
            sparsity: 0.0,
            gap: 0.0,
            accuracy: CodeAccuracy::default(),
        }
    }

    /// Sets the price of each of the M units, > 0.
    #[inline(always)]
    pub(crate) fn set_prices(&mut self, prices: &[f32]) {
        self.prices.copy_from_slice(prices);
    }

    /// Minimises over u >= 0 for z* of these values on these units, and 0 on all others.
    #[inline(always)]
    pub(crate) fn solve(&mut self, units: &[u32], values: &[f32]) {
        let columns = self.working.drain(..).map(|member| member.column);
        self.spare.extend(columns);
        self.solve_on(units, values);
    }

    /// As [`Self::solve`], starting from the last code: for a z* or prices that changed.
    #[inline(always)]
    pub(crate) fn solve_on(&mut self, units: &[u32], values: &[f32]) {
        self.minimise(units, values);
        self.accuracy = CodeAccuracy::of(self.gap, self.energy(), self.coder.relative_gap);
        let members = self.working.iter().filter(|member| member.code > 0.0);
        self.on.clear();
        self.on
            .extend(members.map(|member| (member.unit as u32, member.code)));
        self.on.sort_unstable_by_key(|&(unit, _)| unit);
    }

    /// The energy of the last code, as last checked.
    fn energy(&self) -> f64 {
        self.modulated + self.sparsity
    }

    /// Recomputes the energies and the gap of the last code at the present prices.
    #[inline(always)]
    pub(crate) fn check_again(&mut self, units: &[u32]) {
        self.check(units);
    }

    #[inline(always)]
    fn minimise(&mut self, units: &[u32], values: &[f32]) {
        let padded = units.len().next_multiple_of(WIDTH);
        self.below.clear();
        let below = values.iter().map(|&value| self.coder.alpha * value);
        self.below.extend(below);
        self.below.resize(padded, 0.0);
        self.remaining.clone_from(&self.below);
        self.trial.clear();
        self.trial.resize(padded, 0.0);
        self.drive.clear();
        self.drive.resize(padded, 0.0);
        self.working.retain(|member| member.code > 0.0);
        for member in &mut self.working {
            gather(
                &mut member.column,
                self.coder.pooling.column(member.unit),
                units,
            );
        }
        let mut tolerance = self.coder.relative_gap * SWEEP_SHARE;
        if !self.working.is_empty() {
            // Other units are looked at once those of the last code are at their best: to look takes as long as a few sweeps.
            self.attenuate();
            self.step_all();
            self.descend(tolerance * self.energy());
        }
        self.check(units);
        let mut units_up = self.supported.iter().zip(&self.prices);
        let is_off = self.working.is_empty();
        if is_off && units_up.all(|(&supported, &price)| supported <= f64::from(price)) {
            self.gap = 0.0;
            return;
        }
        for _ in 0..MAX_ROUNDS {
            let energy = self.energy();
            if self.gap <= self.coder.relative_gap * energy {
                return;
            }
            if !self.grow(units) {
                tolerance *= 0.1;
            }
            self.descend(tolerance * energy);
            self.check(units);
        }
    }

    /// Recomputes A u, what it leaves of z*, and the energies.
    #[inline(always)]
    fn attenuate(&mut self) {
        self.drive.fill(0.0);
        let working = &self.working;
        add_terms_f64(self.simd, &mut self.drive, working.len(), |place| {
            let member = &working[place];
            (f64::from(member.code), &member.column)
        });
        self.exact.clear();
        let below = self.below.iter().zip(&self.drive);
        self.exact
            .extend(below.map(|(&below, &drive)| f64::from(below) * exp(-drive)));
        for (remaining, &exact) in self.remaining.iter_mut().zip(&self.exact) {
            *remaining = exact as f32;
        }
        self.modulated = self.exact.iter().sum();
        let paid = |member: &Member| f64::from(self.prices[member.unit]) * f64::from(member.code);
        self.sparsity = self.working.iter().map(paid).sum();
    }

    /// Recomputes A u and what depends on it: support, energies and the gap.
    #[inline(always)]
    fn check(&mut self, units: &[u32]) {
        self.attenuate();
        self.support(units);
        let discounts = self.exact.iter().zip(&self.drive);
        let discount: f64 = discounts.map(|(exact, drive)| exact * drive).sum();
        let shares = self.supported.iter().zip(&self.prices);
        let largest = shares.fold(0.0f64, |max, (&s, &price)| max.max(s / f64::from(price)));
        let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        let slack = 1.0 - scale * (1.0 - scale.ln());
        self.gap = (slack * self.modulated - scale * discount + self.sparsity).max(0.0);
    }

    /// Recomputes A'(w e^(-A u)) for all M units, in f32 where that is precise enough for the gap asked for.
    #[inline(always)]
    fn support(&mut self, units: &[u32]) {
        let pooling = self.coder.pooling;
        let row = |place: usize| contiguous(pooling.row(units[place] as usize));
        if self.coder.relative_gap < LEAST_F32 {
            self.supported.fill(0.0);
            add_terms_f64(self.simd, &mut self.supported, units.len(), |place| {
                (self.exact[place], row(place))
            });
            return;
        }
        self.supported_f32.fill(0.0);
        add_terms(self.simd, &mut self.supported_f32, units.len(), |place| {
            (self.remaining[place], row(place))
        });
        for (supported, &rounded) in self.supported.iter_mut().zip(&self.supported_f32) {
            *supported = f64::from(rounded);
        }
    }

    /// Adds the units that would gain most by turning on; false when there are none.
    #[inline(always)]
    fn grow(&mut self, units: &[u32]) -> bool {
        let before = self.working.len();
        for _ in 0..GROWTH {
            let mut best: Option<(f64, usize)> = None;
            for (unit, (&supported, &price)) in self.supported.iter().zip(&self.prices).enumerate()
            {
                let excess = supported - f64::from(price);
                if excess > best.map_or(0.0, |(most, _)| most)
                    && self.working.iter().all(|member| member.unit != unit)
                {
                    best = Some((excess, unit));
                }
            }
            let Some((_, unit)) = best else { break };
            let mut column = self.spare.pop().unwrap_or_default();
            gather(&mut column, self.coder.pooling.column(unit), units);
            self.working.push(Member {
                unit,
                code: 0.0,
                column,
            });
        }
        self.working.len() > before
    }

    /// Appends the code, its energies and gap.
    #[inline(always)]
    pub(crate) fn append_code(&mut self, units: &[u32], chunk: &mut InvariantCodes) {
        chunk.codes.push_row(self.on.iter().copied());
        let remaining = self.remaining.iter().map(|&r| r / self.coder.alpha);
        chunk
            .remaining
            .push_row(units.iter().copied().zip(remaining));
        chunk.modulated.push(self.modulated);
        chunk.sparsity.push(self.sparsity);
        chunk.gap.push(self.gap);
        chunk.accuracy = chunk.accuracy.and(self.accuracy);
    }
}

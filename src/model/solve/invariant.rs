//! Invariant codes, fast: E2 of eq. (3) by Newton steps along single coordinates of a growing set.
//!
//! Few units of u are on, and rows of A whose z*_i is 0 do not count. The solver gathers the other rows and tests whether u = 0 is
//! the minimum (exactly when alpha max_j (A'z*)_j <= beta). If not, it descends on a small set of units that grows by the worst
//! violators of optimality until the duality gap, in f64, is small enough: by steps along single units in turn, and where these do
//! not suffice by steps along all units that are on.
//!
//! Along one unit the energy is a sum of falling exponentials and a line: its slope is concave, so a
//! Newton step from the left never passes the minimum, and a step from the right is halved until the
//! energy falls.

mod newton;

use ndarray::{ArrayView1, ArrayView2};
use pulp::Simd;

use self::newton::NewtonStep;
use crate::compute::parallel::each;
use crate::compute::simd::{WIDTH, add_terms_f64, decay, first_two_moments};
use crate::compute::vectors::contiguous;
use crate::model::batch::{Convergence, InvariantCodes};
use crate::model::sparse::SparseRows;

/// Movies a task codes.
const CHUNK_MOVIES: usize = 16;
/// Largest number of rounds, each of growing the set and descending.
const MAX_ROUNDS: usize = 200;
/// Sweeps over the set before optimality is checked again.
const MAX_SWEEPS: usize = 30;
/// Units added to the set at once, at most.
const GROWTH: usize = 4;
/// Halvings of a step that would raise the energy.
const MAX_HALVINGS: usize = 30;
/// The same of a step along several units: where more are needed, steps along single units do better.
const FEW_HALVINGS: usize = 3;
/// A descent stops when the last sweep's gain falls below this share of the gap asked for.
const SWEEP_SHARE: f64 = 0.1;

/// Computes u of pooled codes under one set of pooling weights.
#[derive(Clone, Debug)]
pub struct InvariantCoder<'a> {
    pooling: ArrayView2<'a, f32>,
    alpha: f32,
    beta: f32,
    relative_gap: f64,
}

impl<'a> InvariantCoder<'a> {
    /// A coder for pooling weights A `[K, M]`, >= 0, row-major; alpha and beta > 0; and the duality
    /// gap, as a share of the energy, at which a code is accepted.
    ///
    /// # Panics
    /// When A is not row-major.
    pub fn new(pooling: ArrayView2<'a, f32>, alpha: f32, beta: f32, relative_gap: f64) -> Self {
        assert!(pooling.is_standard_layout(), "A in row-major order");
        Self {
            pooling,
            alpha,
            beta,
            relative_gap,
        }
    }

    /// The invariant codes of pooled codes z*, one row per movie.
    ///
    /// # Panics
    /// When z* is not of K units.
    pub fn encode(&self, pooled: &SparseRows) -> InvariantCodes {
        let (simple, invariant) = self.pooling.dim();
        assert_eq!(pooled.width(), simple, "units of z* against A");
        let parts = each(0..pooled.rows().div_ceil(CHUNK_MOVIES), 1, |part| {
            let end = pooled.rows().min((part + 1) * CHUNK_MOVIES);
            pulp::Arch::new().dispatch(EncodeChunk {
                coder: self,
                pooled,
                rows: part * CHUNK_MOVIES..end,
            })
        });
        let mut all = InvariantCodes::new(simple, invariant);
        all.append_all(parts.iter());
        all
    }
}

struct EncodeChunk<'a, 'w> {
    coder: &'a InvariantCoder<'w>,
    pooled: &'a SparseRows,
    rows: std::ops::Range<usize>,
}

impl pulp::WithSimd for EncodeChunk<'_, '_> {
    type Output = InvariantCodes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> InvariantCodes {
        let (simple, invariant) = self.coder.pooling.dim();
        let mut chunk = InvariantCodes::new(simple, invariant);
        let mut solver = Solver::new(simd, self.coder);
        for row in self.rows {
            let (units, values) = self.pooled.row(row);
            solver.solve(units, values);
            solver.append_code(units, &mut chunk);
        }
        chunk
    }
}

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
    pub(super) on: Vec<(u32, f32)>,
    /// The price of each of the M units: beta, or less.
    prices: Vec<f32>,
    /// w e^(-A u), w = alpha z*, on the gathered rows; padded, as are all vectors over them.
    remaining: Vec<f32>,
    /// w itself.
    below: Vec<f32>,
    /// (A u) on the gathered rows.
    drive: Vec<f64>,
    /// A'(w e^(-A u)) for all M units.
    supported: Vec<f64>,
    /// Workspace for the remaining prices after a trial step.
    trial: Vec<f32>,
    newton: NewtonStep,
    /// The lowered prices of the units below: sum_i w_i exp(-(A u)_i).
    pub(super) modulated: f64,
    /// The sum of the units' codes times their current prices.
    pub(super) sparsity: f64,
    gap: f64,
    /// That of the last solve.
    convergence: Convergence,
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
            below: Vec::new(),
            drive: Vec::new(),
            supported: vec![0.0; coder.pooling.ncols()],
            trial: Vec::new(),
            newton: NewtonStep::default(),
            modulated: 0.0,
            sparsity: 0.0,
            gap: 0.0,
            convergence: Convergence::default(),
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
        self.convergence = Convergence::of(self.gap, self.energy(), self.coder.relative_gap);
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
        self.check(units);
        let mut units_up = self.supported.iter().zip(&self.prices);
        let is_off = self.working.is_empty();
        if is_off && units_up.all(|(&supported, &price)| supported <= f64::from(price)) {
            self.gap = 0.0;
            return;
        }
        let mut tolerance = self.coder.relative_gap * SWEEP_SHARE;
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

    /// Recomputes A u and what depends on it, in f64: prices, support, energies and the gap.
    #[inline(always)]
    fn check(&mut self, units: &[u32]) {
        self.drive.fill(0.0);
        let working = &self.working;
        add_terms_f64(&mut self.drive, working.len(), |place| {
            let member = &working[place];
            (f64::from(member.code), &member.column)
        });
        self.supported.fill(0.0);
        self.modulated = 0.0;
        let mut discount = 0.0;
        let pooling = self.coder.pooling;
        add_terms_f64(&mut self.supported, units.len(), |place| {
            let drive = self.drive[place];
            let remaining = f64::from(self.below[place]) * (-drive).exp();
            self.remaining[place] = remaining as f32;
            self.modulated += remaining;
            discount += remaining * drive;
            let row = pooling.row(units[place] as usize);
            (remaining, contiguous(row))
        });
        let paid = |member: &Member| f64::from(self.prices[member.unit]) * f64::from(member.code);
        self.sparsity = self.working.iter().map(paid).sum();
        let shares = self.supported.iter().zip(&self.prices);
        let largest = shares.fold(0.0f64, |max, (&s, &price)| max.max(s / f64::from(price)));
        let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        let slack = 1.0 - scale * (1.0 - scale.ln());
        self.gap = (slack * self.modulated - scale * discount + self.sparsity).max(0.0);
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

    /// Newton steps along each unit of the set in turn, until a sweep lowers the energy by less than `tolerance`; from the second
    /// sweep on also along all units that are on.
    #[inline(always)]
    fn descend(&mut self, tolerance: f64) {
        for sweep in 0..MAX_SWEEPS {
            let mut gain = 0.0;
            for place in 0..self.working.len() {
                gain += self.step(place);
            }
            if gain <= tolerance {
                return;
            }
            if sweep > 0 {
                self.step_all();
            }
        }
    }

    /// One safeguarded Newton step along a unit; returns by how much the energy fell, to the rounding of f32.
    #[inline(always)]
    fn step(&mut self, place: usize) -> f64 {
        let member = &mut self.working[place];
        let price = self.prices[member.unit];
        let [support, curvature] = first_two_moments(&member.column, &self.remaining);
        let slope = price - support;
        if member.code == 0.0 && slope >= 0.0 {
            return 0.0;
        }
        if curvature <= 0.0 {
            // A unit that pools nothing of what is on only costs its price.
            let pools_nothing = member.column.iter().all(|&weight| weight == 0.0);
            let code = if pools_nothing { member.code } else { 0.0 };
            member.code -= code;
            return f64::from(price) * f64::from(code);
        }
        let mut change = (-slope / curvature).max(-member.code);
        for _ in 0..MAX_HALVINGS {
            let fall = decay(&mut self.trial, &self.remaining, -change, &member.column)
                - f64::from(price) * f64::from(change);
            // From the left a Newton step cannot overshoot; there, rounding alone decides the sign.
            if change > 0.0 || fall >= 0.0 {
                member.code += change;
                std::mem::swap(&mut self.remaining, &mut self.trial);
                return fall.max(0.0);
            }
            change *= 0.5;
        }
        0.0
    }

    /// A Newton step along all units that are on, two or more, up to where the first of them reaches 0. E2 is convex, so that it
    /// falls once the step is short enough.
    #[inline(always)]
    fn step_all(&mut self) {
        let prices = &self.prices;
        let on = self.working.iter().filter(|member| member.code > 0.0);
        let units = on.clone();
        let units = units.map(|member| (member.column.as_slice(), prices[member.unit]));
        if !self.newton.find(self.simd, units, &self.remaining) {
            return;
        }
        let (mut share, mut first_off, mut paid) = (1.0f32, None, 0.0);
        for (member, &step) in on.zip(&self.newton.step) {
            paid += f64::from(prices[member.unit]) * f64::from(step);
            if member.code + share * step < 0.0 {
                (share, first_off) = (-member.code / step, Some(member.unit));
            }
        }
        for _ in 0..=FEW_HALVINGS {
            let along = &self.newton.along;
            let fall =
                decay(&mut self.trial, &self.remaining, -share, along) - f64::from(share) * paid;
            if fall >= 0.0 {
                let on = self.working.iter_mut().filter(|member| member.code > 0.0);
                for (member, &step) in on.zip(&self.newton.step) {
                    let code = (member.code + share * step).max(0.0);
                    member.code = if first_off == Some(member.unit) {
                        0.0
                    } else {
                        code
                    };
                }
                std::mem::swap(&mut self.remaining, &mut self.trial);
                return;
            }
            (share, first_off) = (0.5 * share, None);
        }
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
        chunk.convergence = chunk.convergence.and(self.convergence);
    }
}

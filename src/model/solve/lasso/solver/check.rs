//! How far a code is from the minimum: g, the energies and the duality gap.

use pulp::Simd;

use super::Solver;
use crate::compute::simd::{add_terms, add_terms_f64, dot, dot_four, max_abs_scaled, places_where};
use crate::compute::vectors::contiguous;

/// g is recomputed in f64 for units whose abs(g) is above their price less this share of it.
const SCREEN: f32 = 1e-3;
/// The error of the gap by rounding in f32, but for that of W'W z, as a share of the energy. It is added to the gap, which so stays
/// an upper bound.
const F32_BLUR: f64 = 5e-6;

impl<S: Simd> Solver<'_, S> {
    /// Recomputes g, the energies and the gap from the code, and finds the units that are on. A g that is known stays.
    #[inline(always)]
    pub(super) fn check(&mut self, frame_correlation: &[f32], frame_norm_sq: f64) {
        let (mut code_dot_frame_correlation, mut paid) = (0.0f64, 0.0f64);
        let (mut sum_abs, mut sum_sq) = (0.0f64, 0.0f64);
        self.on.clear();
        for (place, &code) in self.code.iter().enumerate() {
            if code != 0.0 {
                let unit = self.working[place] as usize;
                let price = f64::from(self.working_prices[place]);
                code_dot_frame_correlation += f64::from(code) * f64::from(frame_correlation[unit]);
                paid += price * f64::from(code.abs());
                sum_abs += f64::from(code.abs());
                sum_sq += f64::from(code).powi(2);
                self.on.push(place);
            }
        }
        if !self.is_correlation_known {
            self.correlation.copy_from_slice(frame_correlation);
            self.subtract_on();
            self.is_correlation_known = true;
        }
        let mut code_dot_correlation = 0.0;
        for ((&unit, &code), working_correlation) in self
            .working
            .iter()
            .zip(&self.code)
            .zip(&mut self.working_correlation)
        {
            *working_correlation = self.correlation[unit as usize];
            code_dot_correlation += f64::from(code) * f64::from(*working_correlation);
        }
        let residual_norm_sq = frame_norm_sq - code_dot_frame_correlation - code_dot_correlation;
        self.reconstruction = 0.5 * residual_norm_sq;
        self.sparsity = paid;
        self.gap = duality_gap(
            residual_norm_sq,
            self.sparsity,
            frame_norm_sq - code_dot_frame_correlation,
            f64::from(max_abs_scaled(&self.correlation, &self.inverse_prices)),
        );
        // The largest g over its price scales what z pays in the dual energy: an error e of g costs e abs(z)_1.
        let correlation_blur = f64::from(f32::EPSILON) * (frame_norm_sq.sqrt() + sum_sq.sqrt());
        self.blur = F32_BLUR * self.energy() + correlation_blur * sum_abs;
        self.gap += self.blur;
    }

    /// Subtracts W'W z from g.
    #[inline(always)]
    fn subtract_on(&mut self) {
        let (on, code, working, gram) = (&self.on, &self.code, &self.working, &self.gram);
        add_terms(self.simd, &mut self.correlation, on.len(), |index| {
            let row = gram.row(working[on[index]] as usize);
            (-code[on[index]], contiguous(row))
        });
    }

    /// Recomputes g, the energies and the gap from the frame itself, with all sums in f64. Units whose g, as just found in f32,
    /// is clearly below their price keep it, as the gap does not depend on them.
    #[inline(always)]
    pub(super) fn check_f64(&mut self, frame: &[f32], frame_norm_sq: f64) {
        for (residual, &pixel) in self.residual.iter_mut().zip(frame) {
            *residual = f64::from(pixel);
        }
        let mut sum_abs = 0.0f32;
        let filters = self.filters;
        add_terms_f64(self.simd, &mut self.residual, self.on.len(), |index| {
            let place = self.on[index];
            let (unit, code) = (self.working[place] as usize, self.code[place]);
            sum_abs += code.abs();
            (-f64::from(code), contiguous(filters.row(unit)))
        });
        // A bound on the rounding errors of W'x and W'W z.
        let terms = (frame.len() + self.on.len()) as f32;
        let blur = terms * f32::EPSILON * (frame_norm_sq.sqrt() as f32 + sum_abs);
        let largest = self.recompute_near(blur);
        for (&unit, working_correlation) in self.working.iter().zip(&mut self.working_correlation) {
            *working_correlation = self.correlation[unit as usize];
        }
        let residual_norm_sq = dot(&self.residual, &self.residual);
        let frame_dot_residual = dot(&self.residual, frame);
        self.reconstruction = 0.5 * residual_norm_sq;
        self.gap = duality_gap(residual_norm_sq, self.sparsity, frame_dot_residual, largest);
    }

    /// Recomputes g of the units near their prices from x - W z, and returns the largest abs(g_i) as a share of unit i's price.
    /// `blur` bounds the error of g as it is.
    #[inline(always)]
    fn recompute_near(&mut self, blur: f32) -> f64 {
        let is_near =
            |correlation: f32, price: f32| correlation.abs() + blur >= (1.0 - SCREEN) * price;
        let (chosen, correlation) = (&mut self.chosen, &self.correlation);
        let near = places_where(chosen, correlation, &self.prices, is_near);
        let mut largest = 0.0f64;
        for units in self.chosen[..near].chunks(4) {
            // The last takes the places of those that are missing in the last four.
            let last = units.len() - 1;
            let units: [usize; 4] = std::array::from_fn(|at| units[at.min(last)] as usize);
            let filters = units.map(|unit| contiguous(self.filters.row(unit)));
            let exact = dot_four(self.simd, filters, &self.residual);
            for (unit, exact) in units.into_iter().zip(exact) {
                largest = largest.max(exact.abs() / f64::from(self.prices[unit]));
                self.correlation[unit] = exact as f32;
            }
        }
        largest
    }
}

/// The duality gap of E1 from abs(r)^2 with r = x - W z, `price` = alpha abs(z)_1 (in general the sum of each unit's price
/// times abs(z_i)), x'r, and the largest abs(W'r)_i as a share of unit i's price.
fn duality_gap(
    residual_norm_sq: f64,
    price: f64,
    frame_dot_residual: f64,
    largest_share: f64,
) -> f64 {
    let scale = if largest_share > 1.0 {
        1.0 / largest_share
    } else {
        1.0
    };
    0.5 * residual_norm_sq * (1.0 + scale * scale) + price - scale * frame_dot_residual
}

//! How far a code is from the minimum: g, the energies and the duality gap.

use pulp::Simd;

use super::Solver;
use crate::model::kernel::{add_scaled_f64, add_terms, dot, max_abs_scaled};
use crate::model::simple::duality_gap;

/// Units whose g is nearer to their price than this share of it are looked at in f64.
const SCREEN: f32 = 1e-3;
/// What f32 may blur the gap by, as a share of the energy, besides what it does to W'W z; added to be a bound all the same.
const F32_BLUR: f64 = 5e-6;

impl<S: Simd> Solver<'_, S> {
    /// Recomputes g, the energies and the gap from the code, and finds the units that are on.
    #[inline(always)]
    pub(super) fn check(&mut self, correlation: &[f32], frame_norm_sq: f64) {
        self.gradient.copy_from_slice(correlation);
        let (mut code_dot_correlation, mut paid) = (0.0f64, 0.0f64);
        let (mut sum_abs, mut sum_sq) = (0.0f64, 0.0f64);
        self.on.clear();
        for (place, &code) in self.code.iter().enumerate() {
            if code != 0.0 {
                let unit = self.working[place] as usize;
                let price = f64::from(self.working_prices[place]);
                code_dot_correlation += f64::from(code) * f64::from(correlation[unit]);
                paid += price * f64::from(code.abs());
                sum_abs += f64::from(code.abs());
                sum_sq += f64::from(code).powi(2);
                self.on.push(place);
            }
        }
        self.subtract_on();
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
        // The largest g over its price scales what z pays in the dual energy: an error e of g costs e abs(z)_1.
        let gradient_blur = f64::from(f32::EPSILON) * (frame_norm_sq.sqrt() + sum_sq.sqrt());
        self.blur = F32_BLUR * self.energy() + gradient_blur * sum_abs;
        self.gap += self.blur;
    }

    /// Takes W'W z out of g, four units at a time.
    #[inline(always)]
    fn subtract_on(&mut self) {
        let (on, code, working, gram) = (&self.on, &self.code, &self.working, &self.gram);
        add_terms(self.simd, &mut self.gradient, on.len(), |index| {
            let row = gram.row(working[on[index]] as usize);
            (-code[on[index]], row.to_slice().unwrap_or_default())
        });
    }

    /// The same again from the frame itself, all sums in f64. Units whose g, as just found in f32, is clearly below their
    /// price keep it: the gap depends on none of them.
    #[inline(always)]
    pub(super) fn check_f64(&mut self, frame: &[f32]) {
        for (left, &pixel) in self.left.iter_mut().zip(frame) {
            *left = f64::from(pixel);
        }
        let mut sum_abs = 0.0f32;
        for &place in &self.on {
            let (unit, code) = (self.working[place] as usize, self.code[place]);
            let filter = self.filters.row(unit).to_slice().unwrap_or_default();
            add_scaled_f64(&mut self.left, -f64::from(code), filter);
            sum_abs += code.abs();
        }
        let mut largest = 0.0f64;
        // What rounding may do to the sums behind W'x and W'W z.
        let terms = (frame.len() + self.on.len()) as f32;
        let blur = terms * f32::EPSILON * (dot(frame, frame).sqrt() as f32 + sum_abs);
        let filters = self.filters.rows().into_iter().zip(&self.prices);
        for (gradient, (filter, &price)) in self.gradient.iter_mut().zip(filters) {
            if gradient.abs() + blur >= (1.0 - SCREEN) * price {
                let exact = dot(&self.left, filter.to_slice().unwrap_or_default());
                largest = largest.max(exact.abs() / f64::from(price));
                *gradient = exact as f32;
            }
        }
        for (&unit, residual) in self.working.iter().zip(&mut self.residual) {
            *residual = self.gradient[unit as usize];
        }
        let left_norm_sq: f64 = self.left.iter().map(|left| left * left).sum();
        let frame_dot_left = dot(&self.left, frame);
        self.reconstruction = 0.5 * left_norm_sq;
        self.gap = duality_gap(left_norm_sq, self.sparsity, frame_dot_left, largest);
    }
}

//! The Cholesky factor of W'W on the units that are on, from one Newton step to the next.
//!
//! Between them few units turn on or off. The rows of the factor before the first unit that turned off stay, without its column; a
//! unit that turned on becomes the last, and its column of those rows is found by substitution. Only the rows after are factored again.

use pulp::Simd;

use super::{NewtonWorkspace, Solver};
use crate::compute::cholesky::BLOCK;

/// At least one row in this many stays, or all are factored again.
const FEWEST_KEPT: usize = 3;

impl<S: Simd> Solver<'_, S> {
    /// Whether the units that are on are those of the factor.
    #[inline(always)]
    pub(super) fn is_factored(&self) -> bool {
        let factored = &self.newton.factored;
        factored.len() == self.on.len() && factored.iter().all(|&place| self.code[place] != 0.0)
    }

    /// Factors W'W on the units that are on, at least one, unless it is factored already, and puts these units in the order of the
    /// factor. False when it is singular.
    ///
    /// An empty `factored` says that nothing is factored, so an empty set of units would pass for factored.
    #[inline(always)]
    pub(super) fn factor_on(&mut self) -> bool {
        debug_assert!(!self.on.is_empty(), "a unit that is on");
        if self.is_factored() {
            self.on.clone_from(&self.newton.factored);
            return true;
        }
        let (rows, known) = self.keep_factored();
        let NewtonWorkspace {
            factor,
            factored,
            column,
            ..
        } = &mut self.newton;
        factored.clear();
        let (on, block) = (&self.on, &self.block);
        if rows > 0 {
            for (new, &place) in on.iter().enumerate().skip(known) {
                let from = block.row(place);
                column.clear();
                column.extend(on[..rows].iter().map(|&place| from[place]));
                factor.extend(self.simd, new, column);
            }
        }
        for (row, &place) in on.iter().enumerate().skip(rows) {
            let from = block.row(place);
            let to = &mut factor.row_mut(row)[row..];
            for (to, &column) in to.iter_mut().zip(&on[row..]) {
                *to = from[column];
            }
        }
        let is_regular = factor.factor(self.simd);
        if is_regular {
            factored.extend_from_slice(on);
        }
        is_regular
    }

    /// Starts a factor with the rows of the last that stay, and puts the units that are on in its order; returns how many rows stay,
    /// and how many units were in the last factor, which come first.
    #[inline(always)]
    fn keep_factored(&mut self) -> (usize, usize) {
        let NewtonWorkspace {
            factor,
            factored,
            others,
            is_known,
            order,
            ..
        } = &mut self.newton;
        let is_on = |place: usize| self.code[place] != 0.0;
        let before_first_off = factored.iter().take_while(|&&place| is_on(place)).count();
        let rows = before_first_off / BLOCK * BLOCK;
        if FEWEST_KEPT * rows < self.on.len() {
            factor.begin(self.on.len());
            return (0, 0);
        }
        is_known.clear();
        is_known.resize(self.code.len(), false);
        others.clear();
        order.clear();
        for (index, &place) in factored.iter().enumerate() {
            is_known[place] = true;
            if is_on(place) {
                order.push(place);
                if index >= rows {
                    others.push(index);
                }
            }
        }
        let known = order.len();
        order.extend(self.on.iter().filter(|&&place| !is_known[place]));
        factor.keep(order.len(), rows, others);
        std::mem::swap(&mut self.on, order);
        (rows, known)
    }
}

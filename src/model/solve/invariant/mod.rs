//! Invariant codes, fast: E2 of eq. (3) by Newton steps along single coordinates of a growing set.
//!
//! Few units of u are on, and rows of A whose z*_i is 0 do not count. The solver gathers the other rows and tests whether u = 0 is
//! the minimum (exactly when alpha max_j (A'z*)_j <= beta). If not, it descends on a small set of units that grows by the worst
//! violators of optimality until the duality gap is small enough: by steps along single units in turn, and where these do
//! not suffice by steps along all units that are on.
//!
//! Along one unit the energy is a sum of falling exponentials and a line: its slope is concave, so a
//! Newton step from the left never passes the minimum, and a step from the right is halved until the
//! energy falls.

mod coder;
mod encode;
mod solver;

pub use coder::InvariantCoder;
pub(crate) use solver::Solver;

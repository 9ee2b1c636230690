//! Simple codes, fast: E1 of eq. (1) by coordinate descent on a growing working set.
//!
//! A code of K units has few that are on, so almost all work can be done on a small block of W'W:
//!
//! 1. One matrix product gives c = W'x for many frames.
//! 2. The working set starts with the units of the movie's last frame and grows by the worst
//!    violators of optimality, abs(g_i) > alpha, where g = c - W'W z. Where half of it is off and
//!    far from turning on, that half leaves.
//! 3. Coordinate descent minimises E1 over the working set exactly, one unit at a time, on a packed
//!    copy of its block of W'W, which stays in the nearest cache.
//! 4. g is recomputed for all K units, and with it the duality gap. Small enough: done.
//!    Otherwise the set grows or the descent goes on with a finer tolerance.
//!
//! Where filters overlap much, coordinate descent is slow. So once the set has stopped growing, a
//! Newton step on the units that are on goes to the minimum for their present signs; units that would
//! change sign on the way stop at 0. Its Cholesky factor is updated from one step to the next.
//!
//! Step 4 computes g from W'W in f32, which makes an error in the gap of a few millionths of the energy. Where a smaller
//! gap is asked for, r = x - W z and g = W'r are summed in f64 in the end, and the descent starts from this g. That is
//! iterative refinement, for which codes in f32 are precise enough.
//!
//! A frame's code depends on nothing but the frame, its movie's last code, W and alpha, so that the
//! bits are the same on any number of threads of one instruction set. Vectors of another width round sums differently.

mod block;
mod coder;
mod newton_workspace;
mod solver;

pub use coder::SimpleCoder;
pub(crate) use solver::Solver;

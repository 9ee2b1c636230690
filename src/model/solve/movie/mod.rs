//! Codes of movies under all layers.
//!
//! The split model takes each layer to the minimum of its own energy, from the frames up: E1 of every frame, then
//! E2 of what is pooled of them.
//!
//! The joint model has all layers in one energy: E = sum_t 1/2 abs(x_t - W z_t)^2 + alpha sum_i z*_i (1 +
//! exp(-(A u)_i)) / 2 + beta abs(u)_1. With a third layer v the last term becomes beta sum_j u_j (1 +
//! exp(-(B v)_j)) / 2 + gamma abs(v)_1, and so on with further ones. With all other layers constant, each layer is a
//! convex problem that the split model's solvers minimise: z is a lasso in which unit i has the price
//! alpha (1 + exp(-(A u)_i)) / 2, and u is E2 at alpha / 2. So a round solves z, then u, then v, each from its code of
//! the last round, and no part of it raises E. First rounds are loose, as u then changes all prices of z. The rounds end when the
//! next one would lower E by less than the share asked for, if the falls of the last two go on to shrink in geometric progression; where
//! less than 5e-5 is asked for, when the last one lowered it by less. A movie whose u stays off has the z of E1 at alpha, to the gap
//! asked for.
//!
//! The result is a minimum along each layer, as that of the paper's Hierarchical FISTA
//! ([`crate::model::hierarchy`]), against which it is tested. The joint energy is not convex: either may find a lower
//! minimum than the other.

mod coder;
mod solver;

pub use coder::MovieCoder;
pub(crate) use solver::MovieSolver;

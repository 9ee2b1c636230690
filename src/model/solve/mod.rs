//! The solvers, a layer each, and the movie solver on top of them: codes at the minimum of the energy under given weights.

pub(crate) mod invariant;
pub(crate) mod lasso;
pub(crate) mod movie;

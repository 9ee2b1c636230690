//! The solvers: codes at the minimum of the energy under given weights. There is one for the simple layer, one for pooling
//! layers, and one for movies, which uses both.

pub(crate) mod invariant;
pub(crate) mod lasso;
pub(crate) mod movie;

//! The paper's own algorithms, dense and in f64: the reference for the fast solvers.

pub mod hierarchy;
pub(super) mod momentum;

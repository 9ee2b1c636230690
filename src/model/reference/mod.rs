//! The paper's own algorithms, dense and in f64: what the fast solvers are tested against.

pub(super) mod fista;
pub mod hierarchy;
pub(super) mod invariant_problem;
pub(super) mod simple_problem;

//! Numerical kernels: loops in vector registers, products with a dictionary, and work shared out over the threads.
//!
//! Everything here knows arrays and threads alone, nothing of the model that is computed with it.

pub mod cholesky;
pub(crate) mod gram;
pub(crate) mod object_pool;
pub mod parallel;
pub mod simd;
pub(crate) mod vectors;
pub(crate) mod workspace;

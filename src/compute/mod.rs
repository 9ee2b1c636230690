//! Numerical kernels: loops in vector registers, products with a dictionary, small linear systems, and work shared out
//! over the threads.
//!
//! They know arrays and threads, nothing of the model that is computed with them; `workspace` has the memory that its learning
//! uses again.

pub mod cholesky;
pub mod elementary;
pub(crate) mod gram;
pub mod normal_equations;
pub mod object_pool;
pub mod parallel;
pub mod simd;
pub mod task_graph;
pub mod vectors;
pub(crate) mod workspace;

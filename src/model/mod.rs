//! The model: energies by named term, codes and learning. Pure: no clock, no file, no log.
//!
//! | symbol | here | shape | meaning |
//! |---|---|---|---|
//! | P | `pixels` | | pixels of a frame, p * p |
//! | n_t | `frames` | | successive frames of one movie |
//! | x_t | frame | `[P]` | one contrast-normalised frame |
//! | W | dictionary | `[P, K]` | one filter of norm 1 per column; column-major, so that a filter is contiguous |
//! | z_t | simple code | `[K]` | signed, sparse |
//! | z* | pooled code | `[K]`, >= 0 | sum over the frames of abs(z_t) |
//! | A | pooling weights | `[K, M]`, >= 0 | columns of norm 1; row-major, so that a simple unit's weights are contiguous |
//! | u | invariant code | `[M]`, >= 0 | sparse |
//! | B | top pooling weights | `[M, N]`, >= 0 | those of a third layer, where there is one |
//! | v | top code | `[N]`, >= 0 | sparse |
//! | alpha, beta, gamma | sparsity of z, of u, of v | scalars | the sliders |
//!
//! The split model codes the layers one after the other, the joint model all in one energy; a [`MovieCoder`] finds the
//! codes of either, and a [`Learner`] learns it. [`hierarchy`] is the paper's general energy over any number of layers, of which E1,
//! E2 and the joint energy are instances, with the paper's own algorithm: the reference, dense and in f64.
//!
//! A batch holds one sample per row: frames `[n, P]`, codes `[n, K]`.

mod batch;
mod cholesky;
mod codes;
mod dictionary;
mod energy;
mod fista;
pub mod hierarchy;
mod invariant;
mod kernel;
mod lasso;
mod learner;
mod means;
mod movie_coder;
mod panels;
mod params;
mod pooled;
mod pooling;
mod products;
mod schedule;
mod simple;
mod spare;
mod vectors;
mod weights;
mod workspace;

pub use batch::BatchCodes;
pub use codes::SparseRows;
pub use energy::{Energies, invariant_gradients, simple_gradients};
pub use fista::{Composite, Minimum, Momentum, Options, StepSize, minimise};
pub use invariant::InvariantProblem;
pub use lasso::{SimpleCoder, SimpleCodes};
pub use learner::{Diverged, Learner, StepReport};
pub use means::{dead, is_dead};
pub use movie_coder::MovieCoder;
pub use params::{Coupling, JOINT_SHARE, LearningParams, ModelParams};
pub use pooled::{InvariantCoder, InvariantCodes};
pub use pooling::{ExtraLayer, PoolingState};
pub use products::Products;
pub use schedule::{CONTEST_MOVIES, Schedule, TOP_FROM_MOVIES};
pub use simple::SimpleProblem;
pub use weights::Weights;
pub use workspace::Workspace;

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
//! A, B and the weights of any further layer are a list of [`PoolingLayer`]s; so are those that learn beside A at extra betas.
//!
//! The split model minimises an energy for each layer, one after the other; the joint model has one energy for all layers. A
//! [`MovieCoder`] finds the codes of either, and a [`Learner`] learns it. [`hierarchy`] is the paper's general energy over any number of layers, of which E1,
//! E2 and the joint energy are instances, with the paper's algorithm: the reference, dense and in f64.
//!
//! A batch holds one sample per row: frames `[n, P]`, codes `[n, K]`.

mod batch;
mod encode;
mod energies;
pub mod hierarchy;
mod layer;
mod learn;
mod params;
mod solve;
mod sparse;
mod step_progress;
mod weights;

pub use crate::compute::gram::{GramCache, correlate};
pub use crate::compute::workspace::Workspace;
pub use batch::{BatchCodes, CodeAccuracy, InvariantCodes, SimpleCodes};
pub use energies::{Energies, LayerEnergies};
pub use layer::{PoolingLayer, PoolingState, layer_name};
pub(crate) use learn::RATES;
pub use learn::{
    COMPETITIVE_MOVIES, Diverged, Learner, LearningParams, Schedule, StepReport, TOP_FROM_MOVIES,
    dead, dictionary_descent, is_dead, pooling_descent, step_dictionary,
};
pub use params::{Coupling, JOINT_SHARE, LayerParams, MAX_POOLING_LAYERS, ModelParams};
pub(crate) use params::{SHARES, SPARSITIES};
pub use solve::invariant::InvariantCoder;
pub use solve::lasso::SimpleCoder;
pub use solve::movie::MovieCoder;
pub use sparse::SparseRows;
pub use step_progress::StepProgress;
pub use weights::Weights;

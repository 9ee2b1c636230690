//! What Newton steps keep from one to the next.

use crate::compute::cholesky::Cholesky;

/// Workspace for Newton steps.
#[derive(Debug, Default)]
pub(super) struct NewtonWorkspace {
    /// W'W on the units that were on at the last step, factored.
    pub(super) factor: Cholesky,
    /// Their places in the working set, in the order of the factor; empty if nothing is factored.
    pub(super) factored: Vec<usize>,
    /// Of the next factor: the places of its units, in order; the rows of the last one that are factored again; the entries of a new
    /// column; and of each unit of the working set, whether the last one has it.
    pub(super) order: Vec<usize>,
    pub(super) others: Vec<usize>,
    pub(super) column: Vec<f32>,
    pub(super) is_known: Vec<bool>,
    /// The change of the code of each.
    pub(super) step: Vec<f32>,
    /// Of conjugate gradients: the solution so far, the residual, the direction, and its product with W'W on the working set.
    pub(super) solution: Vec<f32>,
    pub(super) residual: Vec<f32>,
    pub(super) direction: Vec<f32>,
    pub(super) product: Vec<f32>,
    /// The whole step while a clipped one is tried.
    pub(super) whole_step: Vec<f32>,
    /// Codes and working correlations before the clipped step.
    pub(super) kept: Vec<(f32, f32)>,
}

//! What Newton steps keep from one to the next.

use crate::compute::cholesky::Cholesky;

/// Workspace for Newton steps.
#[derive(Debug, Default)]
pub(super) struct NewtonWorkspace {
    /// W'W on the units that were on at the last step, factored.
    pub(super) factor: Cholesky,
    /// Their places in the working set; none while nothing is factored.
    pub(super) factored: Vec<usize>,
    /// What to add to the code of each.
    pub(super) step: Vec<f32>,
    /// The same while another step is tried, and codes and working correlations from before it.
    pub(super) whole_step: Vec<f32>,
    pub(super) kept: Vec<(f32, f32)>,
}

impl NewtonWorkspace {
    /// The working set begins anew.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.factored.clear();
    }
}

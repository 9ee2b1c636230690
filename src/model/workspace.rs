//! The large arrays of a minibatch.

use ndarray::{Array2, ArrayViewMut2};

use super::products::Products;
use super::spare::Spare;

/// Kept from one minibatch to the next, as the system hands out new memory page by page. They are no part of what was
/// learned: any room is equal to any other, and a copy begins empty.
#[derive(Debug, Default)]
pub struct Workspace {
    /// W'W, and W in panels.
    pub(super) products: Products,
    /// x - W z, `[n, P]`.
    pub(super) left: Array2<f32>,
    /// W'x of some frames, `[n, K]`, for each thread.
    pub(super) correlations: Spare<Array2<f32>>,
    /// W after a step that may be undone, `[P, K]`.
    pub(super) moved: Array2<f32>,
}

impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Workspace {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// An array of this shape, to be filled: what it holds is what it last held.
pub(super) fn shaped(array: &mut Array2<f32>, shape: (usize, usize)) -> ArrayViewMut2<'_, f32> {
    if array.dim() != shape {
        *array = Array2::zeros(shape);
    }
    array.view_mut()
}

//! The large arrays of a minibatch, kept from one to the next.

use ndarray::{Array2, ArrayViewMut2};

use crate::compute::gram::GramCache;
use crate::compute::object_pool::ObjectPool;

/// Arrays reused by successive minibatches, since fresh memory is mapped page by page. They are no part of what was
/// learned: all workspaces are equal, and a clone is empty.
#[derive(Debug, Default)]
pub struct Workspace {
    /// W'W.
    pub(crate) gram_cache: GramCache,
    /// x - W z, `[n, P]`.
    pub residuals: Array2<f32>,
    /// W'x of some frames, `[n, K]`, for each thread.
    pub(crate) correlations: ObjectPool<Array2<f32>>,
    /// The step of every filter, `[K, P]`.
    pub(crate) dictionary_steps: Array2<f32>,
    /// The direction that each column of pooling weights learns along, `[K, M]`.
    pub(crate) pooling_descent: Array2<f32>,
    /// W after a step that may be rejected, `[P, K]`.
    pub(crate) next_dictionary: Array2<f32>,
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

/// `array`, to be overwritten: with its old contents if it has this shape, else replaced by zeros in this shape.
pub(crate) fn shaped(array: &mut Array2<f32>, shape: (usize, usize)) -> ArrayViewMut2<'_, f32> {
    if array.dim() != shape {
        *array = Array2::zeros(shape);
    }
    array.view_mut()
}

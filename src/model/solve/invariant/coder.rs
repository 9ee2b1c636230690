//! The weights and settings that pooled codes are coded with.

use ndarray::ArrayView2;

/// Computes u of pooled codes under one set of pooling weights.
#[derive(Clone, Debug)]
pub struct InvariantCoder<'a> {
    pub(super) pooling: ArrayView2<'a, f32>,
    pub(super) alpha: f32,
    pub(super) beta: f32,
    pub(super) relative_gap: f64,
}

impl<'a> InvariantCoder<'a> {
    /// A coder for pooling weights A `[K, M]`, >= 0, row-major; alpha and beta > 0; and the duality
    /// gap, as a share of the energy, at which a code is accepted.
    ///
    /// # Panics
    /// When A is not row-major.
    pub fn new(pooling: ArrayView2<'a, f32>, alpha: f32, beta: f32, relative_gap: f64) -> Self {
        assert!(pooling.is_standard_layout(), "A in row-major order");
        Self {
            pooling,
            alpha,
            beta,
            relative_gap,
        }
    }
}

//! The weights and settings that frames are coded with.

use ndarray::ArrayView2;

use crate::compute::gram::GramCache;

/// Codes frames under one dictionary.
#[derive(Clone, Debug)]
pub struct SimpleCoder<'a> {
    /// W, `[P, K]`.
    pub(in crate::model) dictionary: ArrayView2<'a, f32>,
    pub(super) gram_cache: &'a GramCache,
    pub(in crate::model) alpha: f32,
    pub(in crate::model) relative_gap: f64,
}

impl<'a> SimpleCoder<'a> {
    /// A coder for a dictionary `[P, K]`, column-major, its [`GramCache`], alpha > 0, and the duality
    /// gap, as a share of the energy, at which a code is accepted (1e-3 learns, 1e-6 is exact).
    ///
    /// # Panics
    /// When the dictionary is not column-major, or the cache is of another number of filters.
    pub fn new(
        dictionary: ArrayView2<'a, f32>,
        gram_cache: &'a GramCache,
        alpha: f32,
        relative_gap: f64,
    ) -> Self {
        let known = gram_cache.gram().ncols();
        assert_eq!(dictionary.ncols(), known, "units of W against W'W");
        assert!(
            dictionary.t().is_standard_layout(),
            "W in column-major order"
        );
        Self {
            dictionary,
            gram_cache,
            alpha,
            relative_gap,
        }
    }
}

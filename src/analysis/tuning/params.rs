//! Which edges are shown, and at which sparsities of u.

use crate::model::SPARSITIES;
use crate::range::OutOfRange;

/// What Figure 3 shows of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeParams {
    /// k of the edges, how fine they are; 1 in the paper; 0.1 to 3 radians per pixel.
    pub k_rad_per_px: f64,
    /// Sparsities of u, distinct; 0.5, 0.3, 0.2 and 0.1 in the paper; each 0.001 to 100, at most 16.
    pub betas: Vec<f32>,
}

impl Default for EdgeParams {
    fn default() -> Self {
        Self {
            k_rad_per_px: 1.0,
            betas: vec![0.5, 0.3, 0.2, 0.1],
        }
    }
}

impl EdgeParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::within("k", self.k_rad_per_px, 0.1..=3.0, " radians per pixel")?;
        let count = self.betas.len();
        OutOfRange::check((1..=16).contains(&count), "betas", "1 to 16 values", count)?;
        OutOfRange::distinct("betas", &self.betas, SPARSITIES)
    }
}

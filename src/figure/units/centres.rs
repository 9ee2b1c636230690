//! Where in the patch the simple units of each invariant unit are centred.

use ndarray::ArrayView2;

use super::grid::PoolingMapOptions;
use super::marks::{Mark, PoolingMapLayout, draw, in_patch, patch_edge};
use crate::analysis::GaborFit;
use crate::figure::scene::Figure;

/// The positions of the paper's supplement. A square with the patch in it for each of
/// `units`, columns of A `[K, M]`; in it a dot at the centre of the Gabor of every simple unit, as bright as
/// its weight. A centre outside the patch is drawn at the nearest place on its edge.
///
/// The dot of a poor fit is smaller; a filter without a fit has none.
///
/// # Panics
/// When there is not one of `fits` for each row of A, or a unit that A has no column for.
#[must_use]
pub fn centres(
    fits: &[Option<GaborFit>],
    side_px: usize,
    pooling: ArrayView2<'_, f32>,
    units: &[usize],
    options: &PoolingMapOptions,
) -> Figure<PoolingMapLayout> {
    let dot = |fit: &GaborFit| {
        let at = in_patch([fit.x0_px, fit.y0_px], side_px);
        Mark::dot(at, fit.is_good())
    };
    let marks = fits.iter().map(|fit| fit.as_ref().map(dot)).collect();
    draw(pooling, units, marks, options, patch_edge)
}

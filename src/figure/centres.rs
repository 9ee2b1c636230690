//! Where in the patch the simple units of each invariant unit are centred.

use ndarray::ArrayView2;

use super::Figure;
use super::pooled::{GROUND, Mark, PooledLayout, draw};
use super::scene::Shape;
use super::squares::SquareOptions;
use crate::analysis::GaborFit;

/// The positions of the paper's supplement. A square, which is the patch, for each of `units`,
/// columns of A `[K, M]`; in it a dot at the centre of the Gabor of every simple unit, as bright as
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
    options: &SquareOptions,
) -> Figure<PooledLayout> {
    let dot = |fit: &GaborFit| {
        let place = |at_px: f64| (at_px / side_px as f64 + 0.5).clamp(0.0, 1.0) as f32;
        Mark::dot([place(fit.x0_px), place(fit.y0_px)], fit.is_good())
    };
    let marks = fits.iter().map(|fit| fit.as_ref().map(dot)).collect();
    draw(pooling, units, marks, options, |_, square, shapes| {
        shapes.push(Shape::Rect {
            at: *square,
            fill: GROUND,
        });
    })
}

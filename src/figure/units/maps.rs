//! Where in the patch, and at which orientations, the simple units of each invariant unit are.

use super::grid::PoolingMapOptions;
use super::marks::{FitMark, FittedPools, LINE, PoolingMapLayout, draw, in_patch, patch_edge};
use crate::analysis::GaborFit;
use crate::figure::scene::Figure;

/// Half the length of a line, in standard deviations of the Gabor's envelope along its stripes. Whole
/// envelopes reach across the patch: lines as long would hide where they are centred.
const HALF_LENGTH: f64 = 0.3;

/// The middle of the paper's Figure 2. A square with the patch in it for each of `units`, columns of A; in it a line
/// for every simple unit: at the centre of its Gabor, along its stripes, in proportion to the length of its envelope
/// as far as within the square, as bright as its weight. A centre outside the patch is drawn at the nearest place on
/// its edge.
///
/// The line of a poor fit is thinner; a filter without a fit has none.
///
/// # Panics
/// When there is not a fit for each row of A, or a unit that A has no column for.
pub fn pooling_map(
    pools: &FittedPools<'_>,
    units: &[usize],
    options: &PoolingMapOptions,
) -> Figure<PoolingMapLayout> {
    let line = |fit: &GaborFit| {
        let centre = in_patch([fit.x0_px, fit.y0_px], pools.side_px);
        let (sin, cos) = fit.theta_rad.sin_cos();
        let half = (HALF_LENGTH * fit.sigma_y_px / pools.side_px as f64) as f32;
        let [x, y] = [-sin as f32, cos as f32];
        FitMark {
            ends: [[-x, -y], [x, y]].map(|direction| end(centre, direction, half)),
            is_good: fit.is_good(),
        }
    };
    draw(pools, units, line, options, patch_edge)
}

/// The positions of the paper's supplement: a [`pooling_map`] with a dot at the centre of each Gabor instead of a line,
/// smaller for a poor fit.
///
/// # Panics
/// As [`pooling_map`].
pub fn centres(
    pools: &FittedPools<'_>,
    units: &[usize],
    options: &PoolingMapOptions,
) -> Figure<PoolingMapLayout> {
    let dot = |fit: &GaborFit| {
        let at = in_patch([fit.x0_px, fit.y0_px], pools.side_px);
        FitMark::dot(at, fit.is_good())
    };
    draw(pools, units, dot, options, patch_edge)
}

/// The end of a line from `from` on the unit square: `length` away, or as far as the square reaches.
fn end(from: [f32; 2], direction: [f32; 2], length: f32) -> [f32; 2] {
    let room = |axis: usize| {
        let edge = if direction[axis] > 0.0 {
            1.0 - LINE
        } else {
            LINE
        };
        let steps = (edge - from[axis]) / direction[axis];
        if direction[axis] == 0.0 {
            length
        } else {
            steps
        }
    };
    let length = length.min(room(0)).min(room(1));
    [0, 1].map(|axis| from[axis] + length * direction[axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_the_square_does() {
        let near = |found: [f32; 2], expected: [f32; 2]| {
            let far = |axis: usize| (found[axis] - expected[axis]).abs() > 1e-6;
            assert!(!far(0) && !far(1), "{found:?} against {expected:?}");
        };
        near(end([0.5, 0.5], [0.6, -0.8], 0.25), [0.65, 0.3]);
        near(end([0.5, 0.5], [-1.0, 0.0], 9.0), [LINE, 0.5]);
        // The bottom is nearer than the right edge, along this direction.
        let bottom = 1.0 - LINE;
        near(
            end([0.5, 0.5], [0.6, 0.8], 9.0),
            [0.5 + 0.75 * (bottom - 0.5), bottom],
        );
    }
}

//! Where in the patch, and at which orientations, the simple units of each invariant unit are.

use ndarray::ArrayView2;

use super::Figure;
use super::pooled::{GROUND, Mark, PooledLayout, draw};
use super::scene::Shape;
use super::squares::SquareOptions;
use crate::analysis::GaborFit;

/// Half the length of a line, in standard deviations of the Gabor's envelope along its stripes.
const HALF_LENGTH: f64 = 1.0;

/// The middle of the paper's Figure 2. A square, which is the patch, for each of `units`, columns of
/// A `[K, M]`; in it a line for every simple unit: at the centre of its Gabor, along its stripes, two
/// standard deviations of its envelope long as far as within the patch, as bright as its weight.
///
/// The line of a poor fit is thinner; a filter without a fit has none, nor has a line all of which
/// is outside the patch.
///
/// # Panics
/// When there is not one of `fits` for each row of A, or a unit that A has no column for.
#[must_use]
pub fn pooling_map(
    fits: &[Option<GaborFit>],
    side_px: usize,
    pooling: ArrayView2<'_, f32>,
    units: &[usize],
    options: &SquareOptions,
) -> Figure<PooledLayout> {
    let side = side_px as f64;
    let line = |fit: &GaborFit| {
        let (sin, cos) = fit.theta_rad.sin_cos();
        let half = HALF_LENGTH * fit.sigma_y_px;
        let end = |sign: f64| {
            let (x, y) = (fit.x0_px - sign * half * sin, fit.y0_px + sign * half * cos);
            [(x / side + 0.5) as f32, (y / side + 0.5) as f32]
        };
        let ends = clip([end(-1.0), end(1.0)])?;
        let is_good = fit.is_good();
        Some(Mark { ends, is_good })
    };
    let marks = fits.iter().map(|fit| fit.as_ref().and_then(line)).collect();
    draw(pooling, units, marks, options, |_, square, shapes| {
        shapes.push(Shape::Rect {
            at: *square,
            fill: GROUND,
        });
    })
}

/// The part of a line within the unit square, by Liang and Barsky: each side of the square moves
/// one end of what is left.
fn clip([from, to]: [[f32; 2]; 2]) -> Option<[[f32; 2]; 2]> {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let along = to[axis] - from[axis];
        for (slope, room) in [(-along, from[axis]), (along, 1.0 - from[axis])] {
            if slope < 0.0 {
                first = first.max(room / slope);
            } else if slope > 0.0 {
                last = last.min(room / slope);
            } else if room < 0.0 {
                return None;
            }
        }
    }
    let at = |share: f32| [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
    (first < last).then(|| [at(first), at(last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_line_is_its_part_within_the_square() {
        let inside = [[0.2, 0.3], [0.7, 0.4]];
        assert_eq!(clip(inside), Some(inside));
        assert_eq!(
            clip([[-1.0, 0.5], [2.0, 0.5]]),
            Some([[0.0, 0.5], [1.0, 0.5]])
        );
        assert_eq!(
            clip([[0.5, 0.5], [1.5, -0.5]]),
            Some([[0.5, 0.5], [1.0, 0.0]])
        );
        assert_eq!(clip([[1.1, 0.0], [1.1, 1.0]]), None);
        assert_eq!(clip([[-0.6, 0.5], [0.5, 1.7]]), None, "past a corner");
    }
}

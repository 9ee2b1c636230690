//! One plane of each filter, for measures of its shape.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis, CowArray, Ix2, s};

/// The filters of a dictionary `[P, K]` in one plane each, `[side * side, K]`: the plane with the most energy.
///
/// # Panics
/// When P is not a whole number of planes.
pub(super) fn strongest_planes(
    dictionary: ArrayView2<'_, f32>,
    side: usize,
) -> CowArray<'_, f32, Ix2> {
    let (pixels, units) = dictionary.dim();
    let plane = side * side;
    assert_eq!(pixels % plane, 0, "pixels of a filter");
    if pixels == plane {
        return dictionary.into();
    }
    let mut strongest = Array2::zeros((units, plane));
    for (filter, mut to) in dictionary
        .columns()
        .into_iter()
        .zip(strongest.outer_iter_mut())
    {
        let planes = filter.axis_chunks_iter(Axis(0), plane);
        let best = planes.max_by(|a, b| energy(*a).total_cmp(&energy(*b)));
        to.assign(&best.unwrap_or_else(|| filter.slice_move(s![..plane])));
    }
    strongest.reversed_axes().into()
}

fn energy(plane: ArrayView1<'_, f32>) -> f32 {
    plane.iter().map(|weight| weight * weight).sum()
}

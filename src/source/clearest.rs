//! The clearest edge or stripes of one orientation in a picture: the patch to show first.

use ndarray::{Array3, ArrayView3, s};

/// Side of the windows that are compared, in pixels.
const WINDOW: usize = 20;
/// About how many windows are compared at most, whatever the size of the picture.
const MOST_WINDOWS: usize = 600;

/// The centre of the clearest window, x and y in pixels; the picture's centre if it is too small for two windows.
///
/// Windows are compared by the eigenvalues of their structure tensor, the sum of the gradient's outer products: by
/// their difference, times its share of their sum. So neither noise nor a mixture of orientations scores high.
pub(super) fn clearest_place(image: &Array3<f32>) -> [usize; 2] {
    let (_, height, width) = image.dim();
    // Structure near a border often belongs to the frame of the picture, not to its content.
    let margin = WINDOW / 2;
    let room = |length: usize| length.checked_sub(WINDOW + 2 * margin);
    let (Some(rows), Some(columns)) = (room(height), room(width)) else {
        return [width / 2, height / 2];
    };
    let area = ((rows + 1) * (columns + 1)) as f64;
    let step = ((area / MOST_WINDOWS as f64).sqrt().ceil() as usize).max(1);
    let corners = (0..=rows).step_by(step);
    let corners = corners.flat_map(|y| (0..=columns).step_by(step).map(move |x| [x, y]));
    let clearest = corners
        .map(|corner| corner.map(|at| at + margin))
        .map(|[x, y]| {
            let window = image.slice(s![.., y..y + WINDOW, x..x + WINDOW]);
            (clearness(window), [x, y])
        })
        // The first of equals.
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let [x, y] = clearest.map_or([margin, margin], |(_, corner)| corner);
    [x + WINDOW / 2, y + WINDOW / 2]
}

/// That of all planes together.
fn clearness(window: ArrayView3<'_, f32>) -> f32 {
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for corner in window.windows((1, 2, 2)) {
        let [a, b, c, d] = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)].map(|at| corner[at]);
        let (dx, dy) = (b + d - a - c, c + d - a - b);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    let (apart, sum) = ((xx - yy).hypot(2.0 * xy), xx + yy);
    if sum > 0.0 { apart * apart / sum } else { 0.0 }
}

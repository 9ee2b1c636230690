//! The clearest edge or stripes of one orientation in a picture: the patch to show first.

use ndarray::{Array2, ArrayView2, s};

/// Side of the windows that are compared, in pixels.
const WINDOW: usize = 20;
/// About how many windows are compared at most, whatever the size of the picture.
const MOST_WINDOWS: usize = 600;

/// The centre of the clearest window, x and y in pixels; the picture's centre if it is too small for two windows.
///
/// Windows are compared by the eigenvalues of their structure tensor, the sum of the gradient's outer products: by
/// their difference, times its share of their sum. So neither noise nor a mixture of orientations scores high.
pub(super) fn clearest_place(image: &Array2<f32>) -> [usize; 2] {
    let (height, width) = image.dim();
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
            let window = image.slice(s![y..y + WINDOW, x..x + WINDOW]);
            (clearness(window), [x, y])
        })
        // The first of equals.
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let [x, y] = clearest.map_or([margin, margin], |(_, corner)| corner);
    [x + WINDOW / 2, y + WINDOW / 2]
}

fn clearness(window: ArrayView2<'_, f32>) -> f32 {
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for corner in window.windows((2, 2)) {
        let [a, b, c, d] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|at| corner[at]);
        let (dx, dy) = (b + d - a - c, c + d - a - b);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    let (apart, sum) = ((xx - yy).hypot(2.0 * xy), xx + yy);
    if sum > 0.0 { apart * apart / sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise of this strength.
    fn noise(strength: f32, shape: (usize, usize)) -> Array2<f32> {
        Array2::from_shape_fn(shape, |(y, x)| {
            let noise = 1e4 * ((y * 331 + x * 17) as f32 * 0.7).sin();
            strength * (noise - noise.floor() - 0.5)
        })
    }

    #[test]
    fn an_edge_is_found_among_noise_and_checks() {
        for size in [(120, 160), (400, 300), (2000, 1500)] {
            let mut image = noise(2.0, size);
            let (y, x) = (size.0 * 2 / 3, size.1 / 3);
            // Wide enough for the windows of a large picture.
            let reach = size.0 / 10;
            for (row, column) in ndarray::indices((2 * reach, 2 * reach)) {
                let at = (y + row - reach, x + column - reach);
                image[at] = if column > reach { 1.0 } else { -1.0 };
            }
            // As strong, in two orientations at once.
            for (row, column) in ndarray::indices((24, 24)) {
                let is_odd = (row / 3 + column / 3) % 2 == 1;
                image[(12 + row, 40 + column)] = if is_odd { 1.5 } else { -1.5 };
            }
            let [found_x, found_y] = clearest_place(&image);
            assert!(found_x.abs_diff(x) <= WINDOW / 2, "{found_x}, not {x}");
            assert!(found_y.abs_diff(y) <= reach, "{found_y}, not {y}");
        }
    }

    #[test]
    fn small_and_flat_pictures_have_a_place_too() {
        assert_eq!(clearest_place(&Array2::zeros((0, 0))), [0, 0]);
        assert_eq!(clearest_place(&Array2::zeros((10, 31))), [15, 5]);
        let [x, y] = clearest_place(&Array2::zeros((40, 90)));
        assert!(x < 90 && y < 40);
        let [x, y] = clearest_place(&noise(1.0, (41, 40)));
        assert!((10..30).contains(&x) && (10..31).contains(&y));
    }
}

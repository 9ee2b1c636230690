//! The clearest place of a picture.

use cellscope::source::Pictures;
use ndarray::Array2;

/// Side of the windows that are compared, in pixels.
const WINDOW: usize = 20;

fn clearest_place(image: &Array2<f32>) -> [usize; 2] {
    let pictures = Pictures::new(vec![("picture".to_owned(), image.clone())]);
    pictures.clearest_place(0).expect("a picture")
}

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

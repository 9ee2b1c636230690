//! Local contrast normalisation against its definition, and what must not matter to it.

use cellscope::source::{NormaliseParams, normalise};
use ndarray::Array2;

/// Something without symmetry, levels in about [0.1, 0.9].
fn picture(height: usize, width: usize) -> Array2<f32> {
    Array2::from_shape_fn((height, width), |(y, x)| {
        let (x, y) = (x as f32, y as f32);
        0.5 + 0.25 * (0.7 * x + 0.2 * y).sin() + 0.15 * (0.31 * y * y).cos()
    })
}

/// The definition, pixel by pixel in f64, with a two-dimensional window.
fn by_definition(grey: &Array2<f32>, params: &NormaliseParams) -> Array2<f32> {
    let radius = (params.window_px / 2) as i64;
    let weight = |d: i64| (-0.5 * (d as f64 / f64::from(params.sigma_px)).powi(2)).exp();
    let total: f64 = (-radius..=radius).map(weight).sum::<f64>().powi(2);
    let blurred = |image: &Array2<f64>, y: i64, x: i64| {
        let mut sum = 0.0;
        for dy in -radius..=radius {
            for dx in -radius..=radius {
                let pixel = [folded(y + dy, image.nrows()), folded(x + dx, image.ncols())];
                sum += weight(dy) * weight(dx) * image[pixel];
            }
        }
        sum / total
    };
    let over_all = |image: &Array2<f64>| {
        Array2::from_shape_fn(image.dim(), |(y, x)| blurred(image, y as i64, x as i64))
    };
    let image = grey.mapv(f64::from);
    let centred = &image - &over_all(&image);
    let deviation = over_all(&centred.mapv(|c| c * c)).mapv(f64::sqrt);
    let floor = f64::from(params.cutoff);
    let divisor = deviation.mapv(|s| s.max(floor));
    (&centred / &divisor * f64::from(params.gain)).mapv(|y| y as f32)
}

/// Folds a place back at the borders, one fold at a time: -1 is 0, -2 is 1.
fn folded(place: i64, length: usize) -> usize {
    let length = length as i64;
    let mut place = place;
    while !(0..length).contains(&place) {
        place = if place < 0 {
            -1 - place
        } else {
            2 * length - 1 - place
        };
    }
    place as usize
}

fn assert_close(found: &Array2<f32>, expected: &Array2<f32>, what: &str) {
    let off = (found - expected).fold(0.0f32, |largest, d| largest.max(d.abs()));
    assert!(off < 1e-4, "{what}: off by {off}");
}

#[test]
fn agrees_with_the_definition_even_where_the_window_is_wider_than_the_picture() {
    let windows = [(3, 0.3), (9, 1.8), (27, 9.0), (63, 32.0)];
    let sizes = [(21, 16), (5, 17), (1, 8), (1, 1), (2, 3)];
    for (window_px, sigma_px) in windows {
        for (height, width) in sizes {
            let params = NormaliseParams {
                window_px,
                sigma_px,
                ..NormaliseParams::default()
            };
            let grey = picture(height, width);
            let what = format!("window {window_px} on {height} x {width}");
            assert_close(
                &normalise(&grey, &params),
                &by_definition(&grey, &params),
                &what,
            );
        }
    }
}

#[test]
fn brightness_and_contrast_do_not_matter_above_the_cutoff() {
    let params = NormaliseParams {
        cutoff: 1e-4,
        ..NormaliseParams::default()
    };
    let grey = picture(40, 50);
    let paler = grey.mapv(|level| 0.3 + 0.5 * level);
    assert_close(
        &normalise(&paler, &params),
        &normalise(&grey, &params),
        "paler",
    );
}

#[test]
fn below_the_cutoff_contrast_is_kept_in_proportion() {
    let params = NormaliseParams {
        cutoff: 1.0,
        ..NormaliseParams::default()
    };
    let grey = picture(40, 50);
    let paler = grey.mapv(|level| 0.5 * level);
    let half = normalise(&grey, &params) * 0.5;
    assert_close(&normalise(&paler, &params), &half, "half the contrast");
}

#[test]
fn a_mirrored_picture_gives_the_mirrored_result() {
    let params = NormaliseParams::default();
    let grey = picture(30, 25);
    let flip = |image: &Array2<f32>| image.slice(ndarray::s![..;-1, ..;-1]).to_owned();
    assert_close(
        &normalise(&flip(&grey), &params),
        &flip(&normalise(&grey, &params)),
        "turned by half",
    );
}

#[test]
fn the_gain_is_the_local_standard_deviation_of_the_result() {
    let params = NormaliseParams::default();
    // Noise is the same everywhere, so its local deviation is its overall one.
    let mut state = 1u32;
    let noise = Array2::from_shape_simple_fn((200, 200), || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    });
    let result = normalise(&noise, &params);
    let deviation = result.std(0.0);
    assert!(
        (deviation / params.gain - 1.0).abs() < 0.05,
        "deviation {deviation} at gain {}",
        params.gain
    );
}

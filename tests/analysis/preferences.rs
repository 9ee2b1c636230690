//! What invariant units prefer, from fits made by hand.

use std::f64::consts::PI;

use cellscope::analysis::{GaborFit, Likeness, preferences, shuffled_fits};
use ndarray::array;

fn fit(theta_rad: f64, freq: f64, [x0_px, y0_px]: [f64; 2]) -> Option<GaborFit> {
    Some(GaborFit {
        x0_px,
        y0_px,
        theta_rad,
        freq_cycles_per_px: freq,
        sigma_x_px: 40.0,
        sigma_y_px: 3.0,
        phase_rad: 0.0,
        amplitude: 1.0,
        correlation: 1.0,
        centre_outside: false,
        steps: 1,
    })
}

#[test]
fn orientations_are_averaged_across_the_end_of_half_a_turn() {
    let fits = [
        fit(0.1, 0.1, [-2.0, 0.0]),
        fit(PI - 0.1, 0.4, [2.0, 6.0]),
        None,
    ];
    let pooling = array![[0.5_f32, 0.0], [0.5, 0.0], [0.0, 1.0]];
    let found = preferences(pooling.view(), &fits);
    let unit = found[0].expect("pools two fits");
    assert!(unit.theta_rad.min(PI - unit.theta_rad) < 1e-9, "{unit:?}");
    assert!((unit.concentration - 0.2_f64.cos()).abs() < 1e-9);
    assert!((unit.nine_circular_variance - (1.0 - 0.2_f64.cos())).abs() < 1e-9);
    let (freq, sd) = (unit.freq_cycles_per_px, unit.freq_sd_octaves);
    assert!(
        freq.is_some_and(|freq| (freq - 0.2).abs() < 1e-6),
        "{freq:?}"
    );
    assert!(sd.is_some_and(|sd| (sd - 1.0).abs() < 1e-6), "{sd:?}");
    assert_eq!(unit.centre_px, [0.0, 3.0]);
    assert!((unit.spread_px - 13.0_f64.sqrt()).abs() < 1e-9);
    assert!(found[1].is_none(), "a filter without a fit tells nothing");
}

#[test]
fn the_nine_strongest_filters_with_a_fit_tell_how_alike_they_are() {
    let fits = |theta: f64| {
        let nine = (0..9).map(|_| fit(0.0, 0.1, [0.0; 2]));
        let weakest = fit(theta, 0.1, [0.0; 2]);
        nine.chain([weakest]).collect::<Vec<_>>()
    };
    let weights = |index: usize| if index < 9 { 0.5_f32 } else { 0.1 };
    let pooling = ndarray::Array2::from_shape_fn((10, 1), |(index, _)| weights(index));
    let variance = |fits: &[Option<GaborFit>]| {
        let unit = preferences(pooling.view(), fits)[0].expect("a unit");
        unit.nine_circular_variance
    };
    let mut fits = fits(PI / 2.0);
    assert!(variance(&fits).abs() < 1e-12, "the tenth does not count");
    // Of the nine then one is across the others.
    fits[0] = None;
    assert!((variance(&fits) - (1.0 - 7.0 / 9.0)).abs() < 1e-12);
}

#[test]
fn a_mean_orientation_is_from_0_to_below_pi() {
    let mean = |thetas: &[f64]| {
        let fits: Vec<_> = thetas.iter().map(|&t| fit(t, 0.1, [0.0; 2])).collect();
        let pooling = ndarray::Array2::from_elem((fits.len(), 1), 1.0_f32);
        preferences(pooling.view(), &fits)[0].expect("a unit")
    };
    let unit = mean(&[0.3, 0.3 + PI, 0.3 - PI]);
    assert!((unit.theta_rad - 0.3).abs() < 1e-12);
    assert!((unit.concentration - 1.0).abs() < 1e-12);
    // Rounding would take the first to pi itself.
    assert_eq!(mean(&[-1e-20]).theta_rad, 0.0);
    assert_eq!(mean(&[PI]).theta_rad, 0.0);
    assert!(mean(&[0.3, 0.3 + PI / 2.0]).concentration < 1e-12);
}

#[test]
fn blobs_prefer_no_frequency() {
    let fits = [fit(0.1, 0.001, [0.0, 0.0]), fit(0.2, 0.002, [2.0, 0.0])];
    let found = preferences(array![[1.0_f32], [1.0]].view(), &fits);
    let unit = found[0].expect("pools two fits");
    assert_eq!(
        (unit.freq_cycles_per_px, unit.freq_sd_octaves),
        (None, None)
    );
    assert!((unit.spread_px - 1.0).abs() < 1e-9);
    let likeness = Likeness::of(&found, |_| true).expect("a unit");
    assert_eq!(likeness.freq_sd_octaves, None);
    assert!(
        (likeness.spread_px - 1.0).abs() < 1e-9,
        "what is known stays"
    );
}

#[test]
fn shuffling_spreads_what_was_pooled_together() {
    let fits: Vec<_> = (0..40)
        .map(|i| fit(PI * f64::from(i / 10) / 4.0, 0.1, [f64::from(i / 10), 0.0]))
        .collect();
    let pooling =
        ndarray::Array2::from_shape_fn((40, 4), |(i, j)| if i / 10 == j { 1.0_f32 } else { 0.0 });
    let likeness = |fits: &[Option<GaborFit>]| {
        Likeness::of(&preferences(pooling.view(), fits), |_| true).expect("units")
    };
    let (own, shuffled) = (likeness(&fits), likeness(&shuffled_fits(&fits)));
    assert!(
        own.nine_circular_variance < 1e-9 && own.spread_px < 1e-6,
        "{own:?}"
    );
    assert!(shuffled.nine_circular_variance > 0.4, "{shuffled:?}");
    assert!(shuffled.spread_px > 0.7, "{shuffled:?}");
    assert!(Likeness::of(&[None], |_| true).is_none());
}

#[test]
fn a_strong_weight_counts_by_its_square() {
    let fits = [fit(0.0, 0.1, [0.0, 0.0]), fit(PI / 2.0, 0.1, [5.0, 0.0])];
    let pooling = array![[2.0_f32], [1.0]];
    let unit = preferences(pooling.view(), &fits)[0].expect("a unit");
    assert!((unit.concentration - 0.6).abs() < 1e-9);
    assert!((unit.centre_px[0] - 1.0).abs() < 1e-9);
    assert!(unit.theta_rad < 1e-9);
}

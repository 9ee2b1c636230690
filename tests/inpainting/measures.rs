//! Quality of a fill, and comparison of two.

use cellscope::analysis::inpainting::{Hole, MAX_SNR_DB, Paired, Verdict};
use ndarray::Array2;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{SIDE, generator, half_observed, patches};

#[test]
fn the_snr_is_0_db_for_a_zero_fill_6_for_half_the_truth_and_the_maximum_for_the_truth() {
    let truth = patches(2);
    let observed = half_observed();
    let hole = Hole::new(truth.view(), &observed).expect("hidden pixels");
    let snr = |scale: f32| hole.snr_db((&truth * scale).view()).expect("a truth");
    assert_eq!(snr(0.0), 0.0);
    assert!((snr(0.5) - 20.0 * 2.0f64.log10()).abs() < 1e-9);
    assert_eq!(snr(1.0), MAX_SNR_DB);
    assert_eq!(Hole::new(truth.view(), &[true; SIDE * SIDE]), None);
    let nothing = Array2::zeros(truth.dim());
    let empty = Hole::new(nothing.view(), &observed).expect("hidden pixels");
    assert_eq!(empty.snr_db(nothing.view()), None);
    assert_eq!(empty.power(), 0.0);
}

#[test]
fn errors_where_pixels_are_observed_do_not_count() {
    let truth = patches(1);
    let observed = half_observed();
    let hole = Hole::new(truth.view(), &observed).expect("hidden pixels");
    let mut filled = truth.clone();
    for (value, &observed) in filled.iter_mut().zip(&observed) {
        if observed {
            *value = 9.0;
        }
    }
    assert_eq!(hole.squared_error(filled.view()), 0.0);
}

/// A normal number, by Box and Muller.
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    let (a, b): (f64, f64) = (generator.random(), generator.random());
    (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

#[test]
fn the_interval_holds_the_truth_of_normal_differences_95_times_in_100() {
    let mut generator = generator(5);
    for n in [6, 20, 200] {
        let trials = 4000;
        let mut inside = 0;
        for _ in 0..trials {
            let differences: Vec<f64> =
                (0..n).map(|_| 0.3 + 2.0 * normal(&mut generator)).collect();
            let paired = Paired::of(&differences).expect("pairs");
            let (low, high) = paired.low.zip(paired.high).expect("an interval");
            inside += usize::from(low <= 0.3 && 0.3 <= high);
        }
        // Four standard errors of a share of 0.95 in 4000 trials are 0.014.
        let share = inside as f64 / f64::from(trials);
        assert!((share - 0.95).abs() < 0.014, "{share} of intervals of {n}");
    }
}

#[test]
fn the_interval_holds_the_truth_of_differences_that_go_together_in_groups() {
    let mut generator = generator(7);
    let (trials, groups, of_group) = (4000, 40, 5);
    let mut inside = [0; 2];
    for _ in 0..trials {
        let differences: Vec<(usize, f64)> = (0..groups)
            .flat_map(|group| {
                let shared = normal(&mut generator);
                let own: Vec<_> = (0..of_group).map(|_| normal(&mut generator)).collect();
                own.into_iter().map(move |own| (group, 0.3 + shared + own))
            })
            .collect();
        let alone: Vec<f64> = differences.iter().map(|(_, d)| *d).collect();
        let both = [Paired::in_groups(differences), Paired::of(&alone)];
        for (inside, paired) in inside.iter_mut().zip(both) {
            let (low, high) = paired.and_then(|p| p.low.zip(p.high)).expect("an interval");
            *inside += usize::from(low <= 0.3 && 0.3 <= high);
        }
    }
    let [grouped, alone] = inside.map(|inside| inside as f64 / f64::from(trials));
    assert!((grouped - 0.95).abs() < 0.014, "{grouped} of intervals");
    // As if the pairs of a group were independent: far too short.
    assert!(alone < 0.8, "{alone} of intervals");
}

/// The 0.975 quantile of Student's t for n - 1 degrees of freedom, from the interval of n differences.
fn quantile(n: usize) -> f64 {
    let differences: Vec<f64> = (0..n).map(|i| i as f64).collect();
    let paired = Paired::of(&differences).expect("pairs");
    let (low, high) = paired.low.zip(paired.high).expect("an interval");
    let squares: f64 = differences.iter().map(|d| (d - paired.mean).powi(2)).sum();
    (high - low) / 2.0 / (squares / (n - 1) as f64 / n as f64).sqrt()
}

#[test]
fn the_quantiles_of_student_are_those_of_the_tables() {
    for (freedom, table) in [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
        let found = quantile(freedom + 1);
        assert!((found / table - 1.0).abs() < 2e-3, "{freedom}: {found}");
    }
}

#[test]
fn the_verdict_is_that_of_the_interval() {
    let around = |mean: f64| {
        let differences: Vec<f64> = (0..100).map(|i| mean + f64::from(i % 2) - 0.5).collect();
        Paired::of(&differences).expect("pairs").verdict()
    };
    assert_eq!(around(0.5), Verdict::TwoLayers);
    assert_eq!(around(-0.5), Verdict::OneLayer);
    assert_eq!(around(0.0), Verdict::Neither);
    // Equal fills differ by how the solvers round, and not by chance; the gap of the codes is 0.0004 dB.
    let all = |about_db: f64| {
        let differences: Vec<f64> = (0..60)
            .map(|i| about_db * (1.0 + 0.1 * f64::from(i % 2)))
            .collect();
        let paired = Paired::of(&differences).expect("pairs");
        let (low, high) = paired.low.zip(paired.high).expect("an interval");
        assert!(low * high > 0.0, "0 is outside: {low} to {high}");
        paired.verdict()
    };
    assert_eq!([7e-7, -7e-7, 4e-4, -4e-4].map(all), [Verdict::Neither; 4]);
    assert_eq!(
        [6e-4, -6e-4].map(all),
        [Verdict::TwoLayers, Verdict::OneLayer]
    );
    assert_eq!(
        Paired::of(&[9.0]).expect("a pair").verdict(),
        Verdict::Neither
    );
    assert_eq!(Paired::of(&[]), None);
    let groups = Paired::by_group([(3, 1.0), (3, 3.0), (5, 4.0)]).expect("groups");
    assert_eq!((groups.n, groups.mean), (2, 3.0));
}

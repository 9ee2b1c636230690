//! The fast solvers against the reference solver and the duality gap.

use cellscope::model::hierarchy::HierarchyMinimum;
use cellscope::model::{BatchCodes, ModelParams, Weights};
use ndarray::Array2;

use super::problems::{InvariantProblem, SimpleProblem};
use super::{PIXELS, doubles, frames, frames_of, params, uniform, weights, weights_of};

/// Frames of a movie in these tests.
const MOVIE: usize = 3;

/// Pixels of larger models: the products sum over more than one part of them, the last a short one.
const MANY_PIXELS: usize = 17 * 17;

fn encode(alpha: f32, beta: f32, gap: f64, seed: u64) -> (Array2<f32>, BatchCodes) {
    encode_of(PIXELS, alpha, beta, gap, seed)
}

fn encode_of(
    pixels: usize,
    alpha: f32,
    beta: f32,
    gap: f64,
    seed: u64,
) -> (Array2<f32>, BatchCodes) {
    let frames = frames_of(pixels, 30 * MOVIE, seed);
    let weights = weights_of(pixels, seed);
    let codes = weights.encode(frames.view(), MOVIE, &params(alpha, beta), gap);
    (frames, codes)
}

/// The energy of a code is what is claimed, and the reference solver, to a gap of 1e-9, finds none lower.
fn assert_at_minimum(energy: f64, claimed: f64, best: &HierarchyMinimum, which: &str) {
    assert!(
        (energy - claimed).abs() <= 1e-5 * energy,
        "{which}: {claimed}, but {energy}"
    );
    assert!(best.converged, "{which}: the reference reaches its gap");
    let above = energy - best.energy;
    assert!(above <= 2e-6 * best.energy, "{which}: {above} above");
}

#[test]
fn fast_simple_codes_reach_the_reference_minimum_at_every_sparsity() {
    let small = [(1, 0.05f32), (2, 0.2), (3, 0.5), (4, 1.0), (5, 2.0)];
    let small = small.map(|(seed, alpha)| (PIXELS, seed, alpha));
    let large = [(MANY_PIXELS, 1, 0.1), (MANY_PIXELS, 2, 0.5)];
    for (pixels, seed, alpha) in small.into_iter().chain(large) {
        let (frames, codes) = encode_of(pixels, alpha, 0.3, 1e-6, seed);
        let dictionary = doubles(&weights_of(pixels, seed).dictionary);
        let (wide, dense) = (doubles(&frames), doubles(&codes.simple.codes.to_dense()));
        for row in 0..frames.nrows() {
            let problem = SimpleProblem {
                dictionary: dictionary.view(),
                frame: wide.row(row),
                alpha: f64::from(alpha),
            };
            let code = dense.row(row).to_vec();
            let claimed = codes.simple.reconstruction[row] + codes.simple.sparsity[row];
            let best = problem.minimise(&vec![0.0; code.len()], 1e-9);
            let which = format!("{pixels} pixels, alpha {alpha}, frame {row}");
            assert_at_minimum(problem.energy(&code), claimed, &best, &which);
        }
    }
}

#[test]
fn fast_invariant_codes_reach_the_reference_minimum_at_every_sparsity() {
    let mut some_on = 0;
    let small = [(1, 0.05f32), (2, 0.1), (3, 0.3), (4, 0.6), (5, 2.0)];
    let small = small.map(|(seed, beta)| (PIXELS, seed, beta));
    for (pixels, seed, beta) in small.into_iter().chain([(MANY_PIXELS, 1, 0.1)]) {
        let (_, codes) = encode_of(pixels, 0.3, beta, 1e-6, seed);
        let pooling = doubles(weights_of(pixels, seed).pooling());
        let pooled = doubles(&codes.pooled.to_dense());
        let dense = doubles(&codes.invariant().codes.to_dense());
        for movie in 0..pooled.nrows() {
            let problem = InvariantProblem {
                pooling: pooling.view(),
                pooled: pooled.row(movie),
                alpha: f64::from(0.3f32),
                beta: f64::from(beta),
            };
            let code = dense.row(movie).to_vec();
            let claimed = codes.invariant().modulated[movie] + codes.invariant().sparsity[movie];
            let best = problem.minimise(&vec![0.0; code.len()], 1e-9);
            let which = format!("beta {beta}, movie {movie}");
            assert_at_minimum(problem.energy(&code), claimed, &best, &which);
            let on = code.iter().any(|&u| u > 0.0);
            assert_eq!(
                on,
                !problem.zero_is_optimal(),
                "movie {movie}: u against its zero test"
            );
            some_on += usize::from(on);
        }
    }
    assert!(
        some_on > 30,
        "only {some_on} codes are on: the test shows little"
    );
}

#[test]
fn the_gap_asked_for_is_the_gap_reached() {
    for gap in [1e-2, 1e-4, 1e-6] {
        let (_, codes) = encode(0.2, 0.1, gap, 6);
        for row in 0..codes.simple.gap.len() {
            let energy = codes.simple.reconstruction[row] + codes.simple.sparsity[row];
            assert!(codes.simple.gap[row] <= gap * energy);
        }
        let accuracy = codes.accuracy();
        assert_eq!(accuracy.unconverged, 0);
        assert!(0.0 < accuracy.worst_gap && accuracy.worst_gap <= gap);
        for movie in 0..codes.invariant().gap.len() {
            let energy = codes.invariant().modulated[movie] + codes.invariant().sparsity[movie];
            assert!(codes.invariant().gap[movie] <= gap * energy);
        }
    }
}

#[test]
fn the_code_of_minus_x_is_minus_the_code_of_x() {
    let frames = frames(20, 8);
    let encode = |frames: &Array2<f32>| {
        let codes = weights(8).encode(frames.view(), 1, &params(0.3, 0.2), 1e-5);
        (
            codes.simple.codes.to_dense(),
            codes.invariant().codes.to_dense(),
        )
    };
    let (z, u) = encode(&frames);
    let (minus_z, minus_u) = encode(&frames.mapv(|x| -x));
    assert_eq!(z, minus_z.mapv(|z| -z));
    assert_eq!(u, minus_u);
}

#[test]
fn a_frame_of_nothing_has_a_code_of_nothing() {
    let frames = Array2::zeros((3, PIXELS));
    let codes = weights(9).encode(frames.view(), MOVIE, &params(0.3, 0.2), 1e-6);
    assert_eq!(codes.simple.codes.entries(), 0);
    assert_eq!(codes.invariant().codes.entries(), 0);
    assert_eq!(codes.energies().simple(), 0.0);
}

#[test]
fn a_code_depends_on_its_own_movie_alone() {
    let all = frames(60 * MOVIE, 10);
    let encode = |frames: ndarray::ArrayView2<'_, f32>| {
        let codes = weights(10).encode(frames, MOVIE, &params(0.2, 0.1), 1e-3);
        codes.simple.codes.to_dense()
    };
    let together = encode(all.view());
    // Other places in tiles, tasks and blocks.
    let tail = encode(all.slice(ndarray::s![30 * MOVIE.., ..]));
    for row in 0..tail.nrows() {
        assert_eq!(
            tail.row(row),
            together.row(30 * MOVIE + row),
            "to the bit, frame {row}"
        );
    }
}

/// A solver begins a frame with the units of its movie's last one, of which those that the frame does not need leave.
#[test]
fn codes_after_frames_of_more_and_of_other_units_are_as_good_as_alone() {
    const GAP: f64 = 1e-5;
    const PIXELS: usize = 100;
    let params = ModelParams {
        simple: 500,
        ..params(0.3, 0.1)
    };
    let weights = Weights::random(PIXELS, &params, 21);
    let dictionary = doubles(&weights.dictionary);
    let parts = uniform(24 * 500, -3.0, 3.0, 22);
    let frames = Array2::from_shape_fn((24, PIXELS), |(row, pixel)| {
        // Many filters, then few, and each time other ones.
        let share = [3, 170, 40][row % 3];
        let units = (0..500).filter(|unit| (unit + 7 * row) % share == 0);
        let part = |unit| parts[500 * row + unit] * dictionary[[pixel, unit]];
        units.map(part).sum::<f64>() as f32
    });
    let encode = |movie_frames| {
        let codes = weights.encode(frames.view(), movie_frames, &params, GAP);
        assert_eq!(codes.simple.accuracy.unconverged, 0);
        codes.simple.codes
    };
    let (in_a_row, alone) = (encode(24), encode(1));
    let [most, fewest] = [3, 4].map(|row| in_a_row.row(row).0.len());
    assert!(most > 4 * fewest, "{most} units on, then {fewest}");
    let [in_a_row, alone] = [in_a_row, alone].map(|codes| doubles(&codes.to_dense()));
    for row in 0..frames.nrows() {
        let frame = doubles(&frames).row(row).to_owned();
        let problem = SimpleProblem {
            dictionary: dictionary.view(),
            frame: frame.view(),
            alpha: f64::from(0.3f32),
        };
        let [after, alone] =
            [&in_a_row, &alone].map(|codes| problem.energy(&codes.row(row).to_vec()));
        let above = (after - alone).abs() / alone;
        assert!(
            above <= 1.1 * GAP,
            "frame {row}: {above} of the energy apart"
        );
    }
}

#[test]
fn gaps_are_bounds_where_prices_are_small_too() {
    let frames = frames(200, 12);
    let weights = weights(12);
    let dictionary = weights.dictionary.mapv(f64::from);
    let mut reached = 0;
    for (alpha, gap) in [(0.01_f32, 1e-4), (0.003, 1e-4), (0.001, 1e-3)] {
        let codes = weights.encode(frames.view(), 1, &params(alpha, 0.1), gap);
        let z = codes.simple.codes.to_dense().mapv(f64::from);
        let left = frames.mapv(f64::from) - z.dot(&dictionary.t());
        for (row, left) in left.rows().into_iter().enumerate() {
            let alpha = f64::from(alpha);
            let energy = 0.5 * left.dot(&left) + alpha * z.row(row).mapv(f64::abs).sum();
            let gradient = left.dot(&dictionary);
            let largest = gradient.fold(0.0_f64, |most, g| most.max(g.abs()));
            let dual = &left * (alpha / largest).min(1.0);
            let best = dual.dot(&frames.row(row).mapv(f64::from)) - 0.5 * dual.dot(&dual);
            let (found, told) = (energy - best, codes.simple.gap[row]);
            assert!(
                found <= told + 1e-6 * energy,
                "frame {row} at alpha {alpha}: {} of the energy, but {} is told",
                found / energy,
                told / energy
            );
            reached += usize::from(told <= gap * energy);
        }
    }
    assert!(reached > 450, "only {reached} of 600 are near enough");
}

/// From a gap of 5e-5 on A'(w exp(-A u)) is summed in f32: its rounding moves the gap by a few ten-millionths of the energy.
#[test]
fn gaps_of_u_are_bounds_but_for_the_rounding_of_f32() {
    const BETA: f32 = 0.1;
    let pooling = doubles(weights(13).pooling());
    for (gap, rounding) in [(1e-3, 5e-7), (1e-4, 5e-7), (1e-6, 1e-12)] {
        let (_, codes) = encode(0.5, BETA, gap, 13);
        let pooled = doubles(&codes.pooled.to_dense());
        let codes = codes.invariant();
        let dense = doubles(&codes.codes.to_dense());
        for (movie, &told) in codes.gap.iter().enumerate() {
            let problem = InvariantProblem {
                pooling: pooling.view(),
                pooled: pooled.row(movie),
                alpha: 0.5,
                beta: f64::from(BETA),
            };
            let code = dense.row(movie).to_vec();
            let (found, energy) = (problem.gap(&code), problem.energy(&code));
            assert!(
                (found - told).abs() <= rounding * energy,
                "movie {movie} at gap {gap}: {} of the energy, but {} is told",
                found / energy,
                told / energy
            );
        }
        let told = codes.gap.iter().filter(|&&told| told > 0.0).count();
        assert!(told > 10, "only {told} of 30 gaps are above 0");
    }
}

#[test]
fn codes_that_cannot_reach_the_gap_asked_for_are_counted() {
    let (_, codes) = encode(0.2, 0.1, 1e-20, 6);
    let simple = &codes.simple;
    let energies = simple.reconstruction.iter().zip(&simple.sparsity);
    let ratios = simple.gap.iter().zip(energies);
    let ratios: Vec<_> = ratios.map(|(gap, (a, b))| gap / (a + b)).collect();
    let above = ratios.iter().filter(|&&ratio| ratio > 1e-20).count();
    assert!(above > 0, "f32 codes are not that exact");
    assert_eq!(simple.accuracy.unconverged, above);
    let worst = ratios
        .iter()
        .fold(0.0, |worst: f64, &ratio| worst.max(ratio));
    assert!((simple.accuracy.worst_gap - worst).abs() <= 1e-9 * worst);
    let all = codes.accuracy();
    let invariant = codes.invariant().accuracy;
    assert_eq!(all.unconverged, above + invariant.unconverged);
}

#[test]
fn z_star_sums_the_absolute_values_over_the_frames_of_a_movie() {
    let frames = frames(4 * 3, 6);
    let codes = weights(6).encode(frames.view(), 3, &params(0.2, 0.1), 1e-3);
    let (z, pooled) = (codes.simple.codes.to_dense(), codes.pooled.to_dense());
    assert!(codes.pooled.entries() > 0, "z is on");
    for ((movie, unit), &found) in pooled.indexed_iter() {
        let sum = (3 * movie..3 * movie + 3).fold(0.0, |sum, row| sum + z[[row, unit]].abs());
        assert_eq!(found, sum, "unit {unit} of movie {movie}");
    }
}

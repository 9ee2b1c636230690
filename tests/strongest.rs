//! The search for the patches and movies that drive a unit most.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use cellscope::analysis::{KEPT, Layer, StrongPatch, StrongestSearch, Unit};
use cellscope::model::{ModelParams, Weights};
use cellscope::source::{
    Motion, MovieParams, NormaliseParams, Pictures, SourceSpec, cut_movies, load,
};
use ndarray::{Array2, s};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SIDE: usize = 8;
const GAP: f64 = 1e-4;

/// Smooth, as pictures are: noise, averaged over 5 x 5 pixels.
fn pictures() -> Pictures {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut smooth = |(height, width)| {
        let noise = Array2::from_shape_simple_fn((height + 4, width + 4), || {
            generator.random_range(-3.0..3.0)
        });
        Array2::from_shape_fn((height, width), |(y, x)| {
            noise
                .slice(s![y..y + 5, x..x + 5])
                .mean()
                .expect("25 pixels")
        })
    };
    let shapes = [(40, 52), (33, 61), (SIDE, SIDE)];
    let named = shapes.map(|shape| (format!("{shape:?}"), smooth(shape)));
    Pictures::new(named.to_vec())
}

fn model() -> (ModelParams, Weights) {
    let params = ModelParams {
        simple: 20,
        invariant: 6,
        alpha: 0.3,
        beta: 0.2,
        ..ModelParams::default()
    };
    let weights = Weights::random(SIDE * SIDE, &params, 3);
    (params, weights)
}

fn movies(frames: usize) -> MovieParams {
    MovieParams {
        patch_side: SIDE,
        frames,
        ..MovieParams::default()
    }
}

fn search(unit: Unit, pictures: &Pictures, movies: &MovieParams) -> Vec<StrongPatch> {
    let (params, weights) = model();
    let mut search = StrongestSearch::new(pictures, &weights, &params, movies, unit, 1);
    let mut strongest = 0.0f32;
    loop {
        let goes_on = search.advance();
        let first = search
            .found()
            .first()
            .map_or(0.0, |found| found.answer.abs());
        assert!(first >= strongest, "the strongest is never lost");
        strongest = first;
        if !goes_on {
            assert_eq!(search.share_done(), 1.0);
            return search.found().to_vec();
        }
    }
}

#[test]
fn the_strongest_patch_of_all_is_found() {
    let (params, weights) = model();
    let pictures = pictures();
    let found = search((Layer::Simple, 4), &pictures, &movies(3));
    let mut answers = Vec::new();
    for (picture, image) in pictures.images().iter().enumerate() {
        let (_, height, width) = image.dim();
        let (rows, columns) = (height - SIDE + 1, width - SIDE + 1);
        for (top, left) in ndarray::indices((rows, columns)) {
            let patch = image.slice(s![.., top..top + SIDE, left..left + SIDE]);
            let frame = patch.to_owned().into_shape_with_order((1, SIDE * SIDE));
            let codes = weights.encode(frame.expect("P pixels").view(), 1, &params, GAP);
            answers.push((codes.simple.codes.dense_row(0)[4], picture, top, left));
        }
    }
    let best = answers
        .iter()
        .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let &(answer, picture, top, left) = best.expect("a place");
    let path = found[0].path;
    assert_eq!((path.picture, path.top, path.left), (picture, top, left));
    assert!((found[0].answer - answer).abs() < 1e-3 * answer.abs());
}

#[test]
fn movies_are_stronger_than_any_that_learning_draws_and_lie_apart() {
    let (params, weights) = model();
    let (all, movies) = (pictures(), movies(3));
    // The last picture is smaller than a movie.
    let large = all.images()[..2].iter().cloned();
    let pictures = Pictures::of_planes(large.map(|image| (String::new(), image)));
    let unit = 2;
    let found = search((Layer::Invariant, unit), &pictures, &movies);
    assert_eq!(found.len(), KEPT);
    let mut drawn = Array2::zeros((3_000 * 3, SIDE * SIDE));
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    cut_movies(&pictures, &movies, &mut generator, &mut drawn);
    let encoded = weights.encode(drawn.view(), 3, &params, GAP);
    let codes = &encoded.invariant().codes;
    let strongest = (0..codes.rows()).map(|movie| codes.dense_row(movie)[unit]);
    assert!(found[0].answer >= strongest.fold(0.0, f32::max));
    assert!(found.is_sorted_by_key(|found| Reverse(found.answer.to_bits())));
    for (index, one) in found.iter().enumerate() {
        let again = weights.encode(one.frames.view(), 3, &params, GAP);
        let u = again.invariant().codes.dense_row(0)[unit];
        assert!((u - one.answer).abs() < 1e-3 * u, "{u}, not {}", one.answer);
        for other in &found[index + 1..] {
            let (a, b) = (one.path, other.path);
            let is_apart = a.top.abs_diff(b.top).max(a.left.abs_diff(b.left)) >= SIDE / 2;
            assert!(a.picture != b.picture || is_apart, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let once = || search((Layer::Simple, 0), &pictures(), &movies(1));
    assert_eq!(once(), once());
}

#[test]
fn movies_of_a_film_go_through_it_as_learning_does() {
    let go_on = |_, _| ControlFlow::Continue(());
    let found = |motion| {
        let movies = MovieParams {
            motion,
            ..movies(3)
        };
        let params = NormaliseParams::default();
        let film = load(&SourceSpec::Movie, 1, &params, &movies, &go_on).expect("a movie");
        search((Layer::Invariant, 2), &film, &movies)
    };
    for motion in [Motion::Auto, Motion::Movie, Motion::Scrambled] {
        let found = found(motion);
        assert_eq!(found.len(), KEPT);
        let goes_on = |patch: &StrongPatch| patch.path.pictures_per_frame == 1;
        assert!(found.iter().all(goes_on), "{motion:?}");
    }
    assert!(
        found(Motion::Still)
            .iter()
            .all(|patch| patch.path.is_at_rest())
    );
    let drifts = found(Motion::Drift);
    assert!(
        drifts
            .iter()
            .all(|patch| patch.path.pictures_per_frame == 0)
    );
    assert!(drifts.iter().any(|patch| !patch.path.is_at_rest()));
}

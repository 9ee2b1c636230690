//! The joint model's codes against the paper's algorithm, and learning it.

use cellscope::model::hierarchy::{
    Gram, Hierarchy, HierarchyOptions, LayerCodes, LayerStep, Reconstruction,
};
use cellscope::model::{
    BatchCodes, Coupling, Learner, LearningParams, ModelParams, Momentum, MovieCoder, SimpleCoder,
    SparseRows, TOP_FROM_MOVIES, Weights,
};
use ndarray::{Array2, ArrayView2, s};

use super::{PIXELS, doubles, frames};

const MOVIE: usize = 3;
const GAP: f64 = 1e-7;

/// A joint model of two layers, or of three, in which all of them turn on.
fn params(top: usize) -> ModelParams {
    ModelParams {
        coupling: Coupling::Joint,
        simple: 60,
        invariant: 12,
        top,
        alpha: 0.3,
        beta: 0.08,
        gamma: 0.01,
    }
}

/// The energy of one movie by the paper's general form.
struct Reference {
    dictionary: Array2<f64>,
    gram: Gram,
    poolings: Vec<Array2<f64>>,
    sparsities: Vec<f64>,
}

impl Reference {
    fn new(weights: &Weights, params: &ModelParams) -> Self {
        let dictionary = doubles(&weights.dictionary);
        let above = [Some(&weights.pooling), weights.top.as_ref()];
        let sparsities = [params.alpha, params.beta, params.gamma].map(f64::from);
        let poolings: Vec<_> = above.into_iter().flatten().map(doubles).collect();
        Self {
            gram: Gram::new(dictionary.view()),
            sparsities: sparsities[..=poolings.len()].to_vec(),
            dictionary,
            poolings,
        }
    }

    fn hierarchy<'a>(&'a self, movie: ArrayView2<'a, f64>) -> Hierarchy<'a> {
        let below = Reconstruction::new(self.dictionary.view(), &self.gram, movie);
        let poolings: Vec<_> = self.poolings.iter().map(|pooling| pooling.view()).collect();
        Hierarchy::joint(below, &poolings, &self.sparsities)
    }
}

/// Row `row` with its zeros.
fn dense(codes: &SparseRows, row: usize) -> Vec<f64> {
    let mut dense = vec![0.0; codes.width()];
    for (unit, value) in codes.pairs(row) {
        dense[unit] = f64::from(value);
    }
    dense
}

fn codes_of_movie(codes: &BatchCodes, movie: usize) -> LayerCodes {
    let frames = movie * MOVIE..(movie + 1) * MOVIE;
    let simple = frames.flat_map(|frame| dense(&codes.simple.codes, frame));
    let mut all = vec![simple.collect(), dense(&codes.invariant.codes, movie)];
    all.extend(codes.top.as_ref().map(|top| dense(&top.codes, movie)));
    all
}

fn energy_of_movie(codes: &BatchCodes, movie: usize) -> f64 {
    let frames = movie * MOVIE..(movie + 1) * MOVIE;
    let simple = &codes.simple;
    let mut energy = codes.invariant.modulated[movie] + codes.invariant.sparsity[movie];
    energy += frames
        .map(|frame| simple.reconstruction[frame] + simple.sparsity[frame])
        .sum::<f64>();
    energy
        + codes
            .top
            .as_ref()
            .map_or(0.0, |top| top.modulated[movie] + top.sparsity[movie])
}

fn minimise(hierarchy: &Hierarchy<'_>, start: &LayerCodes) -> f64 {
    let options = HierarchyOptions {
        step: LayerStep::Bound,
        momentum: Momentum::Capped(0.9),
        max_iterations: 3_000,
    };
    hierarchy.minimise(start, &options, |_, _, _| false).energy
}

#[test]
fn the_papers_algorithm_finds_nothing_lower_from_the_joint_coders_codes() {
    const MOVIES: usize = 24;
    for top in [0, 4] {
        let params = params(top);
        let weights = Weights::random(PIXELS, &params, 3);
        let frames = frames(MOVIES * MOVIE, 3);
        let codes = weights.encode(frames.view(), MOVIE, &params, GAP);
        let (mut on, mut lower, mut higher) = (0, 0, 0);
        for movie in 0..MOVIES {
            let rows = doubles(
                &frames
                    .slice(s![movie * MOVIE..(movie + 1) * MOVIE, ..])
                    .to_owned(),
            );
            let reference = Reference::new(&weights, &params);
            let hierarchy = reference.hierarchy(rows.view());
            let found = codes_of_movie(&codes, movie);
            let energy = hierarchy.energy(&found);
            let said = energy_of_movie(&codes, movie);
            assert!(
                (energy - said).abs() <= 1e-5 * energy,
                "{said} is said, {energy} is so"
            );
            let further = minimise(&hierarchy, &found);
            assert!(
                energy - further <= 2e-6 * energy,
                "{} layers, movie {movie}: from {energy} down to {further}",
                hierarchy.layers().len()
            );
            let from_zero = minimise(&hierarchy, &hierarchy.zeros());
            lower += usize::from(energy < from_zero * (1.0 - 1e-6));
            higher += usize::from(energy > from_zero * (1.0 + 1e-6));
            on += usize::from(found.iter().all(|code| code.iter().any(|&x| x != 0.0)));
        }
        assert!(on > MOVIES / 2, "all layers are on in {on} of {MOVIES}");
        assert!(
            higher <= MOVIES / 4,
            "a worse minimum than from zero in {higher} of {MOVIES}, a better one in {lower}"
        );
    }
}

#[test]
fn where_u_stays_off_the_joint_codes_are_those_of_the_split_model() {
    let joint = ModelParams {
        beta: 90.0,
        ..params(0)
    };
    let split = ModelParams {
        coupling: Coupling::Split,
        ..joint
    };
    let weights = Weights::random(PIXELS, &joint, 4);
    let frames = frames(20 * MOVIE, 4);
    let encode = |params| weights.encode(frames.view(), MOVIE, params, 1e-4);
    let (joint, split) = (encode(&joint), encode(&split));
    assert_eq!(joint.simple.codes, split.simple.codes);
    assert_eq!(joint.invariant.codes.entries(), 0);
}

#[test]
fn equal_frames_may_be_given_once() {
    let params = params(0);
    let weights = Weights::random(PIXELS, &params, 5);
    let products = weights.gram_cache();
    let stills = frames(10, 5);
    let mut movies = Array2::zeros((10 * MOVIE, PIXELS));
    for (row, mut frame) in movies.outer_iter_mut().enumerate() {
        frame.assign(&stills.row(row / MOVIE));
    }
    let coder = || {
        let simple = SimpleCoder::new(weights.dictionary.view(), &products, params.alpha, GAP);
        MovieCoder::new(
            Coupling::Joint,
            simple,
            &[(weights.pooling.view(), params.beta)],
        )
    };
    let once = coder().repeats(MOVIE).encode(stills.view(), 1);
    let thrice = coder().encode(movies.view(), MOVIE);
    let (once, thrice) = (once.energies().total(), thrice.energies().total());
    assert!(
        (once - thrice).abs() <= 1e-5 * once,
        "{once} against {thrice}"
    );
}

fn learn(params: &ModelParams, steps: u64) -> (Learner, Vec<f64>) {
    let mut learner = Learner::new(PIXELS, params, 5);
    // So that the third layer is on from the start.
    learner.movies_seen = TOP_FROM_MOVIES;
    let learned = (0..steps).map(|step| {
        let frames = frames(40 * MOVIE, 100 + step % 7);
        let learning = LearningParams::default();
        let report = learner.step(frames.view(), MOVIE, params, &learning);
        assert!(report.diverged.is_empty(), "step {step}: {report:?}");
        report.energies.total()
    });
    let energies = learned.collect();
    (learner, energies)
}

#[test]
fn learning_three_layers_lowers_the_energy_and_keeps_the_constraints() {
    for coupling in Coupling::ALL {
        let params = ModelParams {
            coupling,
            ..params(4)
        };
        let (learner, energies) = learn(&params, 70);
        let mean = |energies: &[f64]| energies.iter().sum::<f64>() / energies.len() as f64;
        let (first, last) = (mean(&energies[..7]), mean(&energies[63..]));
        assert!(last < 0.97 * first, "{first} at first, {last} at last");
        let top = learner.weights.top.as_ref().expect("a third layer");
        assert_ne!(
            top,
            Weights::random(PIXELS, &params, 5).top.as_ref().expect("B")
        );
        assert!(top.iter().all(|&weight| weight >= 0.0), "B >= 0");
        for column in top.columns() {
            assert!(
                (column.dot(&column) - 1.0).abs() < 1e-5,
                "columns of norm 1"
            );
        }
    }
}

#[test]
fn the_two_lowest_layers_begin_alike_with_and_without_a_third() {
    let (two, three) = (params(0), params(4));
    let (two, three) = (
        Weights::random(PIXELS, &two, 9),
        Weights::random(PIXELS, &three, 9),
    );
    assert_eq!(two.dictionary, three.dictionary);
    assert_eq!(two.pooling, three.pooling);
}

#[test]
fn the_joint_model_learns_the_same_bits_on_any_number_of_threads() {
    let learned = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| learn(&params(4), 4).0)
    };
    assert_eq!(learned(1), learned(3));
}

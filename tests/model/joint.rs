//! The joint model's codes against the paper's algorithm, and learning it.

use cellscope::model::hierarchy::{
    Gram, Hierarchy, HierarchyOptions, LayerCodes, Method, Reconstruction, StepSize,
};
use cellscope::model::{
    BatchCodes, Coupling, LayerParams, Learner, LearningParams, ModelParams, MovieCoder, Schedule,
    SimpleCoder, SparseRows, TOP_FROM_MOVIES, Weights,
};
use ndarray::{Array1, Array2, ArrayView2, s};

use super::{PIXELS, doubles, frames};

const MOVIE: usize = 3;
const GAP: f64 = 1e-7;

/// A joint model of two to four layers, all of which turn on.
fn params(layers: usize) -> ModelParams {
    let mut params = ModelParams {
        coupling: Coupling::Joint,
        simple: 60,
        invariant: 12,
        top: if layers > 2 { 4 } else { 0 },
        alpha: 0.3,
        beta: 0.08,
        gamma: 0.01,
        ..ModelParams::default()
    };
    if layers > 3 {
        params.deeper[0] = LayerParams {
            units: 3,
            sparsity: 0.002,
        };
    }
    params
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
        let poolings = weights.layers.iter().map(|layer| doubles(&layer.weights));
        let above = params.pooling_layers();
        let sparsities = above.iter().map(|layer| layer.sparsity);
        let sparsities = std::iter::once(params.alpha).chain(sparsities);
        Self {
            gram: Gram::new(dictionary.view()),
            sparsities: sparsities.map(f64::from).collect(),
            poolings: poolings.collect(),
            dictionary,
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
    let above = codes.layers.iter().map(|layer| dense(&layer.codes, movie));
    std::iter::once(simple.collect()).chain(above).collect()
}

fn energy_of_movie(codes: &BatchCodes, movie: usize) -> f64 {
    let frames = movie * MOVIE..(movie + 1) * MOVIE;
    let simple = &codes.simple;
    let simple = frames.map(|frame| simple.reconstruction[frame] + simple.sparsity[frame]);
    let above = codes.layers.iter();
    let above = above.map(|layer| layer.modulated[movie] + layer.sparsity[movie]);
    simple.sum::<f64>() + above.sum::<f64>()
}

fn minimise(hierarchy: &Hierarchy<'_>, start: &LayerCodes) -> f64 {
    let options = HierarchyOptions {
        step: StepSize::LayerBound,
        method: Method::Capped,
        max_iterations: 3_000,
    };
    hierarchy.minimise(start, &options, |_, _, _| false).energy
}

#[test]
fn the_papers_algorithm_finds_nothing_lower_from_the_joint_coders_codes() {
    const MOVIES: usize = 24;
    for layers in [2, 3, 4] {
        let params = params(layers);
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

/// The duality gap of a frame's code at these prices of the units, in f64.
fn gap_at(
    prices: &Array1<f64>,
    frame: &Array1<f64>,
    code: &Array1<f64>,
    filters: &Array2<f64>,
) -> f64 {
    let left = frame - filters.dot(code);
    let energy = 0.5 * left.dot(&left) + prices.dot(&code.mapv(f64::abs));
    let correlations = filters.t().dot(&left);
    let shares = correlations
        .iter()
        .zip(prices)
        .map(|(g, price)| g.abs() / price);
    let dual = &left / shares.fold(1.0, f64::max);
    energy - (dual.dot(frame) - 0.5 * dual.dot(&dual))
}

#[test]
fn gaps_of_z_are_those_at_the_u_found() {
    const MOVIES: usize = 40;
    let asked = 1e-3;
    for layers in [2, 3] {
        let params = params(layers);
        let weights = Weights::random(PIXELS, &params, 3);
        let reference = Reference::new(&weights, &params);
        let frames = frames(MOVIES * MOVIE, 3);
        let codes = weights.encode(frames.view(), MOVIE, &params, asked);
        assert_eq!(codes.accuracy().unconverged, 0);
        let (mut above, mut worst) = (0, 0.0f64);
        for row in 0..MOVIES * MOVIE {
            let u = Array1::from(dense(&codes.invariant().codes, row / MOVIE));
            let alpha = f64::from(params.alpha);
            let price = |drive: f64| 0.5 * alpha * (1.0 + (-drive).exp());
            let prices = reference.poolings[0].dot(&u).mapv(price);
            let code = Array1::from(dense(&codes.simple.codes, row));
            let frame = frames.row(row).mapv(f64::from);
            let found = gap_at(&prices, &frame, &code, &reference.dictionary);
            let told = codes.simple.gap[row];
            let energy = codes.simple.reconstruction[row] + codes.simple.sparsity[row];
            assert!(
                found <= told + 1e-7,
                "frame {row}: {found}, but {told} is told"
            );
            assert!(
                told <= found + 1e-4 * energy,
                "frame {row}: {told} is told of {found}"
            );
            above += usize::from(told > asked * energy);
            worst = worst.max(told / energy);
        }
        assert!(above > 0, "{layers} layers: u never changed prices much");
        assert!(worst < 0.1, "{layers} layers: {worst}");
    }
}

#[test]
fn where_u_stays_off_the_joint_codes_are_those_of_the_split_model() {
    let joint = ModelParams {
        beta: 90.0,
        ..params(2)
    };
    let split = ModelParams {
        coupling: Coupling::Split,
        ..joint
    };
    let weights = Weights::random(PIXELS, &joint, 4);
    let frames = frames(20 * MOVIE, 4);
    let encode = |params| weights.encode(frames.view(), MOVIE, params, 1e-4);
    let (joint, split) = (encode(&joint), encode(&split));
    assert_eq!(joint.invariant().codes.entries(), 0);
    for frame in 0..20 * MOVIE {
        let of_split = split.simple.reconstruction[frame] + split.simple.sparsity[frame];
        // Either is within 1e-4 of the minimum.
        let price = f64::from(params(2).alpha);
        let size = joint
            .simple
            .codes
            .pairs(frame)
            .map(|(_, z)| f64::from(z.abs()));
        let of_joint = joint.simple.reconstruction[frame] + price * size.sum::<f64>();
        assert!(
            (of_joint - of_split).abs() <= 1e-4 * of_split,
            "frame {frame}: {of_joint}, {of_split}"
        );
        assert!(joint.simple.gap[frame] <= 1e-4 * of_joint);
    }
}

#[test]
fn equal_frames_may_be_given_once() {
    let params = params(2);
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
            &[(weights.pooling().view(), params.beta)],
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
    // So that all layers are on from the start.
    learner.movies_seen = 2 * TOP_FROM_MOVIES;
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
fn learning_deep_models_lowers_the_energy_and_keeps_the_constraints() {
    for (coupling, layers) in [
        (Coupling::Split, 3),
        (Coupling::Joint, 3),
        (Coupling::Split, 4),
        (Coupling::Joint, 4),
    ] {
        let params = ModelParams {
            coupling,
            ..params(layers)
        };
        let (learner, energies) = learn(&params, 70);
        let mean = |energies: &[f64]| energies.iter().sum::<f64>() / energies.len() as f64;
        let (first, last) = (mean(&energies[..7]), mean(&energies[63..]));
        assert!(last < 0.97 * first, "{first} at first, {last} at last");
        let start = Weights::random(PIXELS, &params, 5);
        assert_eq!(learner.weights.layers.len(), layers - 1);
        for (layer, start) in learner.weights.layers.iter().zip(&start.layers) {
            assert_ne!(layer.weights, start.weights, "every layer learns");
            assert!(layer.weights.iter().all(|&weight| weight >= 0.0), ">= 0");
            let most = layer.state.unit_use.iter().fold(0.0f32, |a, b| a.max(*b));
            // Of the running mean's horizon a few percent have been seen.
            assert!(most > 0.01, "no unit is on: {:?}", layer.state.unit_use);
            for column in layer.weights.columns() {
                assert!(
                    (column.dot(&column) - 1.0).abs() < 1e-5,
                    "columns of norm 1"
                );
            }
        }
    }
}

#[test]
fn a_layer_turns_on_when_those_below_it_have_formed() {
    let params = params(4);
    let sparsities = |movies_seen| {
        let in_force = Schedule::Steady.in_force(&params, PIXELS, movies_seen);
        let layers = in_force.pooling_layers().into_iter();
        let ratios = layers.zip(params.pooling_layers());
        ratios
            .map(|(now, own)| (now.sparsity / own.sparsity).round())
            .collect::<Vec<_>>()
    };
    assert_eq!(sparsities(0), [1.0, 1000.0, 1000.0]);
    assert_eq!(sparsities(TOP_FROM_MOVIES), [1.0, 1.0, 1000.0]);
    assert_eq!(sparsities(2 * TOP_FROM_MOVIES), [1.0, 1.0, 1.0]);
}

#[test]
fn layers_begin_alike_with_and_without_another_on_top() {
    let four = Weights::random(PIXELS, &params(4), 9);
    for layers in [2, 3] {
        let fewer = Weights::random(PIXELS, &params(layers), 9);
        assert_eq!(fewer.dictionary, four.dictionary);
        assert_eq!(fewer.layers, four.layers[..layers - 1]);
    }
}

#[test]
fn deeper_layers_are_a_list_in_the_configuration() {
    let four = params(4);
    let written = serde_json::to_value(four).expect("JSON");
    let sparsity = f64::from(0.002_f32);
    assert_eq!(
        written["deeper"],
        serde_json::json!([{"units": 3, "sparsity": sparsity}])
    );
    let read: ModelParams = serde_json::from_value(written).expect("parameters");
    assert_eq!(read, four);
    let three = serde_json::to_value(params(3)).expect("JSON");
    assert!(three.get("deeper").is_none(), "old programs read it");
    assert!(four.check().is_ok());
    let refused = |params: ModelParams| params.check().expect_err("refused").to_string();
    assert_eq!(
        refused(ModelParams { top: 0, ..four }),
        "deeper should be empty without a third layer, but is 1 layer"
    );
    let mut gap = four;
    gap.deeper.swap(0, 1);
    assert_eq!(
        refused(gap),
        "every deeper layer should be from 1 to 4096 units, but is 0"
    );
    let layer = r#"{"units":1,"sparsity":1.0}"#;
    let many = format!(r#"{{"deeper":[{}]}}"#, [layer; 7].join(","));
    let error = serde_json::from_str::<ModelParams>(&many).expect_err("refused");
    assert!(error.to_string().contains("at most 6 items, but has 7"));
}

#[test]
fn the_joint_model_learns_the_same_bits_on_any_number_of_threads() {
    let learned = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| learn(&params(3), 4).0)
    };
    assert_eq!(learned(1), learned(3));
}

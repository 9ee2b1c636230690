//! Models to be shown: one that learned nothing, and one of which all is known.

use std::f32::consts::PI;
use std::sync::{Arc, OnceLock};

use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Analysis, AnalysisRequest, AnalysisStage, Analyst, InputMovies, Recording, Run, Snapshot,
    Status,
};
use cellscope::model::Learner;
use cellscope::source::Pictures;
use ndarray::{Array2, ShapeBuilder as _};

use super::test_window::wait;

/// A model of Gabors, each orientation pooled by an invariant unit, and all that is measured of it.
pub(super) fn known() -> &'static (Arc<Snapshot>, Arc<Analysis>) {
    static KNOWN: OnceLock<(Arc<Snapshot>, Arc<Analysis>)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let config = Config::preset(Preset::Quick);
        let snapshot = Arc::new(gabors(&config));
        let analyst = Analyst::spawn(|| {});
        analyst.ask(AnalysisRequest {
            snapshot: Arc::clone(&snapshot),
            k_rad_per_px: 1.0,
            betas: vec![0.5, 0.3, 0.2, 0.1],
            edges: true,
            gratings: true,
            awaited: Some(AnalysisStage::Edges),
        });
        let analysis = wait(&analyst, |analysis| analysis.gratings.is_some());
        (snapshot, analysis)
    })
}

/// Gabors at four places along each of 25 normals.
fn gabors(config: &Config) -> Snapshot {
    let side = config.movies.patch_side;
    let pools = config.model.invariant;
    let gabor = |pixel: usize, unit: usize| {
        let (theta, place) = (
            (unit % pools) as f32 / pools as f32 * PI,
            (unit / pools) as f32,
        );
        let middle = (side as f32 - 1.0) / 2.0;
        let (x, y) = (
            (pixel % side) as f32 - middle,
            (pixel / side) as f32 - middle,
        );
        let along = x * theta.cos() + y * theta.sin() - 1.5 * (place - 1.5);
        let across = y * theta.cos() - x * theta.sin();
        let envelope = (-(along * along) / 6.0 - across * across / 18.0).exp();
        envelope * (1.2 * along).sin()
    };
    let mut dictionary =
        Array2::from_shape_fn((side * side, config.model.simple).f(), |(p, k)| gabor(p, k));
    for mut filter in dictionary.columns_mut() {
        let norm = filter.dot(&filter).sqrt();
        filter /= norm;
    }
    let pooled = |i: usize, j: usize| {
        if i % pools == j {
            0.5 - 0.02 * (i / pools) as f32
        } else {
            0.0
        }
    };
    let shape = (config.model.simple, pools);
    let mut snapshot = snapshot(config);
    let weights = &mut Arc::make_mut(&mut snapshot.learner).weights;
    weights.dictionary = dictionary;
    *weights.pooling_mut() = Array2::from_shape_fn(shape, |(i, j)| pooled(i, j));
    snapshot.status.run = Run::Paused;
    let noise = |y: usize, x: usize| ((y * 7 + x * 3) % 13) as f32 / 13.0 - 0.5;
    let picture = Array2::from_shape_fn((60, 80), |(y, x)| noise(y, x));
    snapshot.pictures = Some(Arc::new(Pictures::new(vec![("noise".to_owned(), picture)])));
    snapshot
}

/// A snapshot of an untrained model.
pub(super) fn snapshot(config: &Config) -> Snapshot {
    let (simple, invariant) = (config.model.simple, config.model.invariant);
    let weight = |i: usize, j: usize| ((i * 7 + j * 13) % 11) as f32 / 11.0;
    let mut learner = Learner::new(config.pixels(), &config.model, config.seed);
    let filter = |(p, k)| weight(p, k) - 0.5;
    learner.weights.dictionary = Array2::from_shape_fn((config.pixels(), simple).f(), filter);
    *learner.weights.pooling_mut() =
        Array2::from_shape_fn((simple, invariant), |(i, j)| weight(i, j));
    learner.simple_use.fill(0.04);
    learner.weights.layers[0].state.unit_use.fill(0.1);
    Snapshot {
        generation: 0,
        run: None,
        config: Arc::new(config.clone()),
        learner: Arc::new(learner),
        pictures: None,
        status: Status {
            run: Run::Running,
            step: 10,
            movies_seen: 1280,
            patches_per_sec: 20_000.0,
            elapsed_secs: 1.5,
            simple_density: 0.04,
            invariant_density: 0.1,
            pictures: 48,
            source: "embedded scenes".to_owned(),
            // None is on its way.
            commands: u64::MAX,
            ..Status::default()
        },
        history: Arc::default(),
        recording: Recording::default(),
        input: InputMovies::default(),
    }
}

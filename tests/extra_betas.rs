//! Layers as a list: those that learn beside A at extra betas, and those of a deep model in its file.

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::analysis::tuning::InvariantLayer;
use cellscope::config::Config;
use cellscope::engine::{
    AnalysisRequest, AnalysisStage, Analyst, Checkpoint, Command, Engine, Event, Layer, Options,
    Snapshot,
};
use cellscope::model::{Coupling, LayerParams, Learner};
use common::{cellscope, scratch, succeed};

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn config(beta: f32, extra_betas: &[f32]) -> Config {
    let mut config = Config::default();
    config.movies.patch_side = 8;
    config.model.simple = 40;
    config.model.invariant = 10;
    // Low, so that u is on from the first minibatch.
    config.model.alpha = 0.1;
    config.model.beta = beta;
    config.learning.batch_movies = 16;
    config.learning.extra_betas = extra_betas.to_vec();
    config
}

fn start(config: Config, threads: usize, open: Option<&Path>) -> Engine {
    let options = Options {
        threads,
        open: open.map(Path::to_path_buf),
        paused: true,
        ..Options::default()
    };
    let engine = Engine::spawn(config, options, || {});
    wait(&engine, |event| matches!(event, Event::Loaded { .. }));
    engine
}

fn wait(engine: &Engine, wanted: impl Fn(&Event) -> bool) {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if engine
            .wait_event(Duration::from_millis(100))
            .is_some_and(|event| wanted(&event))
        {
            return;
        }
    }
    panic!("nothing happened");
}

fn send(engine: &Engine, command: Command) {
    engine.send(command).expect("room in the queue");
}

fn step(engine: &Engine, count: u64) -> Arc<Snapshot> {
    send(engine, Command::Step(count));
    wait(engine, |event| matches!(event, Event::Paused { .. }));
    engine.snapshot().expect("a snapshot")
}

#[test]
fn a_does_not_feel_the_layers_beside_it_and_each_is_that_of_a_model_of_its_beta() {
    let with = step(&start(config(0.1, &[0.05, 0.02]), 2, None), 30);
    let without = step(&start(config(0.1, &[]), 1, None), 30);
    assert_eq!(with.dictionary(), without.dictionary());
    assert_eq!(with.pooling(), without.pooling());
    assert_eq!(with.invariant_use(), without.invariant_use());
    assert!(without.learner.extra.is_empty());
    for (extra, beta) in with.learner.extra.iter().zip([0.05, 0.02]) {
        let alone = step(&start(config(beta, &[]), 1, None), 30);
        assert_eq!(extra.sparsity, beta);
        assert_eq!(&extra.weights, alone.pooling(), "beta {beta}");
        assert_eq!(extra.state.unit_use.to_vec(), alone.invariant_use());
        assert!(
            extra.weights != *with.pooling(),
            "beta {beta} learns otherwise"
        );
    }
}

#[test]
fn a_layer_added_later_starts_from_a_and_one_that_stays_goes_on() {
    let engine = start(config(0.1, &[]), 1, None);
    let before = step(&engine, 5);
    send(&engine, Command::ExtraBetas(vec![0.05]));
    let added = step(&engine, 0);
    assert_eq!(&added.learner.extra[0].weights, before.pooling());
    assert_eq!(added.config.learning.extra_betas, [0.05]);
    let learned = step(&engine, 5);
    assert!(learned.learner.extra[0].weights != *learned.pooling());
    send(&engine, Command::ExtraBetas(vec![0.2, 0.05]));
    let both = step(&engine, 0);
    assert_eq!(both.learner.extra[1], learned.learner.extra[0]);
    assert_eq!(&both.learner.extra[0].weights, learned.pooling());
    send(&engine, Command::Freeze(Layer::Invariant, true));
    let frozen = step(&engine, 3);
    assert_eq!(
        frozen.learner.extra[1].weights,
        both.learner.extra[1].weights
    );
    send(&engine, Command::ExtraBetas(Vec::new()));
    assert!(step(&engine, 0).learner.extra.is_empty());
    let marks: Vec<_> = frozen
        .history
        .marks()
        .iter()
        .map(|mark| mark.text.as_str())
        .collect();
    assert_eq!(
        marks,
        ["extra betas 0.05", "extra betas 0.2, 0.05", "A frozen"]
    );
}

#[test]
fn a_file_keeps_them_and_learning_goes_on_with_the_same_bits() {
    let folder = scratch();
    let file = folder.path().join("model.safetensors");
    let engine = start(config(0.3, &[0.1, 0.5]), 1, None);
    step(&engine, 6);
    send(&engine, Command::Save(file.clone()));
    wait(&engine, |event| matches!(event, Event::Saved(_)));
    let straight = step(&engine, 6);
    let opened = start(config(0.3, &[]), 2, Some(&file));
    let continued = step(&opened, 6);
    assert_eq!(straight.pooling(), continued.pooling());
    assert_eq!(straight.learner.extra, continued.learner.extra);
}

#[test]
fn a_file_keeps_four_layers_and_learning_goes_on_with_the_same_bits() {
    let folder = scratch();
    let file = folder.path().join("model.safetensors");
    let mut four = config(0.3, &[0.1]);
    four.model.coupling = Coupling::Joint;
    four.model.top = 6;
    four.model.deeper[0] = LayerParams {
        units: 4,
        sparsity: 0.02,
    };
    let engine = start(four.clone(), 1, None);
    step(&engine, 3);
    send(&engine, Command::Save(file.clone()));
    wait(&engine, |event| matches!(event, Event::Saved(_)));
    let saved = Checkpoint::open(&file).expect("a model");
    assert_eq!(saved.config.model, four.model);
    assert_eq!(saved.learner.weights.layers.len(), 3);
    assert_eq!(saved.learner.weights.layers[2].weights.dim(), (6, 4));
    let straight = step(&engine, 3);
    let continued = step(&start(config(0.3, &[]), 1, Some(&file)), 3);
    assert_eq!(straight.learner, continued.learner);
}

#[test]
fn a_file_whose_layers_are_missing_or_negative_is_refused() {
    let folder = scratch();
    let sound = folder.path().join("model.safetensors");
    succeed(
        folder.path(),
        "train TINY --steps 2 --extra-betas 0.2 --out model.safetensors",
    );
    let refused = |spoil: &dyn Fn(&mut Learner)| {
        let mut model = Checkpoint::open(&sound).expect("a model");
        spoil(Arc::make_mut(&mut model.learner));
        let spoiled = folder.path().join("spoiled.safetensors");
        // By what reads a file, before anything is written.
        model.save(&spoiled).expect_err("refused").to_string()
    };
    let missing = refused(&|learner| learner.extra.clear());
    assert!(
        missing.contains("tensor extra_beta.0.A is missing"),
        "{missing}"
    );
    let negative = refused(&|learner| learner.extra[0].weights[[0, 0]] = -0.5);
    assert!(
        negative.contains("extra_beta.0.A should be >= 0, but holds -0.5"),
        "{negative}"
    );
    let long = refused(&|learner| learner.extra[0].weights[[0, 1]] = 3.0);
    assert!(long.contains("column 1 of extra_beta.0.A"), "{long}");
}

#[test]
fn betas_out_of_range_too_many_or_twice_are_refused() {
    let mut too_many = config(0.3, &[]);
    too_many.learning.extra_betas = (1..=9).map(|n| 0.1 * n as f32).collect();
    let texts = [
        (too_many, "extra betas should be at most 8, but are 9"),
        (
            config(0.3, &[0.1, -1.0]),
            "extra betas should be distinct, each from 0.001 to 100, but are 0.1, -1",
        ),
        (
            config(0.3, &[0.1, f32::NAN]),
            "extra betas should be distinct, each from 0.001 to 100, but are 0.1, NaN",
        ),
        (
            config(0.3, &[0.1, 0.2, 0.1]),
            "extra betas should be distinct, each from 0.001 to 100, but are 0.1, 0.2, 0.1",
        ),
    ];
    for (config, text) in texts {
        assert_eq!(config.check().expect_err("refused").to_string(), text);
    }
}

#[test]
fn a_beta_is_shown_with_the_a_that_learned_at_it() {
    let snapshot = step(&start(config(0.3, &[0.1]), 1, None), 40);
    let pooling = |layer: InvariantLayer<'_>| layer.pooling.to_owned();
    assert_eq!(
        pooling(snapshot.layer_at(0.1)),
        snapshot.learner.extra[0].weights
    );
    assert_eq!(pooling(snapshot.layer_at(0.3)), snapshot.pooling());
    assert_eq!(pooling(snapshot.layer_at(0.2)), snapshot.pooling());
    let responses = |snapshot: Arc<Snapshot>| {
        let analyst = Analyst::spawn(|| {});
        analyst.ask(AnalysisRequest {
            snapshot,
            k_rad_per_px: 1.0,
            betas: vec![0.1, 0.2],
            edges: true,
            gratings: false,
            awaited: Some(AnalysisStage::Edges),
        });
        let started = Instant::now();
        loop {
            let answer = analyst.answer().and_then(|answer| answer.edges.clone());
            if let Some(study) = answer {
                break study.responses.invariant.clone();
            }
            assert!(started.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let mut shared = Snapshot::clone(&snapshot);
    Arc::make_mut(&mut shared.learner).extra.clear();
    let (own, shared) = (responses(snapshot), responses(Arc::new(shared)));
    assert_eq!(own[0], shared[0]);
    assert!(own[1] != shared[1]);
    assert_eq!(own[2], shared[2]);
}

#[test]
fn the_command_line_trains_adds_and_measures_them() {
    let folder = scratch();
    succeed(
        folder.path(),
        "train TINY --steps 3 --extra-betas 0.2,0.1 --out model.safetensors",
    );
    let opened = |name: &str| Checkpoint::open(&folder.path().join(name)).expect("a model");
    let model = opened("model.safetensors");
    assert_eq!(model.config.learning.extra_betas, [0.2, 0.1]);
    assert_eq!(model.learner.extra.len(), 2);
    succeed(
        folder.path(),
        "train --open model.safetensors --extra-betas 0.1 0.5 --steps 1 --out more.safetensors",
    );
    let betas: Vec<_> = opened("more.safetensors")
        .learner
        .extra
        .iter()
        .map(|e| e.sparsity)
        .collect();
    assert_eq!(betas, [0.1, 0.5]);
    let measured = succeed(folder.path(), "measure more.safetensors --json -").stdout;
    let measured: serde_json::Value = serde_json::from_str(&measured).expect("JSON");
    assert_eq!(measured["tuning"]["regions"][0]["beta"], 0.5);
    let refused = cellscope(
        folder.path(),
        "train TINY --steps 1 --extra-betas 0.2,0.2 --out twice.safetensors",
    );
    assert_eq!(refused.code, Some(2));
    let says = "--extra-betas should be distinct";
    assert!(refused.stderr.contains(says), "{}", refused.stderr);
}

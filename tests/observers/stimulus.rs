//! The bench.

use std::sync::Arc;

use cellscope::engine::{StimulusQuestion, StimulusWorker};
use ndarray::{Array2, ArrayView1};

use super::{config, engine, strongest_frame, trained, wait};

#[test]
fn the_bench_codes_a_frame_as_the_model_does() {
    let snapshot = trained(&engine(config(40)), 200);
    let frame = strongest_frame(&snapshot);
    let bench = StimulusWorker::spawn(|| {});
    let question = StimulusQuestion {
        snapshot: Arc::clone(&snapshot),
        frame: frame.clone(),
    };
    bench.ask(question.clone());
    let answer = wait(|| bench.answer());
    let weights = snapshot.weights();
    let (frames, params) = (snapshot.config.movies.frames, &snapshot.config.model);
    let movie = Array2::from_shape_fn((frames, 64), |(_, pixel)| frame[pixel]);
    let codes = weights.encode(movie.view(), frames, params, 1e-4);
    let near = |a: f64, b: f64| (a - b).abs() <= 2e-4 * (1.0 + b.abs());
    let simple = codes.simple.codes.to_dense().row(0).to_owned();
    assert!(
        simple.iter().any(|&z| z != 0.0),
        "the frame holds something"
    );
    for (found, wanted) in answer.codes.simple.iter().zip(&simple) {
        assert!((found - wanted).abs() < 0.01, "{found} against {wanted}");
    }
    let invariant = codes.invariant().codes.to_dense().row(0).to_vec();
    for (found, wanted) in answer.codes.invariant.iter().zip(&invariant) {
        assert!((found - wanted).abs() < 0.02, "{found} against {wanted}");
    }
    let (found, wanted) = (answer.codes.energies, codes.energies());
    assert!(
        near(found.simple(), wanted.simple()),
        "{found:?} {wanted:?}"
    );
    assert!(
        near(found.layers[0].total(), wanted.layers[0].total()),
        "{found:?} {wanted:?}"
    );
    let drawn = weights
        .dictionary
        .dot(&ArrayView1::from(&answer.codes.simple));
    for (found, wanted) in answer.codes.reconstruction.iter().zip(&drawn) {
        assert!((found - wanted).abs() < 1e-5);
    }
    bench.ask(question);
    assert_eq!(wait(|| bench.answer()), answer, "with W'W kept");
}

#[test]
fn a_frame_of_another_size_is_refused_and_the_next_is_answered() {
    let snapshot = trained(&engine(config(20)), 3);
    let bench = StimulusWorker::spawn(|| {});
    let ask = |length| {
        bench.ask(StimulusQuestion {
            snapshot: Arc::clone(&snapshot),
            frame: vec![0.1; length],
        });
    };
    ask(63);
    let refusal = wait(|| bench.refusal());
    assert_eq!(refusal, "a frame should have 64 pixels, but has 63");
    ask(64);
    assert_eq!(wait(|| bench.answer()).frame.len(), 64);
}

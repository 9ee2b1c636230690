//! How fast energies fall.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::analysis::convergence::{Convergence, EnergyName};
use cellscope::engine::{ConvergenceQuestion, ConvergenceWorker, Inputs, Snapshot};
use ndarray::Array2;

use super::{config, engine, strongest_frame, trained, wait};

fn descent(snapshot: &Arc<Snapshot>, energy: EnergyName, inputs: Inputs) -> ConvergenceQuestion {
    ConvergenceQuestion {
        snapshot: Arc::clone(snapshot),
        energy,
        inputs,
        iterations: 60,
    }
}

#[test]
fn a_descent_is_that_of_the_snapshots_own_model() {
    let snapshot = trained(&engine(config(40)), 20);
    let frame = strongest_frame(&snapshot);
    let descents = ConvergenceWorker::spawn(|| {});
    let weights = snapshot.weights();
    let movie = Array2::from_shape_fn((3, 64), |(_, pixel)| frame[pixel]);
    let model = &snapshot.config.model;
    let expected = Convergence::measure(weights, movie.view(), 3, model, 60);
    for (place, energy) in EnergyName::ALL.into_iter().enumerate() {
        let inputs = Inputs::Frame(frame.clone());
        descents.ask(Some(descent(&snapshot, energy, inputs)));
        let answer = wait(|| descents.answer().filter(|answer| answer.is_final()));
        let found = answer.convergence.as_ref().expect("done");
        assert_eq!(
            found.energies,
            expected.energies[place..=place],
            "{energy:?}"
        );
        assert_eq!(answer.question.energy, energy);
    }
    descents.ask(Some(descent(
        &snapshot,
        EnergyName::E1,
        Inputs::Frame(vec![0.0; 3]),
    )));
    let refusal = wait(|| descents.refusal());
    assert!(refusal.contains("64 pixels, but has 3"), "{refusal}");
}

#[test]
fn a_newer_descent_breaks_off_an_older_one_and_so_does_none() {
    let snapshot = trained(&engine(config(40)), 20);
    let descents = ConvergenceWorker::spawn(|| {});
    // Long enough for the patience many times over.
    let endless = ConvergenceQuestion {
        iterations: 20_000,
        ..descent(&snapshot, EnergyName::Joint, Inputs::Movies(1_000))
    };
    descents.ask(Some(endless.clone()));
    let first = wait(|| descents.answer());
    assert!(!first.is_final());
    assert_eq!(first.total, 1_000);
    descents.ask(Some(descent(&snapshot, EnergyName::E2, Inputs::Movies(2))));
    let newer = wait(|| descents.answer().filter(|answer| answer.is_final()));
    assert_eq!((newer.question.energy, newer.done), (EnergyName::E2, 2));
    descents.ask(Some(endless));
    wait(|| descents.answer());
    descents.ask(None);
    // Only one that was broken off can be followed by another.
    descents.ask(Some(descent(&snapshot, EnergyName::E1, Inputs::Movies(1))));
    wait(|| descents.answer().filter(|answer| answer.is_final()));
    drop(descents);
}

#[test]
fn movies_are_summarised_now_and_then_and_all_of_them_when_it_is_stopped() {
    let snapshot = trained(&engine(config(40)), 20);
    let descents = ConvergenceWorker::spawn(|| {});
    descents.ask(Some(ConvergenceQuestion {
        iterations: 300,
        ..descent(&snapshot, EnergyName::Joint, Inputs::Movies(1_000))
    }));
    let mut counts = Vec::new();
    let mut last = wait(|| {
        let answer = descents.answer()?;
        let samples = answer.convergence.as_ref()?.samples;
        assert!(samples <= answer.done);
        counts.push(samples);
        counts.dedup();
        (counts.len() == 4 || answer.is_final()).then_some(answer)
    });
    assert_eq!(counts.len(), 4, "{counts:?} of {}", last.total);
    descents.ask(None);
    let mut told_at = Instant::now();
    while told_at.elapsed() < Duration::from_secs(1) {
        if let Some(answer) = descents.answer() {
            (last, told_at) = (answer, Instant::now());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let measured = last.convergence.as_ref().expect("summarised");
    assert_eq!(measured.samples, last.done);
    assert!(last.stage.is_none() && !last.is_final());
}

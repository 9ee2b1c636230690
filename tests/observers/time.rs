//! Models of the same settings, trained on movies of each kind.

use std::sync::Arc;

use cellscope::analysis::spectral_concentration;
use cellscope::analysis::tuning::{StudiedModel, TuningSummary};
use cellscope::engine::{Run, Snapshot, TIME_RUNS, TimeQuestion, TimeWorker};
use cellscope::model::Schedule;
use cellscope::source::{Motion, SourceSpec};
use cellscope::telemetry::Measured;

use super::{config, engine, trained, wait};

/// Minibatches after which models differ in what is measured.
const STEPS: u64 = 30;

#[test]
fn every_kind_has_three_models_that_come_one_by_one() {
    let worker = TimeWorker::spawn(|| {});
    let question = TimeQuestion {
        config: Arc::new(config(12)),
        steps: 2,
        run: Run::Paused,
    };
    worker.ask(Some(question));
    let answer = wait(|| worker.answer().filter(|answer| answer.is_final));
    assert_eq!(answer.runs.len() as u64, TIME_RUNS);
    let kinds: Vec<_> = answer
        .runs
        .iter()
        .map(|run| (run.motion, run.seed))
        .collect();
    let all = ["drift", "movie", "scrambled", "still"];
    let all: Vec<_> = all
        .into_iter()
        .flat_map(|kind| [0, 1, 2].map(|seed| (kind, seed)))
        .collect();
    assert_eq!(kinds, all);
    assert!(worker.refusal().is_none() && worker.fault().is_none());
}

#[test]
fn a_model_of_the_study_is_that_which_the_engine_trains_and_each_kind_makes_another() {
    // Where units compete, a model begins in another way.
    for schedule in [Schedule::Steady, Schedule::Competitive] {
        let mut config = config(12);
        config.movies.motion = Motion::Drift;
        config.learning.schedule = schedule;
        let trained = trained(&engine(config.clone()), STEPS);
        let worker = TimeWorker::spawn(|| {});
        worker.ask(Some(TimeQuestion {
            config: Arc::new(config),
            steps: STEPS,
            run: Run::Paused,
        }));
        let answer = wait(|| worker.answer().filter(|answer| answer.is_final));
        let of = |motion| {
            let mut runs = answer.runs.iter();
            let run = runs.find(|run| run.motion == motion && run.seed == 0);
            run.expect("a model of this kind").measured
        };
        let drift = of("drift");
        assert_eq!(drift, measured(&trained));
        assert!(drift.concentration.is_some(), "{drift:?}");
        for other in ["movie", "scrambled", "still"] {
            assert_ne!(drift, of(other), "{other}");
        }
    }
}

/// What the study measures.
fn measured(model: &Snapshot) -> Measured {
    let (config, weights) = (&model.config, model.weights());
    let (movies, normalise) = (&config.movies, &config.normalise);
    let mut measured = Measured::default();
    measured.take_concentration(spectral_concentration(weights, movies.patch_side).as_ref());
    let studied = StudiedModel::new(0, &model.learner, &config.model, movies, normalise);
    measured.take_tuning(&TuningSummary::quick(&studied));
    measured
}

#[test]
fn it_is_stopped_by_another_question_and_says_what_it_cannot_load() {
    let worker = TimeWorker::spawn(|| {});
    let mut config = config(12);
    let question = |config, steps| TimeQuestion {
        config: Arc::new(config),
        steps,
        run: Run::Paused,
    };
    worker.ask(Some(question(config.clone(), 1_000_000_000)));
    drop(wait(|| worker.answer()));
    config.source = SourceSpec::images(["no-such-picture.png".into()]);
    worker.ask(Some(question(config, 1)));
    assert!(wait(|| worker.refusal()).contains("no-such-picture.png"));
    let answer = wait(|| worker.answer().filter(|answer| answer.is_final));
    assert!(answer.runs.is_empty());
}

//! Models of the same settings, trained on movies of each kind.

use std::sync::Arc;

use cellscope::engine::{Run, TIME_RUNS, TimeQuestion, TimeWorker};
use cellscope::source::SourceSpec;

use super::{config, wait};

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
    assert!(worker.fault().is_none());
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
    assert!(wait(|| worker.fault()).contains("no-such-picture.png"));
    let answer = wait(|| worker.answer().filter(|answer| answer.is_final));
    assert!(answer.runs.is_empty());
}

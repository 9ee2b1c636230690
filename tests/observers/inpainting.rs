//! Filling in: hidden pixels stay hidden, a whole picture tells how far it is, and a newer question breaks off
//! an older one.

use std::sync::{Arc, OnceLock};

use cellscope::analysis::inpainting::{Fills, Sparsities, fill_picture};
use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Command, Engine, InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask,
    InpaintingWorker, Options, Snapshot,
};
use ndarray::Array2;

use super::{strongest_patch, wait};

/// A model that learned a little from the embedded scenes.
fn snapshot() -> Arc<Snapshot> {
    static SNAPSHOT: OnceLock<Arc<Snapshot>> = OnceLock::new();
    Arc::clone(SNAPSHOT.get_or_init(learn))
}

fn learn() -> Arc<Snapshot> {
    let options = Options {
        paused: true,
        ..Options::default()
    };
    let engine = Engine::spawn(Config::preset(Preset::Quick), options, || {});
    engine.send(Command::Step(60)).expect("room");
    wait(|| engine.snapshot().filter(|s| s.status.step >= 60))
}

fn question(snapshot: &Arc<Snapshot>, task: InpaintingTask) -> InpaintingQuestion {
    let side = snapshot.config.movies.patch_side;
    InpaintingQuestion {
        snapshot: Arc::clone(snapshot),
        task,
        mask: Array2::from_shape_fn((side, side), |(y, x)| (3 * y + 5 * x) % 4 != 0),
        sparsities: [(0.05, None), (0.06, Some(0.03))]
            .map(|(alpha, beta)| Sparsities { alpha, beta }),
    }
}

fn patch(snapshot: &Snapshot) -> Array2<f32> {
    strongest_patch(snapshot, 1)
}

fn finish(fillings: &InpaintingWorker) -> Arc<InpaintingAnswer> {
    wait(|| {
        assert_eq!((fillings.refusal(), fillings.fault()), (None, None));
        fillings.answer().filter(|answer| answer.outcome.is_some())
    })
}

fn filled(fillings: &InpaintingWorker, question: InpaintingQuestion) -> Fills {
    fillings.ask(Some(question));
    match &finish(fillings).outcome {
        Some(InpaintingOutcome::Filled(fills)) => (**fills).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hidden_pixels_do_not_change_the_fill_and_observed_ones_do() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    let whole = question(&snapshot, InpaintingTask::Patch(patch(&snapshot)));
    let fills = filled(&fillings, whole.clone());
    assert!(fills.one.filled.iter().any(|&pixel| pixel != 0.0));
    assert_eq!(
        fills.invariant.as_ref().expect("a patch").len(),
        snapshot.pooling().ncols()
    );
    let change = |which: bool| {
        let mut changed = whole.clone();
        let InpaintingTask::Patch(patch) = &mut changed.task else {
            unreachable!();
        };
        ndarray::Zip::from(patch)
            .and(&whole.mask)
            .for_each(|pixel, &observed| {
                if observed == which {
                    *pixel = 0.3 - *pixel;
                }
            });
        filled(&fillings, changed)
    };
    let behind = change(false);
    assert_eq!(behind.one.filled, fills.one.filled);
    assert_eq!(behind.two.filled, fills.two.filled);
    assert_eq!(behind.invariant, fills.invariant);
    assert_ne!(behind.one.snr_db, fills.one.snr_db, "measured on them");
    assert_ne!(change(true).one.filled, fills.one.filled);
}

#[test]
fn a_whole_picture_is_filled_as_by_the_command_line() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    let asked = question(&snapshot, InpaintingTask::Picture(1));
    let fills = filled(&fillings, asked.clone());
    let image = snapshot.pictures.as_ref().expect("scenes").plane(1, 0);
    let frames = snapshot.config.movies.frames;
    let weights = snapshot.weights();
    for (by, sparsities) in [&fills.one, &fills.two].into_iter().zip(asked.sparsities) {
        let expected = fill_picture(weights, image, asked.mask.view(), sparsities, frames);
        assert_eq!(by.filled, expected);
    }
    assert!(fills.two.snr_db.is_some() && fills.invariant.is_none());
}

#[test]
fn a_newer_question_breaks_off_a_search() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    // Under way when the next comes.
    fillings.ask(Some(question(&snapshot, InpaintingTask::Tune(0))));
    wait(|| fillings.answer().filter(|answer| answer.outcome.is_none()));
    fillings.ask(Some(question(&snapshot, InpaintingTask::Picture(0))));
    let patch = InpaintingTask::Patch(patch(&snapshot));
    fillings.ask(Some(question(&snapshot, patch.clone())));
    assert_eq!(finish(&fillings).question.task, patch);
    assert!(fillings.answer().is_none());
}

#[test]
fn a_search_finds_sparsities_at_least_as_good_as_the_first() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    let tuned = |question| {
        fillings.ask(Some(question));
        match &finish(&fillings).outcome {
            Some(InpaintingOutcome::Tuned(Some(tuned))) => *tuned,
            other => panic!("{other:?}"),
        }
    };
    let mut question = question(&snapshot, InpaintingTask::Tune(0));
    let [one, two] = tuned(question.clone());
    assert!(one.sparsities.beta.is_none() && two.sparsities.beta.is_some());
    assert!(one.score > 0.0, "{one:?}: nothing filled in has 0 dB");
    assert!(one.tried >= 10 && two.tried >= 14);
    // A search that begins with what another found ends no lower.
    question.sparsities[0] = one.sparsities;
    let [again, _] = tuned(question);
    assert!(again.score >= one.score, "{again:?} after {one:?}");
}

#[test]
fn where_nothing_or_all_is_hidden_no_sparsities_are_best() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    for is_observed in [true, false] {
        let mut question = question(&snapshot, InpaintingTask::Tune(0));
        question.mask.fill(is_observed);
        fillings.ask(Some(question));
        let answer = wait(|| fillings.answer().filter(|answer| answer.outcome.is_some()));
        assert_eq!(answer.outcome, Some(InpaintingOutcome::Tuned(None)));
        let told = wait(|| fillings.refusal());
        assert!(told.contains("hide a part"), "{told}");
    }
}

#[test]
fn what_does_not_fit_the_model_is_told() {
    let (snapshot, fillings) = (snapshot(), InpaintingWorker::spawn(|| {}));
    let refusal = |task, mask: Option<Array2<bool>>| {
        let mut question = question(&snapshot, task);
        question.mask = mask.unwrap_or(question.mask);
        fillings.ask(Some(question));
        wait(|| fillings.refusal())
    };
    assert!(refusal(InpaintingTask::Picture(9_999), None).contains("no such picture"));
    assert!(refusal(InpaintingTask::Patch(Array2::zeros((3, 4))), None).contains("4 x 3"));
    let small = Array2::from_elem((2, 2), true);
    assert!(refusal(InpaintingTask::Patch(patch(&snapshot)), Some(small)).contains("2 x 2"));
}

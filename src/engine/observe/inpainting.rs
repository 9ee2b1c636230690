//! Fills in hidden pixels of a patch or of a whole picture, on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::{Array2, s};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::throttle::Throttle;
use super::worker::{WorkerHandle, WorkerPort};
use crate::analysis::HELD_OUT;
use crate::analysis::inpainting::{
    Covered, EMPTY_SHARE, Filler, Fills, Hole, Sparsities, Tuned, tune,
};
use crate::engine::snapshot::Snapshot;
use crate::model::Weights;
use crate::source::Pictures;

/// Patches that sparsities are compared on.
const TUNE_PATCHES: usize = 32;

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub enum InpaintingTask {
    /// Fill a patch `[p, p]`, contrast-normalised.
    Patch(Array2<f32>),
    /// Fill one of the snapshot's pictures, covered with copies of the mask.
    Picture(usize),
    /// Find the sparsities with the highest SNR on patches of the snapshot's pictures, without this one where
    /// there are others.
    Tune(usize),
}

/// What to fill, and with what.
#[derive(Clone, Debug)]
pub struct InpaintingQuestion {
    /// The model.
    pub snapshot: Arc<Snapshot>,
    /// The task.
    pub task: InpaintingTask,
    /// Whether each pixel of a patch is observed, `[p, p]`.
    pub mask: Array2<bool>,
    /// Sparsities of one layer and of two; a search begins at the first alpha.
    pub sparsities: [Sparsities; 2],
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum InpaintingOutcome {
    /// Filled both ways.
    Filled(Box<Fills>),
    /// The best sparsities of one layer and of two; `None` where nothing is hidden that could tell them.
    Tuned(Option<[Tuned; 2]>),
}

/// The progress of a task, and at the end its result.
#[derive(Clone, Debug)]
pub struct InpaintingAnswer {
    /// What was asked.
    pub question: InpaintingQuestion,
    /// Share of the work that is done, 0 to 1; `None` for a search, whose length is unknown.
    pub done: Option<f32>,
    /// The result; `None` until the end.
    pub outcome: Option<InpaintingOutcome>,
}

/// Fills in hidden pixels. A question breaks off the one before; `None` only breaks off.
pub type InpaintingWorker = WorkerHandle<Option<InpaintingQuestion>, InpaintingAnswer>;

impl InpaintingWorker {
    /// Starts the thread. `on_news` is called on it whenever an answer or a fault is there.
    #[must_use]
    pub fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        Self::start(
            "cellscope-inpainting",
            on_news,
            |question, port| match question {
                Some(question) => answer(question, port),
                None => ControlFlow::Continue(()),
            },
        )
    }
}

type InpaintingPort = WorkerPort<Option<InpaintingQuestion>, InpaintingAnswer>;

fn answer(question: InpaintingQuestion, port: &mut InpaintingPort) -> ControlFlow<()> {
    if let Err(reason) = check(&question) {
        port.fail(reason);
        return ControlFlow::Continue(());
    }
    let weights = question.snapshot.weights();
    let outcome = match &question.task {
        InpaintingTask::Patch(patch) => {
            let covered = Covered {
                truth: patch.clone(),
                observed: question.mask.clone(),
            };
            let frames = question.snapshot.config.movies.frames;
            InpaintingOutcome::Filled(Box::new(Fills::of_patch(
                weights,
                covered,
                question.sparsities,
                frames,
            )))
        }
        InpaintingTask::Picture(index) => fill_picture(&question, *index, weights, port)?,
        InpaintingTask::Tune(except) => search(&question, *except, weights, port)?,
    };
    if outcome == InpaintingOutcome::Tuned(None) {
        port.fail(
            "nothing is hidden, or everything is: hide a part of the patch, then search again"
                .to_owned(),
        );
    }
    port.publish(InpaintingAnswer {
        question,
        done: Some(1.0),
        outcome: Some(outcome),
    });
    ControlFlow::Continue(())
}

fn check(question: &InpaintingQuestion) -> Result<(), String> {
    let side = question.snapshot.config.movies.patch_side;
    let is_patch = |(height, width): (usize, usize)| height == side && width == side;
    let (height, width) = question.mask.dim();
    if !is_patch((height, width)) {
        return Err(format!(
            "a mask should have {side} x {side} pixels, but has {width} x {height}"
        ));
    }
    match &question.task {
        InpaintingTask::Patch(patch) if !is_patch(patch.dim()) => {
            let (height, width) = patch.dim();
            Err(format!(
                "a patch should have {side} x {side} pixels, but has {width} x {height}"
            ))
        }
        InpaintingTask::Patch(_) => Ok(()),
        InpaintingTask::Picture(index) | InpaintingTask::Tune(index) => {
            let pictures = pictures(question).map_or(&[][..], |pictures| pictures.images());
            let picture = pictures.get(*index).ok_or("there is no such picture")?;
            let (height, width) = picture.dim();
            if height.min(width) < side {
                return Err(format!(
                    "a picture of {width} x {height} pixels is smaller than a patch of {side} x {side}"
                ));
            }
            Ok(())
        }
    }
}

fn pictures(question: &InpaintingQuestion) -> Option<&Pictures> {
    question.snapshot.pictures.as_deref()
}

fn fill_picture(
    question: &InpaintingQuestion,
    index: usize,
    weights: &Weights,
    port: &mut InpaintingPort,
) -> ControlFlow<(), InpaintingOutcome> {
    let snapshot = &question.snapshot;
    let images = pictures(question).map_or(&[][..], |pictures| pictures.images());
    let mut throttle = Throttle::new(snapshot.status.run);
    let fills = Fills::of_picture(
        weights,
        images[index].clone(),
        question.mask.view(),
        question.sparsities,
        snapshot.config.movies.frames,
        |done, total| {
            throttle.check(port, || {
                under_way(question, Some(done as f32 / total as f32))
            })
        },
    )?;
    ControlFlow::Continue(InpaintingOutcome::Filled(Box::new(fills)))
}

fn under_way(question: &InpaintingQuestion, done: Option<f32>) -> InpaintingAnswer {
    InpaintingAnswer {
        question: question.clone(),
        done,
        outcome: None,
    }
}

/// Searches the sparsities with the highest mean SNR over patches of other pictures, all under the question's mask.
fn search(
    question: &InpaintingQuestion,
    except: usize,
    weights: &Weights,
    port: &mut InpaintingPort,
) -> ControlFlow<(), InpaintingOutcome> {
    let config = &question.snapshot.config;
    let patches = other_patches(question, except);
    let observed: Vec<bool> = question.mask.iter().copied().collect();
    if !observed.contains(&true) {
        return ControlFlow::Continue(InpaintingOutcome::Tuned(None));
    }
    let least_power = EMPTY_SHARE * f64::from(config.normalise.gain).powi(2);
    let holes: Vec<Option<Hole>> = patches
        .outer_iter()
        .map(|patch| Hole::new(patch.insert_axis(ndarray::Axis(0)), &observed))
        .map(|hole| hole.filter(|hole| hole.power() >= least_power))
        .collect();
    let filler = Filler::new(weights, &observed);
    let mut throttle = Throttle::new(question.snapshot.status.run);
    let mut is_over = ControlFlow::Continue(());
    let best = tune(question.sparsities[0].alpha, |sparsities| {
        if is_over.is_continue() {
            is_over = throttle.check(port, || under_way(question, None));
        }
        if is_over.is_break() {
            return None;
        }
        let frames = config.movies.frames;
        let filled = filler.fill(patches.view(), sparsities, 1, frames).filled;
        let rows = holes.iter().enumerate();
        let found = rows.filter_map(|(row, hole)| {
            let hole = hole.as_ref()?;
            hole.snr_db(filled.slice(s![row..=row, ..]))
        });
        let found: Vec<f64> = found.collect();
        (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
    });
    is_over?;
    ControlFlow::Continue(InpaintingOutcome::Tuned(best))
}

/// Patches `[n, P]` of pictures other than `except`, the same ones each time.
fn other_patches(question: &InpaintingQuestion, except: usize) -> Array2<f32> {
    let config = &question.snapshot.config;
    let (side, pixels) = (config.movies.patch_side, config.pixels());
    let images = pictures(question).map_or(&[][..], |pictures| pictures.images());
    let others: Vec<_> = images
        .iter()
        .enumerate()
        .filter(|(index, image)| {
            let (height, width) = image.dim();
            (*index != except || images.len() == 1) && height.min(width) >= side
        })
        .map(|(_, image)| image)
        .collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ HELD_OUT);
    let mut patches = Array2::zeros((if others.is_empty() { 0 } else { TUNE_PATCHES }, pixels));
    for mut patch in patches.outer_iter_mut() {
        let image = others[generator.random_range(0..others.len())];
        let (height, width) = image.dim();
        let top = generator.random_range(0..=height - side);
        let left = generator.random_range(0..=width - side);
        let piece = image.slice(s![top..top + side, left..left + side]);
        patch
            .iter_mut()
            .zip(piece)
            .for_each(|(to, &from)| *to = from);
    }
    patches
}

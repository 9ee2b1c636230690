//! Fills in hidden pixels of a patch or of a whole picture, on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::{Array2, Array3, Axis, s};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::throttle::Throttle;
use super::worker::{Inquiry, WorkerPort};
use crate::analysis::HELD_OUT;
use crate::analysis::inpainting::{
    Covered, EMPTY_SHARE, Filler, Fills, Hole, Sparsities, Tuned, tune,
};
use crate::engine::snapshot::Snapshot;
use crate::source::stacked;

/// Patches that sparsities are compared on.
const TUNE_PATCHES: usize = 32;

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub enum InpaintingTask {
    /// Fill a patch `[channels * p, p]`, contrast-normalised, one plane below the other.
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
    /// The best sparsities of one layer and of two; `None` where no hidden pixels could tell them.
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

impl InpaintingAnswer {
    /// What was filled in, if that was asked and is done.
    pub fn fills(&self) -> Option<&Fills> {
        match &self.outcome {
            Some(InpaintingOutcome::Filled(fills)) => Some(fills),
            _ => None,
        }
    }
}

impl Inquiry for Option<InpaintingQuestion> {
    type Answer = InpaintingAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-inpainting";
    const WORK: &'static str = "Inpainting";

    fn answer(self, _: &mut (), port: &mut InpaintingPort) -> ControlFlow<()> {
        let Some(question) = self else {
            return ControlFlow::Continue(());
        };
        if let Err(reason) = question.check() {
            port.refuse(reason);
            return ControlFlow::Continue(());
        }
        let outcome = match &question.task {
            InpaintingTask::Patch(patch) => question.fill_patch(patch),
            InpaintingTask::Picture(index) => question.fill_picture(*index, port)?,
            InpaintingTask::Tune(except) => question.search(*except, port)?,
        };
        if outcome == InpaintingOutcome::Tuned(None) {
            port.refuse(question.why_untold().to_owned());
        }
        port.publish(InpaintingAnswer {
            question,
            done: Some(1.0),
            outcome: Some(outcome),
        });
        ControlFlow::Continue(())
    }
}

type InpaintingPort = WorkerPort<Option<InpaintingQuestion>, InpaintingAnswer>;

impl InpaintingQuestion {
    fn images(&self) -> &[Array3<f32>] {
        let pictures = self.snapshot.pictures.as_ref();
        pictures.map_or(&[], |pictures| pictures.images())
    }

    /// Why no sparsities are the best, and what to do.
    fn why_untold(&self) -> &'static str {
        let observed = self.mask.iter().filter(|&&is_observed| is_observed).count();
        if observed == 0 || observed == self.mask.len() {
            "nothing is hidden, or everything is: hide a part of the patch, then search again"
        } else {
            "no other picture has usable patches: load more, larger or less uniform pictures, then search again"
        }
    }

    fn check(&self) -> Result<(), String> {
        let movies = &self.snapshot.config.movies;
        let (side, planes) = (movies.patch_side, movies.channels.count());
        let is_square = |what: &str, (height, width): (usize, usize)| {
            if (height, width) == (side, side) {
                return Ok(());
            }
            Err(format!(
                "a {what} should have {side} x {side} pixels, but has {width} x {height}"
            ))
        };
        is_square("mask", self.mask.dim())?;
        match &self.task {
            InpaintingTask::Patch(patch) => {
                let (height, width) = patch.dim();
                if height % planes != 0 {
                    return Err(format!(
                        "a patch of {planes} channels should have {} x {side} values, but has {height} x {width}",
                        planes * side
                    ));
                }
                is_square("patch", (height / planes, width))
            }
            InpaintingTask::Picture(index) | InpaintingTask::Tune(index) => {
                let picture = self.images().get(*index);
                let (_, height, width) = picture.ok_or("there is no such picture")?.dim();
                if height.min(width) < side {
                    return Err(format!(
                        "a picture of {width} x {height} pixels is smaller than a patch of {side} x {side}"
                    ));
                }
                Ok(())
            }
        }
    }

    fn fill_patch(&self, patch: &Array2<f32>) -> InpaintingOutcome {
        let (weights, frames) = (self.snapshot.weights(), self.snapshot.config.movies.frames);
        let planes = self.snapshot.config.movies.channels.count();
        let covered = Covered::new(patch.clone(), planes, self.mask.view());
        let fills = Fills::of_patch(weights, covered, self.sparsities, frames);
        InpaintingOutcome::Filled(Box::new(fills))
    }

    fn fill_picture(
        &self,
        index: usize,
        port: &mut InpaintingPort,
    ) -> ControlFlow<(), InpaintingOutcome> {
        let snapshot = &self.snapshot;
        let mut throttle = Throttle::new(snapshot.status.run);
        let fills = Fills::of_picture(
            snapshot.weights(),
            stacked(self.images()[index].view()),
            self.mask.view(),
            self.sparsities,
            snapshot.config.movies.frames,
            |done, total| throttle.check(port, || self.under_way(Some(done as f32 / total as f32))),
        )?;
        ControlFlow::Continue(InpaintingOutcome::Filled(Box::new(fills)))
    }

    fn under_way(&self, done: Option<f32>) -> InpaintingAnswer {
        InpaintingAnswer {
            question: self.clone(),
            done,
            outcome: None,
        }
    }

    /// Searches the sparsities with the highest mean SNR over patches of other pictures, or of this one where there is no other,
    /// all under the question's mask.
    fn search(
        &self,
        except: usize,
        port: &mut InpaintingPort,
    ) -> ControlFlow<(), InpaintingOutcome> {
        let config = &self.snapshot.config;
        let patches = self.other_patches(except);
        let observed: Vec<bool> = self.mask.iter().copied().collect();
        let observed = observed.repeat(config.movies.channels.count());
        if !observed.contains(&true) {
            return ControlFlow::Continue(InpaintingOutcome::Tuned(None));
        }
        let least_power = EMPTY_SHARE * f64::from(config.normalise.gain).powi(2);
        let holes: Vec<Option<Hole>> = patches
            .outer_iter()
            .map(|patch| Hole::new(patch.insert_axis(Axis(0)), &observed))
            .map(|hole| hole.filter(|hole| hole.power() >= least_power))
            .collect();
        let filler = Filler::new(self.snapshot.weights(), &observed);
        let mut throttle = Throttle::new(self.snapshot.status.run);
        let mut is_over = ControlFlow::Continue(());
        let best = tune(self.sparsities[0].alpha, |sparsities| {
            if is_over.is_continue() {
                is_over = throttle.check(port, || self.under_way(None));
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

    /// Patches `[n, P]` of pictures other than `except`, where there are any, the same ones each time.
    fn other_patches(&self, except: usize) -> Array2<f32> {
        let config = &self.snapshot.config;
        let (side, images) = (config.movies.patch_side, self.images());
        let is_other = |index: usize| index != except || images.len() == 1;
        let others: Vec<_> = (0..images.len())
            .filter(|&index| is_other(index))
            .map(|index| &images[index])
            .filter(|image| image.dim().1.min(image.dim().2) >= side)
            .collect();
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ HELD_OUT);
        let count = if others.is_empty() { 0 } else { TUNE_PATCHES };
        let mut patches = Array2::zeros((count, config.pixels()));
        for mut patch in patches.outer_iter_mut() {
            let image = others[generator.random_range(0..others.len())];
            let (_, height, width) = image.dim();
            let top = generator.random_range(0..=height - side);
            let left = generator.random_range(0..=width - side);
            let piece = image.slice(s![.., top..top + side, left..left + side]);
            patch
                .iter_mut()
                .zip(piece)
                .for_each(|(to, &from)| *to = from);
        }
        patches
    }
}

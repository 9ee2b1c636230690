//! Codes one frame, on a thread of its own.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::ArrayView1;

use super::worker::{Inquiry, WorkerPort};
use crate::analysis::tuning::{SimpleLayer, StillCodes};
use crate::engine::snapshot::Snapshot;
use crate::model::GramCache;

/// A frame to code.
#[derive(Clone, Debug)]
pub struct StimulusQuestion {
    /// The model.
    pub snapshot: Arc<Snapshot>,
    /// The frame, `[P]`, in the units of contrast-normalised pictures.
    pub frame: Vec<f32>,
}

/// The codes of a movie of n_t such frames, at the snapshot's alpha and beta.
#[derive(Clone, Debug, PartialEq)]
pub struct StimulusAnswer {
    /// Generation of the snapshot.
    pub generation: u64,
    /// Minibatches that its model has learned from.
    pub step: u64,
    /// The alpha and beta of the codes; `None` where learning adapts them.
    pub sparsities: Option<[f32; 2]>,
    /// The frame, `[P]`.
    pub frame: Vec<f32>,
    /// Its codes.
    pub codes: StillCodes,
}

/// Whether a frame fits the model of a snapshot; else a sentence with the pixels of both.
pub(super) fn check_frame(snapshot: &Snapshot, frame: &[f32]) -> Result<(), String> {
    let (pixels, length) = (snapshot.dictionary().nrows(), frame.len());
    if length == pixels {
        return Ok(());
    }
    Err(format!(
        "a frame should have {pixels} pixels, but has {length}"
    ))
}

impl Inquiry for StimulusQuestion {
    type Answer = StimulusAnswer;
    /// A snapshot, and its W'W.
    type Memory = Option<(Arc<Snapshot>, GramCache)>;
    const THREAD: &'static str = "cellscope-stimulus";
    const WORK: &'static str = "Showing the stimulus to the units";

    fn answer(
        self,
        known: &mut Self::Memory,
        port: &mut WorkerPort<Self, StimulusAnswer>,
    ) -> ControlFlow<()> {
        let Self { snapshot, frame } = self;
        if let Err(reason) = check_frame(&snapshot, &frame) {
            port.refuse(reason);
            return ControlFlow::Continue(());
        }
        let dictionary = snapshot.dictionary().view();
        known.take_if(|(known, _)| !Arc::ptr_eq(known, &snapshot));
        let (_, products) =
            known.get_or_insert_with(|| (Arc::clone(&snapshot), GramCache::new(dictionary)));
        let (set, frames) = (&snapshot.config.model, snapshot.config.movies.frames);
        let model = &snapshot.model_in_force();
        let simple =
            SimpleLayer::with_gram_cache(dictionary, Cow::Borrowed(products), model, frames);
        let layer = snapshot.layer_at(model.beta);
        // What the schedule or a share moves does not stay.
        let fixed = set.adapted_prices().is_none() && model == set;
        port.publish(StimulusAnswer {
            generation: snapshot.generation,
            step: snapshot.status.step,
            sparsities: fixed.then_some([model.alpha, model.beta]),
            codes: simple.still(&layer, ArrayView1::from(&frame)),
            frame,
        });
        ControlFlow::Continue(())
    }
}

//! Codes one frame, on a thread of its own.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::ArrayView1;

use super::worker::{WorkerHandle, WorkerPort};
use crate::analysis::tuning::SimpleLayer;
use crate::engine::snapshot::Snapshot;
use crate::model::{Energies, GramCache};

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
    /// Minibatches that it had learned from.
    pub step: u64,
    /// The frame, `[P]`.
    pub frame: Vec<f32>,
    /// z, signed, `[K]`; the same in every frame, so that z* is n_t abs(z).
    pub simple: Vec<f32>,
    /// u, `[M]`.
    pub invariant: Vec<f32>,
    /// W z, `[P]`.
    pub reconstruction: Vec<f32>,
    /// Energies by term of the movie.
    pub energies: Energies,
}

/// Codes frames.
pub type StimulusWorker = WorkerHandle<StimulusQuestion, StimulusAnswer>;

impl StimulusWorker {
    /// Starts the thread. `on_news` is called on it whenever an answer or a fault is there.
    #[must_use]
    pub fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let mut known = None;
        Self::start("cellscope-stimulus", on_news, move |question, port| {
            answer(question, &mut known, port)
        })
    }
}

/// A snapshot, and its W'W.
type Known = Option<(Arc<Snapshot>, GramCache)>;

fn answer(
    question: StimulusQuestion,
    known: &mut Known,
    port: &mut WorkerPort<StimulusQuestion, StimulusAnswer>,
) -> ControlFlow<()> {
    let StimulusQuestion { snapshot, frame } = question;
    let pixels = snapshot.dictionary().nrows();
    if frame.len() != pixels {
        let length = frame.len();
        port.fail(format!(
            "a frame should have {pixels} pixels, but has {length}"
        ));
        return ControlFlow::Continue(());
    }
    let kept = known
        .take()
        .filter(|(kept, _)| Arc::ptr_eq(kept, &snapshot));
    let dictionary = snapshot.dictionary().view();
    let (_, products) = match kept {
        Some(kept) => known.insert(kept),
        None => {
            let products = GramCache::new(dictionary);
            known.insert((Arc::clone(&snapshot), products))
        }
    };
    let (model, frames) = (&snapshot.config.model, snapshot.config.movies.frames);
    let simple = SimpleLayer::with_gram_cache(dictionary, Cow::Borrowed(products), model, frames);
    let layer = snapshot.layer_at(model.beta);
    let codes = simple.still(&layer, ArrayView1::from(&frame));
    port.publish(StimulusAnswer {
        generation: snapshot.generation,
        step: snapshot.status.step,
        simple: codes.simple,
        invariant: codes.invariant,
        reconstruction: codes.reconstruction,
        energies: codes.energies,
        frame,
    });
    ControlFlow::Continue(())
}

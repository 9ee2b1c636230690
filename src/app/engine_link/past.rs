//! Reads recorded moments from their file and renders them, on a thread of its own.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::app::state::model_view::{Colors, RenderedModel};
use crate::app::state::past::{PastAnswer, PastRequest};
use crate::engine::{WorkerHandle, WorkerPort};

/// Moments kept rendered: those shown last, as people go to and fro.
const KEPT: usize = 8;

/// The thread that reads moments; of the requests not begun only the newest waits.
pub(super) type PastReader = WorkerHandle<PastRequest, PastAnswer>;

/// Starts the thread. `on_news` is called whenever a moment is there.
pub(super) fn start(on_news: impl Fn() + Send + 'static) -> PastReader {
    let mut kept = RenderedMoments::default();
    let read = move |request: PastRequest, port: &mut WorkerPort<_, _>| {
        port.publish(kept.answer(&request));
        ControlFlow::Continue(())
    };
    WorkerHandle::start("cellscope-past", on_news, read)
}

/// Generation, minibatch and colours of a moment.
type Key = (u64, u64, Colors);

/// The moments shown last, the newest first.
#[derive(Default)]
struct RenderedMoments(VecDeque<(Key, RenderedModel)>);

impl RenderedMoments {
    fn answer(&mut self, request: &PastRequest) -> PastAnswer {
        let generation = request.newest.generation;
        let key = (generation, request.step(), request.colors);
        let place = self.0.iter().position(|(kept, _)| *kept == key);
        let answer = match place.and_then(|place| self.0.remove(place)) {
            Some((_, model)) => PastAnswer {
                generation,
                result: Ok(model),
            },
            None => request.answer(),
        };
        if let Ok(model) = &answer.result {
            // Nothing is kept of a run that is over.
            self.0.retain(|((of, ..), _)| *of == generation);
            self.0.truncate(KEPT - 1);
            self.0.push_front((key, model.clone()));
        }
        answer
    }
}

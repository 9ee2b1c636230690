//! What is asked of the workers about what is on screen, and what they answered.

use std::rc::Rc;

use crate::app::commands::View;
use crate::app::state::State;
use crate::app::state::pins::Pins;
use crate::app::state::workers::Workers;
use crate::app::state::workers::stimulus_number::StimulusNumber;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::Answer;

/// What is on screen of a [`State`].
macro_rules! shown {
    ($state:expr, $model:expr, $views:expr, $frame:expr) => {
        Shown {
            model: &$model,
            settings: &$state.settings,
            selection: &$state.selection,
            views: $views,
            stimulus: $frame.as_deref(),
        }
    };
}

/// What is served by a worker; the pins measure what is pinned.
fn served<'a>(
    workers: &'a mut Workers,
    pins: &'a mut Pins,
) -> impl Iterator<Item = &'a mut dyn WorkerState> {
    let pins: &mut dyn WorkerState = pins;
    workers.all().chain(std::iter::once(pins))
}

impl State {
    /// What to ask of the workers now that `views` are on screen.
    pub(crate) fn requests(&mut self, views: &[View]) -> Vec<Request> {
        let Some(model) = self.model().map(Rc::clone) else {
            return Vec::new();
        };
        let side = model.snapshot.config.movies.patch_side;
        StimulusNumber::bring_within(&mut self.workers.stimulus, side);
        let frame = self.workers.stimulus.frame(&model);
        let shown = shown!(self, model, views, frame);
        let mut requests: Vec<_> = served(&mut self.workers, &mut self.pins)
            .filter_map(|worker| worker.request(&shown))
            .collect();
        if let Some(newest) = self.newest.as_ref().filter(|_| model.is_other) {
            // While its past is shown the run goes on, and so do its curves.
            let of_run = Shown {
                model: newest,
                views: &[],
                ..shown
            };
            requests.extend(self.workers.measures.request(&of_run));
        }
        requests
    }

    /// Whether answers about what these views show are still to come.
    pub(crate) fn is_waiting(&mut self, views: &[View]) -> bool {
        let Some(model) = self.model().map(Rc::clone) else {
            return true;
        };
        let frame = self.workers.stimulus.frame(&model);
        let shown = shown!(self, model, views, frame);
        served(&mut self.workers, &mut self.pins).any(|worker| worker.is_waiting(&shown))
    }

    /// Hands what a worker found to the state that it serves.
    pub(crate) fn take_answer(&mut self, answer: &Answer) {
        served(&mut self.workers, &mut self.pins).for_each(|worker| worker.take_answer(answer));
    }

    /// Drops what the workers of an engine that is gone have answered.
    pub(crate) fn forget_answers(&mut self) {
        served(&mut self.workers, &mut self.pins).for_each(|worker| worker.forget());
    }
}
